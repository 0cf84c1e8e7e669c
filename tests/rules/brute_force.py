"""A second move generator, slow and plain, to check the real one against.

It follows every route one jump at a time on a board of rows and columns, remembers nothing and
discards nothing before the end. It shares with `game.rules` only the traits of a game and the
numbering of squares, which have their own tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from game.rules import Board, Position, Side, Variant
from game.rules.geometry import Lines
from game.rules.variant import Precedence

Place = tuple[int, int]
Cells = dict[Place, tuple[Side, bool]]
"""The side of the piece on each square, and whether it is a king."""
Route = tuple[Place, ...]
DIAGONALS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))


def _bearings(lines: Lines, board: Board) -> list[Place]:
    """Return the steps to the next playing square along these lines."""
    step = 1 if board.plays_on_every_square else 2
    straight = [(rows * step, columns * step) for rows, columns in STRAIGHT]
    return {
        Lines.DIAGONAL: list(DIAGONALS),
        Lines.ORTHOGONAL: straight,
        Lines.ALL: [*DIAGONALS, *straight],
    }[lines]


def every_move(position: Position, variant: Variant) -> dict[tuple[int, ...], tuple[int, ...]]:
    """Return every legal route, as squares visited, with the captured squares in order."""
    board = variant.board
    cells: Cells = {}
    for square, place in enumerate(board.places, start=1):
        owner = position.owner(square)
        if owner is not None:
            cells[place] = (owner, position.is_king(square))
    captures = [
        (route, taken)
        for origin, (owner, is_king) in cells.items()
        if owner is position.side
        for route, taken in _captures(cells, board, origin, owner, is_king, variant)
    ]
    ways = _preferred(captures, cells, variant) if captures else _steps(cells, position, variant)
    number = board.square_at
    return {
        tuple(number[place] for place in route): tuple(number[place] for place in taken)
        for route, taken in ways
    }


def _captures(
    cells: Cells, board: Board, origin: Place, side: Side, is_king: bool, variant: Variant
) -> Iterator[tuple[Route, Route]]:
    king_row = 0 if side is Side.WHITE else board.rows - 1

    def jumps(route: Route, king: bool, taken: Route) -> Iterator[tuple[Place, list[Place]]]:
        at = route[-1]
        ahead = -1 if side is Side.WHITE else 1
        others = {
            place: piece
            for place, piece in cells.items()
            if place != origin and not (variant.removes_in_passing and place in taken)
        }
        for rows, columns in _bearings(variant.capture_lines, board):
            if not king and rows * ahead < 0 and not variant.men_capture_backward:
                continue
            if taken and not variant.may_turn_back:
                came = (at[0] - taken[-1][0], at[1] - taken[-1][1])
                if came[0] * rows + came[1] * columns < 0:
                    continue
            line = [(at[0] + rows * n, at[1] + columns * n) for n in range(1, board.rows)]
            line = [place for place in line if place in board.square_at]
            flies = king and variant.king_is_flying
            while flies and line and line[0] not in others:
                del line[0]
            if not line or line[0] not in others or line[0] in taken:
                continue
            victim, *behind = line
            owner, victim_is_king = others[victim]
            if owner is side or (victim_is_king and not king and not variant.men_capture_kings):
                continue
            landings = []
            for place in behind if flies and not variant.king_lands_next else behind[:1]:
                if place in others:
                    break
                landings.append(place)
            if landings:
                yield victim, landings

    def stops_well(route: Route, taken: Route) -> bool:
        apart = max(abs(a - b) for a, b in zip(route[-1], taken[-1], strict=True))
        return apart == 1 or not cells[taken[-1]][1]

    def follow(route: Route, king: bool, taken: Route) -> Iterator[tuple[Route, Route]]:
        is_over = True
        for victim, landings in jumps(route, king, taken):
            is_over = False
            reached = [
                (place, king or (variant.promotes_in_passing and place[0] == king_row))
                for place in landings
            ]
            going_on = [
                (place, crowned)
                for place, crowned in reached
                if any(True for _ in jumps((*route, place), crowned, (*taken, victim)))
            ]
            for place, crowned in going_on or reached:
                yield from follow((*route, place), crowned, (*taken, victim))
        if is_over and taken and (not variant.king_stops_behind_king or stops_well(route, taken)):
            yield route, taken

    yield from follow((origin,), is_king, ())


def _preferred(
    captures: list[tuple[Route, Route]], cells: Cells, variant: Variant
) -> list[tuple[Route, Route]]:
    def kings(taken: Route) -> list[bool]:
        return [cells[place][1] for place in taken]

    worth: dict[Precedence, Callable[[Route, Route], int | list[bool]]] = {
        Precedence.VALUE: lambda route, taken: sum(199 if king else 100 for king in kings(taken)),
        Precedence.QUANTITY: lambda route, taken: len(taken),
        Precedence.WITH_KING: lambda route, taken: cells[route[0]][1],
        Precedence.KINGS_TAKEN: lambda route, taken: sum(kings(taken)),
        Precedence.ORDER: lambda route, taken: kings(taken),
    }
    for key in variant.capture_precedence:
        best = max(worth[key](*capture) for capture in captures)
        captures = [capture for capture in captures if worth[key](*capture) == best]
    return captures


def _steps(cells: Cells, position: Position, variant: Variant) -> Iterator[tuple[Route, Route]]:
    board = variant.board
    ahead = -1 if position.side is Side.WHITE else 1
    for origin, (owner, is_king) in cells.items():
        if owner is not position.side:
            continue
        for rows, columns in _bearings(variant.move_lines, board):
            if not is_king and rows * ahead < 0:
                continue
            place = origin
            for _ in range(board.rows if is_king and variant.king_is_flying else 1):
                place = (place[0] + rows, place[1] + columns)
                if place in cells or place not in board.square_at:
                    break
                yield (origin, place), ()
