"""A table's page: one context for the whole page and for the parts of it that htmx swaps."""

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
from game.play.tables.game import TableGame, instant, milliseconds
from game.play.tables.lobby_view import Entry
from game.play.tables.offers import rematch_of
from game.play.tables.refusals import NotYourTurn, TableRefused, Unplayable
from game.play.tables.view import REMATCH_WITHIN, TableSeen, seen_by
from game.web.board.page import board_context, focus_on
from game.web.board.view import Confirmation, Pick
from game.web.shared import wording
from game.web.shared.http import GameRequest, SeeOther, page_or_fragment
from game.web.shared.links import REFRESH, REFRESH_SECONDS
from game.web.tables import labels, refusals
from game.web.tables.actions import answers, asked_by, courtesies, requests
from game.web.tables.links import (
    TURNED,
    WAITS,
    flipped,
    kept,
    key_to,
    neighbour,
    page_of_table,
    table_address,
    watching_address,
    without,
)
from game.web.tables.lobby_labels import closing_told, table_told

LOOKS_WHILE_WAITING, LOOKS_ON_OWN_TURN, LOOKS_AFTER_THE_END = 2, 10, 5
"""Seconds between two looks of a page with scripts."""
LOOKS_AFTER_THE_FLAG = 250
"""Milliseconds between the fall of a flag and the look for it: a browser's timer may be early."""
_PARTS = {
    "status": "table/_status.html",
    "waits": "table/_waits.html",
    "over": "table/_over.html",
    "actions": "table/_actions.html",
}


@dataclass(frozen=True)
class Shown:
    """What a page says besides how the table stands; all of it may be left out."""

    status: int = 200
    notice: str = ""
    typed: str | None = None
    pick: Pick | None = None
    asks: Confirmation | None = None
    said: str = ""
    template: str = "game/_swap.html"
    keeps_typed: bool = False
    """Whether what is being typed stays."""
    comes_by_itself: bool = False
    """Whether nobody has asked for it, so that the focus stays where it is."""


def show_table(
    request: GameRequest, at: TableGame, now: datetime, shown: Shown | None = None
) -> HttpResponse:
    """The table as it is: the page, or for htmx the part of it that changes."""
    shown = shown or Shown()
    seen = seen_for(request, at)
    with wording.about(at.variant):
        context = _context(request, seen, now, shown)
        response = page_or_fragment(
            request, "table/page.html", shown.template, context, shown.status
        )
    if context["refresh"] and not request.htmx:
        response["Refresh"] = f"{REFRESH_SECONDS}; url={_look(request, seen, now)}#turn"
    return response


def seen_for(request: GameRequest, at: TableGame) -> TableSeen:
    """The table as whoever sent the request sees it, turned round if they have turned it."""
    seen = seen_by(at, known_player(request.session), preferences(request.session))
    return replace(seen, bottom=seen.bottom.other) if TURNED in request.GET else seen


def after_table_order(
    request: GameRequest, at: TableGame, now: datetime, said: str, *, keeps_typed: bool = True
) -> HttpResponse:
    """The answer to an order that was carried out: the table, by redirect or in place."""
    if request.htmx:
        return show_table(request, at, now, Shown(said=said, keeps_typed=keeps_typed))
    return SeeOther(request, f"{table_address(request, at)}#turn")


def show_table_news(request: GameRequest, at: TableGame, now: datetime) -> HttpResponse:
    """What has changed, for a page that waits; 286 has it wait no more.

    The board is left alone if it is the one that was shown, and so is whoever is about to press or
    type something there.
    """
    seen = seen_for(request, at)
    is_over = at.status in (Status.OVER, Status.CLOSED)
    is_same_board = _board_known(request) == _board(at) and not is_over
    with wording.about(at.variant):
        said = _said_of_news(request, seen, now)
    template = "table/_news.html" if is_same_board else "game/_swap.html"
    response = show_table(
        request,
        at,
        now,
        Shown(
            286 if is_over else 200,
            said=said,
            template=template,
            keeps_typed=True,
            comes_by_itself=True,
        ),
    )
    return response if is_same_board else retarget(response, "#game")


def show_table_refusal(
    request: GameRequest, refused: TableRefused, now: datetime, status: int
) -> HttpResponse:
    """The table as it is, with what was wrong with the order and what to do."""
    seen = seen_for(request, refused.at)
    with wording.about(refused.at.variant):
        notice = refusals.refusal(refused, seen)
    is_to_correct = isinstance(refused, Unplayable | NotYourTurn)
    typed = request.POST.get("move", "")[:80] if is_to_correct else None
    return show_table(request, refused.at, now, Shown(status, notice, typed))


