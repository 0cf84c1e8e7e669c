"""The move generator: the legal moves of a position under a variant's traits.

It is the arbiter: every page, file and engine is checked against it. ``legal_moves`` lists one move
per result (origin, destination, captured set); ``continuations`` follows every route to one.
Geometry comes precomputed from ``Variant``; no game is named here.
"""

from __future__ import annotations

from collections.abc import Callable

from game.rules.geometry import Direction, bit, squares_of
from game.rules.move import Move
from game.rules.position import Position
from game.rules.variant import Jump, Precedence, Variant

KING_WORTH, MAN_WORTH = 199, 100
"""k kings are worth more than 2k-1 men and less than 2k (Frisian rules 2011, art. 11)."""


def legal_moves(position: Position, variant: Variant) -> tuple[Move, ...]:
    """Return the legal moves, one per result, ordered by origin; empty if the side to move lost.

    Captures are compulsory in every game, so quiet moves are listed only if there is no capture.
    """
    captures = _captures(position, variant)
    return tuple(captures) if captures else tuple(_quiet_moves(position, variant))


def continuations(
    position: Position, variant: Variant, visited: tuple[int, ...]
) -> dict[int, list[Move]]:
    """Return where a piece may land after ``visited``, with the legal moves each square leads to.

    ``visited`` is the origin and the landing squares so far. The moves follow that route, so the
    path of one may differ from that of the move in ``legal_moves`` with the same result. Empty
    when no legal move starts like that.
    """
    legal = [move for move in legal_moves(position, variant) if move.origin == visited[0]]
    if not legal or not legal[0].is_capture:
        return {move.destination: [move] for move in legal if len(visited) == 1}
    ranks = _ranks(legal[0], position, variant)
    chain = _Chain(position, variant, visited[0])
    stage = chain.first
    captures: list[int] = []
    for landing in visited[1:]:
        matching = [jump for jump in chain.jumps_from(stage) if jump[1][0] == landing]
        if not matching:
            return {}
        # Only one line leads from a square to another, with one piece to capture on it.
        victim, stage = matching[0]
        captures.append(victim)
    found: dict[int, list[Move]] = {}
    for victim, after in chain.jumps_from(stage):
        moves = [
            move
            for move in chain.complete_from(after, [*visited, after[0]], [*captures, victim])
            if _ranks(move, position, variant) == ranks
        ]
        if moves:
            found[after[0]] = moves
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
                for landing, landing_bit in ray:
                    if occupied & landing_bit:
                        break
                    moves.append(Move((origin, landing)))
        else:
            for landing, landing_bit in reach.steps[origin]:
                if not occupied & landing_bit:
                    moves.append(Move((origin, landing)))
    return sorted(moves)


def _captures(position: Position, variant: Variant) -> list[Move]:
    """Return the complete captures that the precedence rules allow, one per result."""
    side = position.side
    enemies = position.pieces(side.other)
    empty = variant.board.all_squares & ~position.occupied
    man_jumps = variant.man_reach[side].jumps
    origins = [
        origin
        for origin in squares_of(position.men(side))
        for jump in man_jumps[origin]
        if enemies & jump.victim_bit and empty & jump.landing_bit
    ]
    origins.extend(squares_of(position.kings(side)))
    if not origins:
        return []
    moves: list[Move] = []
    for origin in sorted(set(origins)):
        chain = _Chain(position, variant, origin)
        moves.extend(chain.complete_from(chain.first, [origin], []))
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


_Stage = tuple[int, int, bool, Direction | None]
"""How far a capture has got: square, set of jumped pieces, whether the piece is now a king, and
the direction in which it must not turn back. Nothing else decides how it can continue."""
_Jump = tuple[int, _Stage]
"""The square of the jumped piece, and the stage after the jump."""


