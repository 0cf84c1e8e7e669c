"""Labels for a table where two people play, each on their own device.

Players are addressed as "you" and see the opponent's name; spectators see the colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil

from django.utils.translation import gettext as _

from game.models.tables import Status
from game.play.tables.game import TableGame, milliseconds
from game.play.tables.view import TableView
from game.rules import Side
from game.rules.clock import DAY, MINUTE, SECOND
from game.web.board.labels import PDN_TAGS, GameHeading, describe_move, describe_moves
from game.web.board.strips import Clock
from game.web.shared.rule_labels import house_rules
from game.web.shared.terms import A_FRIEND, SIDES

COURTESY_WORDS = {
    "hello": "Hello",
    "good luck": "Good luck",
    "good move": "Good move",
    "take your time": "Take your time",
    "thanks": "Thank you",
    "good game": "Good game",
    "sorry": "Sorry",
}
"""Quick chat, by key."""
AT_THE_START = ("hello", "good luck")
DURING_PLAY = ("good move", "take your time", "thanks", "sorry")
AT_THE_END = ("good game", "thanks")
CHAT_SHOWN_FOR = timedelta(minutes=2)
"""How long a quick chat message stays on the page."""
_HOUR = 60 * MINUTE


def name(table: TableGame, side: Side) -> str:
    """Return the name of the player in that seat; the colour if the seat is empty."""
    seat = table.seats.get(side)
    return SIDES[side] if seat is None else seat.name or str(A_FRIEND)


def heading(view: TableView) -> GameHeading:
    """Return the page's main heading: which game, and who plays."""
    return GameHeading(view.variant, _players(view))


def _players(view: TableView) -> str:
    table = view.table
    if len(table.seats) < len(Side):
        return "a table for two"
    if view.plays_both:
        return "both sides on this device"
    if view.side is None:
        first = view.variant.first_to_move
        who = (f"{name(table, side)} ({SIDES[side]})" for side in (first, first.other))
        where = ", both on one device" if table.is_on_one_device else ""
        return f"{' against '.join(who)}{where}"
    other = view.side.other
    return f"you are {SIDES[view.side]}, {name(table, other)} is {SIDES[other]}"


def turn(view: TableView) -> str:
    """Say whose turn it is, or how the game ended."""
    table = view.table
    if table.status is Status.WAITING:
        return "Waiting for somebody to join"
    if table.status is Status.CLOSED:
        return "The table is closed"
    if view.outcome is not None:
        return _verdict(view)
    if view.side is None:
        return f"{SIDES[table.to_move]} to move"
    if not view.may_move:
        return f"{name(table, table.to_move)} ({SIDES[table.to_move]}) is to move"
    return "Your turn"


def news(view: TableView) -> str:
    """Say whose turn it is and what just happened: the status heading and the page title."""
    now, last = turn(view), view.game.last_move
    if last is None or view.table.status is Status.WAITING:
        return now
    return f"{now}: {describe_move(_mover(view), last, view.variant)}"


def has_joined(view: TableView) -> str:
    """Return the status heading for the player whose opponent has just joined."""
    return f"{turn(view)}: {_other(view)} has joined"


def joined_announcement(view: TableView) -> str:
    """Announce to screen readers that the opponent has joined."""
    return f"{_other(view)} has joined. {turn(view)}."


def announcement(view: TableView, before_ply: int, *, is_brief: bool = False) -> str:
    """Announce the moves after ``before_ply`` to screen readers."""
    return describe_moves(view, before_ply, _speakers(view), turn(view), is_brief=is_brief)


def closed_notice(view: TableView) -> str:
    """Return a sentence about a table closed without a result; empty for any other table."""
    if view.table.status is not Status.CLOSED:
        return ""
    return "Nobody has won or lost."


def moves_heading(view: TableView) -> str:
    """Return the heading of the list of moves."""
    if not view.is_unfinished:
        return "What now"
    if view.plays_both:
        return f"Moves for {SIDES[view.table.to_move]}"
    if view.table.status is Status.WAITING or view.side is None:
        return "Watch" if view.table.is_being_played else "Waiting"
    return "No move of yours yet" if not view.may_move else "Your moves"


def clocks(view: TableView, now: int) -> list[dict[str, object]]:
    """Return each side's time left at ``now``, the reader's first; empty without a clock."""
    clock = view.table.clock
    if clock is None:
        return []
    first = view.variant.first_to_move if view.side is None else view.side
    names = SIDES if view.table.is_on_one_device else {it: name(view.table, it) for it in Side}
    return [
        {
            "who": "You" if side is view.side else names[side],
            "left": clock.remaining(side, now),
            "words": time_left(clock.remaining(side, now)),
            "runs": clock.runs is side,
        }
        for side in (first, first.other)
    ]


def strip_clocks(view: TableView, now: datetime) -> dict[Side, Clock]:
    """Return each side's clock for the lines beside the board; empty without a clock."""
    clock = view.table.clock
    if clock is None:
        return {}
    left = {side: clock.remaining(side, milliseconds(now)) for side in Side}
    return {side: Clock(left[side], time_left(left[side]), clock.runs is side) for side in Side}


def outcome_seen(view: TableView) -> str:
    """Return ``won``, ``lost`` or ``drawn`` for the style sheet, as the reader sees the outcome."""
    outcome = view.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "drawn"
    return "lost" if view.side is outcome.winner.other else "won"


def strip_names(view: TableView) -> dict[Side, str]:
    """Return the players' names for the lines beside the board; none on one device."""
    if view.table.is_on_one_device:
        return {}
    return {side: name(view.table, side) for side in view.table.seats}


