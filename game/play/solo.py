"""Solo and pass-and-play games: one per session, saved after every move.

The session holds plain JSON: rule set, start, moves as text, who plays whom. Each verb below reads
it, checks that the order fits the board the player saw, and writes, all while holding the session
(``SessionStore.exclusive``). The computer thinks with nothing held; its move is stored only if
the game is still the one it thought about.
"""

from __future__ import annotations

import logging
import secrets
import time
from dataclasses import dataclass, replace
from typing import Any

from game.engine.levels import LEVELS
from game.notation import find_move, format_fen
from game.play.opponent import choose_reply
from game.play.replays import remember, replay
from game.play.sessions import DAMAGED, SessionStore
from game.rules import VARIANTS, Game, Move, Outcome, Side, Variant

logger = logging.getLogger("crownhead")

SCHEMA = 1
"""Raised when the stored form changes; older forms are then converted or refused."""
KEY = "solo"
"""Where in the session the game lies."""
PLAYABLE = ("english", "brazilian")
"""Rule sets that people may choose, by key."""
COMPUTER, FRIEND = "computer", "friend"
SPARE_SECONDS = 0.08
"""Kept back from a level's budget for storing the reply and drawing the page."""


@dataclass(frozen=True)
class SoloGame:
    """A session's game with the choices made for it."""

    game: Game
    start: str
    """FEN of the start."""
    moves: tuple[str, ...]
    """Moves so far as text in numbers, every square visited."""
    opponent: str
    """COMPUTER or FRIEND."""
    level: str
    """Key of the computer's level; kept between friends as the next default."""
    player: Side
    """The side the person plays against the computer."""
    bottom: Side
    """The side that sits at the bottom of the board."""
    seed: int
    """What the computer's choices are drawn from."""
    version: int = 0
    """Grows with every move, undo and new game of the session: boards with different games on
    them never share it."""

    @property
    def variant(self) -> Variant:
        """The rules played by."""
        return self.game.variant

    @property
    def ply(self) -> int:
        """Moves played so far."""
        return self.game.ply

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, if it has."""
        return self.game.outcome

    @property
    def is_against_computer(self) -> bool:
        """Whether one side is the computer's."""
        return self.opponent == COMPUTER

    @property
    def is_computers_turn(self) -> bool:
        """Whether the computer has to move."""
        return (
            self.is_against_computer
            and self.outcome is None
            and self.game.position.side is not self.player
        )

    @property
    def undone(self) -> Game | None:
        """The game that Undo leads to, or None when there is nothing to take back.

        Between friends one move. Against the computer the person's last move and whatever the
        computer played after it.
        """
        at = self.game.previous
        if self.is_against_computer:
            while at is not None and at.position.side is not self.player:
                at = at.previous
        return at


@dataclass(frozen=True)
class Seen:
    """The board a player had in view when pressing a button."""

    ply: int
    version: int | None = None
    """None when the order did not say; then only the ply is compared."""


class Refused(Exception):
    """An order that does not fit the game; nothing was changed. ``solo`` is the game as it is."""

    def __init__(self, solo: SoloGame) -> None:
        super().__init__(type(self).__name__)
        self.solo = solo


class MovedOn(Refused):
    """The order was given to an earlier board: a second tab, the back button, a slow network."""


class AlreadyPlayed(Refused):
    """The very move that the game already has at that ply: a double press, a repeated POST."""


class NotYourTurn(Refused):
    """The computer has to move."""


class GameOver(Refused):
    """The game has ended."""


class NothingToUndo(Refused):
    """No move of the person's is left to take back."""


class Unplayable(Refused):
    """The text is no legal move; ``error`` is the ValueError of ``game.rules`` that says why."""

    def __init__(self, solo: SoloGame, text: str, error: ValueError) -> None:
        super().__init__(solo)
        self.text = text
        self.error = error


def new_game(
    variant: str = "english",
    opponent: str = COMPUTER,
    player: Side = Side.BLACK,
    level: str = "beginner",
    version: int = 0,
) -> SoloGame:
    """A game at its start with a fresh seed; the arguments must be known keys.

    The person sits at the bottom against the computer, the first mover does between friends.
    """
    rules = VARIANTS[variant]
    game = Game(rules)
    return SoloGame(
        game=game,
        start=format_fen(game.position, rules),
        moves=(),
        opponent=opponent,
        level=level,
        player=player,
        bottom=player if opponent == COMPUTER else rules.first_to_move,
        seed=secrets.randbelow(2**31),
        version=version,
    )


def current(session: SessionStore) -> tuple[SoloGame, bool]:
    """The session's game, or a new one; and whether a stored one was lost because it is damaged.

    Reading changes nothing: a new game is stored with the first order that is carried out.
    """
    stored = session.get(KEY)
    if stored is None:
        return new_game(), DAMAGED in session
    try:
        return _loaded(stored), False
    except (KeyError, TypeError, ValueError):
        logger.warning("a stored game could not be read: %r", str(stored)[:4000])
        return new_game(), True


