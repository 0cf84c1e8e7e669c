"""What must hold before an order is carried out."""

from __future__ import annotations

from game.models.tables import Status
from game.notation import find_move
from game.play.active_game import Seen
from game.play.tables.game import TableGame
from game.play.tables.refusals import AlreadyPlayed, GameOver, MovedOn, NotStarted, WasClosed
from game.rules import Outcome


def check_playing(at: TableGame) -> None:
    """Refuse an order to a game that does not go on."""
    match at.status:
        case Status.WAITING:
            raise NotStarted(at)
        case Status.OVER:
            raise GameOver(at)
        case Status.CLOSED:
            raise WasClosed(at)


def check(at: TableGame, seen: Seen, text: str = "") -> None:
    """Refuse an order to another board than the table's, or to a game that does not go on.

    ``text`` is the move that the order brought.
    """
    is_same = (seen.ply, seen.version) == (at.ply, at.version)
    if not is_same and text and _is_move_played(at, seen, text):
        raise AlreadyPlayed(at)
    check_playing(at)
    if not is_same:
        raise MovedOn(at)


def has_just_ended(at: TableGame, seen: Seen, outcome: Outcome) -> bool:
    """Whether the board that was seen has ended so and not otherwise: the button pressed twice."""
    return at.outcome == outcome and (seen.ply, seen.version + 1) == (at.ply, at.version)


def _is_move_played(at: TableGame, seen: Seen, text: str) -> bool:
    """Whether the game's move at that ply is the one that ``text`` names."""
    if not (0 <= seen.ply < at.ply and seen.version < at.version):
        return False
    game = at.game
    while game.ply > seen.ply:
        game = game.undo()
    try:
        return find_move(text, game.position, at.variant) == at.game.moves[seen.ply]
    except ValueError:
        return False
