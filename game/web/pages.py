"""The game's page: one context for the whole page and for the fragment that htmx swaps."""

from __future__ import annotations

from django.http import HttpResponse

from game.notation import parse_square
from game.play.solo import Refused, SoloGame, Unplayable, current
from game.rules import InvalidNotation, Side
from game.web import labels
from game.web.boardview import Pick, board_rows, move_groups, pick_piece
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
    typed: str = "",
    pick: Pick | None = None,
    said: str = "",
) -> HttpResponse:
    """The game as it is: the page, or for htmx the part of it that changes.

    ``notice`` says what was wrong with an order, ``typed`` is the text to correct, ``said`` goes
    to the live region.
    """
    address = board_address(solo)
    context = {
        "solo": solo,
        "address": address,
        "heading": labels.game_title(solo),
        "news": labels.news(solo),
        "title": labels.news(solo),
        "reason": labels.reason(solo.outcome) if solo.outcome else "",
        "due": _due(solo),
        "mode": labels.mode(solo),
        "counts": [labels.count_of(solo.game.position, side) for side in Side],
        "pieces": [labels.pieces_of(solo.game.position, side, solo.variant) for side in Side],
        "watch": labels.draw_watch(solo.game),
        "record": labels.record(solo),
        "groups": [] if solo.outcome or solo.is_computers_turn else move_groups(solo.game),
        "moves_heading": labels.moves_heading(solo),
        "caption": labels.caption(solo),
        "rows": board_rows(solo, pick, address),
        "pick": pick,
        "notice": notice,
        "typed": typed,
        "example": labels.example(solo.game) if solo.game.legal_moves else "",
        "said": said,
    }
    return page_or_fragment(request, "game/solo.html", "game/_swap.html", context, status)


def _due(solo: SoloGame) -> str:
    if solo.outcome or solo.is_computers_turn or not labels.must_capture(solo.game):
        return ""
    return labels.captures_due(solo.game)


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
    typed = refused.text[:80] if isinstance(refused, Unplayable) else ""
    return show_game(
        request, refused.solo, status=status, notice=labels.refusal(refused), typed=typed
    )


def show_unclear_order(request: GameRequest) -> HttpResponse:
    """The game as it is, for an order that does not say which board it is for."""
    solo, _ = current(request.session)
    return show_game(request, solo, status=400, notice=labels.UNCLEAR_ORDER)


def requested_pick(text: str, solo: SoloGame) -> tuple[Pick | None, str]:
    """The piece picked by ``11`` or ``30x23``, and what to say when that cannot be."""
    if not text:
        return None, ""
    try:
        route = tuple(parse_square(name, solo.variant.board) for name in text[:200].split("x"))
    except InvalidNotation:
        return None, labels.NO_SUCH_PICK
    pick = None if solo.is_computers_turn else pick_piece(solo.game, route)
    return pick, "" if pick else labels.NO_SUCH_PICK
