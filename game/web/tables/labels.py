"""Labels for a table where two people play, each on their own device.

Players are addressed as "you" and see the opponent's name; spectators see the colours.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from math import ceil

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.models.tables import Status
from game.play.tables.game import TableGame, milliseconds
from game.play.tables.view import TableView
from game.rules import Side
from game.rules.clock import DAY, MINUTE, SECOND
from game.web.board import labels as board_labels
from game.web.board import sentences
from game.web.board.announcements import describe_moves
from game.web.board.labels import GameHeading
from game.web.board.sentences import YOU, Speaker, describe_move, named
from game.web.board.strips import Clock
from game.web.board.text import pdn_tags
from game.web.shared.labels import sentence
from game.web.shared.terms import A_FRIEND, SIDES

COURTESY_WORDS = {
    "hello": gettext_lazy("Hello!"),
    "good luck": gettext_lazy("Good luck!"),
    "good move": gettext_lazy("Good move!"),
    "take your time": gettext_lazy("Take your time."),
    "thanks": gettext_lazy("Thank you!"),
    "good game": gettext_lazy("Good game!"),
    "sorry": gettext_lazy("Sorry!"),
}
"""Quick chat, by key."""
AT_THE_START = ("hello", "good luck")
DURING_PLAY = ("good move", "take your time", "thanks", "sorry")
AT_THE_END = ("good game", "thanks")
CHAT_SHOWN_FOR = timedelta(minutes=2)
"""How long a quick chat message stays on the page."""
LOW, VERY_LOW = 30 * SECOND, 10 * SECOND
"""Below these times left a clock is low."""
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
        return _("waiting for an opponent")
    if view.plays_both:
        return _("both sides on this device")
    if view.side is None:
        first = view.variant.first_to_move
        words = {
            "one": name(table, first),
            "first": SIDES[first],
            "other": name(table, first.other),
            "second": SIDES[first.other],
        }
        if table.is_on_one_device:
            return _("%(one)s (%(first)s) and %(other)s (%(second)s), on one device") % words
        return _("%(one)s (%(first)s) against %(other)s (%(second)s)") % words
    other = view.side.other
    return _("you are %(side)s, %(name)s is %(other)s") % {
        "side": SIDES[view.side],
        "name": name(table, other),
        "other": SIDES[other],
    }


def turn(view: TableView) -> str:
    """Say whose turn it is, or how the game ended."""
    table = view.table
    if table.status is Status.WAITING:
        return _("Waiting for an opponent")
    if table.status is Status.CLOSED:
        return _("This table is closed")
    if view.outcome is not None:
        return sentences.verdict(view.game, _speakers(view))
    if view.side is None:
        return _("%(side)s to move") % {"side": SIDES[table.to_move]}
    if not view.may_move:
        return _("%(name)s to move") % {"name": name(table, table.to_move)}
    return _("Your turn")


def news(view: TableView) -> str:
    """Return the page's title: whose turn it is and what just happened, or how the game ended."""
    return board_labels.news(view, turn(view), last_move(view))


def last_move(view: TableView) -> str:
    """Describe the last move, for the line under the status heading.

    The moves of an opening are nobody's, so they are not told as news.
    """
    last = view.game.last_move
    if last is None or not view.table.plies_played or view.table.status is Status.WAITING:
        return ""
    return describe_move(_speakers(view)[view.game.position.side.other], last, view.variant)


def has_joined(view: TableView) -> str:
    """Return the status heading for the player whose opponent has just joined."""
    if view.may_move:
        return _("Your turn: %(name)s joined") % {"name": _other(view)}
    return _("%(name)s joined and moves first") % {"name": _other(view)}


def joined_announcement(view: TableView) -> str:
    """Announce to screen readers that the opponent has joined."""
    return sentence(has_joined(view))


def opening_played(view: TableView) -> str:
    """Say that an opening is on the board already, until a player has moved."""
    table = view.table
    plies = table.row.opening_plies
    if not plies or table.plies_played or not table.is_being_played:
        return ""
    return ngettext(
        "The opening is on the board: %(count)s move was played for both of you.",
        "The opening is on the board: %(count)s moves were played for both of you.",
        plies,
    ) % {"count": plies}


