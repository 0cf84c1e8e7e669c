"""The lobby's page: its context has every line and button, so that the template only loops."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import cast
from urllib.parse import urlencode

from django.http import HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import reverse

from game.models import Guest
from game.play.players import known_player
from game.play.tables.guests import name_remembered, record_lobby_presence
from game.play.tables.lobby import MAX_WAITING_TABLES
from game.play.tables.lobby_view import Lobby, TableEntry, last_choices, lobby_for, started_game
from game.rules import VARIANTS
from game.web.shared.http import GameRequest, time_of
from game.web.shared.links import WAITS, is_local
from game.web.shared.rule_labels import variant_choice
from game.web.shared.terms import game_name
from game.web.tables import lobby_labels
from game.web.tables.forms import quick_options
from game.web.tables.links import joining_link, page_of_table

SECONDS = 30
"""How often the page refreshes automatically, if the reader switched that on."""
POLL_SECONDS, POLL_SECONDS_WHILE_WAITING = 15, 5
"""Seconds between two polls of a page with scripts."""
LAST_PAGE = 500


def show_lobby(
    request: GameRequest, notice: str = "", status: int = 200, *, is_own: bool = False
) -> HttpResponse:
    """Answer with the lobby as it is now; ``notice`` says what became of an action.

    ``is_own``: the reader tried to join their own table.
    """
    now = time_of(request)
    record_lobby_presence(request.session, now)
    page, played_page = requested_pages(request)
    lobby = lobby_for(request.session, now, page, played_page)
    by_itself = status == 200 and "every" in request.GET
    context: dict[str, object] = {
        **_tables(request, lobby, now),
        **_pages(lobby, page, played_page),
        "name": name_remembered(request.session),
        "quick": quick_terms(request),
        "guests": _others(lobby.guests, known_player(request.session)),
        "notice": notice,
        "is_own": is_own,
        "by_itself": SECONDS if by_itself else 0,
        **news_context(
            lobby.token,
            now,
            page,
            played_page,
            [entry.row.pk for entry in lobby.own if entry.is_waiting],
        ),
    }
    response = render(request, "tables/lobby.html", context, status=status)
    if by_itself:
        # A header and not an element: only readers who asked for it get it.
        poll = cast("dict[str, str]", context["poll"])
        response["Refresh"] = f"{SECONDS}; url={request.build_absolute_uri(poll['by_itself'])}"
    return response


def _rules(entries: list[TableEntry], request: GameRequest) -> list[dict[str, str]]:
    """Return in short the rules of every game that somebody waits for, and of "Play now"."""
    quick = quick_options(last_choices(request.session)).variant
    games = {variant.rule_set: variant for variant in (quick, *(it.variant for it in entries))}
    return [
        {"rule_set": key, "name": game_name(VARIANTS[key]), "short": variant_choice(VARIANTS[key])}
        for key in games
    ]


def quick_terms(request: GameRequest) -> dict[str, str]:
    """Return the game and the clock that "Play now" looks for: the reader's last, or the usual."""
    options = quick_options(last_choices(request.session))
    return {
        "game": game_name(options.variant),
        "clock": lobby_labels.describe_clock(options.control),
        "rules": options.variant.rule_set,
    }


def news_context(
    token: str, now: datetime, page: int, played_page: int, waiting: list[str]
) -> dict[str, object]:
    """Return the context of the line that says whether the tables have changed.

    ``waiting`` are the reader's own tables that nobody had joined: if somebody has since, the next
    poll or refresh leads to the game.
    """
    pages = {"page": page, "games": played_page}
    repeated = [(name, str(number)) for name, number in pages.items() if number > 1]
    repeated += [(WAITS, table_id) for table_id in waiting]

    def address(name: str, **more: object) -> str:
        return f"{reverse(name)}?{urlencode([*more.items(), *repeated])}"

    instant = int(now.timestamp())
    return {
        "instant": instant,
        "every": SECONDS,
        "is_awaited": bool(waiting),
        "poll": {
            "news": address("game:lobby-news", seen=token),
            "seconds": POLL_SECONDS_WHILE_WAITING if waiting else POLL_SECONDS,
            "again": address("game:lobby", look=instant),
            "by_itself": address("game:lobby", every=SECONDS, look=instant),
        },
    }


