"""The room: tables listed, made, joined and closed, and what a guest is called."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from game.models.tables import Status
from game.play.players import known_player
from game.play.tables import lobby, lobby_view
from game.play.tables.game import TableGame
from game.play.tables.guests import enter, name_or_suggestion, name_remembered
from game.play.tables.names import UnfitName
from game.play.tables.refusals import (
    NoSuchTable,
    NotInvited,
    NotSeated,
    OwnTable,
    TableRefused,
    Taken,
    TooMany,
)
from game.play.tables.storage import look
from game.web.shared.http import GameRequest, SeeOther, address_of, form_sent, time_of
from game.web.shared.links import qr_picture
from game.web.tables import lobby_labels
from game.web.tables.forms import NameForm, TableForm, chosen_before
from game.web.tables.links import page_of_table, watching_address
from game.web.tables.lobby_page import (
    awaited,
    game_awaited,
    invitation_link,
    news_context,
    pages_asked,
    show_room,
)

_STATUS: dict[type[TableRefused], int] = {NotInvited: 403, NotSeated: 403}
IS_ID = re.compile(r"[\w-]{1,40}", re.ASCII).fullmatch
TableOrder = Callable[[GameRequest, str], HttpResponse]


@require_safe
@never_cache
def room_page(request: GameRequest) -> HttpResponse:
    """Who waits, who plays, and one's own tables first; the game, if it is what one waited for."""
    if begun := game_awaited(request, time_of(request)):
        return SeeOther(request, begun)
    return show_room(request, _done(request))


def _done(request: GameRequest) -> str:
    """What has become of the order that led here; nothing for whoever was given the address."""
    for name, words in {"made": lobby_labels.MADE, "closed": lobby_labels.CLOSED}.items():
        table_id = request.GET.get(name, "")
        if IS_ID(table_id) and lobby.has_sat_at(table_id, known_player(request.session)):
            return words
    is_named = "named" in request.GET and name_remembered(request.session)
    return lobby_labels.NAMED if is_named else ""


@require_safe
@never_cache
def room_news(request: GameRequest) -> HttpResponse:
    """Whether the tables have changed since ``?seen=``: nothing if not, else the line that says so.

    Its own tables' part is said aloud if it has become the reader's turn. Whoever waited for
    somebody to join is led to the game.
    """
    if not request.htmx:
        return SeeOther(request, reverse("game:room"))
    now, before = time_of(request), request.GET.get("seen", "")
    page, played_page = pages_asked(request)
    token = lobby_view.token(request.session, now, page)
    if token == before:
        return HttpResponse(status=204)
    if begun := game_awaited(request, now):
        return HttpResponseClientRedirect(begun)
    is_own = token.partition(".")[0] != before.partition(".")[0]
    said = lobby_labels.turn_news(lobby_view.turns(request.session, now)) if is_own else ""
    context = news_context(token, now, page, played_page, awaited(request))
    return render(request, "tables/_news.html", context | {"has_changed": True, "said": said})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_new(request: GameRequest) -> HttpResponse:
    """The form of choices, filled in as for the last table; sending it makes the table."""
    if request.method != "POST":
        named = {"name": name_or_suggestion(request.session)}
        last = lobby_view.last_choices(request.session)
        return _form(request, TableForm(initial=last | chosen_before(request.GET) | named))
    form, now = TableForm(request.POST), time_of(request)
    if not form.is_valid():
        return _form(request, form, 422)
    try:
        guest = enter(request.session, now, form.cleaned_data["name"], address_of(request))
        at = lobby.create(guest, address_of(request), form.options, now, form_sent(request))
    except UnfitName as unfit:
        form.refuse_name(unfit)
        return _form(request, form, 422)
    except TooMany as refused:
        return _form(request, form, 429, lobby_labels.too_many(refused))
    lobby_view.remember_choices(request.session, form.choices)
    if form.options.is_on_one_device:
        return _to_table(request, at)
    return SeeOther(request, f"{reverse('game:room')}?made={at.id}#own")


