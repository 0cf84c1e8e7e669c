"""Solo and pass-and-play games: one per session, saved after every move.

The session holds plain JSON: rule set, start, moves as text, who plays whom. Each verb below reads
it, checks that the order fits the board the player saw, and writes, all while holding the session
(``SessionStore.exclusive``). The computer thinks with nothing held; its move is stored only if
the game is still the one it thought about.
"""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, replace
from typing import Any

from game.engine.levels import LEVELS
from game.notation import find_move, format_fen
from game.play.opponent import choose_reply, stop_thinking
from game.play.replays import movetext, remember, replay
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
AGREED = "agreed"
"""Stored of a game that the players agreed to be a draw; of one given up, who gave up."""
AFTER_LOSS = 1_000_000
"""The version of a game that takes a lost one's place: no board of the lost one had it."""
MOST_VERSIONS = 10_000_000
SPARE_SECONDS = 0.08
"""Kept back from a level's budget for storing the reply and drawing the page."""


@dataclass(frozen=True)
class SoloGame:
    """A session's game with the choices made for it."""

    game: Game
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
        computer played after it. A game that was given up or agreed drawn goes on where it was.
        """
        if self.game.was_broken_off:
            return self.game.resume()
        at = self.game.previous
        if self.is_against_computer:
            while at is not None and at.position.side is not self.player:
                at = at.previous
        return at


@dataclass(frozen=True)
class Seen:
    """The board a player had in view when pressing a button."""

    ply: int
    version: int


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


class StillPlaying(Refused):
    """The game goes on."""


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
    return SoloGame(
        game=Game(rules),
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
    if stored is None and DAMAGED in session:
        return new_game(version=AFTER_LOSS), True
    if stored is None:
        return new_game(), False
    try:
        return _loaded(stored), False
    except (ArithmeticError, LookupError, TypeError, ValueError):
        logger.warning("a stored game could not be read: %r", str(stored)[:4000])
        return new_game(version=AFTER_LOSS), True


def start(session: SessionStore, variant: str, opponent: str, player: Side, level: str) -> SoloGame:
    """Begin a new game in place of the session's."""
    with session.exclusive():
        before, _ = current(session)
        solo = save(session, new_game(variant, opponent, player, level, before.version + 1))
    stop_thinking(asker_of(session))
    return solo


def start_from(session: SessionStore, game: Game) -> SoloGame:
    """Begin at an opening or a position, with the opponent and level of the last game.

    Against the computer the person takes the side to move.
    """
    with session.exclusive():
        before, _ = current(session)
        fresh = new_game(
            game.variant.key, before.opponent, game.position.side, before.level, before.version + 1
        )
        remember(game)
        solo = save(session, replace(fresh, game=game))
    stop_thinking(asker_of(session))
    return solo


def start_again(session: SessionStore, seen: Seen) -> SoloGame:
    """Begin a new game with the choices of the last one, which must be over."""
    with session.exclusive():
        last, _ = current(session)
        check_seen(last, seen)
        if last.outcome is None:
            raise StillPlaying(last)
        return save(
            session,
            new_game(last.variant.key, last.opponent, last.player, last.level, last.version + 1),
        )


def play(session: SessionStore, text: str, seen: Seen) -> SoloGame:
    """Play the person's move that ``text`` names; raises a ``Refused`` if it does not fit."""
    with session.exclusive():
        solo, _ = current(session)
        check_seen(solo, seen, text)
        if solo.outcome is not None:
            raise GameOver(solo)
        if solo.is_computers_turn:
            raise NotYourTurn(solo)
        try:
            move = find_move(text, solo.game.position, solo.variant)
        except ValueError as error:
            raise Unplayable(solo, text, error) from error
        return save(session, _after(solo, move))


def undo(session: SessionStore, seen: Seen) -> SoloGame:
    """Take back the person's last move and what followed it; also after the end."""
    with session.exclusive():
        solo, _ = current(session)
        check_seen(solo, seen)
        game = solo.undone
        if game is None:
            raise NothingToUndo(solo)
        solo = save(session, replace(solo, game=game, version=solo.version + 1))
    stop_thinking(asker_of(session))
    return solo