def awaited_tables(request: GameRequest) -> list[str]:
    """Return the reader's own tables that nobody had joined when their page was made."""
    return [table_id[:40] for table_id in request.GET.getlist(WAITS)[:MAX_WAITING_TABLES]]


def awaited_game_address(request: GameRequest, now: datetime) -> str:
    """Return the URL of the game that has begun at such a table since; empty if none has."""
    waited = awaited_tables(request)
    begun = started_game(request.session, waited, now) if waited else None
    if begun is None:
        return ""
    return f"{page_of_table(begun.row.pk, {WAITS: begun.row.revision})}#turn"


def _tables(request: GameRequest, lobby: Lobby, now: datetime) -> dict[str, object]:
    playing = [entry for entry in lobby.own if not entry.is_waiting]
    return {
        "playing": _linked(playing, lobby_labels.own_link, lobby_labels.describe_own_game),
        "waiting": [_own_waiting(request, entry, now) for entry in lobby.own if entry.is_waiting],
        "open": _open(lobby.open, now),
        "played": _linked(lobby.played, lobby_labels.watch_link, lobby_labels.describe_game_played),
        "is_local": is_local(request),
        "rules": _rules(lobby.open, request),
    }


def _pages(lobby: Lobby, page: int, played_page: int) -> dict[str, object]:
    return {
        "newer": page - 1,
        "older": page + 1 if lobby.has_more_open else 0,
        "newer_games": played_page - 1,
        "older_games": played_page + 1 if lobby.has_more_played else 0,
    }


def _linked(
    entries: list[TableEntry],
    link: Callable[[TableEntry], str],
    describe: Callable[[TableEntry], str],
) -> list[dict[str, object]]:
    """Return games with a link to each; ``link`` and ``describe`` make the labels."""
    return [
        {
            "address": f"{page_of_table(entry.row.pk, {'look': entry.row.revision})}#turn",
            "link": words,
            "description": describe(entry),
        }
        for entry, words in zip(
            entries, lobby_labels.disambiguated(map(link, entries)), strict=True
        )
    ]


def _own_waiting(request: GameRequest, entry: TableEntry, now: datetime) -> dict[str, object]:
    table_id = entry.row.pk
    return {
        "id": table_id,
        "title": lobby_labels.own_waiting(entry),
        "description": lobby_labels.describe_own_waiting(entry, now),
        "close": reverse("game:table-close", args=[table_id]),
        "address": page_of_table(table_id, {"look": entry.row.revision}),
        "link": "" if entry.row.is_listed else joining_link(request, entry.row),
    }


def _open(entries: list[TableEntry], now: datetime) -> list[dict[str, object]]:
    shown, rest = zip(*map(lobby_labels.join_label, entries), strict=True) if entries else ((), ())
    whole = map("".join, zip(shown, rest, strict=True))
    ends = lobby_labels.disambiguated(whole, rest)
    return [
        {
            "action": reverse("game:table-join", args=[entry.row.pk]),
            "game": game_name(entry.variant),
            "rules": entry.variant.rule_set,
            "clock": lobby_labels.describe_clock(entry.control),
            "side": lobby_labels.side_offered(entry),
            "description": lobby_labels.describe_table(entry, with_clock=False),
            "since": lobby_labels.waiting_since(entry, now),
            "name": name,
            "rest": words,
        }
        for entry, name, words in zip(entries, shown, ends, strict=True)
    ]


def _others(guests: list[Guest], player: str | None) -> list[str]:
    return [guest.name for guest in guests if guest.pk != player]


def requested_pages(request: GameRequest) -> tuple[int, int]:
    """Return the requested pages of open tables and of games, counted from 1."""
    page, played_page = (_number(request.GET, name) for name in ("page", "games"))
    return page, played_page


def _number(sent: QueryDict, name: str) -> int:
    """Return the requested page, counted from 1; the first if it cannot be read."""
    text = sent.get(name, "")
    is_number = text.isascii() and text.isdigit() and len(text) < 5
    return min(max(int(text), 1), LAST_PAGE) if is_number else 1
