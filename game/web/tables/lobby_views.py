"""The lobby: list, make, join and close tables, and name a guest."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import cast

from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from game.models.tables import Status
from game.play.players import known_player, latest_player
from game.play.refusals import (
    NoSuchTable,
    NotInvited,
    NotSeated,
    OwnTable,
    RateLimitExceeded,
    Refusal,
    SeatTaken,
)
from game.play.tables import lobby, lobby_view, play_now
from game.play.tables.game import TableGame
from game.play.tables.guests import (
    enter_lobby,
    name_or_random,
    name_remembered,
    record_lobby_presence,
)
from game.play.tables.names import InvalidName
from game.play.tables.storage import load
from game.web.shared.awaited import awaited_context
from game.web.shared.http import GameRequest, SeeOther, address_of, form_sent, time_of
from game.web.shared.links import WAITS, qr_picture
from game.web.shared.rule_labels import variant_choice
from game.web.tables import form_labels, lobby_labels
from game.web.tables.forms import NameForm, TableForm, choices_sent, quick_options
from game.web.tables.links import joining_link, page_of_table, watching_address
from game.web.tables.lobby_page import (
    awaited_game_address,
    awaited_tables,
    news_context,
    requested_pages,
    show_lobby,
)

_STATUS: dict[type[Refusal], int] = {NotInvited: 403, NotSeated: 403}
IS_ID = re.compile(r"[\w-]{1,40}", re.ASCII).fullmatch
TableEndpoint = Callable[[GameRequest, str], HttpResponse]


@require_safe
@never_cache
def lobby_show(request: GameRequest) -> HttpResponse:
    """Show open tables and games, one's own first; redirect to the game one waited for."""
    if begun := awaited_game_address(request, time_of(request)):
        return SeeOther(request, begun)
    return show_lobby(request, _done(request))


def _done(request: GameRequest) -> str:
    """Return what became of the action that led here; empty for anyone else with this URL."""
    table_id = request.GET.get("closed", "")
    if IS_ID(table_id) and lobby.has_sat_at(table_id, known_player(request.session)):
        return lobby_labels.table_closed()
    is_named = "named" in request.GET and name_remembered(request.session)
    return lobby_labels.name_changed() if is_named else ""


@require_safe
@never_cache
def lobby_news(request: GameRequest) -> HttpResponse:
    """Answer a poll: 204 if no table has changed since ``?seen=``, else the line that says so.

    That it has become the reader's turn at one of their own tables, or that somebody waits where
    nobody did, is announced. A reader who waited for an opponent is redirected to the game.
    """
    if not request.htmx:
        return SeeOther(request, reverse("game:lobby"))
    now, before = time_of(request), request.GET.get("seen", "")
    page, played_page = requested_pages(request)
    if awaited_tables(request):
        # Whoever waits here is here: "Play now" joins nobody who has left.
        record_lobby_presence(request.session, now)
    token = lobby_view.token(request.session, now, page)
    if token == before:
        return HttpResponse(status=204)
    if begun := awaited_game_address(request, now):
        return HttpResponseClientRedirect(begun)
    context = news_context(token, now, page, played_page, awaited_tables(request))
    first = lobby_labels.someone_waits() if lobby_view.has_first_table(before, token) else ""
    said = first or _turn_news(request, now, token, before)
    context |= {"changed": first or lobby_labels.lobby_changed(), "announcement": said}
    return render(request, "tables/_lobby_updates.html", context)


@require_safe
@never_cache
def table_awaited(request: GameRequest) -> HttpResponse:
    """Answer a poll by another game's page of a player who waits: 204 until somebody has joined."""
    if not request.htmx:
        return SeeOther(request, reverse("game:lobby"))
    context = awaited_context(request, time_of(request))
    awaited = cast("dict[str, object]", context.get("awaited", {}))
    if "polls" in awaited:
        return HttpResponse(status=204)
    context["announcement"] = awaited.get("words", "")
    return render(request, "tables/_awaited.html", context)


