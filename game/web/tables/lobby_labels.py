"""Labels for the lobby: descriptions of tables, button labels, refusals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from math import ceil

from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

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
from game.play.tables.options import DAYS_A_MOVE, INCREMENT_SECONDS, MINUTES
from game.play.tables.rate_limits import WINDOW
from game.rules.clock import DAY, MINUTE, SECOND, TimeControl
from game.web.shared import wording
from game.web.shared.labels import listed_or, minutes_left, paragraph, sentence
from game.web.shared.rule_labels import house_rule_sentences, unknown_ballot
from game.web.shared.terms import A_FRIEND, SIDES, game_name
from game.web.tables.form_labels import pick_one


def lobby_figures() -> dict[str, str]:
    """Return the lobby's figures, for the FAQ."""
    return {
        "minutes": _("%(least)d to %(most)d minutes") % {"least": MINUTES[0], "most": MINUTES[-1]},
        "seconds": _("%(least)d to %(most)d seconds")
        % {"least": INCREMENT_SECONDS[0], "most": INCREMENT_SECONDS[-1]},
        "days": _("%(numbers)s days") % {"numbers": listed_or(map(str, DAYS_A_MOVE))},
        "away": minutes_left(ABSENCE_WITH_CLOCK.total_seconds()),
        "away_without_clock": minutes_left(ABSENCE_WITHOUT_CLOCK.total_seconds()),
        "closes": time_left(JOIN_WINDOW),
        "closes_slowly": time_left(JOIN_WINDOW_SLOW),
        "counted": minutes_left(WINDOW.total_seconds()),
    }


def no_such_table() -> str:
    """Say that a table no longer exists."""
    return _("That table no longer exists. Here are the current tables.")


def table_closed() -> str:
    """Say that the reader's table has been closed."""
    return _("Your table is closed.")


def joined_meanwhile() -> str:
    """Say that an opponent joined before the reader could close the table."""
    return _("Someone just joined your table, so it stays open. Your game has started.")


def name_changed() -> str:
    """Say that the reader has a new name."""
    return _("This is your name from now on. Games you already joined keep your old name.")


def link_heading(kind: str) -> str:
    """Return the heading of an invitation's page."""
    return {
        "join": _("Join this table?"),
        "own": _("This is your own table"),
        "gone": _("This table is taken"),
    }[kind]


def describe_clock(control: TimeControl | None) -> str:
    """Describe a time control: ``5 minutes + 3 seconds``."""
    if control is None:
        return _("No clock")
    if control.is_per_move:
        days = control.base // DAY
        return ngettext("%(count)s day a move", "%(count)s days a move", days) % {"count": days}
    minutes, seconds = control.base // MINUTE, control.increment // SECOND
    if not seconds:
        return ngettext("%(count)s minute each", "%(count)s minutes each", minutes) % {
            "count": minutes
        }
    base = ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
    return ngettext(
        "%(minutes)s + %(seconds)s second", "%(minutes)s + %(seconds)s seconds", seconds
    ) % {"minutes": base, "seconds": seconds}


def describe_opening(kind: str, number: str) -> str:
    """Describe an opening: ``Opening: ballot 57.``; empty for the standard start."""
    match kind:
        case "ballot":
            return _("Opening: ballot %(number)s.") % {"number": number}
        case "random":
            return ngettext(
                "Opening: %(count)s random move (seed %(number)s).",
                "Opening: %(count)s random moves (seed %(number)s).",
                OPENING_PLIES,
            ) % {"count": OPENING_PLIES, "number": number}
    return ""


def side_offered(entry: TableEntry) -> str:
    """Say which side the player who joins will have."""
    if entry.free_side is None:
        return _("random sides")
    with wording.about(entry.variant):
        return _("you play %(side)s") % {"side": SIDES[entry.free_side]}


def join_label(entry: TableEntry) -> tuple[str, str]:
    """Return a join button's label: the visible part, and the rest for screen readers."""
    rest = _(": %(game)s, %(side)s, %(clock)s") % {
        "game": game_name(entry.variant),
        "side": side_offered(entry),
        "clock": describe_clock(entry.control),
    }
    return _("Join %(name)s") % {"name": _host(entry)}, rest


def disambiguated(names: Iterable[str], ends: Iterable[str] | None = None) -> list[str]:
    """Return the names with a number after repeated ones: two tables can be alike.

    With ``ends``, the end of each name, return those instead.
    """
    whole = list(names)
    times: Counter[str] = Counter()
    apart = []
    for name, end in zip(whole, whole if ends is None else ends, strict=True):
        times[name] += 1
        numbered = _("%(table)s, table %(number)s") % {"table": end, "number": times[name]}
        apart.append(end if times[name] == 1 else numbered)
    return apart


