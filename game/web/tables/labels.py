"""What is said at a table where two people play, each on a device of their own.

Whoever sits there is spoken to as "you" and hears the other's name; who watches hears of colours.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from math import ceil

from game.models.tables import Status
from game.play.tables.game import TableGame
from game.play.tables.view import TableSeen
from game.rules import Side
from game.rules.clock import DAY, MINUTE, SECOND
from game.web.board.labels import PDN_TAGS, GameHeading, move_told, moves_told
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
"""What can be said, by key."""
AT_THE_START = ("hello", "good luck")
DURING_PLAY = ("good move", "take your time", "thanks", "sorry")
AT_THE_END = ("good game", "thanks")
HEARD_FOR = timedelta(minutes=2)
"""How long a courtesy stays on the page."""
_HOUR = 60 * MINUTE


def name(at: TableGame, side: Side) -> str:
    """What whoever sits there is called; who has not come yet is called by the colour."""
    seat = at.seats.get(side)
    return SIDES[side] if seat is None else seat.name or A_FRIEND


def heading(seen: TableSeen) -> GameHeading:
    """What is played by whom: the page's main heading."""
    return GameHeading(seen.variant, _players(seen))


def _players(seen: TableSeen) -> str:
    at = seen.at
    if len(at.seats) < len(Side):
        return "a table for two"
    if seen.plays_both:
        return "both sides on this device"
    if seen.side is None:
        first = seen.variant.first_to_move
        who = (f"{name(at, side)} ({SIDES[side]})" for side in (first, first.other))
        where = ", both on one device" if at.table.is_on_one_device else ""
        return f"{' against '.join(who)}{where}"
    other = seen.side.other
    return f"you are {SIDES[seen.side]}, {name(at, other)} is {SIDES[other]}"


def turn(seen: TableSeen) -> str:
    """Whose turn it is, or how it ended."""
    at = seen.at
    if at.status is Status.WAITING:
        return "Waiting for somebody to join"
    if at.status is Status.CLOSED:
        return "The table is closed"
    if seen.outcome is not None:
        return f"Game over, {_verdict(seen)}"
    if seen.side is None:
        return f"{SIDES[at.to_move]} to move"
    if seen.is_others_turn:
        return f"{name(at, at.to_move)} ({SIDES[at.to_move]}) is to move"
    return "Your turn"


def news(seen: TableSeen) -> str:
    """Whose turn it is and what just happened: the status heading and the page title."""
    now, last = turn(seen), seen.game.last_move
    if last is None or seen.at.status is Status.WAITING:
        return now
    return f"{now}: {move_told(_mover(seen), last, seen.variant)}"


def has_joined(seen: TableSeen) -> str:
    """The same for whoever waited for somebody to join."""
    return f"{turn(seen)}: {_other(seen)} has joined"


def joined_announcement(seen: TableSeen) -> str:
    """What a screen reader says of it."""
    return f"{_other(seen)} has joined. {turn(seen)}."


def announcement(seen: TableSeen, before_ply: int, *, is_brief: bool = False) -> str:
    """What a screen reader says of the moves after ``before_ply``."""
    return moves_told(seen, before_ply, _speakers(seen), turn(seen), is_brief=is_brief)


def closed_words(seen: TableSeen) -> str:
    """Why a table ended without a result, as a sentence; empty for any other."""
    if seen.at.status is not Status.CLOSED:
        return ""
    return "Nobody has won or lost."


def moves_heading(seen: TableSeen) -> str:
    """What the list of moves is called."""
    if not seen.is_unfinished:
        return "What now"
    if seen.plays_both:
        return f"Moves for {SIDES[seen.at.to_move]}"
    if seen.at.status is Status.WAITING or seen.side is None:
        return "Watch" if seen.at.is_being_played else "Waiting"
    return "No move of yours yet" if seen.is_others_turn else "Your moves"


def clocks(seen: TableSeen, now: int) -> list[dict[str, object]]:
    """What each side has left at ``now``, the reader's first; nothing without a clock."""
    clock = seen.at.clock
    if clock is None:
        return []
    first = seen.variant.first_to_move if seen.side is None else seen.side
    names = SIDES if seen.at.table.is_on_one_device else {it: name(seen.at, it) for it in Side}
    return [
        {
            "who": "You" if side is seen.side else names[side],
            "left": clock.remaining(side, now),
            "words": time_left(clock.remaining(side, now)),
            "runs": clock.runs is side,
        }
        for side in (first, first.other)
    ]


def time_left(left: int) -> str:
    """A time as clocks show it: ``4:32``, or in days and hours."""
    if left >= DAY:
        days, hours = divmod(ceil(left / _HOUR), 24)
        return f"{_count(days, 'day')} {_count(hours, 'hour')}" if hours else _count(days, "day")
    seconds = ceil(left / SECOND)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


