"""What can be chosen for a table, and the row that follows from it."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass

from game.models import Table
from game.notation import format_fen
from game.notation.ballots import ballots
from game.play import openings
from game.play.refusals import NotOffered
from game.play.replays import movetext
from game.play.solo.game import PLAYABLE
from game.rules import Game, Side, Variant
from game.rules.clock import DAY, MINUTE, SECOND, TimeControl

MINUTES = range(1, 16)
INCREMENT_SECONDS = range(11)
DAYS_A_MOVE = (1, 3, 7)
USUAL, BALLOT, RANDOM = "", "ballot", "random"
"""How a game may open: as always, by a ballot drawn by lot, by a few random moves."""
OPENINGS = {"english": (USUAL, BALLOT, RANDOM)}
"""What is offered where more is than the usual start and random moves."""
RNG = random.SystemRandom()


def game_clock(minutes: int, seconds: int) -> TimeControl:
    """So many minutes for the whole game, so many seconds after each move; or NotOffered."""
    if minutes not in MINUTES or seconds not in INCREMENT_SECONDS:
        raise NotOffered("control")
    return TimeControl(minutes * MINUTE, seconds * SECOND)


def days_a_move(days: int) -> TimeControl:
    """So many days for each move; or NotOffered."""
    if days not in DAYS_A_MOVE:
        raise NotOffered("control")
    return TimeControl(days * DAY, is_per_move=True)


@dataclass(frozen=True)
class Options:
    """Everything that is chosen when a table is made; NotOffered if it cannot be had."""

    variant: Variant
    """Rule set and house rules, as ``game.rules.agreed`` gives them."""
    side: Side | None = None
    """The side that whoever makes the table plays; None for lots to be drawn."""
    control: TimeControl | None = None
    """As ``game_clock`` or ``days_a_move`` gives it; None for no clock."""
    opening: str = USUAL
    ballot: int | None = None
    """Number of the ballot that the game opens with; None for one drawn by lot."""
    is_listed: bool = True
    allows_take_backs: bool = False
    is_on_one_device: bool = False
    """Whether whoever makes the table moves for both sides, so that nobody else has to sit down."""

    def __post_init__(self) -> None:
        if self.variant.rule_set not in PLAYABLE:
            raise NotOffered("variant")
        if self.opening not in openings_offered(self.variant.rule_set):
            raise NotOffered("opening")
        if self.ballot is not None and (self.opening != BALLOT or self.ballot not in ballots()):
            raise NotOffered("ballot")


def openings_offered(rule_set: str) -> tuple[str, ...]:
    """How games of a rule set may open at a table."""
    return OPENINGS.get(rule_set, (USUAL, RANDOM))


def draw_opening(options: Options) -> tuple[str, Game]:
    """What a table's ``opening`` says, and the game that begins there, with lots drawn."""
    key = options.variant.key
    if options.opening == RANDOM:
        seed = secrets.choice(range(openings.MIN_SEED, openings.MAX_SEED + 1))
        return f"{RANDOM}:{seed}", openings.seeded_opening(key, seed)
    if options.opening == BALLOT:
        number = options.ballot or RNG.choice(list(ballots()))
        return f"{BALLOT}:{number}", ballots()[number].game_under(options.variant)
    return USUAL, Game(options.variant)


def unsaved_table(options: Options) -> Table:
    """A row with everything that follows from the choices; the rest is the caller's to fill in."""
    opening, game = draw_opening(options)
    control = options.control
    base = None if control is None else control.base
    return Table(
        is_listed=options.is_listed,
        allows_take_backs=options.allows_take_backs,
        is_on_one_device=options.is_on_one_device,
        rules=options.variant.key,
        wished_side="" if options.side is None else options.side.letter,
        opening=opening,
        start=format_fen(game.start, game.variant),
        moves=movetext(game),
        opening_plies=game.ply,
        ply=game.ply,
        base_ms=base,
        increment_ms=0 if control is None else control.increment,
        is_per_move=control is not None and control.is_per_move,
        black_left_ms=base,
        white_left_ms=base,
    )