def time_left(left: int) -> str:
    """Format a time as clocks show it: ``4:32``, or in days and hours."""
    if left >= DAY:
        days, hours = divmod(ceil(left / _HOUR), 24)
        return f"{_count(days, 'day')} {_count(hours, 'hour')}" if hours else _count(days, "day")
    seconds = ceil(left / SECOND)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


def open_offers(view: TableView, *, of_others_alone: bool = False) -> list[str]:
    """Return the offers and requests that wait for an answer, as sentences."""
    table = view.table
    offers = (
        (table.offers.draw_by, "offer a draw", "offers a draw"),
        (
            table.offers.takeback_by,
            "ask to take the last move back",
            "asks to take the last move back",
        ),
        (table.offers.rematch_by, "ask for another game", "asks for another game"),
    )
    return [
        f"{_you(view, side, you, they)}."
        for side, you, they in offers
        if side is not None and not (of_others_alone and side is view.side)
    ]


def chat_lines(view: TableView, since: datetime, *, of_others_alone: bool = False) -> list[str]:
    """Return the quick chat messages sent after ``since``."""
    return [
        f"{_you(view, side, 'say', 'says')}: {COURTESY_WORDS[seat.courtesy]}."
        for side, seat in view.table.seats.items()
        if seat.courtesy in COURTESY_WORDS
        and seat.courtesy_at is not None
        and seat.courtesy_at > since
        and not (of_others_alone and side is view.side)
    ]


def moves_taken_back(view: TableView) -> str:
    """Announce a takeback."""
    return f"Moves were taken back. {turn(view)}."


def courtesies(view: TableView) -> list[tuple[str, str]]:
    """Return the quick chat that fits the stage of the game, each with its key."""
    fitting: tuple[str, ...] = DURING_PLAY
    if view.outcome is not None:
        fitting = AT_THE_END
    elif view.table.plies_played < len(Side):
        fitting = AT_THE_START
    return [(key, COURTESY_WORDS[key]) for key in fitting]


def absence(view: TableView, now: datetime) -> str:
    """Say that the opponent has been away long enough to claim the game; empty if not."""
    if view.side is None:
        return ""
    claimable_at = view.table.claimable_at(view.side)
    if claimable_at is None or claimable_at > now:
        return ""
    return f"{name(view.table, view.side.other)} seems to be away. Claim the game, or wait."


def declined(what: str) -> str:
    """Say that the opponent declined the reader's request, or played on."""
    return {
        "draw": "Your draw offer was not accepted.",
        "back": "Your move is not taken back.",
        "rematch": "There will be no other game now.",
    }[what]


def withdrawn(table: TableGame, side: Side, what: str) -> str:
    """Say that ``side`` withdrew its request."""
    ends = {
        "draw": "offers a draw no more",
        "back": "asks no more to take the last move back",
        "rematch": "asks no more for another game",
    }
    return f"{name(table, side)} {ends[what]}."


def resign_question(view: TableView) -> dict[str, str]:
    """Return the question before resigning, with both answers' labels."""
    mover = view.table.to_move
    who, winner = ("Do you", _other(view))
    if view.plays_both:
        who, winner = f"Does {SIDES[mover]}", SIDES[mover.other]
    return {
        "asks": f"{who} resign?",
        "means": f"The game ends and {winner} wins.",
        "does": "Resign",
        "leaves": "Play on",
    }


def draw_question(view: TableView) -> dict[str, str]:
    """Return the question before two people on one device agree to a draw."""
    return {
        "asks": "Do both agree on a draw?",
        "means": f"The game ends: neither {SIDES[Side.BLACK]} nor {SIDES[Side.WHITE]} wins.",
        "does": "Agree on a draw",
        "leaves": "Play on",
    }


def file_tags(view: TableView) -> dict[str, str]:
    """Return the extra PDN tags: site, date, players and house rules."""
    words = house_rules(view.variant)
    players = {PDN_TAGS[side]: seat.name for side, seat in view.table.seats.items() if seat.name}
    begun_at = view.table.row.started_at
    date = {} if begun_at is None else {"Date": f"{begun_at:%Y.%m.%d}"}
    agreed = {"HouseRules": "; ".join(words)} if words else {}
    return {"Site": "Crownhead"} | date | players | agreed


def _other(view: TableView) -> str:
    return "Somebody" if view.side is None else name(view.table, view.side.other)


def _verdict(view: TableView) -> str:
    winner = None if view.outcome is None else view.outcome.winner
    if winner is None:
        return _("Draw")
    if view.side is not None:
        return _("You won") if winner is view.side else _("You lost")
    who = SIDES[winner] if view.plays_both else name(view.table, winner)
    return _("%(player)s won") % {"player": who}


def _mover(view: TableView) -> str:
    """Return who made the last move, worded for the middle of a sentence."""
    mover = view.game.position.side.other
    speaker = _speakers(view)[mover]
    return "you" if speaker == "You" and mover is view.side else speaker


def _speakers(view: TableView) -> Mapping[Side, str]:
    if view.side is None or len(view.table.seats) < len(Side):
        return SIDES
    return {view.side: "You", view.side.other: name(view.table, view.side.other)}


def _you(view: TableView, side: Side, you: str, they: str) -> str:
    if side is view.side:
        return f"You {you}"
    return f"{name(view.table, side)} {they}"


def _count(count: int, thing: str) -> str:
    return f"1 {thing}" if count == 1 else f"{count} {thing}s"
