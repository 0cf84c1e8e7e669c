"""The one move generator: legal moves of a position under a variant's traits.

It is the arbiter: every page, file and engine is held against it. ``legal_moves`` lists one move
per result (from, to, set taken); ``continuations`` follows any route that leads to one of them.
Geometry comes precomputed from ``Variant``; no rule of any single game is named here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.rules.geometry import Direction, bit, squares_of
from game.rules.move import Move
from game.rules.position import Position
from game.rules.variant import Precedence, Variant

KING_WORTH, MAN_WORTH = 199, 100
"""k kings are worth more than 2k-1 men and less than 2k (Frisian rules 2011, art. 11)."""


def legal_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Every legal move, one per result, ordered by origin; empty if the side to move is lost.

    Captures are compulsory in every game of this family: quiet moves are listed only when there
    is no capture.
    """
    captures = _captures(position, variant)
    return tuple(captures) if captures else tuple(_quiet_moves(position, variant))


def continuations(
    position: Position, variant: Variant, visited: tuple[int, ...]
) -> dict[int, list[Move]]:
    """The squares a piece may land on next after ``visited``, with the legal moves each leads to.

    ``visited`` is the origin and the landing squares so far. Each move listed takes the route
    given so far, so for a flying king its path may differ from the one in ``legal_moves`` that has
    the same result. Empty when no legal move begins like that.
    """
    legal = [move for move in legal_moves(position, variant) if move.origin == visited[0]]
    if not legal or not legal[0].is_capture:
        return {move.destination: [move] for move in legal if len(visited) == 1}
    results = {move.result for move in legal}
    ranks = _ranks(legal[0], position, variant)
    chain = _Chain(position, variant, visited[0])
    link = chain.first_link()
    for landing in visited[1:]:
        following = [after for after in chain.links_from(link) if after.square == landing]
        if not following:
            return {}
        link = following[0]
    found: dict[int, list[Move]] = {}
    for after in chain.links_from(link):
        moves = [
            move
            for move in chain.complete_from(after)
            if move.result in results and _ranks(move, position, variant) == ranks
        ]
        if moves:
            found.setdefault(after.square, []).extend(moves)
    return found


def _quiet_moves(position: Position, variant: Variant) -> list[Move]:
    side = position.side
    occupied = position.occupied
    crownhead = variant.crownheads[side]
    moves = []
    man_steps = variant.man_reach[side].steps
    for origin in squares_of(position.men(side)):
        for landing, landing_bit in man_steps[origin]:
            if not occupied & landing_bit:
                moves.append(Move((origin, landing), (), bool(crownhead & landing_bit)))
    kings = position.kings(side)
    if not kings:
        return moves
    reach = variant.king_reach
    for origin in squares_of(kings):
        if variant.king_is_flying:
            for ray in reach.step_rays[origin]:
                for landing in ray:
                    if occupied & bit(landing):
                        break
                    moves.append(Move((origin, landing)))
        else:
            for landing, landing_bit in reach.steps[origin]:
                if not occupied & landing_bit:
                    moves.append(Move((origin, landing)))
    return sorted(moves)


def _captures(position: Position, variant: Variant) -> list[Move]:
    """Every complete capture that the precedence rules allow, one per result."""
    side = position.side
    enemies = position.pieces(side.other)
    empty = variant.board.all_squares & ~position.occupied
    man_jumps = variant.man_reach[side].jumps
    can_strike = [
        origin
        for origin in squares_of(position.men(side))
        for jump in man_jumps[origin]
        if enemies & jump.victim_bit and empty & jump.landing_bit
    ]
    can_strike.extend(squares_of(position.kings(side)))
    if not can_strike:
        return []
    moves: list[Move] = []
    for origin in sorted(set(can_strike)):
        chain = _Chain(position, variant, origin)
        moves.extend(chain.complete_from(chain.first_link()))
    if len(moves) > 1:
        for key in variant.capture_precedence:
            rank = _RANKS[key]
            best = max(rank(move, position) for move in moves)
            moves = [move for move in moves if rank(move, position) == best]
    distinct: dict[tuple[int, int, frozenset[int]], Move] = {}
    for move in moves:
        distinct.setdefault(move.result, move)
    return list(distinct.values())


def _kings_taken(move: Move, position: Position) -> list[bool]:
    return [position.is_king(square) for square in move.captures]


_RANKS: dict[Precedence, Callable[[Move, Position], int | list[bool]]] = {
    Precedence.VALUE: lambda move, position: sum(
        KING_WORTH if king else MAN_WORTH for king in _kings_taken(move, position)
    ),
    Precedence.QUANTITY: lambda move, position: len(move.captures),
    Precedence.WITH_KING: lambda move, position: int(position.is_king(move.origin)),
    Precedence.KINGS_TAKEN: lambda move, position: sum(_kings_taken(move, position)),
    Precedence.ORDER: _kings_taken,
}


