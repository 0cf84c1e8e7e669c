"""The expected wording of the site about a game, written independently of the site's code."""

from __future__ import annotations

from collections.abc import Iterable

from game.notation import square_name
from game.rules import Game, Move, Notation, Outcome, Side, Termination, Variant

LONE_KING = "5 moves each with one or two pieces against a lone king"
SIDES = {Side.BLACK: "Black", Side.WHITE: "White"}


def button_text(move: Move, variant: Variant) -> str:
    """Return the text of a move's button: ``Jump 30 to 23 to 14, taking 26 and 18, crowned``."""
    return f"{'Jump' if move.captures else 'Move'} {_route(move, variant)}"


def button_texts(game: Game) -> list[str]:
    """Return the texts of all move buttons, in the order of their squares."""
    moves = sorted(game.legal_moves, key=lambda move: [_place(at, game) for at in move.path])
    return [button_text(move, game.variant) for move in moves]


def _place(square: int, game: Game) -> tuple[str, int]:
    """Return a square's sort key: by number, or by letter and digit."""
    is_numeric = game.variant.notation is Notation.NUMERIC
    return ("" if is_numeric else _name(square, game.variant), square)


def status(game: Game, person: Side | None) -> str:
    """Return the status heading and the last move; `person` is None between friends."""
    if game.outcome is not None:
        now = f"{_verdict(game.outcome.winner, person)}: {_reason(game.outcome, person)}"
    elif person is None:
        now = f"{SIDES[game.position.side]} to move"
    else:
        now = "Your turn"
    if game.last_move is None:
        return now
    verb = "jumped" if game.last_move.captures else "moved"
    mover = _called(game.position.side.other, person)
    mover = f"{mover[0].upper()}{mover[1:]}"
    return f"{now} {mover} {verb} {_route(game.last_move, game.variant)}."


def counts(game: Game, person: Side | None) -> str:
    """Return how many pieces each side has; `person` is None between friends."""
    if person is None:
        return ", ".join(f"{SIDES[side]} {_count(game, side)}" for side in Side)
    return f"You {_count(game, person)}, the computer {_count(game, person.other)}"


def _count(game: Game, side: Side) -> str:
    pieces = f"{game.position.pieces(side).bit_count()}"
    match game.position.kings(side).bit_count():
        case 0:
            return pieces
        case 1:
            return f"{pieces} (1 king)"
        case kings:
            return f"{pieces} ({kings} kings)"


def _verdict(winner: Side | None, person: Side | None) -> str:
    if winner is None:
        return "Draw"
    if person is None:
        return f"{SIDES[winner]} won"
    return "You won" if winner is person else "You lost"


def _reason(outcome: Outcome, person: Side | None) -> str:
    """Return the words after a verdict; of the draws by count the games here have one."""
    if outcome.winner is None:
        is_repeated = outcome.termination is Termination.REPETITION
        return "third repetition" if is_repeated else LONE_KING
    loser = outcome.winner.other
    lacks = "pieces" if outcome.termination is Termination.NO_PIECES else "moves"
    return f"{_called(loser, person)} {'have' if loser is person else 'has'} no {lacks} left"


def _called(side: Side, person: Side | None) -> str:
    if person is None:
        return SIDES[side]
    return "you" if side is person else "the computer"


def _route(move: Move, variant: Variant) -> str:
    route = " to ".join(_name(square, variant) for square in move.path)
    taken = _listed(_name(square, variant) for square in move.captures) if move.captures else ""
    return route + (f", taking {taken}" if taken else "") + (", crowned" if move.promotes else "")


def _name(square: int, variant: Variant) -> str:
    return square_name(square, variant.board, variant.notation)


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
