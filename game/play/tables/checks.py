"""Checks that an action fits the table before it is carried out."""

from __future__ import annotations

from game.models.tables import Status
from game.notation import find_move
from game.play.active_game import BoardReference
from game.play.refusals import AlreadyPlayed, ClosedWithoutResult, GameOver, MovedOn, NotStarted
from game.play.tables.game import TableGame
from game.rules import Outcome


def check_playing(table: TableGame) -> None:
    """Raise a Refusal unless the game is being played."""
    match table.status:
        case Status.WAITING:
            raise NotStarted(table)
        case Status.OVER:
            raise GameOver(table)
        case Status.CLOSED:
            raise ClosedWithoutResult(table)


def check(table: TableGame, board: BoardReference, text: str = "") -> None:
    """Raise a Refusal if the action is for another board, or if the game is not being played.

    ``text`` is the move that was submitted: AlreadyPlayed if the game has it.
    """
    is_same = (board.ply, board.version) == (table.ply, table.version)
    if not is_same and text and _is_move_played(table, board, text):
        raise AlreadyPlayed(table)
    check_playing(table)
    if not is_same:
        raise MovedOn(table)


def has_just_ended(table: TableGame, board: BoardReference, outcome: Outcome) -> bool:
    """Return whether this action has already ended the game on the board seen: a double press."""
    return table.outcome == outcome and (board.ply, board.version + 1) == (table.ply, table.version)


def _is_move_played(table: TableGame, board: BoardReference, text: str) -> bool:
    """Return whether ``text`` names the game's move at that ply."""
    if not (0 <= board.ply < table.ply and board.version < table.version):
        return False
    game = table.game
    while game.ply > board.ply:
        game = game.undo()
    try:
        return find_move(text, game.position, table.variant) == table.game.moves[board.ply]
    except ValueError:
        return False
