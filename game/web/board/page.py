"""Template context for the page of any game: the board, the legal moves and their labels.

``game.web.solo.page`` and ``game.web.tables.page`` add what belongs to their games.
"""

from __future__ import annotations

from django.http import QueryDict

from game.notation import parse_square
from game.play.active_game import ActiveGame
from game.play.preferences import preferences
from game.rules import InvalidNotation, Move, Side
from game.web.board import labels, sentences
from game.web.board.announcements import marked
from game.web.board.view import (
    Confirmation,
    Pick,
    board_rows,
    last_path,
    move_groups,
    pick_piece,
    text_board,
)
from game.web.shared.http import GameRequest


def board_context(
    active: ActiveGame,
    address: str,
    pick: Pick | None,
    asks: Confirmation | None,
    hint: Move | None = None,
) -> dict[str, object]:
    """Return the template variables that do not depend on who plays.

    ``address`` is the URL of this very board; the links of the squares lead there. ``hint`` is a
    move to show as an arrow.
    """
    game, position = active.game, active.game.position
    can_choose = active.outcome is None and active.may_move
    return {
        "active": active,
        "outcome_seen": labels.outcome_seen(active),
        "address": address,
        "rows": board_rows(active, pick, address, hint),
        "came": last_path(game),
        "groups": move_groups(game) if can_choose and not asks else [],
        "move_count": len(game.legal_moves),
        "example": labels.example(game) if game.legal_moves else "",
        "pick": pick,
        "asks": asks,
        "due": labels.captures_due(game) if can_choose and labels.must_capture(game) else "",
        "source": sentences.source(game),
        "counts": labels.piece_counts(position),
        "pieces": [labels.pieces_of(position, side, active.variant) for side in Side],
        "watch": labels.draw_watch(game),
        "board_query": f"version={active.version}",
        "caption": labels.caption(active),
        "text_board": text_board(game, active.bottom, names_squares=True),
    }


def status_context(
    turn: str, last_move: str, title: str, announcement: str, focus: str
) -> dict[str, object]:
    """Return the template variables of what has just happened.

    A heading that gets the focus is read aloud, so the announcement marks what that says already.
    ``focus`` is empty in news: the script knows where the reader is.
    """
    said = marked(announcement, turn) if focus in ("turn", "") else announcement
    return {"turn": turn, "last_move": last_move, "news": title, "announcement": said}


def plans_for(request: GameRequest, side: Side | None, *, waits: bool) -> str:
    """Return the letter of the reader's side if they can plan its next move now, else "".

    ``waits`` is whether someone else is to move. Those who confirm each move plan none.
    """
    chosen = preferences(request.session)
    is_wanted = chosen.plans and not chosen.confirm
    return side.letter.lower() if side is not None and waits and is_wanted else ""


def focus_on(request: GameRequest, notice: str, typed: str | None, pick: Pick | None) -> str:
    """Return the part of the page that gets the focus; none if the page was merely opened."""
    if typed is not None:
        return "typed"
    if request.htmx and pick is not None:
        return "pick"
    return "turn" if request.htmx or notice else ""


def requested_pick(sent: QueryDict, active: ActiveGame) -> tuple[Pick | None, str]:
    """Return the piece picked by ``11`` or ``30x23``, or else None and what to say.

    A URL typed by hand may leave out which board it is for. One that names another board is
    refused: the piece it means may have moved since.
    """
    version = sent.get("version", str(active.version))
    if version != str(active.version):
        return None, str(labels.OTHER_BOARD)
    try:
        names = sent.get("pick", "")[:200].split("x")
        route = tuple(parse_square(name, active.variant.board) for name in names)
    except InvalidNotation:
        return None, str(labels.NO_SUCH_PICK)
    pick = None if not active.may_move else pick_piece(active.game, route)
    return pick, "" if pick else str(labels.NO_SUCH_PICK)
