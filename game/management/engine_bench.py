"""The speed of the compiled engine: lines counted, positions searched, depth reached."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

from game.engine import compiled, endgames, search
from game.engine.compiled_search import CompiledSearch
from game.engine.convert import is_supported
from game.engine.limits import Limit
from game.rules import VARIANTS, Game, Position, Variant

Write = Callable[[str, str], None]
PERFT_DEPTHS = {"english": 11, "brazilian": 9}
BUDGETS_MS = (100, 750, 1000)
POSITIONS = 12
SEARCHED, SEARCHED_PLAIN = 150_000, 2_000
"""Nodes of each search; the one in pure Python is slow and gets fewer."""
SEARCH_SECONDS = 0.1
LOADING = "from game.engine import compiled; compiled.load().entries()[1][1]()"


def report(write: Write, rng: random.Random) -> None:
    """Report the figures of the compiled engine."""
    _compiling(write)
    engine = compiled.load()
    for _, run in engine.entries():
        run()
    for key, depth in PERFT_DEPTHS.items():
        variant = VARIANTS[key]
        engine.perft(variant.start, variant, 1)
        began = time.process_time()
        lines = engine.perft(variant.start, variant, depth)
        speed = lines / (time.process_time() - began)
        write(f"{variant.name}: perft {depth}, compiled", f"{speed:,.0f} nodes/s")
    seed = rng.randrange(2**31)
    english = 0.0
    for key, variant in VARIANTS.items():
        if is_supported(variant):
            speed = _speed(engine, variant, seed)
            english = english or speed
            write(
                f"{variant.name}: search", f"{speed:,.0f} nodes/s, {speed / english:.2f} of English"
            )
            if key in PERFT_DEPTHS:
                plain = _plain_speed(variant, seed)
                write(
                    f"{variant.name}: search in pure Python",
                    f"{plain:,.0f} nodes/s; compiled {speed / plain:.0f} times as fast",
                )
                _depths(engine, variant, write)
                write(
                    f"{variant.name}: a search ends past its deadline",
                    f"{_lateness(engine.search, variant, seed)}; "
                    f"in pure Python {_lateness(search, variant, seed)}",
                )
    _tables(write, rng)


def _compiling(write: Write) -> None:
    """Report the cost in a new folder: the first process compiles, the second loads the code."""
    with tempfile.TemporaryDirectory(prefix="crownhead-bench-") as folder:
        environment = os.environ | {"CHECKERS_ENGINE_DIR": folder}
        for what in ("compiling the search", "loading it compiled"):
            before = os.times()
            subprocess.run([sys.executable, "-c", LOADING], env=environment, check=True)
            after = os.times()
            spent = after.children_user + after.children_system
            spent -= before.children_user + before.children_system
            write(f"Engine: {what}, process start included", f"{spent:.1f} s CPU")


def _speed(engine: CompiledSearch, variant: Variant, seed: int) -> float:
    """Return the nodes searched per second of processor time, in the middle of games."""
    spent = 0.0
    for position in _midgames(variant, seed):
        engine.forget()
        began = time.process_time()
        engine.search(position, variant, Limit(nodes=SEARCHED))
        spent += time.process_time() - began
    return POSITIONS * SEARCHED / spent


def _plain_speed(variant: Variant, seed: int) -> float:
    spent = 0.0
    for position in _midgames(variant, seed):
        began = time.process_time()
        search(position, variant, Limit(nodes=SEARCHED_PLAIN))
        spent += time.process_time() - began
    return POSITIONS * SEARCHED_PLAIN / spent


def _lateness(
    think: Callable[[Position, Variant, Limit], object], variant: Variant, seed: int
) -> str:
    """Return how long after its deadline a search ends."""
    late = []
    for position in _midgames(variant, seed):
        deadline = time.monotonic() + SEARCH_SECONDS
        think(position, variant, Limit(deadline=deadline))
        late.append(1000 * (time.monotonic() - deadline))
    return f"at most {max(late):.1f} ms"


def _depths(engine: CompiledSearch, variant: Variant, write: Write) -> None:
    reached = []
    for budget in BUDGETS_MS:
        engine.forget()
        limit = Limit(deadline=time.monotonic() + budget / 1000)
        reached.append(str(engine.search(variant.start, variant, limit).depth))
    times = ", ".join(f"{budget} ms" for budget in BUDGETS_MS)
    write(f"{variant.name}: depth from the start in {times}", ", ".join(reached))


def _tables(write: Write, rng: random.Random) -> None:
    from game.engine.endgames.bulk import nanoseconds_per_probe

    for key in endgames.packed_variants():
        taken = nanoseconds_per_probe(VARIANTS[key], rng)
        if taken is not None:
            write(f"{VARIANTS[key].name}: endgame tables, in bulk", f"{taken:.0f} ns per position")


def _midgames(variant: Variant, seed: int) -> list[Position]:
    """Return positions with a choice of moves, 8 to 30 random plies into a game."""
    rng = random.Random(seed)
    found: list[Position] = []
    while len(found) < POSITIONS:
        game = Game(variant)
        for _ in range(rng.randrange(8, 30)):
            if game.outcome is None:
                game = game.play(rng.choice(game.legal_moves))
        if game.outcome is None and len(game.legal_moves) > 1:
            found.append(game.position)
    return found
