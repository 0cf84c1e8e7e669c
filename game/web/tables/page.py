"""A table's page: one context for the whole page and for the parts that htmx swaps."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import datetime
from urllib.parse import urlencode

from django.http import HttpResponse
from django_htmx.http import retarget

from game.models.tables import Status
from game.play.library.my_games import is_kept
from game.play.players import known_player
from game.play.preferences import preferences
from game.play.refusals import NotYourTurn, Refusal, Unplayable
from game.play.tables.game import TableGame, instant, milliseconds
from game.play.tables.lobby_view import TableEntry
from game.play.tables.offers import rematch_of
from game.play.tables.view import REMATCH_WINDOW, TableView, table_view
from game.web.board.page import board_context, focus_on, plans_for, status_context
from game.web.board.stepping import record
from game.web.board.strips import player_strips
from game.web.board.view import Confirmation, Pick
from game.web.shared import wording
from game.web.shared.http import GameRequest, SeeOther, page_or_fragment
from game.web.shared.labels import paragraph
from game.web.shared.links import REFRESH, REFRESH_SECONDS, WAITS
from game.web.shared.rule_labels import variant_choice
from game.web.tables import labels, refusals
from game.web.tables.actions import answers, courtesies, requests
from game.web.tables.links import (
    TURNED,
    flipped_address,
    neighbour_address,
    page_of_table,
    secret_query,
    table_address,
    viewer_query,
    watching_address,
    without_field,
)
from game.web.tables.lobby_labels import describe_table
from game.web.tables.waiting import own_table

POLL_FOR_AN_OPPONENT, POLL_WHILE_WAITING, POLL_ON_OWN_TURN, POLL_AFTER_THE_END = 1, 2, 10, 5
"""Seconds between two polls of a page with scripts; the first until somebody has joined."""
POLL_AFTER_THE_FLAG = 250
"""Milliseconds from a flag's fall to the poll for it: a browser's timer may be early."""
_PARTS = {
    "status": "tables/_status.html",
    "waits": "tables/_waits.html",
    "over": "tables/_over.html",
    "actions": "tables/_actions.html",
}


@dataclass(frozen=True)
class PageExtras:
    """What a page shows besides the state of the table; all of it is optional."""

    status: int = 200
    notice: str = ""
    typed: str | None = None
    pick: Pick | None = None
    asks: Confirmation | None = None
    announcement: str = ""
    template: str = "board/_swap.html"
    keeps_typed: bool = False
    """Whether text being typed stays."""
    comes_by_itself: bool = False
    """Whether it answers a poll, so that the focus stays where it is."""


def show_table(
    request: GameRequest, table: TableGame, now: datetime, extra: PageExtras | None = None
) -> HttpResponse:
    """Answer with the table as it is: the page, or for htmx the part of it that changes."""
    extra = extra or PageExtras()
    view = view_of(request, table)
    with wording.about(table.variant):
        context = _context(request, view, now, extra)
        response = page_or_fragment(
            request, "tables/table.html", extra.template, context, extra.status
        )
    if context["refresh"] and not request.htmx:
        response["Refresh"] = f"{REFRESH_SECONDS}; url={_refresh_url(request, view, now)}#turn"
    return response


def view_of(request: GameRequest, table: TableGame) -> TableView:
    """Return the table as the reader sees it, with the board flipped if they flipped it."""
    view = table_view(table, known_player(request.session), preferences(request.session))
    return replace(view, bottom=view.bottom.other) if TURNED in request.GET else view


def after_table_action(
    request: GameRequest,
    table: TableGame,
    now: datetime,
    announcement: str,
    *,
    keeps_typed: bool = True,
) -> HttpResponse:
    """Answer a completed action with the table, by redirect or in place."""
    if request.htmx:
        return show_table(
            request, table, now, PageExtras(announcement=announcement, keeps_typed=keeps_typed)
        )
    return SeeOther(request, f"{table_address(request, table)}#turn")


def show_table_news(request: GameRequest, table: TableGame, now: datetime) -> HttpResponse:
    """Answer a poll with what has changed; 286 stops the polling.

    A board that has not changed is not swapped, so as not to disturb a reader who is about to
    press or type something there.
    """
    view = view_of(request, table)
    is_over = table.status in (Status.OVER, Status.CLOSED)
    is_same_board = _board_known(request) == _board(table) and not is_over
    with wording.about(table.variant):
        announcement = _announcement_of_news(request, view, now)
    template = "tables/_updates.html" if is_same_board else "board/_updates.html"
    response = show_table(
        request,
        table,
        now,
        PageExtras(
            286 if is_over else 200,
            announcement=announcement,
            template=template,
            keeps_typed=True,
            comes_by_itself=True,
        ),
    )
    return response if is_same_board else retarget(response, "#game")


def show_table_refusal(
    request: GameRequest, refused: Refusal, now: datetime, status: int
) -> HttpResponse:
    """Answer with the table as it is, what was wrong with the action and what to do."""
    view = view_of(request, refused.game)
    with wording.about(refused.game.variant):
        notice = refusals.refusal(refused, view)
    is_to_correct = isinstance(refused, Unplayable | NotYourTurn)
    typed = request.POST.get("move", "")[:80] if is_to_correct else None
    return show_table(request, refused.game, now, PageExtras(status, notice, typed))


def _context(
    request: GameRequest, view: TableView, now: datetime, extra: PageExtras
) -> dict[str, object]:
    table = view.table
    address = table_address(request, table)
    focus = focus_on(request, extra.notice, extra.typed, extra.pick)
    focus = "asks" if extra.asks else "" if extra.comes_by_itself else focus
    is_own_turn = view.may_move
    offers = requests(view)
    board_query = {"version": str(table.version)} | viewer_query(request, table)
    may_offer = any(offer.order == "offer-draw" for offer in offers)
    with_move = {"below_moves": "tables/_with_move.html"} if is_own_turn and may_offer else {}
    return {
        **board_context(view, address, extra.pick, extra.asks),
        "urls": _urls(request, table),
        "parts": _PARTS | with_move,
        "focus": focus,
        "notice": extra.notice,
        "typed": extra.typed or "",
        "types_ahead": view.is_being_played and not is_own_turn,
        "keeps_typed": extra.keeps_typed,
        **_status(request, view, extra, focus),
        "comes_by_itself": extra.comes_by_itself,
        "heading": labels.heading(view),
        "moves_heading": labels.moves_heading(view),
        "closed": labels.closed_notice(view),
        "offers_draw": bool(request.POST.get("offers_draw")),
        "asks_first": preferences(request.session).confirm,
        "plans_for": plans_for(
            request,
            view.side,
            waits=view.is_being_played and not is_own_turn and table.clock is not None,
        ),
        **_surroundings(request, view, now, extra),
        "requests": offers,
        "board_query": urlencode(board_query),
        "record": record(view.game, view.ply, _urls(request, table)["replay"], board_query),
        "strips": player_strips(
            view.game, view.bottom, labels.strip_names(view), labels.strip_clocks(view, now)
        ),
    }


def _status(
    request: GameRequest, view: TableView, extra: PageExtras, focus: str
) -> dict[str, object]:
    """Return the context of what has just happened: a move, or an opponent who has joined."""
    if _has_joined(request, view):
        joined = labels.has_joined(view)
        return status_context(joined, "", joined, extra.announcement, focus)
    turn, moved = labels.turn(view), labels.last_move(view)
    return status_context(turn, moved, labels.news(view), extra.announcement, focus)


def _surroundings(
    request: GameRequest, view: TableView, now: datetime, extra: PageExtras
) -> dict[str, object]:
    """Return the context of what surrounds the board at a table, and in no other game."""
    table = view.table
    has_asked = view.side is not None and table.offers.rematch_by is view.side
    is_waiting = has_asked or (view.is_unfinished and not view.may_move)
    return {
        "clocks": labels.clocks(view, milliseconds(now)),
        "clock_words": labels.clock_words(),
        "plans": table.clock is not None,
        "notes": _notes(request, view, now),
        "chat_lines": labels.chat_lines(view, now - labels.CHAT_SHOWN_FOR),
        "absence": labels.absence(view, now),
        "answers": answers(view, now),
        "courtesies": courtesies(view),
        "own_table": own_table(request, view, now),
        "rules": variant_choice(table.variant),
        "conditions": describe_table(TableEntry(table.row, tuple(table.seats.values()))),
        "is_seated": view.is_seated,
        "agrees_draw": view.plays_both and table.is_being_played,
        "polls": _polls(request, view, now),
        "refresh_url": _refresh_url(request, view, now),
        "is_waiting": is_waiting,
        "refresh": is_waiting and REFRESH in request.GET,
        "refresh_on": table_address(request, table, refresh=REFRESH_SECONDS),
        "refresh_off": without_field(REFRESH, table_address(request, table)),
        "flip": flipped_address(request, table),
        "next_game": neighbour_address(request, table, _next_game(table)),
        "is_kept": view.outcome is not None and is_kept(request.session, table.id),
        "game_before": neighbour_address(request, table, table.row.rematch_of_id),
        "table_id": table.id,
        "settings_query": urlencode({"table": table.id} | secret_query(request, table, table.id)),
        "watching_address": _watching_address(request, view),
        "joins": table.status is Status.WAITING and not view.is_seated and table.is_listed,
        "has_scripts": bool(request.htmx),
    }


def _urls(request: GameRequest, table: TableGame) -> dict[str, str]:
    shared_query = viewer_query(request, table)

    def address(page: str, query: dict[str, str] = shared_query) -> str:
        return page_of_table(table.id, query, page)

    return {
        "kept": f"?{urlencode(shared_query)}" if shared_query else "",
        "move": address("table-move"),
        "replay": address("table-replay", {}),
        "record": address("table-record", {}),
        "pdn": address("table-pdn"),
        "resign": address("table-resign"),
        "draw": address("table-draw"),
        "say": address("table-say"),
        "sync": "main:drop",
    }


def _polls(request: GameRequest, view: TableView, now: datetime) -> dict[str, object] | None:
    """Return where and how often a page with scripts polls; None if nothing more can happen."""
    over_for = now - view.table.row.changed_at
    is_over = not view.is_unfinished
    is_left = is_over and (view.side is None or over_for >= REMATCH_WINDOW)
    if is_left or view.table.status is Status.CLOSED:
        return None
    seconds = POLL_WHILE_WAITING if not view.may_move else POLL_ON_OWN_TURN
    if view.table.status is Status.WAITING and view.side is not None:
        seconds = POLL_FOR_AN_OPPONENT
    if is_over:
        seconds = POLL_AFTER_THE_END
    return {
        "address": _news_address(request, view, now),
        "seconds": seconds,
        "flag_in": _flag_in(view.table, now),
    }


def _flag_in(table: TableGame, now: datetime) -> int | None:
    """Return in how many milliseconds a page polls for a fallen flag; None if none can fall."""
    flag_falls_at = None if table.clock is None else table.clock.flag_falls_at()
    return (
        None if flag_falls_at is None else flag_falls_at - milliseconds(now) + POLL_AFTER_THE_FLAG
    )


def _news_address(request: GameRequest, view: TableView, now: datetime) -> str:
    table = view.table
    query = {"revision": table.revision, "board": _board(table), "ply": table.ply}
    query |= {"made": milliseconds(now)}
    claimable_at = table.claimable_at(view.side) if view.side is not None else None
    if claimable_at is not None and claimable_at > now:
        query["claim"] = milliseconds(claimable_at)
    # Who is to move, or waits for an opponent, counts as present while the page polls.
    is_present = view.may_move or (view.is_seated and table.status is Status.WAITING)
    here = {"here": 1} if is_present else {}
    return page_of_table(
        table.id, query | _asked(view) | here | viewer_query(request, table), "table-news"
    )


def _board(table: TableGame) -> str:
    """Return what identifies a table's board, and tells a game from the wait for it."""
    return f"{table.version}-{table.status}"


