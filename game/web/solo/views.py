"""The session's game: show it, move, undo, flip, resign, offer a draw, get a hint."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods, require_safe

from game.play.active_game import BoardReference
from game.play.preferences import preferences
from game.play.refusals import OtherDeviceGone
from game.play.sharing import devices
from game.play.solo import actions, endings, hints
from game.play.solo.actions import current
from game.play.solo.endings import Declined, Undecided
from game.play.solo.game import SoloGame
from game.rules import Side
from game.web.board import labels as board_labels
from game.web.board.page import requested_pick
from game.web.board.view import confirmation
from game.web.shared.http import GameRequest, SeeOther, arrival_of, form_sent
from game.web.solo import labels, refusals
from game.web.solo.guards import acts_on_board, post_only
from game.web.solo.page import after_action, ask_about_game, board_address, show_game


@require_safe
def solo_show(request: GameRequest) -> HttpResponse:
    """Show the game, with a piece picked if the URL says so."""
    solo, is_lost = actions.current(request.game_session)
    pick, complaint = None, ""
    if "pick" in request.GET:
        pick, complaint = requested_pick(request.GET, solo)
    notice = str(labels.LOST_GAME) if is_lost else complaint
    is_senseless = complaint not in ("", str(board_labels.OTHER_BOARD))
    return show_game(request, solo, pick=pick, notice=notice, status=422 if is_senseless else 200)


@acts_on_board
def solo_move(request: GameRequest, board: BoardReference) -> HttpResponse:
    """Play a move; without htmx the response includes the computer's reply.

    A landing square in the middle of a multi-jump is a button of the same form: it requests the
    board with the piece picked up to there.
    """
    arrived = arrival_of(request).monotonic
    if "pick" in request.POST and "move" not in request.POST:
        return _pick(request)
    move = request.POST.get("move", "")
    if preferences(request.session).confirm and "confirmed" not in request.POST:
        solo, found = actions.examine(request.game_session, move, board)
        return show_game(request, solo, asks=confirmation(solo, found))
    solo = actions.play(request.game_session, move, board)
    if request.htmx and solo.is_computers_turn:
        return show_game(request, solo)
    return _carry_on(request, board.ply, arrived)


def _pick(request: GameRequest) -> HttpResponse:
    solo, _ = actions.current(request.game_session)
    pick, complaint = requested_pick(request.POST, solo)
    if pick is None or request.htmx:
        status = 200 if pick else 422
        return show_game(request, solo, pick=pick, notice=complaint, status=status)
    return after_action(request, solo, suffix=f"&pick={pick.text}#board")


@post_only
def solo_reply(request: GameRequest) -> HttpResponse:
    """Let the computer reply if it is its turn, and show the board."""
    arrived = arrival_of(request).monotonic
    before, _ = actions.current(request.game_session)
    return _carry_on(request, _last_announced(before), arrived)


def _last_announced(solo: SoloGame) -> int:
    """Return the ply up to which moves were announced: the person's last move was not yet.

    Nor were any forced captures since then: all that leads to a reply is announced with it.
    """
    if solo.is_watched:
        return solo.ply
    before_move = solo.ply - 1 if solo.forced_since < 0 else solo.forced_since - 2
    return max(before_move, 0)


def _carry_on(request: GameRequest, since: int, arrived: float) -> HttpResponse:
    """Play on until a person has to choose: the computer's replies and forced captures.

    Forced captures are played automatically for people who chose that. With htmx each is shown
    before the computer thinks about it, but announced with the reply, so only once.
    """
    chosen, session = preferences(request.session), request.game_session
    solo = actions.let_computer_answer(session, arrived)
    # The capture may be the other device's to make, whose player did not choose this.
    is_alone = solo.is_against_computer or not devices.role(request.session, request.home)
    while chosen.autoplay and is_alone and actions.play_forced_capture(session):
        solo, _ = actions.current(session)
        if request.htmx and solo.is_computers_turn:
            return after_action(request, solo)
        solo = actions.let_computer_answer(session, arrival_of(request).monotonic)
    is_brief = chosen.announcements == "short"
    return after_action(request, solo, labels.announcement(solo, since, is_brief=is_brief))


@acts_on_board
def solo_undo(request: GameRequest, board: BoardReference) -> HttpResponse:
    """Take back the last move; against the computer also its reply."""
    solo = actions.undo(request.game_session, board)
    return after_action(request, solo, labels.taken_back(solo))


@post_only
def solo_flip(request: GameRequest) -> HttpResponse:
    """Flip the board; on a device that joined a game, flip only that device's view."""
    if request.home.is_joined:
        request.home = devices.flip(request.session, request.home)
        solo = request.home.turned(actions.current(request.game_session)[0])
    else:
        solo = actions.flip(request.game_session)
    suffix = f"&bottom={solo.bottom.letter}#board"
    return after_action(request, solo, labels.flip_announcement(solo), suffix)


@acts_on_board
def solo_again(request: GameRequest, board: BoardReference) -> HttpResponse:
    """Start a rematch with the last game's choices; the computer moves if it has the first move."""
    arrived = arrival_of(request).monotonic
    actions.start_again(request.game_session, board, form_sent(request))
    solo = actions.let_computer_begin(request.game_session, arrived)
    return after_action(request, solo, labels.announcement(solo, 0))


@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: GameRequest) -> HttpResponse:
    """Ask whether to resign; a POST resigns."""
    return _resign(request) if request.method == "POST" else _ask(request, "resign")


@require_http_methods(["GET", "HEAD", "POST"])
def draw(request: GameRequest) -> HttpResponse:
    """Offer a draw: on one device the page asks the other friend, on two the other device."""
    return _draw(request) if request.method == "POST" else _ask(request, "draw")


@acts_on_board
def _resign(request: GameRequest, board: BoardReference) -> HttpResponse:
    side = {"B": Side.BLACK, "W": Side.WHITE}.get(request.POST.get("side", ""))
    return after_action(request, endings.resign(request.game_session, board, side))


@acts_on_board
def _draw(request: GameRequest, board: BoardReference) -> HttpResponse:
    solo, _ = current(request.game_session)
    if devices.is_between_devices(request.session, request.home, solo):
        solo = endings.offer_draw(request.game_session, board, request.home.device)
        # An offer changes nothing on the board, so the board's URL alone would not be a new one.
        return after_action(request, solo, suffix="#turn" if solo.outcome else "&offered=draw#turn")
    if "other_device" in request.POST:
        raise OtherDeviceGone(solo)
    try:
        return after_action(request, endings.agree_draw(request.game_session, board))
    except Declined as declined:
        return show_game(request, declined.game, notice=str(refusals.DRAW_DECLINED))
    except Undecided as undecided:
        notice = str(refusals.DRAW_UNDECIDED)
        return show_game(request, undecided.game, notice=notice, status=503)


def _ask(request: GameRequest, what: str) -> HttpResponse:
    solo, _ = current(request.game_session)
    if solo.outcome is not None:
        return SeeOther(request, f"{board_address(solo)}#turn")
    if what == "draw" and devices.is_between_devices(request.session, request.home, solo):
        is_to_answer = solo.draw_offered_by not in ("", request.home.device)
        what = "answer" if is_to_answer else "offer"
        return ask_about_game(request, what, solo, other_device=1)
    return ask_about_game(request, what, solo)


@acts_on_board
def hint(request: GameRequest, board: BoardReference) -> HttpResponse:
    """Show the board with a hint; each one taken is counted."""
    arrived = arrival_of(request).monotonic
    solo, advice = hints.take_hint(request.game_session, board, arrived)
    return show_game(request, solo, hint=advice)
