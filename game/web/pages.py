"""The game's page: one context for the whole page and for the fragment that htmx swaps."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse, QueryDict
from django.shortcuts import render

from game.notation import parse_square
from game.play.preferences import preferences
from game.play.refused import Refused, Unplayable
from game.play.sharing import role
from game.play.solo import current, other_rules
from game.play.solo_game import SoloGame
from game.rules import InvalidNotation, Side
from game.web import labels
from game.web.boardview import Confirmation, Pick, board_rows, move_groups, pick_piece
from game.web.http import GameRequest, SeeOther, page_or_fragment


def board_address(solo: SoloGame) -> str:
    """The game's address with this very board in it: no other board of the session has it.

    Reading ignores what follows the question mark; it keeps text browsers from showing a board
    they remember.
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
    said: str = "",
    asks: Confirmation | None = None,
    hint: str = "",
) -> HttpResponse:
    """The game as it is: the page, or for htmx the part of it that changes.

    ``notice`` says what was wrong with an order, ``typed`` is the text to correct, ``said`` goes
    to the live region, ``asks`` is a move to be confirmed before it is played, ``hint``
    one to consider.
    """
    solo = request.home.turned(solo)
    if request.home.has_ended:
        notice = f"{labels.SHARE_ENDED} {notice}".rstrip()
    shared = labels.SHARED.get(role(request.session, request.home))
    address = board_address(solo)
    context = {
        "solo": solo,
        "address": address,
        "focus": "hint" if hint else "asks" if asks else _focus(request, solo, notice, typed, pick),
        "rows": board_rows(solo, pick, address),
        "groups": [] if asks or solo.outcome or solo.is_computers_turn else move_groups(solo.game),
        "example": labels.example(solo.game) if solo.game.legal_moves else "",
        "pick": pick,
        "notice": notice,
        "typed": typed or "",
        "said": said,
        "asks": asks,
        "hint": hint,
        **_words(solo, is_thinking=bool(request.htmx), is_shared=bool(shared)),
        **_offers(request, solo),
        "shared": shared,
    }
    return page_or_fragment(request, "game/solo.html", "game/_swap.html", context, status)


def _words(solo: SoloGame, *, is_thinking: bool, is_shared: bool) -> dict[str, object]:
    """All that is said about the game.

    With scripts the reply is asked for as soon as the page is shown: ``is_thinking``.
    """
    position = solo.game.position
    return {
        "heading": labels.game_title(solo, is_shared=is_shared),
        "news": labels.news(solo, is_thinking=is_thinking),
        "reason": labels.reason(solo.game),
        "due": _due(solo),
        "mode": labels.mode(solo),
        "counts": [labels.count_of(position, side) for side in Side],
        "pieces": [labels.pieces_of(position, side, solo.variant) for side in Side],
        "watch": labels.draw_watch(solo.game),
        "record": labels.record(solo),
        "moves_heading": labels.moves_heading(solo),
        "caption": labels.caption(solo),
        "hints_taken": labels.hints_taken(solo),
    }


def _offers(request: GameRequest, solo: SoloGame) -> dict[str, object]:
    """What decides which orders the page offers besides moves."""
    return {
        "other_rules": other_rules(solo.variant),
        "offers_hints": preferences(request.session).hints,
        "has_scripts": bool(request.htmx),
        "by_itself": _plays_by_itself(request, solo),
    }


def _plays_by_itself(request: GameRequest, solo: SoloGame) -> bool:
    """Whether the page shown goes on asking for moves of a game that is watched."""
    is_asked = bool(request.htmx) and "by_itself" in request.POST
    return is_asked and solo.is_watched and solo.outcome is None


def _focus(
    request: GameRequest, solo: SoloGame, notice: str, typed: str | None, pick: Pick | None
) -> str:
    """Which part of the page the keyboard is put on; none of a page that was merely opened."""
    if typed is not None:
        return "typed"
    if _plays_by_itself(request, solo):
        return "pause"  # There is not the time to go there between two moves.
    if request.htmx and pick is not None:
        return "pick"
    return "turn" if request.htmx or notice else ""


def _due(solo: SoloGame) -> str:
    if solo.outcome or solo.is_computers_turn or not labels.must_capture(solo.game):
        return ""
    return labels.captures_due(solo.game)


def ask(
    request: GameRequest, words: dict[str, str], leads_back: str, sent: Mapping[str, object]
) -> HttpResponse:
    """The page that asks before an order is carried out; yes sends ``sent`` to this address."""
    context = {**words, "leads_back": leads_back, "sent": sent}
    return render(request, "ask.html", context)


def ask_about_game(request: GameRequest, what: str, solo: SoloGame) -> HttpResponse:
    """The same before an order to the board as it is now."""
    seen = {"ply": solo.ply, "version": solo.version}
    return ask(request, labels.question(what, solo), f"{board_address(solo)}#turn", seen)


def after_order(
    request: GameRequest, solo: SoloGame, said: str = "", suffix: str = "#turn"
) -> HttpResponse:
    """The answer to an order that was carried out: the new board, by redirect or in place.

    ``suffix`` completes the address where the version alone would not make it a new one.
    """
    if request.htmx:
        return show_game(request, solo, said=said)
    return SeeOther(request, board_address(solo) + suffix)


def show_refusal(request: GameRequest, refused: Refused, status: int) -> HttpResponse:
    """The game as it is, with what was wrong with the order and what to do."""
    typed = refused.text[:80] if isinstance(refused, Unplayable) else None
    return show_game(
        request, refused.solo, status=status, notice=labels.refusal(refused), typed=typed
    )


def show_unclear_order(request: GameRequest) -> HttpResponse:
    """The game as it is, for an order that does not say which board it is for."""
    solo, _ = current(request.game_session)
    return show_game(request, solo, status=400, notice=labels.UNCLEAR_ORDER)


def requested_pick(sent: QueryDict, solo: SoloGame) -> tuple[Pick | None, str]:
    """The piece picked by ``11`` or ``30x23``, or what to say when that cannot be.

    An address typed by hand may leave out which board it is for; one that names another is not
    followed: the piece it means may stand elsewhere by now.
    """
    version = sent.get("version", str(solo.version))
    if version != str(solo.version):
        return None, labels.MOVED_ON
    try:
        names = sent.get("pick", "")[:200].split("x")
        route = tuple(parse_square(name, solo.variant.board) for name in names)
    except InvalidNotation:
        return None, labels.NO_SUCH_PICK
    pick = None if solo.is_computers_turn else pick_piece(solo.game, route)
    return pick, "" if pick else labels.NO_SUCH_PICK
