"""Labels for the lobby: descriptions of tables, button labels, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

from django.utils.timesince import timesince

from game.models import Table
from game.play.openings import OPENING_PLIES
from game.play.refusals import (
    ClosedWithoutResult,
    GameOver,
    NotInvited,
    NotOffered,
    NotSeated,
    NotStarted,
    OwnTable,
    RateLimitExceeded,
    Refusal,
    SeatTaken,
    TableClosed,
)
from game.play.tables.game import (
    ABSENCE_WITH_CLOCK,
    ABSENCE_WITHOUT_CLOCK,
    JOIN_WINDOW,
    JOIN_WINDOW_SLOW,
    closes_at,
)
from game.play.tables.lobby_view import TableEntry
from game.play.tables.names import LONGEST, SHORTEST, NameProblem
from game.play.tables.options import DAYS_A_MOVE, INCREMENT_SECONDS, MINUTES
from game.play.tables.rate_limits import WINDOW
from game.rules.clock import DAY, MINUTE, SECOND, TimeControl
from game.web.shared import wording
from game.web.shared.labels import listed, minutes_left
from game.web.shared.rule_labels import house_rules, no_ballot
from game.web.shared.terms import A_FRIEND, SIDES

CHOICES = {
    "name": "Your name in the room",
    "player": "Your side",
    "clock": "Time",
    "minutes": "Minutes each",
    "seconds": "Seconds added after each move",
    "days": "Days for each move",
    "opening": "Opening",
    "ballot": "The ballot’s number, moves or name",
    "listed": "Who may join or watch",
    "opposite": "The other side",
    "take_backs": "Moves may be taken back if the other player agrees",
}
"""Labels of a new table's fields, besides the rules."""
BY_LOT = "Drawn by lot"
CLOCKS = {
    "none": "No clock",
    "game": "Minutes for the whole game, as chosen below",
    "days": "Days for each move, as chosen below: play when you like, over days or weeks",
}
OPENINGS = {
    "usual": "The usual start",
    "random": f"{OPENING_PLIES} random moves",
    "lot": "A three-move ballot drawn by lot (English checkers only)",
    "ballot": "The ballot named below (English checkers only)",
}
LISTED = {
    "room": "Anybody: the table is listed in the room",
    "link": "Only who has its link: you get one to send",
}
OPPOSITE = {
    "": "Somebody else, who sits down from a device of their own",
    "here": "Somebody at this device: you move for both sides, and the game begins at once",
}
_ASKS = {"draw": "offers a draw", "back": "asks to take the last move back"}
"""What the opponent asks for during a game."""
PICK_ONE = "Choose one of these."
NAME_RULES = (
    f"It has up to {LONGEST} letters, digits, spaces, hyphens, full stops and apostrophes, and "
    "must not look like the name of anybody who is here. With the field empty you are given a name."
)
NAME_PROBLEMS = {
    NameProblem.TOO_SHORT: f"A name has at least {SHORTEST} letters or digits.",
    NameProblem.TOO_LONG: f"A name has at most {LONGEST} characters.",
    NameProblem.MARKS: (
        "A name has letters, digits, spaces, hyphens, full stops and apostrophes only."
    ),
    NameProblem.TAKEN: (
        "Somebody in the room has that name. Take another, or add a word or a number to it."
    ),
    NameProblem.ALIKE: (
        "Somebody in the room has a name that looks like this one: capitals, accents, spaces and "
        "letters that look alike make no difference. Take another, or add a word or a number to it."
    ),
    NameProblem.RESERVED: "That name could be taken for the site’s own. Take another.",
}
NO_SUCH_TABLE = "There is no such table any more. These are the tables there are."
TOO_MANY = {
    "make": "You have opened many tables in the last ten minutes. Wait a little, or join one.",
    "join": "You have joined many tables in the last ten minutes. Wait a little before the next.",
    "name": "You have taken many names in the last ten minutes. Keep this one for a while.",
    "waiting": "As many tables of yours wait as anyone may have. Close one of them first.",
}
MADE = (
    "Your table is open. Once somebody sits down there, this page leads to the game: by itself "
    "where scripts run, else when you look."
)
CLOSED = "That table is closed."
CLOSED_TOO_LATE = "Somebody has just sat down there, so it was not closed: the game has begun."
NAMED = "That is your name in the room from now on. Tables where you sit keep the one before."
LINK_HEADINGS = {
    "join": "Join this table?",
    "own": "This is your own table",
    "gone": "No free seat",
}


