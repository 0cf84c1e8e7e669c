"""The options of a new table, and the row made from them."""

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
"""Kinds of opening: the standard start, a ballot, a few random moves."""
OPENINGS = {"english": (USUAL, BALLOT, RANDOM)}
"""The openings offered for a rule set, if not just the standard start and random moves."""
RNG = random.SystemRandom()


def game_clock(minutes: int, seconds: int) -> TimeControl:
    """Return a time control of minutes for the whole game and seconds of increment.

    Raises NotOffered if the values are out of range.
    """
    if minutes not in MINUTES or seconds not in INCREMENT_SECONDS:
        raise NotOffered("control")
    return TimeControl(minutes * MINUTE, seconds * SECOND)


def days_a_move(days: int) -> TimeControl:
    """Return a time control of days for each move; raises NotOffered if it is not offered."""
    if days not in DAYS_A_MOVE:
        raise NotOffered("control")
    return TimeControl(days * DAY, is_per_move=True)


@dataclass(frozen=True)
class Options:
    """The options of a new table; raises NotOffered if one is not available."""

    variant: Variant
    """Rule set and house rules, as returned by ``game.rules.with_house_rules``."""
    side: Side | None = None
    """The side of the player who creates the table; None for a random one."""
    control: TimeControl | None = None
    """As returned by ``game_clock`` or ``days_a_move``; None for no clock."""
    opening: str = USUAL
    ballot: int | None = None
    """Number of the ballot, if the opening is one; None for a random ballot."""
    is_listed: bool = True
    allows_take_backs: bool = False
    is_on_one_device: bool = False
    """Whether both sides are played from the creator's device, so that nobody has to join."""

    def __post_init__(self) -> None:
        if self.variant.rule_set not in PLAYABLE:
            raise NotOffered("variant")
        if self.opening not in openings_offered(self.variant.rule_set):
            raise NotOffered("opening")
        if self.ballot is not None and (self.opening != BALLOT or self.ballot not in ballots()):
            raise NotOffered("ballot")


def openings_offered(rule_set: str) -> tuple[str, ...]:
    """Return the kinds of opening offered for a rule set."""
    return OPENINGS.get(rule_set, (USUAL, RANDOM))


def choose_opening(options: Options) -> tuple[str, Game]:
    """Return the text for a table's ``opening`` and the game that starts there.

    A seed, and a ballot if none was chosen, is random.
    """
    key = options.variant.key
    if options.opening == RANDOM:
        seed = secrets.choice(range(openings.MIN_SEED, openings.MAX_SEED + 1))
        return f"{RANDOM}:{seed}", openings.seeded_opening(key, seed)
    if options.opening == BALLOT:
        number = options.ballot or RNG.choice(list(ballots()))
        return f"{BALLOT}:{number}", ballots()[number].game_under(options.variant)
    return USUAL, Game(options.variant)


def unsaved_table(options: Options) -> Table:
    """Return an unsaved row with the options; id, status, times and invitation are the caller's."""
    opening, game = choose_opening(options)
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