def flip(session: SessionStore) -> SoloGame:
    """Turn the board round; the game is not touched, so orders under way still fit it."""
    with session.exclusive():
        solo, _ = current(session)
        return save(session, replace(solo, bottom=solo.bottom.other))


def let_computer_answer(session: SessionStore, asked: float) -> SoloGame:
    """Think, and play the computer's move, if it is its turn; the game as it then is.

    ``asked`` is when the person's order came in (``time.monotonic()`` seconds): the level's time
    runs from there. The search runs with nothing held. If the person undid or began a new game
    meanwhile, or another request was quicker, its move is dropped.
    """
    thought_about, _ = current(session)
    if not thought_about.is_computers_turn:
        return thought_about
    deadline = asked + LEVELS[thought_about.level].budget_ms / 1000 - SPARE_SECONDS
    reply = choose_reply(
        thought_about.game,
        thought_about.level,
        thought_about.seed,
        deadline,
        asker=asker_of(session),
    )
    with session.exclusive():
        solo, _ = current(session)
        if solo.version != thought_about.version:
            return solo
        return save(session, _after(solo, reply.move))


def asker_of(session: SessionStore) -> str:
    """What the computer knows a session's game by while it thinks about it."""
    return session.session_key or ""


def check_seen(solo: SoloGame, seen: Seen, text: str = "") -> None:
    """Refuse an order given to another board than the game's; ``text`` is the move it brought."""
    if (seen.ply, seen.version) == (solo.ply, solo.version):
        return
    if text and seen.ply < solo.ply and _is_move_played(solo.game, seen.ply, text):
        raise AlreadyPlayed(solo)
    raise MovedOn(solo)


def _is_move_played(game: Game, ply: int, text: str) -> bool:
    """Whether the game's move at ``ply``, which it has, is the one that ``text`` names."""
    at = game
    while at.ply > ply:
        at = at.undo()
    try:
        return find_move(text, at.position, at.variant) == game.moves[ply]
    except ValueError:
        return False


def _after(solo: SoloGame, move: Move) -> SoloGame:
    game = solo.game.play(move)
    remember(game)
    return replace(solo, game=game, version=solo.version + 1)


def save(session: SessionStore, solo: SoloGame) -> SoloGame:
    """Put the game into the session, which must be held; returns it."""
    session.pop(DAMAGED, None)
    session[KEY] = {
        "schema": SCHEMA,
        "variant": solo.variant.key,
        "house_rules": {},
        "start": format_fen(solo.game.start, solo.variant),
        "moves": movetext(solo.game),
        "opponent": solo.opponent,
        "level": solo.level,
        "player": solo.player.letter,
        "bottom": solo.bottom.letter,
        "seed": solo.seed,
        "version": solo.version,
    } | _ending(solo.game)
    return solo


def _ending(game: Game) -> dict[str, str]:
    """How the players ended the game themselves, if they did: who resigned, or that they agreed."""
    if not game.was_broken_off or game.outcome is None:
        return {}
    winner = game.outcome.winner
    return {"ending": AGREED if winner is None else winner.other.letter}


def _ended(game: Game, ending: str | None) -> Game:
    if ending is None:
        return game
    return game.agree_draw() if ending == AGREED else game.resign(_side(ending))


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
    if stored["variant"] not in PLAYABLE or stored["house_rules"] != {}:
        raise ValueError("rules that are not played here")
    if not 0 <= stored["version"] < MOST_VERSIONS:
        raise ValueError(f"version {stored['version']!r} is out of range")
    return SoloGame(
        game=_ended(
            replay(VARIANTS[stored["variant"]], stored["start"], stored["moves"]),
            stored.get("ending"),
        ),
        opponent=stored["opponent"],
        level=stored["level"],
        player=_side(stored["player"]),
        bottom=_side(stored["bottom"]),
        seed=int(stored["seed"]),
        version=int(stored["version"]),
    )


def _side(letter: str) -> Side:
    return {"B": Side.BLACK, "W": Side.WHITE}[letter]