def lobby_figures() -> dict[str, str]:
    """Return the lobby's figures, for the FAQ."""
    return {
        "minutes": f"{MINUTES[0]} to {MINUTES[-1]} minutes",
        "seconds": f"{INCREMENT_SECONDS[0]} to {INCREMENT_SECONDS[-1]} seconds",
        "days": f"{listed((str(days) for days in DAYS_A_MOVE), 'or')} days",
        "away": minutes_left(ABSENCE_WITH_CLOCK.total_seconds()),
        "away_without_clock": minutes_left(ABSENCE_WITHOUT_CLOCK.total_seconds()),
        "closes": time_left(JOIN_WINDOW),
        "closes_slowly": time_left(JOIN_WINDOW_SLOW),
        "counted": minutes_left(WINDOW.total_seconds()),
    }


def describe_clock(control: TimeControl | None) -> str:
    """Describe a time control: ``5 minutes each and 3 seconds a move``."""
    if control is None:
        return "no clock"
    if control.is_per_move:
        return f"{_count(control.base // DAY, 'day')} a move"
    base = f"{_count(control.base // MINUTE, 'minute')} each"
    if not control.increment:
        return base
    return f"{base} and {_count(control.increment // SECOND, 'second')} a move"


def describe_opening(kind: str, number: str) -> str:
    """Describe an opening: ``ballot 57``; empty for the standard start."""
    match kind:
        case "ballot":
            return f"ballot {number}"
        case "random":
            return f"{OPENING_PLIES} random moves (seed {number})"
    return ""


def side_offered(entry: TableEntry) -> str:
    """Say which side the player who joins will have."""
    if entry.free_side is None:
        return "sides drawn by lot"
    with wording.about(entry.variant):
        return f"you would be {SIDES[entry.free_side]}"


def join_label(entry: TableEntry) -> tuple[str, str]:
    """Return a join button's label: the visible part, and the rest for screen readers."""
    rest = (f" of {entry.variant.name}", side_offered(entry), describe_clock(entry.control))
    return f"Join {_possessive(_host(entry))} game", ", ".join(rest)


def disambiguated(names: Iterable[str]) -> list[str]:
    """Return the names with a number after repeated ones: two tables can be alike."""
    times: Counter[str] = Counter()
    apart = []
    for name in names:
        times[name] += 1
        apart.append(name if times[name] == 1 else f"{name}, table {times[name]}")
    return apart


def describe_table(entry: TableEntry) -> str:
    """Describe a table's conditions in one line, shown after the game's name and the sides."""
    table = entry.row
    parts = [*house_rules(entry.variant), describe_clock(entry.control)]
    opening = describe_opening(*entry.opening)
    parts += [f"opening: {opening}"] if opening else []
    parts += [] if table.is_listed else ["private"]
    parts += ["both sides on one device"] if entry.is_on_one_device else []
    parts += ["take-backs by consent"] if table.allows_take_backs else []
    line = ", ".join(parts)
    return f"{line[0].upper()}{line[1:]}."


def waits_since(entry: TableEntry, now: datetime) -> str:
    """Say who waits at an open table, and for how long."""
    return f"{_host(entry)} has waited {_for(entry.row.created_at, now)}."


def watch_link(entry: TableEntry) -> str:
    """Return the text of the link to a game to watch."""
    return f"Watch {players(entry)}"


def players(entry: TableEntry) -> str:
    """Say who plays which side, the first to move first."""
    variant = entry.variant
    first = variant.first_to_move
    with wording.about(variant):
        return " against ".join(
            f"{entry.name(side) or A_FRIEND} ({SIDES[side]})" for side in (first, first.other)
        )


def describe_game_played(entry: TableEntry) -> str:
    """Describe a game to watch: how far it has come, and its conditions."""
    moves = _count(entry.moves_played, "move")
    return f"{entry.variant.name}, {moves} so far. {describe_table(entry)}"


def own_link(entry: TableEntry) -> str:
    """Return the text of the link to a game of one's own.

    For example ``Your turn: English checkers against Ann``.
    """
    own, game = entry.own, entry.variant.name
    other = entry.name(own.other) if own is not None else ""
    if entry.is_on_one_device:
        return _one_device_link(entry)
    if entry.is_over:
        ends = (
            "a draw" if entry.winner is None else "you won" if entry.winner is own else "you lost"
        )
        rematch = "another game is asked for, " if entry.answer_due == "rematch" else ""
        return f"Over, {rematch}{ends}: {game} against {other}"
    if entry.is_over_by_time:
        return f"Time is over: {game} against {other}"
    if entry.is_just_joined:
        return f"Your table: {other} has joined, go to the game"
    if entry.answer_due:
        return f"{other} {_ASKS[entry.answer_due]}: {game}"
    return (
        f"Your turn: {game} against {other}"
        if entry.is_own_turn
        else f"{_possessive(other)} turn: {game}"
    )