def _context(
    request: GameRequest, seen: TableSeen, now: datetime, shown: Shown
) -> dict[str, object]:
    at = seen.at
    address = table_address(request, at)
    focus = focus_on(request, shown.notice, shown.typed, shown.pick)
    is_own_turn = not seen.is_others_turn
    offers = requests(seen)
    may_offer = any(offer.order == "offer-draw" for offer in offers)
    with_move = {"below_moves": "table/_with_move.html"} if is_own_turn and may_offer else {}
    return {
        **board_context(seen, address, shown.pick, shown.asks),
        "orders": _orders(request, at),
        "parts": _PARTS | with_move,
        "focus": "asks" if shown.asks else "" if shown.comes_by_itself else focus,
        "notice": shown.notice,
        "typed": shown.typed or "",
        "types_ahead": seen.is_being_played and not is_own_turn,
        "keeps_typed": shown.keeps_typed,
        "said": shown.said,
        "heading": labels.heading(seen),
        "news": labels.has_joined(seen) if _has_joined(request, seen) else labels.news(seen),
        "moves_heading": labels.moves_heading(seen),
        "closed": labels.closed_words(seen),
        "offers_draw": bool(request.POST.get("offers_draw")),
        **_surroundings(request, seen, now, shown),
        "requests": offers,
        "record_query": f"?{urlencode({'version': at.version} | kept(request, at))}",
    }


def _surroundings(
    request: GameRequest, seen: TableSeen, now: datetime, shown: Shown
) -> dict[str, object]:
    """All that stands around the board of a table and of no other game."""
    at = seen.at
    is_waiting = seen.is_unfinished and seen.is_others_turn
    return {
        "clocks": labels.clocks(seen, milliseconds(now)),
        "told": [*_waits(seen, now), *_declined(request, seen), *labels.standing(seen)],
        "heard": labels.heard(seen, now - labels.HEARD_FOR),
        "absence": labels.absence(seen, now),
        "answers": answers(seen, now),
        "courtesies": courtesies(seen),
        "conditions": table_told(Entry(at.table, tuple(at.seats.values()))),
        "is_seated": seen.is_seated,
        "agrees_draw": seen.plays_both and at.is_being_played,
        "polls": _polls(request, seen, now),
        "look_again": _look(request, seen, now),
        "is_waiting": is_waiting,
        "refresh": is_waiting and REFRESH in request.GET,
        "refresh_on": table_address(request, at, refresh=REFRESH_SECONDS),
        "refresh_off": without(REFRESH, table_address(request, at)),
        "flip": flipped(request, at),
        "next_game": neighbour(request, at, _next_game(at)),
        "is_kept": seen.outcome is not None and is_kept(request.session, at.id),
        "game_before": neighbour(request, at, at.table.rematch_of_id),
        "table_id": at.id,
        "settings_query": urlencode({"table": at.id} | key_to(request, at, at.id)),
        "watching_address": _watching_address(request, seen),
        "joins": at.status is Status.WAITING and not seen.is_seated and at.table.is_listed,
        "has_scripts": bool(request.htmx),
    }


def _waits(seen: TableSeen, now: datetime) -> list[str]:
    """What the maker of a table is told of the wait for somebody to join."""
    is_waiting = seen.at.status is Status.WAITING and seen.side is not None
    return [closing_told(seen.at.table, now)] if is_waiting else []


def _orders(request: GameRequest, at: TableGame) -> dict[str, str]:
    wishes = kept(request, at)

    def address(page: str, query: dict[str, str] = wishes) -> str:
        return page_of_table(at.id, query, page)

    return {
        "kept": f"?{urlencode(wishes)}" if wishes else "",
        "move": address("table-move"),
        "replay": address("table-replay", {}),
        "record": address("table-record", {}),
        "resign": address("table-resign"),
        "draw": address("table-draw"),
        "say": address("table-say"),
        "sync": "main:drop",
    }


def _polls(request: GameRequest, seen: TableSeen, now: datetime) -> dict[str, object] | None:
    """Where a page with scripts looks for news, and how often; None where nothing will come."""
    over_for = now - seen.at.table.changed_at
    is_over = not seen.is_unfinished
    is_left = is_over and (seen.side is None or over_for >= REMATCH_WITHIN)
    if is_left or seen.at.status is Status.CLOSED:
        return None
    seconds = LOOKS_WHILE_WAITING if seen.is_others_turn else LOOKS_ON_OWN_TURN
    if is_over:
        seconds = LOOKS_AFTER_THE_END
    return {
        "address": _news_address(request, seen, now),
        "seconds": seconds,
        "flag_in": _flag_in(seen.at, now),
    }


def _flag_in(at: TableGame, now: datetime) -> int | None:
    """In how many milliseconds a page looks whether a flag has fallen; None while none can."""
    falls_at = None if at.clock is None else at.clock.falls_at()
    return None if falls_at is None else falls_at - milliseconds(now) + LOOKS_AFTER_THE_FLAG


