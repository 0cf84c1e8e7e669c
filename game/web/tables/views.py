"""A table: looked at, played at, waited at. The room, where tables are made, is another file's."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from game.play.active_game import Seen
from game.play.players import known_player
from game.play.preferences import preferences
from game.play.tables import moves, offers
from game.play.tables.game import TableGame
from game.play.tables.refusals import (
    AlreadyOffered,
    AlreadyPlayed,
    NoSuchTable,
    NotSeated,
    TableRefused,
    TooMany,
    Unplayable,
)
from game.play.tables.view import TableSeen, pulse, visit
from game.web.board import labels as board_labels
from game.web.board.page import requested_pick
from game.web.board.view import Pick, confirmation
from game.web.shared import wording
from game.web.shared.confirm import ask
from game.web.shared.guards import board_seen
from game.web.shared.http import GameRequest, SeeOther, address_of, time_of
from game.web.tables import labels, refusals
from game.web.tables.links import is_invited, table_address
from game.web.tables.page import (
    Shown,
    after_table_order,
    is_claim_due,
    seen_for,
    show_table,
    show_table_news,
    show_table_refusal,
)

Verb = Callable[[str, str, Seen, datetime], TableGame]
TableView = Callable[[GameRequest, str], HttpResponse]
ORDERS: dict[str, Verb] = {
    "offer-draw": offers.offer_draw,
    "accept-draw": offers.accept_draw,
    "decline-draw": offers.decline_draw,
    "withdraw-draw": offers.withdraw_draw,
    "ask-back": offers.request_take_back,
    "accept-back": offers.accept_take_back,
    "decline-back": offers.decline_take_back,
    "withdraw-back": offers.withdraw_take_back,
    "claim": moves.claim,
}
"""Orders to the board that the player has in view."""
WISHES: dict[str, Callable[[str, str, datetime], TableGame]] = {
    "rematch": offers.offer_rematch,
    "decline-rematch": offers.decline_rematch,
    "withdraw-rematch": offers.withdraw_rematch,
}
"""Orders after a game, when no board matters."""
_STATUS: dict[type[TableRefused], int] = {
    AlreadyPlayed: 200,
    AlreadyOffered: 200,
    Unplayable: 422,
    NotSeated: 403,
}


def at_table(view: TableView) -> TableView:
    """Answer orders that do not fit the table with the table as it is."""

    @wraps(view)
    def guarded(request: GameRequest, table_id: str) -> HttpResponse:
        try:
            return view(request, table_id)
        except NoSuchTable as missing:
            raise Http404 from missing
        except TableRefused as refused:
            now = time_of(request)
            is_private = isinstance(refused, NotSeated) and not refused.at.table.is_listed
            if is_private and not is_invited(request, table_id):
                raise Http404 from refused
            status = _STATUS.get(type(refused), 409)
            return show_table_refusal(request, refused, now, status)

    return guarded


def table_order_only(view: TableView) -> TableView:
    """Orders are POSTs; who opens their address, say by reloading, is led to the table."""

    @at_table
    @wraps(view)
    def guarded(request: GameRequest, table_id: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, table_id)
        if request.method in ("GET", "HEAD"):
            at = _visited(request, table_id, time_of(request))
            return SeeOther(request, f"{table_address(request, at)}#turn")
        return HttpResponseNotAllowed(["POST"])

    return guarded


@require_safe
@at_table
def table(request: GameRequest, table_id: str) -> HttpResponse:
    """The table, with a piece picked if the address says so and its reader plays there."""
    now = time_of(request)
    at = _visited(request, table_id, now)
    pick, complaint = None, ""
    if "pick" in request.GET and at.side_of(known_player(request.session)) is not None:
        pick, complaint = _pick(request, at)
    return show_table(request, at, now, Shown(pick=pick, notice=complaint))


@require_safe
@at_table
def table_news(request: GameRequest, table_id: str) -> HttpResponse:
    """What has changed since the page was made: nothing (204), parts of it, or 286 at the end.

    As long as nothing has, this is one question to the database: no session is read.
    """
    now = time_of(request)
    beat = pulse(table_id, now)
    is_due = beat is None or beat.is_due or is_claim_due(request, now)
    if beat and not is_due and request.GET.get("revision") == str(beat.revision):
        if "here" in request.GET:
            _visited(request, table_id, now)
        return HttpResponse(status=286 if beat.is_done else 204)
    at = _visited(request, table_id, now)
    if not request.htmx:
        return SeeOther(request, f"{table_address(request, at)}#turn")
    return show_table_news(request, at, now)


@table_order_only
def table_move(request: GameRequest, table_id: str) -> HttpResponse:
    """Play a move, and offer a draw with it if told so."""
    now, seen = time_of(request), board_seen(request.POST)
    if seen is None:
        return _unclear(request, table_id, now)
    if "pick" in request.POST and "move" not in request.POST:
        return _picked(request, table_id, now)
    player, text = _player(request), request.POST.get("move", "")
    if preferences(request.session).confirm and "confirmed" not in request.POST:
        at, move = moves.examine(table_id, player, seen, text, now)
        with wording.about(at.variant):
            asks = confirmation(seen_for(request, at), move)
        return show_table(request, at, now, Shown(asks=asks))
    offers_draw = bool(request.POST.get("offers_draw"))
    at = moves.play_move(table_id, player, seen, text, now, offers_draw=offers_draw)
    is_brief = preferences(request.session).announcements == "short"
    with wording.about(at.variant):
        said = labels.announcement(seen_for(request, at), seen.ply, is_brief=is_brief)
    return after_table_order(request, at, now, said, keeps_typed=False)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_resign(request: GameRequest, table_id: str) -> HttpResponse:
    """Ask whether the game is to be given up; sending the answer gives it up."""
    return _asked_first(request, table_id, moves.resign, labels.resign_question)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_draw(request: GameRequest, table_id: str) -> HttpResponse:
    """Ask whether both at one device agree on a draw; sending the answer ends the game."""
    at = _visited(request, table_id, time_of(request))
    if not at.table.is_on_one_device and request.method != "POST":
        return SeeOther(request, f"{table_address(request, at)}#turn")
    return _asked_first(request, table_id, offers.offer_draw, labels.draw_question)


def _asked_first(
    request: GameRequest,
    table_id: str,
    verb: Verb,
    question: Callable[[TableSeen], dict[str, str]],
) -> HttpResponse:
    """The question before an order; or what the order led to, once the answer has come."""
    now = time_of(request)
    if request.method == "POST":
        seen = board_seen(request.POST)
        if seen is None:
            return _unclear(request, table_id, now)
        return _done(request, verb(table_id, _player(request), seen, now), now)
    at = _visited(request, table_id, now)
    shown = seen_for(request, at)
    leads_back = f"{table_address(request, at)}#turn"
    if not shown.is_being_played:
        return SeeOther(request, leads_back)
    with wording.about(at.variant):
        sent = {"ply": at.ply, "version": at.version}
        return ask(request, question(shown), leads_back, sent)


@require_http_methods(["GET", "HEAD", "POST"])
def table_order(request: GameRequest, table_id: str, order: str) -> HttpResponse:
    """Any other order: offers and their answers, a claim, another game."""
    verb, wish = ORDERS.get(order), WISHES.get(order)
    if verb is None and wish is None:
        raise Http404

    @table_order_only
    def ordered(request: GameRequest, table_id: str) -> HttpResponse:
        now, player = time_of(request), _player(request)
        if wish is not None:
            return _wished(request, wish(table_id, player, now), table_id, now)
        seen = board_seen(request.POST)
        if seen is None or verb is None:
            return _unclear(request, table_id, now)
        return _done(request, verb(table_id, player, seen, now), now)

    return ordered(request, table_id)


@table_order_only
def table_say(request: GameRequest, table_id: str) -> HttpResponse:
    """Say one of the courtesies to the other player."""
    now, courtesy = time_of(request), request.POST.get("courtesy", "")
    try:
        at = offers.say(table_id, _player(request), courtesy, address_of(request), now)
    except TooMany:
        at = _visited(request, table_id, now)
        shown = Shown(429, refusals.TOO_MUCH_SAID, keeps_typed=True)
        return show_table(request, at, now, shown)
    return _done(request, at, now)


def _player(request: GameRequest) -> str:
    return known_player(request.session) or ""


def _visited(request: GameRequest, table_id: str, now: datetime) -> TableGame:
    invited = is_invited(request, table_id)
    return visit(table_id, known_player(request.session), now, is_invited=invited)


def seen_now(request: GameRequest, table_id: str, now: datetime) -> TableSeen:
    """The table as its reader sees it now; NoSuchTable if it is not theirs to see."""
    return seen_for(request, _visited(request, table_id, now))


def _pick(request: GameRequest, at: TableGame) -> tuple[Pick | None, str]:
    sent = request.POST if request.method == "POST" else request.GET
    with wording.about(at.variant):
        return requested_pick(sent, seen_for(request, at))


def _picked(request: GameRequest, table_id: str, now: datetime) -> HttpResponse:
    """The answer to a landing square in the middle of a multi-jump."""
    at = _visited(request, table_id, now)
    pick, complaint = _pick(request, at)
    if pick is None or request.htmx:
        status = 200 if pick else 422
        return show_table(request, at, now, Shown(status, complaint, pick=pick))
    return SeeOther(request, f"{table_address(request, at, pick=pick.text)}#board")


def _unclear(request: GameRequest, table_id: str, now: datetime) -> HttpResponse:
    at = _visited(request, table_id, now)
    return show_table(request, at, now, Shown(400, board_labels.UNCLEAR_ORDER))


def _done(request: GameRequest, at: TableGame, now: datetime) -> HttpResponse:
    shown = seen_for(request, at)
    with wording.about(at.variant):
        heard = labels.heard(shown, now - labels.HEARD_FOR)
        said = " ".join([*labels.standing(shown), *heard, f"{labels.turn(shown)}."])
    return after_table_order(request, at, now, said)


def _wished(request: GameRequest, at: TableGame, table_id: str, now: datetime) -> HttpResponse:
    """The answer to a wish: the same table, or the one where the two play again."""
    if at.id == table_id:
        return _done(request, at, now)
    address = f"{table_address(request, at)}#turn"
    return HttpResponseClientRedirect(address) if request.htmx else SeeOther(request, address)