def _one_device_link(entry: TableEntry) -> str:
    game = f"{entry.variant.name}, both sides on this device"
    with wording.about(entry.variant):
        won = "a draw" if entry.winner is None else f"{SIDES[entry.winner]} won"
    if entry.is_over:
        return f"Over, {won}: {game}"
    return f"Time is over: {game}" if entry.is_over_by_time else f"Go on: {game}"


def describe_own_game(entry: TableEntry) -> str:
    """Say which side one plays and how far the game has come; whose turn, if the link does not."""
    with wording.about(entry.variant):
        side = (
            f"You {'were' if entry.is_over else 'are'} {SIDES[entry.own]}. "
            if entry.own is not None and not entry.is_on_one_device
            else ""
        )
    so_far = "" if entry.is_over else " so far"
    if entry.is_just_joined or entry.answer_due in _ASKS:
        turn = "Your turn" if entry.is_own_turn else "Not your turn"
        side = f"{entry.variant.name}. {turn}. {side}"
    return f"{side}{_count(entry.moves_played, 'move')}{so_far}. {describe_table(entry)}"


def own_waiting(entry: TableEntry) -> str:
    """Return the heading of one's own table that nobody has joined yet."""
    what = "open to anybody" if entry.row.is_listed else "for whoever has its link"
    return f"{entry.variant.name}, {what}"


def describe_own_waiting(entry: TableEntry, now: datetime) -> str:
    """Say which side one has there, since when, and how it will be played."""
    free = entry.free_side
    with wording.about(entry.variant):
        side = f"You will be {SIDES[free.other]}." if free is not None else "Lots decide sides."
    waited = f"It has waited {_for(entry.row.created_at, now)}."
    return f"{side} {describe_table(entry)} {waited} {describe_closing(entry.row, now)}"


def describe_closing(table: Table, now: datetime) -> str:
    """Say when a table closes if nobody joins; shown to its maker."""
    return f"If nobody joins, it closes in {time_left(closes_at(table) - now)}."


def time_left(left: timedelta) -> str:
    """Format a time left in whole days, hours or minutes, rounded up to the unit that suits it."""
    if left > timedelta(days=1):
        return _count(ceil(left / timedelta(days=1)), "day")
    if left >= timedelta(hours=1):
        return _count(ceil(left / timedelta(hours=1)), "hour")
    return minutes_left(left.total_seconds())


def describe_invitation(entry: TableEntry) -> str:
    """Describe the table that an invitation link leads to: who waits, and what is played."""
    game = f"{entry.variant.name}, {side_offered(entry)}"
    return f"{_host(entry)} waits for somebody to play: {game}. {describe_table(entry)}"


def turn_news(turns: int) -> str:
    """Announce at how many tables it has become one's turn."""
    return "" if not turns else f"It is your turn at {_count(turns, 'table')}."


def join_refused(refused: Refusal) -> str:
    """Say why a table could not be joined or closed, and what to do."""
    match refused:
        case OwnTable():
            return "That is your own table: somebody else has to take the other seat."
        case SeatTaken():
            return "Somebody was quicker, and that game has begun. These are the tables there are."
        case NotInvited():
            return "That table is private. Only who has its link can join."
        case NotSeated():
            return "That table is not yours, so it stays as it is."
        case TableClosed() | ClosedWithoutResult() | GameOver() | NotStarted():
            return "That table is closed. These are the tables there are."
    return "That could not be done. Nothing was changed."


def not_offered(refused: NotOffered) -> str:
    """Say why a table cannot be made with these options."""
    if refused.what in ("opening", "ballot"):
        return f"{no_ballot()} Only English checkers is opened by ballot."
    return PICK_ONE


def too_many(refused: RateLimitExceeded) -> str:
    """Say which rate limit was reached, and what to do."""
    return TOO_MANY.get(refused.kind, TOO_MANY["make"])


def _host(entry: TableEntry) -> str:
    return entry.seats[0].name if entry.seats else "Somebody"


def _possessive(name: str) -> str:
    return f"{name}’" if name.endswith("s") else f"{name}’s"


def _for(then: datetime, now: datetime) -> str:
    if (now - then).total_seconds() < 60:
        return "less than a minute"
    return f"for {timesince(then, now)}"


def _count(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"