def _board_known(request: GameRequest) -> str:
    """Return the board on the page that polls."""
    return request.GET.get("board", "")


def _refresh_url(request: GameRequest, view: TableView, now: datetime) -> str:
    """Return the table's URL with the time in it, so that text browsers load it again."""
    waits = {WAITS: 1} if view.table.status is Status.WAITING and view.side is not None else {}
    asked = _asked(view) | waits
    return table_address(request, view.table, **asked, ply=view.ply, looked=milliseconds(now))


def _has_joined(request: GameRequest, view: TableView) -> bool:
    """Return whether the game that the reader waited for has begun and nobody has moved yet."""
    has_waited = WAITS in request.GET or _board_known(request).endswith(Status.WAITING)
    is_new = view.is_being_played and not view.table.plies_played
    return has_waited and is_new and view.side is not None


def _asked(view: TableView) -> dict[str, str]:
    """Return the query for the reader's and the opponent's offers that wait for an answer."""
    if view.side is None:
        return {}
    what = {
        "asked": view.table.offers.asked_by(view.side),
        "offered": view.table.offers.asked_by(view.side.other),
    }
    return {name: value for name, value in what.items() if value}


def _declined(request: GameRequest, view: TableView) -> list[str]:
    """Say that the opponent declined what the reader's last page asked for."""
    asked, side, table = request.GET.get("asked"), view.side, view.table
    if side is None or table.offers.asked_by(side):
        return []
    match asked:
        case "draw" if table.is_being_played:
            return [labels.declined("draw")]
        case "back" if table.is_being_played and request.GET.get("ply") == str(table.ply):
            return [labels.declined("back")]
        case "rematch" if table.status is Status.OVER and _next_game(table) is None:
            return [labels.declined("rematch")]
    return []