def standing(seen: TableSeen, *, of_others_alone: bool = False) -> list[str]:
    """What is offered or asked and waits for an answer, as sentences."""
    at = seen.at
    asked = (
        (at.draw_offered_by, "offer a draw", "offers a draw"),
        (at.take_back_by, "ask to take the last move back", "asks to take the last move back"),
        (at.rematch_by, "ask for another game", "asks for another game"),
    )
    return [
        f"{_you(seen, side, you, they)}."
        for side, you, they in asked
        if side is not None and not (of_others_alone and side is seen.side)
    ]


def heard(seen: TableSeen, since: datetime, *, of_others_alone: bool = False) -> list[str]:
    """The courtesies that were said after that instant."""
    return [
        f"{_you(seen, side, 'say', 'says')}: {COURTESY_WORDS[seat.courtesy]}."
        for side, seat in seen.at.seats.items()
        if seat.courtesy in COURTESY_WORDS
        and seat.courtesy_at is not None
        and seat.courtesy_at > since
        and not (of_others_alone and side is seen.side)
    ]


def moves_taken_back(seen: TableSeen) -> str:
    """What is said when the board has gone back."""
    return f"Moves were taken back. {turn(seen)}."


def courtesies(seen: TableSeen) -> list[tuple[str, str]]:
    """What the reader may say now: a few that fit, each with its key."""
    fitting: tuple[str, ...] = DURING_PLAY
    if seen.outcome is not None:
        fitting = AT_THE_END
    elif seen.at.plies_played < len(Side):
        fitting = AT_THE_START
    return [(key, COURTESY_WORDS[key]) for key in fitting]


def absence(seen: TableSeen, now: datetime) -> str:
    """That the other has been away for so long that the game may be claimed; empty if not."""
    if seen.side is None:
        return ""
    claimable_at = seen.at.claimable_at(seen.side)
    if claimable_at is None or claimable_at > now:
        return ""
    return f"{name(seen.at, seen.side.other)} seems to be away. Claim the game, or wait."


def declined(what: str) -> str:
    """That the other said no to what the reader had asked for, or played on."""
    return {
        "draw": "Your draw offer was not accepted.",
        "back": "Your move is not taken back.",
        "rematch": "There will be no other game now.",
    }[what]


def withdrawn(at: TableGame, side: Side, what: str) -> str:
    """That this side does not ask any more for what it had asked for."""
    ends = {
        "draw": "offers a draw no more",
        "back": "asks no more to take the last move back",
        "rematch": "asks no more for another game",
    }
    return f"{name(at, side)} {ends[what]}."


def resign_question(seen: TableSeen) -> dict[str, str]:
    """What is asked before a game is given up, and the words of both answers."""
    mover = seen.at.to_move
    who, winner = ("Do you", _other(seen))
    if seen.plays_both:
        who, winner = f"Does {SIDES[mover]}", SIDES[mover.other]
    return {
        "asks": f"{who} resign?",
        "means": f"The game ends and {winner} wins.",
        "does": "Resign",
        "leaves": "Play on",
    }


def draw_question(seen: TableSeen) -> dict[str, str]:
    """What is asked before two at one device end their game as a draw."""
    return {
        "asks": "Do both agree on a draw?",
        "means": f"The game ends: neither {SIDES[Side.BLACK]} nor {SIDES[Side.WHITE]} wins.",
        "does": "Agree on a draw",
        "leaves": "Play on",
    }


def file_tags(seen: TableSeen) -> dict[str, str]:
    """What a game file says besides the moves."""
    words = house_rules(seen.variant)
    players = {PDN_TAGS[side]: seat.name for side, seat in seen.at.seats.items() if seat.name}
    begun_at = seen.at.table.started_at
    date = {} if begun_at is None else {"Date": f"{begun_at:%Y.%m.%d}"}
    agreed = {"HouseRules": "; ".join(words)} if words else {}
    return {"Site": "Crownhead"} | date | players | agreed


def _other(seen: TableSeen) -> str:
    return "Somebody" if seen.side is None else name(seen.at, seen.side.other)


def _verdict(seen: TableSeen) -> str:
    winner = None if seen.outcome is None else seen.outcome.winner
    if winner is None:
        return "a draw"
    if winner is seen.side:
        return "you win"
    return f"{SIDES[winner] if seen.side is None else name(seen.at, winner)} wins"


def _mover(seen: TableSeen) -> str:
    """Who made the last move, within a sentence."""
    mover = seen.game.position.side.other
    told = _speakers(seen)[mover]
    return "you" if told == "You" and mover is seen.side else told


def _speakers(seen: TableSeen) -> Mapping[Side, str]:
    if seen.side is None or len(seen.at.seats) < len(Side):
        return SIDES
    return {seen.side: "You", seen.side.other: name(seen.at, seen.side.other)}


def _you(seen: TableSeen, side: Side, you: str, they: str) -> str:
    if side is seen.side:
        return f"You {you}"
    return f"{name(seen.at, side)} {they}"


def _count(count: int, thing: str) -> str:
    return f"1 {thing}" if count == 1 else f"{count} {thing}s"