def announcement(view: TableView, before_ply: int, *, is_brief: bool = False) -> str:
    """Announce the moves after ``before_ply`` to screen readers."""
    return describe_moves(view, before_ply, _speakers(view), turn(view), is_brief=is_brief)


def closed_notice(view: TableView) -> str:
    """Return a sentence about a table closed without a result; empty for any other table."""
    if view.table.status is not Status.CLOSED:
        return ""
    if len(view.table.seats) < len(Side):
        return _("Nobody joined, so there was no game.")
    return _("The game was called off, so nobody won.")


def moves_heading(view: TableView) -> str:
    """Return the heading of the list of moves."""
    if not view.is_unfinished:
        return _("What next?")
    if view.plays_both:
        return _("Moves for %(side)s") % {"side": SIDES[view.table.to_move]}
    if view.table.status is Status.WAITING:
        return _("Your table") if view.is_seated else _("Join")
    if view.side is None:
        return _("Watching")
    return _("Your moves") if view.may_move else _("Your opponent’s turn")


def clocks(view: TableView, now: int) -> list[dict[str, object]]:
    """Return each side's time left at ``now``, the reader's first; empty without a clock."""
    clock = view.table.clock
    if clock is None:
        return []
    first = view.variant.first_to_move if view.side is None else view.side
    names = SIDES if view.table.is_on_one_device else {it: name(view.table, it) for it in Side}
    return [
        {
            "who": _("You") if side is view.side else names[side],
            "left": clock.remaining(side, now),
            "words": _time_in_words(clock.remaining(side, now)),
            "runs": clock.runs is side,
            "is_own": side is view.side,
        }
        for side in (first, first.other)
    ]


def strip_clocks(view: TableView, now: datetime) -> dict[Side, Clock]:
    """Return each side's clock for the lines beside the board; empty without a clock."""
    clock = view.table.clock
    if clock is None:
        return {}
    left = {side: clock.remaining(side, milliseconds(now)) for side in Side}
    return {
        side: Clock(left[side], time_left(left[side]), clock.runs is side, low_time(left[side]))
        for side in Side
    }


def low_time(left: int) -> str:
    """Say that little time is left; empty if there is enough."""
    if left >= LOW:
        return ""
    return _("almost out of time") if left < VERY_LOW else _("low on time")


def _time_in_words(left: int) -> str:
    """Return the time left, and that it is little, in one piece of text."""
    low = low_time(left)
    if not low:
        return time_left(left)
    return _("%(time)s (%(low)s)") % {"time": time_left(left), "low": low}


def clock_words() -> dict[str, str]:
    """Return what the script that lets clocks run says: how low they are, and the warnings."""
    return {
        "low": low_time(VERY_LOW),
        "lowest": low_time(0),
        "both": _("%(time)s (%(low)s)") % {"time": "{time}", "low": "{low}"},
        "warning": _("You have 30 seconds left."),
        "last_warning": _("You have 10 seconds left."),
    }


def strip_names(view: TableView) -> dict[Side, str]:
    """Return the players' names for the lines beside the board; none on one device."""
    if view.table.is_on_one_device:
        return {}
    return {side: name(view.table, side) for side in view.table.seats}


