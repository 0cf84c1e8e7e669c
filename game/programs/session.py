"""The engine as a HUB program: one session.

Lines are read in one thread and a search runs in another, so that ``ping`` and ``stop`` are
answered while it thinks: compiled code releases the interpreter's lock (docs/decisions/0013).
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from game.engine import LEVELS, NoAnswer, OutOfTime, SearchJob, answer_job, compiled
from game.engine.analysis import deepening
from game.engine.convert import is_supported
from game.engine.job import quick_move
from game.engine.limits import MAN, Cancel
from game.notation.hub import (
    HubLine,
    find_hub_move,
    format_hub_line,
    format_hub_move,
    parse_hub_line,
    parse_hub_position,
)
from game.programs.allowance import Allowance, read_allowance
from game.programs.players import allowed_move
from game.rules import VARIANTS, Game, Move

NAME, VERSION = "Crownhead", "0.3.0"
FULL = "full"
"""In place of a level: full strength, for as long as the time limits allow."""
BEFORE_INIT = ("hub", "set-param", "init")
DURING_SEARCH = ("ping", "stop", "ponder-hit", "quit")
MODES = ("think", "ponder", "analyze")
MAX_SEED = 2**31 - 1


@dataclass
class Parameters:
    """The parameters of a session, with their defaults as declared in answer to ``hub``."""

    variant: str = "english"
    level: str = FULL
    seed: int = 0
    """Seed of a level's choice among good moves; 0 for a random one in each session."""
    endgames: bool = True
    """Whether the engine at full strength probes the endgame tables; levels are unaffected."""

    def lines(self) -> list[str]:
        """Return the ``param`` lines that declare the parameters."""
        levels = [FULL, *LEVELS]
        return [
            format_hub_line(
                "param", name="variant", value=self.variant, type="enum", values=" ".join(VARIANTS)
            ),
            format_hub_line(
                "param", name="level", value=self.level, type="enum", values=" ".join(levels)
            ),
            format_hub_line("param", name="seed", value=self.seed, type="int", min=0, max=MAX_SEED),
            format_hub_line(
                "param", name="endgames", value=str(self.endgames).lower(), type="bool"
            ),
        ]

    def set(self, name: str, value: str) -> None:
        """Set a parameter; ValueError, in one line, if its name or value is unknown."""
        if name == "variant" and value in VARIANTS:
            self.variant = value
        elif name == "level" and (value == FULL or value in LEVELS):
            self.level = value
        elif name == "seed" and value.isascii() and value.isdigit() and len(value) < 11:
            self.seed = min(int(value), MAX_SEED)
        elif name == "endgames" and value in ("true", "false"):
            self.endgames = value == "true"
        elif name in ("variant", "level", "seed", "endgames"):
            raise ValueError(f"{value[:40]!r} is not a value of the parameter {name}")
        else:
            raise ValueError(f"there is no parameter {name[:40]!r}")


@dataclass
class _Search:
    """A search in progress."""

    game: Game
    allowance: Allowance
    must_wait: bool
    """Whether to wait for ``stop`` or ``ponder-hit`` before moving: pondering, or no limit."""
    began: float
    is_pondering: bool = False
    cancel: Cancel = field(default_factory=Cancel)
    woken: threading.Event = field(default_factory=threading.Event)
    """Set by ``stop`` and ``ponder-hit``."""
    thread: threading.Thread | None = None