def _notes(request: GameRequest, view: TableView, now: datetime) -> list[str]:
    """Return the sentences under the status; a declined draw offer stays for one's next look."""
    side, table = view.side, view.table
    is_declined = side is not None and table.offers.draw_declined_by is side.other
    lasting = [labels.declined("draw")] if is_declined and table.is_being_played else []
    notes = [
        *_declined(request, view),
        *lasting,
        *labels.open_offers(view),
        labels.opening_played(view),
    ]
    return [note for note in dict.fromkeys(notes) if note]


def _withdrawn(request: GameRequest, view: TableView) -> list[str]:
    """Say that the opponent withdrew the offer shown on the reader's last page."""
    offered, side, table = request.GET.get("offered", ""), view.side, view.table
    if side is None or table.offers.asked_by(side.other):
        return []
    match offered:
        case "draw" | "back" if _board_known(request) == _board(table) and table.is_being_played:
            return [labels.withdrawn(table, side.other, offered)]
        case "rematch" if table.status is Status.OVER and _next_game(table) is None:
            return [labels.withdrawn(table, side.other, offered)]
    return []


def _watching_address(request: GameRequest, view: TableView) -> str:
    """Return the link that a private table's player can give to spectators; else empty."""
    is_private = not view.table.is_listed and view.table.status in (Status.PLAYING, Status.OVER)
    if not view.is_seated or not is_private:
        return ""
    return request.build_absolute_uri(watching_address(view.table.id))