def _turn_news(request: GameRequest, now: datetime, token: str, before: str) -> str:
    """Announce at how many tables it is the reader's turn, if that is what has changed."""
    if token.partition(".")[0] == before.partition(".")[0]:
        return ""
    return lobby_labels.turn_news(lobby_view.count_turns(request.session, now))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_new(request: GameRequest) -> HttpResponse:
    """Show the form, filled in as for the last table; a POST makes the table."""
    if request.method != "POST":
        named = {"name": name_or_random(request.session)}
        last = lobby_view.last_choices(request.session)
        return _form(request, TableForm(initial=last | choices_sent(request.GET) | named))
    form, now = TableForm(request.POST), time_of(request)
    if not form.is_valid():
        return _form(request, form, 422)
    try:
        guest = enter_lobby(request.session, now, form.cleaned_data["name"], address_of(request))
        table = lobby.create(guest, address_of(request), form.options, now, form_sent(request))
    except InvalidName as unfit:
        form.refuse_name(unfit)
        return _form(request, form, 422)
    except RateLimitExceeded as refused:
        return _form(request, form, 429, lobby_labels.too_many(refused))
    lobby_view.remember_choices(request.session, form.choices)
    return _to_waiting(request, table)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_now(request: GameRequest) -> HttpResponse:
    """Join whoever waits on the reader's usual terms, or create a table and wait there."""
    if request.method != "POST":
        return SeeOther(request, reverse("game:lobby"))
    now = time_of(request)
    options = quick_options(lobby_view.last_choices(request.session))
    guest = enter_lobby(request.session, now)
    try:
        table = play_now.play_now(guest, address_of(request), options, now, form_sent(request))
    except RateLimitExceeded as refused:
        return show_lobby(request, lobby_labels.too_many(refused), 429)
    return _to_waiting(request, table)