class HubSession:
    """A session; ``write`` sends a line, and two threads call it, but never at once."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self.parameters = Parameters()
        self._write = write
        self._writing = threading.Lock()
        self._is_ready = False
        self._game: Game | None = None
        self._allowance = Allowance(maximum=1.0)
        self._search: _Search | None = None
        self._random = random.Random()

    def serve(self, lines: Iterable[str]) -> None:
        """Answer lines until ``quit`` or the end, then cancel any search in progress."""
        for text in lines:
            line = parse_hub_line(text)
            if line.command == "quit":
                break
            self._obey(line)
        search = self._search
        if search is not None:
            self._cancel(search)
            if search.thread is not None:
                search.thread.join(timeout=2)

    def _obey(self, line: HubLine) -> None:
        command = {
            "hub": self._hub,
            "set-param": self._set_parameter,
            "init": self._init,
            "new-game": self._new_game,
            "pos": self._set_position,
            "level": self._set_level,
            "go": self._go,
            "stop": self._stop,
            "ponder-hit": self._ponder_hit,
            "ping": self._ping,
        }.get(line.command)
        if command is None:
            return
        if self._search is not None and line.command not in DURING_SEARCH:
            self._send_error(f"{line.command} has to wait: a search is in progress")
            return
        if not self._is_ready and line.command not in (*BEFORE_INIT, *DURING_SEARCH):
            self._send_error(f"{line.command} has to wait for init")
            return
        try:
            command(line)
        except ValueError as problem:
            self._send_error(str(problem))

    # Before the first game

    def _hub(self, line: HubLine) -> None:
        self._send(
            format_hub_line("id", name=NAME, version=VERSION, author="Crownhead", country="none")
        )
        for parameter in self.parameters.lines():
            self._send(parameter)
        self._send("wait")

    def _set_parameter(self, line: HubLine) -> None:
        if self._is_ready:
            raise ValueError("parameters must be set before init")
        self.parameters.set(line.arguments.get("name", ""), line.arguments.get("value", ""))

    def _init(self, line: HubLine) -> None:
        if not self._is_ready:
            variant = VARIANTS[self.parameters.variant]
            if is_supported(variant) and compiled.is_installed():
                if not compiled.is_ready():
                    compiled.prepare(lambda words: None)
                # The first search loads the code, which must not cost the first move time.
                for _, run in compiled.load().entries():
                    run()
                compiled.load().forget()
            self._game = Game(variant)
            self._random.seed(self.parameters.seed or None)
            self._is_ready = True
        self._send("ready")

    # Between searches

    def _new_game(self, line: HubLine) -> None:
        engine = compiled.loaded()
        if engine is not None:
            engine.forget()

    def _set_position(self, line: HubLine) -> None:
        variant = VARIANTS[self.parameters.variant]
        self._game = None
        if "pos" not in line.arguments:
            raise ValueError("pos needs a position: pos=...")
        game = Game(variant, parse_hub_position(line.arguments["pos"], variant))
        for text in line.arguments.get("moves", "").split():
            game = game.play(find_hub_move(text, game.position, variant))
        self._game = game

    def _set_level(self, line: HubLine) -> None:
        self._allowance = read_allowance(line.arguments)

    def _go(self, line: HubLine) -> None:
        began = time.monotonic()
        game, allowance = self._game, self._allowance
        mode = next((mode for mode in MODES if mode in line.arguments), "think")
        if game is None:
            raise ValueError("there is no position to search: the last one was invalid")
        if not game.legal_moves:
            raise ValueError("the game is over: there is no legal move")
        if mode == "ponder":
            search = _Search(game, Allowance(allowance.depth, allowance.nodes), True, began, True)
        else:
            search = _Search(game, allowance, allowance == Allowance(), began)
        search.thread = threading.Thread(target=self._run, args=(search,), daemon=True)
        self._search = search
        search.thread.start()

    # During a search

    def _ping(self, line: HubLine) -> None:
        self._send("pong")

    def _stop(self, line: HubLine) -> None:
        if self._search is not None:
            self._cancel(self._search)

    def _ponder_hit(self, line: HubLine) -> None:
        """Start the clock: the limits of the last ``level`` now apply to the search."""
        search = self._search
        if search is None or not search.is_pondering:
            return
        allowance = self._allowance
        search.is_pondering = False
        search.allowance, search.began = allowance, time.monotonic()
        search.must_wait = allowance == Allowance()
        if allowance.maximum is not None:
            timer = threading.Timer(allowance.maximum, search.cancel.set)
            timer.daemon = True
            timer.start()
        search.woken.set()

    def _cancel(self, search: _Search) -> None:
        search.must_wait = False
        search.cancel.set()
        search.woken.set()

    # The other thread

    def _run(self, search: _Search) -> None:
        try:
            moves = self._think(search)
            while search.must_wait:
                search.woken.wait()
                search.woken.clear()
        except Exception as failure:  # noqa: BLE001
            # The peer is waiting: report what went wrong, and play a legal move.
            self._send_error(f"the search failed with {failure!r}")
            moves = (search.game.legal_moves[0],)
        self._search = None
        allowed = allowed_move(search.game, moves[0])
        moves = moves if allowed == moves[0] else (allowed,)
        answer = {"move": format_hub_move(moves[0])}
        if len(moves) > 1:
            answer["ponder"] = format_hub_move(moves[1])
        self._send(format_hub_line("done", **answer))

    def _think(self, search: _Search) -> tuple[Move, ...]:
        """Return the move and the expected continuation; send ``info`` after each depth."""
        if self.parameters.level != FULL:
            return (self._choose_at_level(search),)
        game = search.game
        best: tuple[Move, ...] = (quick_move(game),)
        limit = search.allowance.limit(search.began, search.cancel)
        try:
            for found in deepening(
                game.position,
                game.variant,
                limit,
                earlier=game.earlier_positions,
                counts=game.counts,
                tables=self.parameters.endgames,
            ):
                best = found.line
                spent = time.monotonic() - search.began
                self._send_info(found.score, found.depth, found.nodes, spent, best)
                is_forced = search.allowance.is_timed and len(game.legal_moves) == 1
                if not search.must_wait and (is_forced or search.allowance.is_past_optimum(spent)):
                    break
        except OutOfTime:
            pass
        return best

    def _choose_at_level(self, search: _Search) -> Move:
        game = search.game
        level = LEVELS[self.parameters.level]
        maximum = search.allowance.maximum
        seconds = level.budget_ms / 1000
        job = SearchJob(
            variant=game.variant.key,
            position=game.position,
            earlier=game.earlier_positions,
            counts=game.counts,
            level=level.key,
            seed=self._random.randrange(MAX_SEED),
            deadline=search.began + (seconds if maximum is None else min(seconds, maximum)),
            ply=game.ply,
        )
        try:
            found = answer_job(job, search.cancel)
        except (OutOfTime, NoAnswer):
            return quick_move(game)
        self._send_info(
            found.score, found.depth, found.nodes, time.monotonic() - search.began, (found.move,)
        )
        return found.move

    def _send_info(
        self, score: int, depth: int, nodes: int, spent: float, line: tuple[Move, ...]
    ) -> None:
        self._send(
            format_hub_line(
                "info",
                depth=depth,
                score=f"{score / MAN:.2f}",
                nodes=nodes,
                time=f"{spent:.3f}",
                nps=f"{nodes / max(spent, 1e-6) / 1e6:.3f}",
                pv=" ".join(map(format_hub_move, line)),
            )
        )

    # Output

    def _send_error(self, message: str) -> None:
        self._send(format_hub_line("error", message=message))

    def _send(self, line: str) -> None:
        with self._writing:
            self._write(line)