def start(session: SessionStore, variant: str, opponent: str, player: Side, level: str) -> SoloGame:
    """Begin a new game in place of the session's."""
    with session.exclusive():
        before, _ = current(session)
        return _store(session, new_game(variant, opponent, player, level, before.version + 1))


def start_again(session: SessionStore) -> SoloGame:
    """Begin a new game with the choices of the last one."""
    with session.exclusive():
        last, _ = current(session)
        return _store(
            session,
            new_game(last.variant.key, last.opponent, last.player, last.level, last.version + 1),
        )


def play(session: SessionStore, text: str, seen: Seen) -> SoloGame:
    """Play the person's move that ``text`` names; raises a ``Refused`` if it does not fit."""
    with session.exclusive():
        solo, _ = current(session)
        _check_seen(solo, seen, text)
        if solo.outcome is not None:
            raise GameOver(solo)
        if solo.is_computers_turn:
            raise NotYourTurn(solo)
        try:
            move = find_move(text, solo.game.position, solo.variant)
        except ValueError as error:
            raise Unplayable(solo, text, error) from error
        return _store(session, _after(solo, move))


def undo(session: SessionStore, seen: Seen) -> SoloGame:
    """Take back the person's last move and what followed it; also after the end."""
    with session.exclusive():
        solo, _ = current(session)
        _check_seen(solo, seen)
        game = solo.undone
        if game is None:
            raise NothingToUndo(solo)
        moves = solo.moves[: game.ply]
        return _store(session, replace(solo, game=game, moves=moves, version=solo.version + 1))


def flip(session: SessionStore) -> SoloGame:
    """Turn the board round; the game is not touched, so orders under way still fit it."""
    with session.exclusive():
        solo, _ = current(session)
        return _store(session, replace(solo, bottom=solo.bottom.other))


def let_computer_answer(session: SessionStore) -> SoloGame:
    """Think, and play the computer's move, if it is its turn; the game as it then is.

    The search runs with nothing held. If the person undid or began a new game meanwhile, or
    another request was quicker, its move is dropped.
    """
    began = time.monotonic()
    thought_about, _ = current(session)
    if not thought_about.is_computers_turn:
        return thought_about
    deadline = began + LEVELS[thought_about.level].budget_ms / 1000 - SPARE_SECONDS
    reply = choose_reply(thought_about.game, thought_about.level, thought_about.seed, deadline)
    with session.exclusive():
        solo, _ = current(session)
        if (solo.version, solo.moves) != (thought_about.version, thought_about.moves):
            return solo
        return _store(session, _after(solo, reply.move))


def _check_seen(solo: SoloGame, seen: Seen, text: str = "") -> None:
    """Refuse an order that was given to another board than the game's."""
    if seen.ply == solo.ply and seen.version in (None, solo.version):
        return
    if text and 0 <= seen.ply < solo.ply and _is_move_played(solo, seen.ply, text):
        raise AlreadyPlayed(solo)
    raise MovedOn(solo)


def _is_move_played(solo: SoloGame, ply: int, text: str) -> bool:
    at = solo.game
    while at.ply > ply + 1 and at.previous is not None:
        at = at.previous
    if at.previous is None:
        return False
    try:
        return find_move(text, at.previous.position, solo.variant) == at.last_move
    except ValueError:
        return False


def _after(solo: SoloGame, move: Move) -> SoloGame:
    moves = (*solo.moves, str(move))
    game = solo.game.play(move)
    remember(solo.start, moves, game)
    return replace(solo, game=game, moves=moves, version=solo.version + 1)


def _store(session: SessionStore, solo: SoloGame) -> SoloGame:
    session.pop(DAMAGED, None)
    session[KEY] = {
        "schema": SCHEMA,
        "variant": solo.variant.key,
        "house_rules": {},
        "start": solo.start,
        "moves": " ".join(solo.moves),
        "opponent": solo.opponent,
        "level": solo.level,
        "player": solo.player.letter,
        "bottom": solo.bottom.letter,
        "seed": solo.seed,
        "version": solo.version,
    }
    return solo


def _loaded(stored: Any) -> SoloGame:
    """The game a session's JSON describes; KeyError, TypeError or ValueError if it does not."""
    if not all(isinstance(stored[name], str) for name in ("start", "moves")):
        raise TypeError("the start and the moves are texts")
    if stored["schema"] != SCHEMA:
        raise ValueError(f"schema {stored['schema']!r} is not {SCHEMA}")
    if stored["opponent"] not in (COMPUTER, FRIEND):
        raise ValueError(f"unknown opponent {stored['opponent']!r}")
    if stored["level"] not in LEVELS:
        raise ValueError(f"unknown level {stored['level']!r}")
    moves = tuple(stored["moves"].split())
    return SoloGame(
        game=replay(VARIANTS[stored["variant"]], stored["start"], moves),
        start=stored["start"],
        moves=moves,
        opponent=stored["opponent"],
        level=stored["level"],
        player=_side(stored["player"]),
        bottom=_side(stored["bottom"]),
        seed=int(stored["seed"]),
        version=int(stored["version"]),
    )


def _side(letter: str) -> Side:
    return {"B": Side.BLACK, "W": Side.WHITE}[letter]