def _ranks(move: Move, position: Position, variant: Variant) -> list[int | list[bool]]:
    return [_RANKS[key](move, position) for key in variant.capture_precedence]


class _Link(NamedTuple):
    """A capture under way: the route so far, what it took, and how the piece arrived."""

    path: tuple[int, ...]
    captures: tuple[int, ...]
    dead: int
    """The set of squares in ``captures``."""
    direction: Direction | None
    is_king: bool

    @property
    def square(self) -> int:
        return self.path[-1]


class _Chain:
    """All captures of the piece on one square, link by link."""

    def __init__(self, position: Position, variant: Variant, origin: int) -> None:
        side = position.side
        self._variant = variant
        self._origin = origin
        self._was_king = bool(position.kings(side) & bit(origin))
        self._man_jumps = variant.man_reach[side].jumps
        self._crownhead = variant.crownheads[side]
        # The moving piece has left its square, so a capture may cross it or end on it.
        self._occupied = position.occupied & ~bit(origin)
        self._enemies = position.pieces(side.other)
        self._enemy_kings = position.kings(side.other)
        self._man_targets = (
            self._enemies
            if variant.men_capture_kings
            else self._enemies & ~self._enemy_kings
        )

    def first_link(self) -> _Link:
        """The piece before its first jump."""
        return _Link((self._origin,), (), 0, None, self._was_king)

    def links_from(self, link: _Link) -> list[_Link]:
        """Every next jump: the capture must go on while it can.

        So of several landing squares behind one piece only those count from which it goes on, if
        there is such a square; from the others the piece could not even stop.
        """
        allowed: list[_Link] = []
        for group in self._jumps(link):
            onward = [after for after in group if self._jumps(after)] if len(group) > 1 else []
            allowed.extend(onward or group)
        return allowed

    def complete_from(self, link: _Link) -> list[Move]:
        """Every way to finish the capture from ``link``, one per result; none if nothing is taken."""
        moves: list[Move] = []
        self._finish(link, moves, set())
        return moves

    def _finish(self, link: _Link, moves: list[Move], seen: set[object]) -> None:
        """Add every complete capture that begins with ``link`` to ``moves``.

        Two routes to the same square that took the same pieces can only go on alike, so the
        second is not followed: without this, a king among many men needs exponential time.
        """
        where = self._sameness(link)
        if where in seen:
            return
        seen.add(where)
        onward = self.links_from(link)
        for after in onward:
            self._finish(after, moves, seen)
        if link.captures and not onward:
            moves.append(self._move(link))

    def _sameness(self, link: _Link) -> object:
        arrival = link.direction if self._variant.removes_in_passing else None
        order: tuple[bool, ...] = ()
        if Precedence.ORDER in self._variant.capture_precedence:
            order = tuple(bool(self._enemy_kings & bit(square)) for square in link.captures)
        return link.path[-1], link.dead, link.is_king, arrival, order

    def _move(self, link: _Link) -> Move:
        is_crowned = not self._was_king and (
            link.is_king or bool(self._crownhead & bit(link.square))
        )
        return Move(link.path, link.captures, is_crowned)

    def _jumps(self, link: _Link) -> list[list[_Link]]:
        """The next jumps, grouped by the piece they take: a flying king may choose where to land.

        A piece never turns straight back: where jumped pieces stay they block it anyway, and
        where they leave at once the rule says so (Turkish, no turn of 180 degrees).
        """
        targets = (self._enemies if link.is_king else self._man_targets) & ~link.dead
        blockers = self._occupied
        if self._variant.removes_in_passing:
            blockers &= ~link.dead
        if link.is_king and self._variant.king_is_flying:
            return self._long_jumps(link, targets, blockers)
        jumps = self._variant.king_reach.jumps if link.is_king else self._man_jumps
        back = link.direction.opposite if link.direction else None
        return [
            [self._after(link, jump.victim, jump.landing, jump.direction)]
            for jump in jumps[link.path[-1]]
            if targets & jump.victim_bit
            and not blockers & jump.landing_bit
            and jump.direction != back
        ]

    def _long_jumps(self, link: _Link, targets: int, blockers: int) -> list[list[_Link]]:
        groups = []
        back = link.direction.opposite if link.direction else None
        for direction, ray in self._variant.king_reach.jump_rays[link.path[-1]]:
            if direction == back:
                continue
            victim = 0
            group: list[_Link] = []
            for square in ray:
                if not blockers & bit(square):
                    if victim:
                        group.append(self._after(link, victim, square, direction))
                elif victim or not targets & bit(square):
                    break
                else:
                    victim = square
            if group:
                groups.append(group)
        return groups

    def _after(self, link: _Link, victim: int, landing: int, direction: Direction) -> _Link:
        crowned_on_the_way = self._variant.promotes_in_passing and bool(
            self._crownhead & bit(landing)
        )
        return _Link(
            (*link.path, landing),
            (*link.captures, victim),
            link.dead | bit(victim),
            direction,
            link.is_king or crowned_on_the_way,
        )