def describe_table(entry: TableEntry, *, with_clock: bool = True) -> str:
    """Describe a table's conditions, a short sentence each, shown after the game's name."""
    table = entry.row
    facts = [sentence(describe_clock(entry.control))] if with_clock else []
    facts += house_rule_sentences(entry.variant)
    facts += [describe_opening(*entry.opening)]
    facts += [] if table.is_listed else [_("Private.")]
    facts += [_("Both sides on one device.")] if entry.is_on_one_device else []
    facts += [_("Takebacks allowed.")] if table.allows_take_backs else []
    return paragraph(facts)


def waiting_since(entry: TableEntry, now: datetime) -> str:
    """Say for how long someone has been waiting at an open table, or that they seem to be away."""
    if (left_at := entry.host_left_at(now)) is not None:
        return _("%(name)s created this table and was last here %(time)s ago.") % {
            "name": _host(entry),
            "time": timesince(left_at, now),
        }
    if (now - entry.row.created_at).total_seconds() < 60:
        return _("%(name)s just started waiting.") % {"name": _host(entry)}
    return _("%(name)s has been waiting for %(time)s.") % {
        "name": _host(entry),
        "time": timesince(entry.row.created_at, now),
    }


def watch_link(entry: TableEntry) -> str:
    """Return the text of the link to a game to watch."""
    return _("Watch %(players)s") % {"players": players(entry)}


def players(entry: TableEntry) -> str:
    """Say who plays which side, the first to move first."""
    variant = entry.variant
    first = variant.first_to_move
    with wording.about(variant):
        return _("%(one)s (%(first)s) against %(other)s (%(second)s)") % {
            "one": entry.name(first) or A_FRIEND,
            "first": SIDES[first],
            "other": entry.name(first.other) or A_FRIEND,
            "second": SIDES[first.other],
        }


def moves_so_far(entry: TableEntry) -> str:
    """Say how many moves the players have made; half-moves count as one, as players count them."""
    count = entry.moves_played
    if entry.is_over:
        return ngettext("%(count)s move.", "%(count)s moves.", count) % {"count": count}
    return ngettext("%(count)s move so far.", "%(count)s moves so far.", count) % {"count": count}


def describe_game_played(entry: TableEntry) -> str:
    """Describe a game to watch: how far it has come, and its conditions."""
    name = sentence(game_name(entry.variant))
    return paragraph([name, moves_so_far(entry), describe_table(entry)])


def own_link(entry: TableEntry) -> str:
    """Return the text of the link to a game of one's own.

    For example ``Your turn: English checkers against Ann``.
    """
    if entry.is_on_one_device:
        return _one_device_link(entry)
    other = entry.name(entry.own.other) if entry.own is not None else ""
    return _own_link_text(entry) % {"game": game_name(entry.variant), "name": other}


def _own_link_text(entry: TableEntry) -> str:
    if entry.is_over:
        return _ended_link_text(entry)
    if entry.is_over_by_time:
        return _("Time is up: %(game)s against %(name)s")
    if entry.is_just_joined:
        return _("%(name)s joined your table: go to the game")
    match entry.answer_due:
        case "draw":
            return _("%(name)s offers a draw: %(game)s")
        case "back":
            return _("%(name)s asks for a takeback: %(game)s")
    if entry.is_own_turn:
        return _("Your turn: %(game)s against %(name)s")
    return _("Waiting for %(name)s to move: %(game)s")


def _ended_link_text(entry: TableEntry) -> str:
    if entry.answer_due == "rematch":
        return _("%(name)s wants a rematch: %(game)s")
    if entry.winner is None:
        return _("Draw: %(game)s against %(name)s")
    if entry.winner is entry.own:
        return _("You won: %(game)s against %(name)s")
    return _("You lost: %(game)s against %(name)s")


def _one_device_link(entry: TableEntry) -> str:
    words = {"game": game_name(entry.variant)}
    if not entry.is_over:
        text = (
            _("Time is up: %(game)s, both sides on this device")
            if entry.is_over_by_time
            else _("Continue: %(game)s, both sides on this device")
        )
        return text % words
    if entry.winner is None:
        return _("Draw: %(game)s, both sides on this device") % words
    with wording.about(entry.variant):
        words["side"] = SIDES[entry.winner]
        return _("%(side)s won: %(game)s, both sides on this device") % words


