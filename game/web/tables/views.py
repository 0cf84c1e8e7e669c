"""A table: show it, poll it, play at it. Tables are made in the lobby's views."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps

from django.http import Http404, HttpResponse, HttpResponseNotAllowed
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from game.play.active_game import BoardReference
from game.play.players import known_player
from game.play.preferences import preferences
from game.play.refusals import (
    AlreadyOffered,
    AlreadyPlayed,
    NoSuchTable,
    NotSeated,
    RateLimitExceeded,
    Refusal,
    Unplayable,
)
from game.play.tables import moves, offers
from game.play.tables.game import TableGame
from game.play.tables.view import TableView, poll_state, visit
from game.web.board import labels as board_labels
from game.web.board.page import requested_pick
from game.web.board.view import Pick, confirmation
from game.web.shared import wording
from game.web.shared.confirm import ask
from game.web.shared.guards import board_reference
from game.web.shared.http import GameRequest, SeeOther, address_of, time_of
from game.web.shared.labels import paragraph, sentence
from game.web.tables import labels, refusals
from game.web.tables.links import is_invited, table_address
from game.web.tables.page import (
    PageExtras,
    after_table_action,
    is_claim_due,
    show_table,
    show_table_news,
    show_table_refusal,
    view_of,
)

Verb = Callable[[str, str, BoardReference, datetime], TableGame]
TableEndpoint = Callable[[GameRequest, str], HttpResponse]
BOARD_ACTIONS: dict[str, Verb] = {
    "offer-draw": offers.offer_draw,
    "accept-draw": offers.accept_draw,
    "decline-draw": offers.decline_draw,
    "withdraw-draw": offers.withdraw_draw,
    "ask-back": offers.request_takeback,
    "accept-back": offers.accept_takeback,
    "decline-back": offers.decline_takeback,
    "withdraw-back": offers.withdraw_takeback,
    "claim": moves.claim,
}
"""Actions on the board that the player sees."""
AFTER_GAME_ACTIONS: dict[str, Callable[[str, str, datetime], TableGame]] = {
    "rematch": offers.offer_rematch,
    "decline-rematch": offers.decline_rematch,
    "withdraw-rematch": offers.withdraw_rematch,
}
"""Actions after a game, which need no board reference."""
_STATUS: dict[type[Refusal], int] = {
    AlreadyPlayed: 200,
    AlreadyOffered: 200,
    Unplayable: 422,
    NotSeated: 403,
}


def at_table(view: TableEndpoint) -> TableEndpoint:
    """Answer actions that do not fit the table with the table as it is."""

    @wraps(view)
    def guarded(request: GameRequest, table_id: str) -> HttpResponse:
        try:
            return view(request, table_id)
        except NoSuchTable as missing:
            raise Http404 from missing
        except Refusal as refused:
            now = time_of(request)
            is_private = isinstance(refused, NotSeated) and not refused.game.is_listed
            if is_private and not is_invited(request, table_id):
                raise Http404 from refused
            status = _STATUS.get(type(refused), 409)
            return show_table_refusal(request, refused, now, status)

    return guarded


def posts_to_table(view: TableEndpoint) -> TableEndpoint:
    """Allow POST only; redirect a GET of an action's URL, say after a reload, to the table."""

    @at_table
    @wraps(view)
    def guarded(request: GameRequest, table_id: str) -> HttpResponse:
        if request.method == "POST":
            return view(request, table_id)
        if request.method in ("GET", "HEAD"):
            table = _visit(request, table_id, time_of(request))
            return SeeOther(request, f"{table_address(request, table)}#turn")
        return HttpResponseNotAllowed(["POST"])

    return guarded


@require_safe
@at_table
def table_show(request: GameRequest, table_id: str) -> HttpResponse:
    """Show the table, with a piece picked if the URL says so and the reader plays there."""
    now = time_of(request)
    table = _visit(request, table_id, now)
    pick, complaint = None, ""
    if "pick" in request.GET and table.side_of(known_player(request.session)) is not None:
        pick, complaint = _pick(request, table)
    return show_table(request, table, now, PageExtras(pick=pick, notice=complaint))


@require_safe
@at_table
def table_news(request: GameRequest, table_id: str) -> HttpResponse:
    """Answer a poll: 204 if nothing has changed, else what has; 286 at the end.

    While nothing changes, a poll is one database query and reads no session.
    """
    now = time_of(request)
    polled = poll_state(table_id, now)
    is_due = polled is None or polled.is_due or is_claim_due(request, now)
    if polled and not is_due and request.GET.get("revision") == str(polled.revision):
        if "here" in request.GET:
            _visit(request, table_id, now)
        return HttpResponse(status=286 if polled.is_done else 204)
    table = _visit(request, table_id, now)
    if not request.htmx:
        return SeeOther(request, f"{table_address(request, table)}#turn")
    return show_table_news(request, table, now)