def _form(
    request: GameRequest, form: TableForm, status: int = 200, notice: str = ""
) -> HttpResponse:
    context = {"form": form, "notice": notice, "told": lobby_labels.room_told()}
    return render(request, "tables/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def room_name(request: GameRequest) -> HttpResponse:
    """What a guest is called; sending another name takes it, if it can be had."""
    form, now = NameForm(request.POST), time_of(request)
    if request.method != "POST":
        form = NameForm(initial={"name": name_or_suggestion(request.session)})
        return _name_page(request, form)
    try:
        if form.is_valid():
            enter(request.session, now, form.cleaned_data["name"], address_of(request))
            return SeeOther(request, f"{reverse('game:room')}?named={int(now.timestamp())}")
    except UnfitName as unfit:
        form.refuse_name(unfit)
    except TooMany as refused:
        return _name_page(request, form, 429, lobby_labels.too_many(refused))
    return _name_page(request, form, 422)


def _name_page(
    request: GameRequest, form: NameForm, status: int = 200, notice: str = ""
) -> HttpResponse:
    known = name_remembered(request.session)
    context = {"form": form, "known": known, "rules": lobby_labels.NAME_RULES, "notice": notice}
    return render(request, "tables/name.html", context, status=status)


def _order(view: TableOrder) -> TableOrder:
    """Orders are POSTs, others are led to the room; it also says why one was not carried out."""

    @wraps(view)
    def guarded(request: GameRequest, table_id: str) -> HttpResponse:
        if request.method in ("GET", "HEAD"):
            return SeeOther(request, f"{reverse('game:room')}?look={table_id}")
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        try:
            return view(request, table_id)
        except NoSuchTable:
            return show_room(request, lobby_labels.NO_SUCH_TABLE, 404)
        except TooMany as refused:
            return show_room(request, lobby_labels.too_many(refused), 429)
        except TableRefused as refused:
            status = _STATUS.get(type(refused), 409)
            is_own = isinstance(refused, OwnTable)
            return show_room(request, lobby_labels.join_refused(refused), status, is_own=is_own)

    return guarded


@_order
def table_join(request: GameRequest, table_id: str) -> HttpResponse:
    """Sit down at a table of the room; the game begins."""
    now = time_of(request)
    at = lobby.join(table_id, enter(request.session, now), address_of(request), now)
    return _to_table(request, at)


@_order
def table_close(request: GameRequest, table_id: str) -> HttpResponse:
    """Close a table of one's own at which nobody has sat down."""
    try:
        lobby.close(table_id, known_player(request.session) or "", time_of(request))
    except Taken:
        return show_room(request, lobby_labels.CLOSED_TOO_LATE, 409)
    return SeeOther(request, f"{reverse('game:room')}?closed={table_id}#own")


@require_safe
@never_cache
def table_qr(request: GameRequest, table_id: str) -> HttpResponse:
    """The link to a private table as a QR code, for its maker alone."""
    try:
        at = look(table_id, time_of(request))
    except NoSuchTable as missing:
        raise Http404 from missing
    is_private = at.status is Status.WAITING and not at.table.is_listed
    if not is_private or at.side_of(known_player(request.session)) is None:
        raise Http404
    return qr_picture(invitation_link(request, at.table))


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def table_invitation(request: GameRequest, secret: str) -> HttpResponse:
    """Ask whether to join the table that a link leads to; only sending the answer joins."""
    now = time_of(request)
    try:
        at = lobby.invited_to(secret, now)
    except NoSuchTable:
        return _invited(request, None)
    is_seated = at.side_of(known_player(request.session)) is not None
    if is_seated and at.status is not Status.WAITING:
        return _to_table(request, at)
    if request.method == "POST" and at.status is Status.WAITING and not is_seated:
        return _accept(request, at, secret)
    return _invited(request, at)


def _accept(request: GameRequest, at: TableGame, secret: str) -> HttpResponse:
    form, now = NameForm(request.POST), time_of(request)
    if not form.is_valid():
        return _invited(request, at, 422, form)
    try:
        guest = enter(request.session, now, form.cleaned_data["name"], address_of(request))
        return _to_table(request, lobby.join(at.id, guest, address_of(request), now, secret))
    except UnfitName as unfit:
        form.refuse_name(unfit)
        return _invited(request, at, 422, form)
    except TooMany as refused:
        return _invited(request, at, 429, form, lobby_labels.too_many(refused))
    except TableRefused as refused:
        return _invited(request, refused.at)


def _invited(
    request: GameRequest,
    at: TableGame | None,
    status: int = 200,
    form: NameForm | None = None,
    notice: str = "",
) -> HttpResponse:
    """The page of a link: whom one would play, or why nobody can join there."""
    named = {"name": name_or_suggestion(request.session)}
    context: dict[str, object] = {"form": form or NameForm(initial=named), "notice": notice}
    kind = "gone" if at is None or at.status is not Status.WAITING else "join"
    if at is not None and at.status in (Status.PLAYING, Status.OVER):
        context["watch"] = watching_address(at.id)
    if at is not None and kind == "join":
        entry = lobby_view.Entry(at.table, tuple(at.seats.values()))
        kind = "join" if at.side_of(known_player(request.session)) is None else "own"
        context |= {"told": lobby_labels.invitation_told(entry)}
    context |= {"kind": kind, "heading": lobby_labels.LINK_HEADINGS[kind]}
    # A link that is no longer good, and one that is one's own.
    status = {"gone": 410, "own": 409}.get(kind, status)
    return render(request, "tables/invitation.html", context, status=status)


def _to_table(request: GameRequest, at: TableGame) -> HttpResponse:
    return SeeOther(request, f"{page_of_table(at.id, {'joined': at.revision})}#turn")