class _Chain:
    """The captures of the piece on one square, jump by jump."""

    def __init__(self, position: Position, variant: Variant, origin: int) -> None:
        side = position.side
        self._variant = variant
        self._was_king = bool(position.kings(side) & bit(origin))
        self._man_jumps = variant.man_reach[side].jumps
        self._crownhead = variant.crownheads[side]
        # The moving piece has left its square, so a capture may cross it or end on it.
        self._occupied = position.occupied & ~bit(origin)
        self._enemies = position.pieces(side.other)
        self._enemy_kings = position.kings(side.other)
        self._man_targets = (
            self._enemies if variant.men_capture_kings else self._enemies & ~self._enemy_kings
        )
        self._order_matters = Precedence.ORDER in variant.capture_precedence
        self._quantity_first = variant.capture_precedence[:1] == (Precedence.QUANTITY,)
        self.first: _Stage = (origin, 0, self._was_king, None)
        """The stage before the first jump."""

    def jumps_from(self, stage: _Stage) -> list[_Jump]:
        """Return the next jumps.

        A capture must go on while it can: of the landing squares behind one piece, those from which
        it goes on, if there are any, rule out the others.
        """
        groups = self._jumps(stage)
        if self._variant.king_stops_behind_king:
            groups = [self._before_the_last_king(group) for group in groups]
        if self._quantity_first:  # a capture that stops short takes fewer pieces anyway
            return [jump for group in groups for jump in group]
        allowed: list[_Jump] = []
        for group in groups:
            onward = [jump for jump in group if self._jumps(jump[1])] if len(group) > 1 else []
            allowed.extend(onward or group)
        return allowed

    def _before_the_last_king(self, group: list[_Jump]) -> list[_Jump]:
        """Leave out the landings behind a king, but the nearest, where the capture would end."""
        victim = group[0][0]
        if not self._enemy_kings & bit(victim):
            return group
        return [jump for jump in group if jump is group[0] or self._jumps(jump[1])]

    def complete_from(self, stage: _Stage, path: list[int], captures: list[int]) -> list[Move]:
        """Return the ways to finish a capture that got to ``stage`` by ``path``, one per result."""
        moves: list[Move] = []
        self._finish(stage, path, captures, moves, set())
        return moves

    def _finish(
        self,
        stage: _Stage,
        path: list[int],
        captures: list[int],
        moves: list[Move],
        seen: set[object],
    ) -> None:
        """Add every complete capture that starts with ``path`` to ``moves``.

        Two routes that captured the same pieces and reached the same square continue alike, so the
        second is dropped: otherwise a king among many men would take exponential time. Restores
        ``path`` and ``captures`` before it returns.
        """
        onward = self.jumps_from(stage)
        for victim, after in onward:
            path.append(after[0])
            captures.append(victim)
            key = (after, self._kings_in(captures)) if self._order_matters else after
            if key not in seen:
                seen.add(key)
                self._finish(after, path, captures, moves, seen)
            path.pop()
            captures.pop()
        if captures and not onward:
            if self._quantity_first and moves and len(captures) < len(moves[-1].captures):
                return  # precedence would drop it anyway
            square, _, is_king, _ = stage
            is_crowned = is_king or bool(self._crownhead & bit(square))
            moves.append(Move(tuple(path), tuple(captures), is_crowned and not self._was_king))

    def _kings_in(self, captures: list[int]) -> tuple[bool, ...]:
        return tuple(bool(self._enemy_kings & bit(square)) for square in captures)

    def _jumps(self, stage: _Stage) -> list[list[_Jump]]:
        """Return the next jumps by captured piece: a flying king may choose where to land."""
        square, dead, is_king, barred = stage
        targets = (self._enemies if is_king else self._man_targets) & ~dead
        blockers = self._occupied
        if self._variant.removes_in_passing:
            blockers &= ~dead
        if is_king and self._variant.king_is_flying:
            return self._long_jumps(square, dead, barred, targets, blockers)
        jumps = self._variant.king_reach.jumps if is_king else self._man_jumps
        return [
            [self._short_jump(jump, dead, is_king)]
            for jump in jumps[square]
            if targets & jump.victim_bit
            and not blockers & jump.landing_bit
            and not (barred and jump.direction == barred)
        ]

    def _short_jump(self, jump: Jump, dead: int, is_king: bool) -> _Jump:
        crowned = self._variant.promotes_in_passing and bool(self._crownhead & jump.landing_bit)
        barred = self._barred_after(jump.direction)
        return jump.victim, (jump.landing, dead | jump.victim_bit, is_king or crowned, barred)

    def _long_jumps(
        self, square: int, dead: int, barred: Direction | None, targets: int, blockers: int
    ) -> list[list[_Jump]]:
        groups = []
        for direction, ray in self._variant.king_reach.jump_rays[square]:
            if barred and direction == barred:
                continue
            victim, dead_after = 0, dead
            barred_after: Direction | None = None
            group: list[_Jump] = []
            for landing, landing_bit in ray:
                if not blockers & landing_bit:
                    if victim:
                        group.append((victim, (landing, dead_after, True, barred_after)))
                        if self._variant.king_lands_next:
                            break
                elif victim or not targets & landing_bit:
                    break
                else:
                    victim = landing
                    dead_after = dead | landing_bit
                    barred_after = self._barred_after(direction)
            if group:
                groups.append(group)
        return groups

    def _barred_after(self, direction: Direction) -> Direction | None:
        """Return the way back if a capture may not take it (Turkish)."""
        return None if self._variant.may_turn_back else direction.opposite