@posts_to_table
def table_move(request: GameRequest, table_id: str) -> HttpResponse:
    """Play a move, and offer a draw with it if the player chose to."""
    now, board = time_of(request), board_reference(request.POST)
    if board is None:
        return _unclear(request, table_id, now)
    if "pick" in request.POST and "move" not in request.POST:
        return _picked(request, table_id, now)
    player, text = _player(request), request.POST.get("move", "")
    if preferences(request.session).confirm and "confirmed" not in request.POST:
        table, move = moves.examine(table_id, player, board, text, now)
        with wording.about(table.variant):
            asks = confirmation(view_of(request, table), move)
        return show_table(request, table, now, PageExtras(asks=asks))
    offers_draw = bool(request.POST.get("offers_draw"))
    table = moves.play_move(table_id, player, board, text, now, offers_draw=offers_draw)
    is_brief = preferences(request.session).announcements == "short"
    with wording.about(table.variant):
        announcement = labels.announcement(view_of(request, table), board.ply, is_brief=is_brief)
    return after_table_action(request, table, now, announcement, keeps_typed=False)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_resign(request: GameRequest, table_id: str) -> HttpResponse:
    """Ask whether to resign; a POST resigns."""
    return _confirm_first(request, table_id, moves.resign, labels.resign_question)


@require_http_methods(["GET", "HEAD", "POST"])
@at_table
def table_draw(request: GameRequest, table_id: str) -> HttpResponse:
    """Ask whether both players on one device agree to a draw; a POST ends the game."""
    table = _visit(request, table_id, time_of(request))
    if not table.is_on_one_device and request.method != "POST":
        return SeeOther(request, f"{table_address(request, table)}#turn")
    return _confirm_first(request, table_id, offers.offer_draw, labels.draw_question)


def _confirm_first(
    request: GameRequest,
    table_id: str,
    verb: Verb,
    question: Callable[[TableView], dict[str, str]],
) -> HttpResponse:
    """Ask before an action; or carry it out, once it is confirmed by a POST."""
    now = time_of(request)
    if request.method == "POST":
        board = board_reference(request.POST)
        if board is None:
            return _unclear(request, table_id, now)
        return _done(request, verb(table_id, _player(request), board, now), now)
    table = _visit(request, table_id, now)
    view = view_of(request, table)
    leads_back = f"{table_address(request, table)}#turn"
    if not view.is_being_played:
        return SeeOther(request, leads_back)
    with wording.about(table.variant):
        sent = {"ply": table.ply, "version": table.version}
        return ask(request, question(view), leads_back, sent)


@require_http_methods(["GET", "HEAD", "POST"])
def table_action(request: GameRequest, table_id: str, action: str) -> HttpResponse:
    """Carry out any other action: offers and their answers, a claim, a rematch."""
    verb, after_game = BOARD_ACTIONS.get(action), AFTER_GAME_ACTIONS.get(action)
    if verb is None and after_game is None:
        raise Http404

    @posts_to_table
    def acted(request: GameRequest, table_id: str) -> HttpResponse:
        now, player = time_of(request), _player(request)
        if after_game is not None:
            return _after_game(request, after_game(table_id, player, now), table_id, now)
        board = board_reference(request.POST)
        if board is None or verb is None:
            return _unclear(request, table_id, now)
        return _done(request, verb(table_id, player, board, now), now)

    return acted(request, table_id)


@posts_to_table
def table_say(request: GameRequest, table_id: str) -> HttpResponse:
    """Send a quick chat message to the opponent."""
    now, courtesy = time_of(request), request.POST.get("courtesy", "")
    try:
        table = offers.say(table_id, _player(request), courtesy, address_of(request), now)
    except RateLimitExceeded:
        table = _visit(request, table_id, now)
        extra = PageExtras(429, refusals.chat_limit_reached(), keeps_typed=True)
        return show_table(request, table, now, extra)
    return _done(request, table, now)


def _player(request: GameRequest) -> str:
    return known_player(request.session) or ""


def _visit(request: GameRequest, table_id: str, now: datetime) -> TableGame:
    invited = is_invited(request, table_id)
    return visit(table_id, known_player(request.session), now, is_invited=invited)


def current_view(request: GameRequest, table_id: str, now: datetime) -> TableView:
    """Return the table as the reader sees it now; raise NoSuchTable if they may not see it."""
    return view_of(request, _visit(request, table_id, now))


def _pick(request: GameRequest, table: TableGame) -> tuple[Pick | None, str]:
    sent = request.POST if request.method == "POST" else request.GET
    with wording.about(table.variant):
        return requested_pick(sent, view_of(request, table))


def _picked(request: GameRequest, table_id: str, now: datetime) -> HttpResponse:
    """Answer a landing square in the middle of a multi-jump."""
    table = _visit(request, table_id, now)
    pick, complaint = _pick(request, table)
    if pick is None or request.htmx:
        status = 200 if pick else 422
        return show_table(request, table, now, PageExtras(status, complaint, pick=pick))
    return SeeOther(request, f"{table_address(request, table, pick=pick.text)}#board")


def _unclear(request: GameRequest, table_id: str, now: datetime) -> HttpResponse:
    table = _visit(request, table_id, now)
    return show_table(request, table, now, PageExtras(400, str(board_labels.UNCLEAR_REQUEST)))


def _done(request: GameRequest, table: TableGame, now: datetime) -> HttpResponse:
    view = view_of(request, table)
    with wording.about(table.variant):
        chat = labels.chat_lines(view, now - labels.CHAT_SHOWN_FOR)
        announcement = paragraph([*labels.open_offers(view), *chat, sentence(labels.turn(view))])
    return after_table_action(request, table, now, announcement)


def _after_game(
    request: GameRequest, table: TableGame, table_id: str, now: datetime
) -> HttpResponse:
    """Answer an action after a game with the same table, or with the table of the rematch."""
    if table.id == table_id:
        return _done(request, table, now)
    address = f"{table_address(request, table)}#turn"
    return HttpResponseClientRedirect(address) if request.htmx else SeeOther(request, address)