def _form(
    request: GameRequest, form: TableForm, status: int = 200, notice: str = ""
) -> HttpResponse:
    context = {"form": form, "notice": notice, "figures": lobby_labels.lobby_figures()}
    return render(request, "tables/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def lobby_name(request: GameRequest) -> HttpResponse:
    """Show the form for a guest's name; a POST takes the name if it is free and valid."""
    form, now = NameForm(request.POST), time_of(request)
    if request.method != "POST":
        form = NameForm(initial={"name": name_or_random(request.session)})
        return _name_page(request, form)
    try:
        if form.is_valid():
            enter_lobby(request.session, now, form.cleaned_data["name"], address_of(request))
            return SeeOther(request, f"{reverse('game:lobby')}?named={int(now.timestamp())}")
    except InvalidName as unfit:
        form.refuse_name(unfit)
    except RateLimitExceeded as refused:
        return _name_page(request, form, 429, lobby_labels.too_many(refused))
    return _name_page(request, form, 422)


def _name_page(
    request: GameRequest, form: NameForm, status: int = 200, notice: str = ""
) -> HttpResponse:
    known = name_remembered(request.session)
    context = {"form": form, "known": known, "rules": form_labels.name_rules(), "notice": notice}
    return render(request, "tables/name.html", context, status=status)


def _posts_to_lobby(view: TableEndpoint) -> TableEndpoint:
    """Allow POST only and redirect a GET to the lobby; answer a refused action with the lobby."""

    @wraps(view)
    def guarded(request: GameRequest, table_id: str) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return SeeOther(request, f"{reverse('game:lobby')}?look={table_id}")
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            return view(request, table_id)
        except NoSuchTable:
            return show_lobby(request, lobby_labels.no_such_table(), 404)
        except RateLimitExceeded as refused:
            return show_lobby(request, lobby_labels.too_many(refused), 429)
        except Refusal as refused:
            status = _STATUS.get(type(refused), 409)
            is_own = isinstance(refused, OwnTable)
            return show_lobby(request, lobby_labels.join_refusal(refused), status, is_own=is_own)

    return guarded


@_posts_to_lobby
def table_join(request: GameRequest, table_id: str) -> HttpResponse:
    """Join a table in the lobby; the game begins."""
    now = time_of(request)
    table = lobby.join(table_id, enter_lobby(request.session, now), address_of(request), now)
    return _to_table(request, table)


@_posts_to_lobby
def table_close(request: GameRequest, table_id: str) -> HttpResponse:
    """Close one's own table that nobody has joined yet."""
    try:
        lobby.close(table_id, known_player(request.session) or "", time_of(request))
    except SeatTaken:
        return show_lobby(request, lobby_labels.joined_meanwhile(), 409)
    return SeeOther(request, f"{reverse('game:lobby')}?closed={table_id}#own")


@require_safe
@never_cache
def table_qr(request: GameRequest, table_id: str) -> HttpResponse:
    """Send the link to a waiting table as a QR code, to its creator only."""
    try:
        table = load(table_id, time_of(request))
    except NoSuchTable as missing:
        raise Http404 from missing
    is_own = table.side_of(known_player(request.session)) is not None
    if table.status is not Status.WAITING or not is_own:
        raise Http404
    return qr_picture(joining_link(request, table.row))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_invitation(request: GameRequest, secret: str) -> HttpResponse:
    """Ask whether to join the table that a link leads to; only a POST joins."""
    now = time_of(request)
    try:
        table = lobby.invited_to(secret, now)
    except NoSuchTable:
        return _invited(request, None)
    # The first half of a double press may have seated a player this request did not know yet.
    player_now = latest_player if request.method == "POST" else known_player
    is_seated = table.side_of(player_now(request.session)) is not None
    if is_seated and table.status is not Status.WAITING:
        return _to_table(request, table)
    if request.method == "POST" and table.status is Status.WAITING and not is_seated:
        return _accept(request, table, secret)
    return _invited(request, table)


def _accept(request: GameRequest, table: TableGame, secret: str) -> HttpResponse:
    form, now = NameForm(request.POST), time_of(request)
    if not form.is_valid():
        return _invited(request, table, 422, form)
    try:
        guest = enter_lobby(request.session, now, form.cleaned_data["name"], address_of(request))
        return _to_table(request, lobby.join(table.id, guest, address_of(request), now, secret))
    except InvalidName as unfit:
        form.refuse_name(unfit)
        return _invited(request, table, 422, form)
    except RateLimitExceeded as refused:
        return _invited(request, table, 429, form, lobby_labels.too_many(refused))
    except Refusal as refused:
        return _invited(request, refused.game)


def _invited(
    request: GameRequest,
    table: TableGame | None,
    status: int = 200,
    form: NameForm | None = None,
    notice: str = "",
) -> HttpResponse:
    """Show an invitation's page: the opponent, or why nobody can join there."""
    named = {"name": name_or_random(request.session)}
    context: dict[str, object] = {"form": form or NameForm(initial=named), "notice": notice}
    kind = "gone" if table is None or table.status is not Status.WAITING else "join"
    if table is not None and table.status in (Status.PLAYING, Status.OVER):
        context["watch"] = watching_address(table.id)
    if table is not None and kind == "join":
        entry = lobby_view.TableEntry(table.row, tuple(table.seats.values()))
        kind = "join" if table.side_of(known_player(request.session)) is None else "own"
        context |= {
            "description": lobby_labels.describe_invitation(entry),
            "rules": variant_choice(table.variant),
            "rule_set": table.variant.rule_set,
        }
    context |= {"kind": kind, "heading": lobby_labels.link_heading(kind)}
    # A link that is no longer good, and one's own link.
    status = {"gone": 410, "own": 409}.get(kind, status)
    return render(request, "tables/invitation.html", context, status=status)


def _to_waiting(request: GameRequest, table: TableGame) -> HttpResponse:
    """Redirect to a table that waits for an opponent, or to its game if that has begun."""
    if table.status is not Status.WAITING:
        return _to_table(request, table)
    lobby_view.await_opponent(request.session, table.id)
    return SeeOther(request, f"{page_of_table(table.id, {'made': table.id, WAITS: 1})}#turn")


def _to_table(request: GameRequest, table: TableGame) -> HttpResponse:
    return SeeOther(request, f"{page_of_table(table.id, {'joined': table.revision})}#turn")