def _news_address(request: GameRequest, seen: TableSeen, now: datetime) -> str:
    at = seen.at
    query = {"revision": at.revision, "board": _board(at), "ply": at.ply}
    query |= {"made": milliseconds(now)}
    claimable_at = at.claimable_at(seen.side) if seen.side is not None else None
    if claimable_at is not None and claimable_at > now:
        query["claim"] = milliseconds(claimable_at)
    here = {} if seen.is_others_turn else {"here": 1}
    return page_of_table(at.id, query | _asked(seen) | here | kept(request, at), "table-news")


def _board(at: TableGame) -> str:
    """What tells two boards of a table apart, and a game from the wait for it."""
    return f"{at.version}-{at.status}"


def _board_known(request: GameRequest) -> str:
    """The board on the page that waits."""
    return request.GET.get("board", "")


def _look(request: GameRequest, seen: TableSeen, now: datetime) -> str:
    """The table's address with the instant in it: text browsers load it anew."""
    waits = {WAITS: 1} if seen.at.status is Status.WAITING and seen.side is not None else {}
    asked = _asked(seen) | waits
    return table_address(request, seen.at, **asked, ply=seen.ply, looked=milliseconds(now))


def _has_joined(request: GameRequest, seen: TableSeen) -> bool:
    """Whether the game has begun that the reader waited for, and nobody has moved yet."""
    has_waited = WAITS in request.GET or _board_known(request).endswith(Status.WAITING)
    is_new = seen.is_being_played and not seen.at.plies_played
    return has_waited and is_new and seen.side is not None


def _asked(seen: TableSeen) -> dict[str, str]:
    """What the reader waits to be answered, and the other does, as addresses give it."""
    if seen.side is None:
        return {}
    what = {"asked": asked_by(seen.at, seen.side), "offered": asked_by(seen.at, seen.side.other)}
    return {name: value for name, value in what.items() if value}


def _declined(request: GameRequest, seen: TableSeen) -> list[str]:
    """That the other has said no to what the reader's last page had asked for."""
    asked, side, at = request.GET.get("asked"), seen.side, seen.at
    if side is None or asked_by(at, side):
        return []
    match asked:
        case "draw" if at.is_being_played:
            return [labels.declined("draw")]
        case "back" if at.is_being_played and request.GET.get("ply") == str(at.ply):
            return [labels.declined("back")]
        case "rematch" if at.status is Status.OVER and _next_game(at) is None:
            return [labels.declined("rematch")]
    return []


def _withdrawn(request: GameRequest, seen: TableSeen) -> list[str]:
    """That the other no longer asks for what the reader's last page had them ask for."""
    offered, side, at = request.GET.get("offered", ""), seen.side, seen.at
    if side is None or asked_by(at, side.other):
        return []
    match offered:
        case "draw" | "back" if _board_known(request) == _board(at) and at.is_being_played:
            return [labels.withdrawn(at, side.other, offered)]
        case "rematch" if at.status is Status.OVER and _next_game(at) is None:
            return [labels.withdrawn(at, side.other, offered)]
    return []


def _watching_address(request: GameRequest, seen: TableSeen) -> str:
    """What a player of a private table may hand to those who are to watch."""
    is_private = not seen.at.table.is_listed and seen.at.status in (Status.PLAYING, Status.OVER)
    if not seen.is_seated or not is_private:
        return ""
    return request.build_absolute_uri(watching_address(seen.at.id))


def _next_game(at: TableGame) -> str | None:
    return rematch_of(at) if at.status is Status.OVER else None


def _said_of_news(request: GameRequest, seen: TableSeen, now: datetime) -> str:
    made = instant(_number(request, "made", milliseconds(now)))
    words = [
        *_declined(request, seen),
        *_withdrawn(request, seen),
        *labels.standing(seen, of_others_alone=True),
        *labels.heard(seen, made, of_others_alone=True),
    ]
    if _has_joined(request, seen):
        words.insert(0, labels.joined_announcement(seen))
    elif _board_known(request) != _board(seen.at):
        before = _number(request, "ply", seen.ply)
        is_brief = preferences(request.session).announcements == "short"
        if before > seen.ply:
            words.insert(0, labels.moves_taken_back(seen))
        else:
            words.insert(0, labels.announcement(seen, before, is_brief=is_brief))
    if is_claim_due(request, now):
        words.append(labels.absence(seen, now))
    return " ".join(word for word in words if word)


def is_claim_due(request: GameRequest, now: datetime) -> bool:
    """Whether it is time to see if the other has stayed away; no row changes then."""
    never = milliseconds(now) + 1
    return _number(request, "claim", never) <= milliseconds(now)


def _number(request: GameRequest, name: str, otherwise: int) -> int:
    """A number from the address, as our pages write it."""
    text = request.GET.get(name, "")
    return int(text) if re.fullmatch(r"[0-9]{1,14}", text) else otherwise