def time_left(left: int) -> str:
    """Format a time as clocks show it: ``4:32``, or in days and hours."""
    if left >= DAY:
        days, hours = divmod(ceil(left / _HOUR), 24)
        whole = ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
        more = ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
        return _("%(days)s %(hours)s") % {"days": whole, "hours": more} if hours else whole
    seconds = ceil(left / SECOND)
    hours, minutes = divmod(seconds // 60, 60)
    if hours:
        return f"{hours}:{minutes:02}:{seconds % 60:02}"
    return f"{minutes}:{seconds % 60:02}"


def open_offers(view: TableView, *, of_others_alone: bool = False) -> list[str]:
    """Return the offers and requests that wait for an answer, as sentences."""
    offers = view.table.offers
    kinds = (
        (offers.draw_by, _("You offered a draw."), _("%(name)s offers a draw.")),
        (offers.takeback_by, _("You asked for a takeback."), _("%(name)s asks for a takeback.")),
        (offers.rematch_by, _("You offered a rematch."), _("%(name)s wants a rematch.")),
    )
    return [
        own if side is view.side else others % {"name": name(view.table, side)}
        for side, own, others in kinds
        if side is not None and not (of_others_alone and side is view.side)
    ]


def chat_lines(view: TableView, since: datetime, *, of_others_alone: bool = False) -> list[str]:
    """Return the quick chat messages sent after ``since``."""
    return [
        _("%(name)s: %(message)s")
        % {
            "name": _("You") if side is view.side else name(view.table, side),
            "message": COURTESY_WORDS[seat.courtesy],
        }
        for side, seat in view.table.seats.items()
        if seat.courtesy in COURTESY_WORDS
        and seat.courtesy_at is not None
        and seat.courtesy_at > since
        and not (of_others_alone and side is view.side)
    ]


def moves_taken_back(view: TableView) -> str:
    """Announce a takeback."""
    return _("Takeback accepted. %(turn)s.") % {"turn": turn(view)}


def courtesies(view: TableView) -> list[tuple[str, str]]:
    """Return the quick chat that fits the stage of the game, each with its key."""
    fitting: tuple[str, ...] = DURING_PLAY
    if view.outcome is not None:
        fitting = AT_THE_END
    elif view.table.plies_played < len(Side):
        fitting = AT_THE_START
    return [(key, str(COURTESY_WORDS[key])) for key in fitting]


def absence(view: TableView, now: datetime) -> str:
    """Say that the opponent has been away long enough to claim the game; empty if not."""
    if view.side is None:
        return ""
    claimable_at = view.table.claimable_at(view.side)
    if claimable_at is None or claimable_at > now:
        return ""
    return _("%(name)s seems to have left. You can claim the win, or wait.") % {
        "name": name(view.table, view.side.other)
    }


def declined(what: str) -> str:
    """Say that the opponent declined the reader's request, or played on."""
    return {
        "draw": _("Your draw offer was declined."),
        "back": _("Your takeback request was declined."),
        "rematch": _("Your rematch offer was declined."),
    }[what]


def withdrawn(table: TableGame, side: Side, what: str) -> str:
    """Say that ``side`` withdrew its request."""
    return {
        "draw": _("%(name)s withdrew the draw offer."),
        "back": _("%(name)s cancelled the takeback request."),
        "rematch": _("%(name)s withdrew the rematch offer."),
    }[what] % {"name": name(table, side)}


def resign_question(view: TableView) -> dict[str, str]:
    """Return the question before resigning, with both answers' labels."""
    mover = view.table.to_move
    asks, winner = _("Do you resign?"), _other(view)
    if view.plays_both:
        asks = _("Does %(side)s resign?") % {"side": SIDES[mover]}
        winner = SIDES[mover.other]
    return {
        "asks": asks,
        "means": _("The game ends and %(name)s wins.") % {"name": winner},
        "does": _("Resign"),
        "leaves": _("Keep playing"),
    }


def draw_question(view: TableView) -> dict[str, str]:
    """Return the question before two people on one device agree to a draw."""
    return {
        "asks": _("Do both players agree to a draw?"),
        "means": _("The game ends in a draw."),
        "does": _("Agree to a draw"),
        "leaves": _("Keep playing"),
    }


def file_tags(view: TableView) -> dict[str, str]:
    """Return the extra PDN tags: site, date, players and house rules."""
    begun_at = view.table.row.started_at
    date = "" if begun_at is None else f"{begun_at:%Y.%m.%d}"
    return pdn_tags(view.variant, date, {it: seat.name for it, seat in view.table.seats.items()})


def _other(view: TableView) -> str:
    return _("Someone") if view.side is None else name(view.table, view.side.other)


def _speakers(view: TableView) -> dict[Side, Speaker]:
    """Return who plays each side; spectators and friends on one device know them by colour."""
    table = view.table
    if len(table.seats) < len(Side) or view.plays_both or table.is_on_one_device:
        return {side: named(SIDES[side]) for side in Side}
    if view.side is None:
        return {
            side: named(SIDES[side] if view.outcome is None else name(table, side)) for side in Side
        }
    return {view.side: YOU, view.side.other: named(name(table, view.side.other))}