def describe_own_game(entry: TableEntry) -> str:
    """Say which side one plays and how far the game has come; whose turn, if the link does not."""
    facts = []
    if entry.is_just_joined or (entry.answer_due in ("draw", "back") and not entry.is_over):
        facts += [sentence(game_name(entry.variant))]
        facts += [_("Your turn.") if entry.is_own_turn else _("Your opponent’s turn.")]
    if entry.own is not None and not entry.is_on_one_device:
        with wording.about(entry.variant):
            text = _("You played %(side)s.") if entry.is_over else _("You play %(side)s.")
            facts += [text % {"side": SIDES[entry.own]}]
    return paragraph([*facts, moves_so_far(entry), describe_table(entry)])


def own_waiting(entry: TableEntry) -> str:
    """Return the heading of one's own table that nobody has joined yet."""
    if entry.row.is_listed:
        return _("%(game)s, open to everyone") % {"game": game_name(entry.variant)}
    return _("%(game)s, private") % {"game": game_name(entry.variant)}


def own_side(entry: TableEntry) -> str:
    """Say which side the creator of a table will have."""
    free = entry.free_side
    if free is None:
        return _("Sides are random.")
    with wording.about(entry.variant):
        return _("You play %(side)s.") % {"side": SIDES[free.other]}


def describe_own_waiting(entry: TableEntry, now: datetime) -> str:
    """Say which side one has there, how it will be played, and when it closes."""
    return paragraph([own_side(entry), describe_table(entry), describe_closing(entry.row, now)])


def describe_closing(table: Table, now: datetime) -> str:
    """Say when a table closes if nobody joins; shown to its creator."""
    return _("If nobody joins, this table closes in %(time)s.") % {
        "time": time_left(closes_at(table) - now)
    }


def time_left(left: timedelta) -> str:
    """Format a time left in whole days, hours or minutes, rounded up to the unit that suits it."""
    if left > timedelta(days=1):
        days = ceil(left / timedelta(days=1))
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    if left >= timedelta(hours=1):
        hours = ceil(left / timedelta(hours=1))
        return ngettext("%(count)s hour", "%(count)s hours", hours) % {"count": hours}
    return minutes_left(left.total_seconds())


def describe_invitation(entry: TableEntry) -> str:
    """Describe the table that an invitation link leads to: who waits, and what is played."""
    text = _("%(name)s wants to play %(game)s with you: %(side)s.") % {
        "name": _host(entry),
        "game": game_name(entry.variant),
        "side": side_offered(entry),
    }
    return paragraph([text, describe_table(entry)])


def turn_news(turns: int) -> str:
    """Announce at how many tables it has become one's turn."""
    if not turns:
        return ""
    return ngettext(
        "It’s your turn at %(count)s table.", "It’s your turn at %(count)s tables.", turns
    ) % {"count": turns}


def someone_waits() -> str:
    """Say that somebody is waiting for a game, where the lobby said that nobody is."""
    return _("Someone is waiting for a game.")


def lobby_changed() -> str:
    """Say that the tables are not those on the page any more."""
    return _("The lobby has changed.")


def join_refusal(refused: Refusal) -> str:
    """Say why a table could not be joined or closed, and what to do."""
    match refused:
        case OwnTable():
            return _("That is your own table. Someone else has to join it.")
        case SeatTaken():
            return _("Someone else joined that table first. Here are the current tables.")
        case NotInvited():
            return _("That table is private. You need its link to join.")
        case NotSeated():
            return _("That table isn’t yours, so you can’t close it.")
        case TableClosed() | ClosedWithoutResult() | GameOver() | NotStarted():
            return _("That table is closed. Here are the current tables.")
    return _("That didn’t work. Nothing was changed.")


def not_offered(refused: NotOffered) -> str:
    """Say why a table cannot be created with these options."""
    if refused.what in ("opening", "ballot"):
        return paragraph([unknown_ballot(), _("Only English checkers has ballots.")])
    return pick_one()


def too_many(refused: RateLimitExceeded) -> str:
    """Say which rate limit was reached, and what to do."""
    match refused.kind:
        case "join":
            return _("You joined many tables in the last ten minutes. Please wait a little.")
        case "name":
            return _("You changed your name often in the last ten minutes. Please wait a little.")
        case "waiting":
            return _("You already have as many waiting tables as allowed. Close one first.")
    return _("You created many tables in the last ten minutes. Wait a little, or join one.")


def _host(entry: TableEntry) -> str:
    return entry.seats[0].name if entry.seats else _("Someone")
