"""The solo game's page: one context for the whole page and for the fragment that htmx swaps."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import cache

from django.http import HttpResponse
from django.urls import reverse

from game.play.computer.advice import Advice
from game.play.library import results
from game.play.preferences import preferences
from game.play.refusals import Refusal, Unplayable
from game.play.solo import endings
from game.play.solo.actions import current, other_rules
from game.play.solo.game import SoloGame
from game.web.board import labels as board_labels
from game.web.board.page import board_context, focus_on, status_context
from game.web.board.stepping import record
from game.web.board.strips import player_strips
from game.web.board.view import Confirmation, Pick
from game.web.library import labels as library_labels
from game.web.shared.awaited import awaited_context
from game.web.shared.confirm import ask
from game.web.shared.http import GameRequest, SeeOther, page_or_fragment, time_of
from game.web.shared.labels import paragraph
from game.web.shared.links import REFRESH_SECONDS
from game.web.sharing import labels as sharing_labels
from game.web.sharing.page import is_waiting, refresh_suffix, shared_context
from game.web.solo import labels, refusals
from game.web.solo.choices import quick_choices

_PARTS = {
    "waits": "solo/_reply.html",
    "over": "solo/_again.html",
    "actions": "solo/_actions.html",
}
"""Templates for the parts of the game's page that differ with who plays."""


@cache
def _urls() -> dict[str, str]:
    """Return the URLs that the page's forms and links use."""
    names = {"move": "solo-move", "replay": "replay", "record": "record", "pdn": "download"}
    return {action: reverse(f"game:{name}") for action, name in names.items()}


def board_address(solo: SoloGame) -> str:
    """Return the game's URL for this very board; no other board of the session has it.

    The view ignores the query; it keeps text browsers from showing a board from their cache.
    """
    return f"/?ply={solo.ply}&version={solo.version}"


def show_game(
    request: GameRequest,
    solo: SoloGame,
    *,
    status: int = 200,
    notice: str = "",
    typed: str | None = None,
    pick: Pick | None = None,
    announcement: str = "",
    asks: Confirmation | None = None,
    hint: Advice | None = None,
    news_by: str = "",
) -> HttpResponse:
    """Answer with the game as it is: the page, or for htmx the part of it that changes.

    ``notice`` says what was wrong with an action, ``typed`` is the text to correct,
    ``announcement`` goes to the live region, ``asks`` is a move to confirm before it is played,
    ``hint`` one to consider. ``news_by`` is the template for an answer to a poll: the focus and
    any text being typed stay.
    """
    solo = request.home.turned(solo)
    if request.home.has_ended:
        notice = paragraph([str(sharing_labels.SHARE_ENDED), notice])
    refresh = refresh_suffix(request)
    shared = shared_context(request, solo, board_address(solo))
    is_thinking = bool(request.htmx)  # Scripts request the reply as soon as the page is shown.
    focus = "hint" if hint else "asks" if asks else _focus(request, solo, notice, typed, pick)
    context = {
        **board_context(
            solo, board_address(solo) + refresh, pick, asks, hint.move if hint else None
        ),
        **shared,
        "solo": solo,
        "record": record(solo.game, solo.ply, _urls()["replay"], {"version": solo.version}),
        "urls": _urls() | ({"move": f"{_urls()['move']}?{refresh[1:]}"} if refresh else {}),
        "parts": _PARTS | shared["shared_parts"],
        "is_busy": solo.is_computers_turn,
        "focus": "" if news_by else focus,
        "notice": notice,
        "typed": typed or "",
        "comes_by_itself": bool(news_by),
        "keeps_typed": bool(news_by),
        **status_context(
            labels.turn(solo, is_thinking),
            labels.last_move(solo),
            labels.news(solo, is_thinking),
            announcement,
            "" if news_by else focus,
        ),
        "hint": labels.hint(hint, solo.variant) if hint else "",
        **_words(solo, is_shared=bool(shared["shared"])),
        "note": _note(request, solo, notice),
        "welcome": quick_choices(solo) if _is_untouched(solo) else [],
        "strips": player_strips(solo.game, solo.bottom, labels.strip_names(solo)),
        **_offers(request, solo),
        "score": _score(request, solo),
        **awaited_context(request, time_of(request)),
    }
    fragment = news_by or "board/_swap.html"
    response = page_or_fragment(request, "solo/solo.html", fragment, context, status)
    if refresh and is_waiting(solo) and not request.htmx:
        # Text browsers load only pages they have not seen.
        address = f"{board_address(solo)}{refresh}&looked={time.time_ns():x}#turn"
        response["Refresh"] = f"{REFRESH_SECONDS}; url={address}"
    return response


