"""The session's game: shown, played, taken back, turned round."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from game.play import sharing
from game.play import solo as solo_game
from game.play.preferences import preferences
from game.play.solo import Seen
from game.play.solo_game import SoloGame
from game.web import labels
from game.web.boardpage import requested_pick
from game.web.boardview import confirmation
from game.web.guards import for_board_seen, post_only
from game.web.http import GameRequest, arrival_of, form_sent
from game.web.pages import after_order, show_game


@require_safe
def solo_show(request: GameRequest) -> HttpResponse:
    """The game, with a piece picked if the address says so."""
    solo, is_lost = solo_game.current(request.game_session)
    pick, complaint = None, ""
    if "pick" in request.GET:
        pick, complaint = requested_pick(request.GET, solo)
    notice = labels.LOST_GAME if is_lost else complaint
    is_senseless = complaint not in ("", labels.OTHER_BOARD)
    return show_game(request, solo, pick=pick, notice=notice, status=422 if is_senseless else 200)


@for_board_seen
def solo_move(request: GameRequest, seen: Seen) -> HttpResponse:
    """Play a move; without htmx the computer's answer is part of the response.

    A landing square in the middle of a multi-jump is a button of the same form: it asks for the
    board with the piece picked up to there.
    """
    asked = arrival_of(request).monotonic
    if "pick" in request.POST and "move" not in request.POST:
        return _pick(request)
    move = request.POST.get("move", "")
    if preferences(request.session).confirm and "confirmed" not in request.POST:
        solo, found = solo_game.examine(request.game_session, move, seen)
        return show_game(request, solo, asks=confirmation(solo, found))
    solo = solo_game.play(request.game_session, move, seen)
    if request.htmx and solo.is_computers_turn:
        return show_game(request, solo)
    return _carried_on(request, seen.ply, asked)


def _pick(request: GameRequest) -> HttpResponse:
    solo, _ = solo_game.current(request.game_session)
    pick, complaint = requested_pick(request.POST, solo)
    if pick is None or request.htmx:
        status = 200 if pick else 422
        return show_game(request, solo, pick=pick, notice=complaint, status=status)
    return after_order(request, solo, suffix=f"&pick={pick.text}#board")


@post_only
def solo_reply(request: GameRequest) -> HttpResponse:
    """Let the computer answer, if it is its turn, and show the board."""
    asked = arrival_of(request).monotonic
    before, _ = solo_game.current(request.game_session)
    return _carried_on(request, _last_told(before), asked)


def _last_told(solo: SoloGame) -> int:
    """The ply up to which the person knows the moves: nobody has told them of their last order.

    Nor of captures that have played themselves since: what leads to a reply is told with it.
    """
    if solo.is_watched:
        return solo.ply
    before_order = solo.ply - 1 if solo.forced_since < 0 else solo.forced_since - 2
    return max(before_order, 0)


def _carried_on(request: GameRequest, since: int, asked: float) -> HttpResponse:
    """The answer once a person has to choose: the computer and forced captures had their turns.

    Captures play themselves for those who want it so. With htmx each is shown before the computer
    thinks about it, and said with the reply, so that it is said once.
    """
    chosen, session = preferences(request.session), request.game_session
    solo = solo_game.let_computer_answer(session, asked)
    # The capture may be another person's to see, who has not wished for this.
    is_alone = solo.is_against_computer or not sharing.role(request.session, request.home)
    while chosen.autoplay and is_alone and solo_game.play_forced_capture(session):
        solo, _ = solo_game.current(session)
        if request.htmx and solo.is_computers_turn:
            return after_order(request, solo)
        solo = solo_game.let_computer_answer(session, arrival_of(request).monotonic)
    is_brief = chosen.announcements == "short"
    return after_order(request, solo, labels.announcement(solo, since, is_brief=is_brief))


@for_board_seen
def solo_undo(request: GameRequest, seen: Seen) -> HttpResponse:
    """Take back the last move; against the computer also its reply."""
    solo = solo_game.undo(request.game_session, seen)
    return after_order(request, solo, labels.taken_back(solo))


@post_only
def solo_flip(request: GameRequest) -> HttpResponse:
    """Turn the board round, on a device that joined a game only its own."""
    if request.home.is_joined:
        request.home = sharing.flip(request.session, request.home)
        solo = request.home.turned(solo_game.current(request.game_session)[0])
    else:
        solo = solo_game.flip(request.game_session)
    suffix = f"&bottom={solo.bottom.letter}#board"
    return after_order(request, solo, labels.board_turned(solo), suffix)


@for_board_seen
def solo_again(request: GameRequest, seen: Seen) -> HttpResponse:
    """A new game with the choices of the last one; the computer begins if it has the first move."""
    asked = arrival_of(request).monotonic
    solo_game.start_again(request.game_session, seen, form_sent(request))
    solo = solo_game.let_computer_begin(request.game_session, asked)
    return after_order(request, solo, labels.announcement(solo, 0))
