"""What must hold before an order is carried out."""

from __future__ import annotations

from game.models.tables import Status
from game.notation import find_move
from game.play.active_game import BoardReference
from game.play.refusals import AlreadyPlayed, ClosedWithoutResult, GameOver, MovedOn, NotStarted
from game.play.tables.game import TableGame
from game.rules import Outcome


def check_playing(table: TableGame) -> None:
    """Refuse an order to a game that does not go on."""
    match table.status:
        case Status.WAITING:
            raise NotStarted(table)
        case Status.OVER:
            raise GameOver(table)
        case Status.CLOSED:
            raise ClosedWithoutResult(table)


def check(table: TableGame, board: BoardReference, text: str = "") -> None:
    """Refuse an order to another board than the table's, or to a game that does not go on.

    ``text`` is the move that the order brought.
    """
    is_same = (board.ply, board.version) == (table.ply, table.version)
    if not is_same and text and _is_move_played(table, board, text):
        raise AlreadyPlayed(table)
    check_playing(table)
    if not is_same:
        raise MovedOn(table)


def has_just_ended(table: TableGame, board: BoardReference, outcome: Outcome) -> bool:
    """Whether the board that was seen has ended so and not otherwise: the button pressed twice."""
    return table.outcome == outcome and (board.ply, board.version + 1) == (table.ply, table.version)


def _is_move_played(table: TableGame, board: BoardReference, text: str) -> bool:
    """Whether the game's move at that ply is the one that ``text`` names."""
    if not (0 <= board.ply < table.ply and board.version < table.version):
        return False
    game = table.game
    while game.ply > board.ply:
        game = game.undo()
    try:
        return find_move(text, game.position, table.variant) == table.game.moves[board.ply]
    except ValueError:
        return False