def _next_game(table: TableGame) -> str | None:
    return rematch_of(table) if table.status is Status.OVER else None


def _announcement_of_news(request: GameRequest, view: TableView, now: datetime) -> str:
    made = instant(_number(request, "made", milliseconds(now)))
    words = [
        *_declined(request, view),
        *_withdrawn(request, view),
        *labels.open_offers(view, of_others_alone=True),
        *labels.chat_lines(view, made, of_others_alone=True),
    ]
    if _has_joined(request, view):
        words.insert(0, labels.joined_announcement(view))
    elif _board_known(request) != _board(view.table):
        before = _number(request, "ply", view.ply)
        is_brief = preferences(request.session).announcements == "short"
        if before > view.ply:
            words.insert(0, labels.moves_taken_back(view))
        else:
            words.insert(0, labels.announcement(view, before, is_brief=is_brief))
    if is_claim_due(request, now):
        words.append(labels.absence(view, now))
    return paragraph(words)


def is_claim_due(request: GameRequest, now: datetime) -> bool:
    """Return whether the opponent may have been away long enough; no row changes then."""
    never = milliseconds(now) + 1
    return _number(request, "claim", never) <= milliseconds(now)


def _number(request: GameRequest, name: str, otherwise: int) -> int:
    """Return a number from the query, as our pages write it."""
    text = request.GET.get(name, "")
    return int(text) if re.fullmatch(r"[0-9]{1,14}", text) else otherwise