def _is_untouched(solo: SoloGame) -> bool:
    """Return whether this is the usual start: on a first visit, or in a game not begun."""
    return solo.ply == 0 and solo.game.start == solo.variant.start


def _score(request: GameRequest, solo: SoloGame) -> str:
    """Return the score in games of this kind; empty before the first and on joined devices.

    A page after a move does without the two queries that it takes, and shows the score that was
    kept when the game began.
    """
    if request.home.is_joined:
        return ""
    look_up = results.kept_score if solo.is_under_way else results.score_so_far
    score = look_up(request.session, solo)
    return library_labels.score_so_far(score) if score else ""


def _words(solo: SoloGame, *, is_shared: bool) -> dict[str, object]:
    """Return the labels for the game and its players."""
    return {
        "heading": labels.game_heading(solo, is_shared=is_shared),
        "mode": labels.mode(solo),
        "moves_heading": labels.moves_heading(solo),
        "hints_taken": labels.hints_taken(solo),
        "counts": labels.piece_counts(solo),
    }


def _note(request: GameRequest, solo: SoloGame, notice: str) -> str:
    """Return what was played for the reader, or that the computer declined a draw on this board."""
    if endings.is_draw_declined(request.game_session, solo) and not notice:
        return str(refusals.DRAW_DECLINED)
    return labels.describe_forced_captures(solo) or labels.opening_played(solo)


def _offers(request: GameRequest, solo: SoloGame) -> dict[str, object]:
    """Return what decides which actions the page offers besides moves."""
    return {
        "other_rules": other_rules(solo.variant),
        "offers_hints": preferences(request.session).hints,
        "asks_first": preferences(request.session).confirm,
        "has_scripts": bool(request.htmx),
        "by_itself": _plays_by_itself(request, solo),
    }


def _plays_by_itself(request: GameRequest, solo: SoloGame) -> bool:
    """Return whether the page keeps requesting the moves of a game that is being watched."""
    is_requested = bool(request.htmx) and "by_itself" in request.POST
    return is_requested and solo.is_watched and solo.outcome is None


def _focus(
    request: GameRequest, solo: SoloGame, notice: str, typed: str | None, pick: Pick | None
) -> str:
    if typed is None and _plays_by_itself(request, solo):
        return "pause"  # There is no time to reach that button between two moves.
    return focus_on(request, notice, typed, pick)


def after_start(request: GameRequest, solo: SoloGame, sent: Mapping[str, object]) -> HttpResponse:
    """Answer a form that started a game with its board.

    If the same form started this game before and comes again from the browser's history, ask
    first: ``sent`` again by the confirmation's new form, it starts another.
    """
    if solo.is_played_on:
        return ask(request, refusals.start_question(), reverse("game:solo"), sent)
    return SeeOther(request, f"{board_address(solo)}#turn")


def ask_about_game(
    request: GameRequest, what: str, solo: SoloGame, **meant: object
) -> HttpResponse:
    """Ask before an action on the board as it is now; yes sends ``meant`` along with it."""
    board = {"ply": solo.ply, "version": solo.version, **meant}
    return ask(request, refusals.question(what, solo), f"{board_address(solo)}#turn", board)


def after_action(
    request: GameRequest, solo: SoloGame, announcement: str = "", suffix: str = "#turn"
) -> HttpResponse:
    """Answer a completed action with the new board, by redirect or in place.

    ``suffix`` completes the URL where the version alone would not make it a new one.
    """
    if request.htmx:
        return show_game(request, solo, announcement=announcement)
    return SeeOther(request, board_address(solo) + refresh_suffix(request) + suffix)


def show_refusal(request: GameRequest, refused: Refusal, status: int) -> HttpResponse:
    """Answer with the game as it is, what was wrong with the action and what to do."""
    typed = refused.text[:80] if isinstance(refused, Unplayable) else None
    return show_game(
        request, refused.game, status=status, notice=refusals.refusal(refused), typed=typed
    )


def show_unclear_request(request: GameRequest) -> HttpResponse:
    """Answer an action that does not say which board it is for with the game as it is."""
    solo, _ = current(request.game_session)
    return show_game(request, solo, status=400, notice=str(board_labels.UNCLEAR_REQUEST))
