"""Legal moves on bitboards: the same moves as ``game.rules.movegen``.

A position is passed as five words: the mover's men and kings, the opponent's, and the side to move
(0 Black, 1 White). Black moves towards higher squares.
"""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, lowest_bit, popcount, shifted
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import (
    KEY_KINGS_TAKEN,
    KEY_QUANTITY,
    KEY_WITH_KING,
    MAX_MOVES,
    MAX_VISITED,
    MOVES,
    R_ALL,
    R_BACKWARD,
    R_CROWNHEAD,
    R_FLYING,
    R_HAS_ORDER,
    R_KEYS,
    R_MEN_CAPTURE_KINGS,
    R_PROMOTES_IN_PASSING,
    R_STEP,
    S_BEST_RANK,
    S_VISITED,
    VISITED,
)

_ENDED = TWO
"""Besides 0 for a man and 1 for a king: marks a square on which a capture ended."""
_FIRST_KING_BIT = U(23)
"""Kings captured early count more: this bit stands for the first capture."""


@compiled
def moves_at(ply):
    """Return the offset of the moves of a ply in the workspace."""
    return U(MOVES) + ply * U(2 * MAX_MOVES)


@compiled
def generate(ws, ply, men, kings, opp_men, opp_kings, side):
    """Write the legal moves of a position at ``ply``; return their number.

    One for each result (from, to, captured set). Their order depends on the position alone.
    """
    is_capture = has_capture(ws, men, kings, opp_men, opp_kings, side)
    return generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side)


@compiled
def generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side):
    """The same when ``has_capture`` has already been called."""
    if is_capture:
        return _captures(ws, moves_at(ply), men, kings, opp_men, opp_kings, side)
    return _quiet_moves(ws, moves_at(ply), men, kings, opp_men, opp_kings, side)


@compiled
def has_capture(ws, men, kings, opp_men, opp_kings, side):
    """Return whether any piece can capture: all men at once, then all kings."""
    opponents = opp_men | opp_kings
    empty = ws[R_ALL] & ~(men | kings | opponents)
    if _capturing_men(ws, men, opp_men, opp_kings, empty, side):
        return True
    if kings == ZERO:
        return False
    step = ws[R_STEP]
    if ws[R_FLYING] == ZERO:
        long_step = step + ONE
        landings = ((kings >> long_step & opponents) >> long_step) | (
            (kings >> step & opponents) >> step
        )
        landings |= ((kings << long_step & opponents) << long_step) | (
            (kings << step & opponents) << step
        )
        return landings & empty != ZERO
    direction = ZERO
    while direction < FOUR:
        reach = kings
        ahead = shifted(kings, direction, step) & empty
        while ahead:
            reach |= ahead
            ahead = shifted(ahead, direction, step) & empty
        beside = shifted(reach, direction, step) & opponents
        if shifted(beside, direction, step) & empty:
            return True
        direction += ONE
    return False


@compiled
def _capturing_men(ws, men, opp_men, opp_kings, empty, side):
    """Return the men that can start a capture."""
    step = ws[R_STEP]
    long_step = step + ONE
    targets = opp_men | opp_kings if ws[R_MEN_CAPTURE_KINGS] != ZERO else opp_men
    capturers = ZERO
    if side == ONE or ws[R_BACKWARD] != ZERO:
        capturers = ((empty << long_step & targets) << long_step) | (
            (empty << step & targets) << step
        )
    if side == ZERO or ws[R_BACKWARD] != ZERO:
        capturers |= ((empty >> long_step & targets) >> long_step) | (
            (empty >> step & targets) >> step
        )
    return capturers & men


@compiled
def count_quiet_moves(ws, men, kings, opp_men, opp_kings, side):
    """Return the number of quiet moves, as if there were no capture; all pieces at once.

    No square is counted twice in one direction: of two pieces on a line the nearer blocks the
    other.
    """
    step = ws[R_STEP]
    long_step = step + ONE
    empty = ws[R_ALL] & ~(men | kings | opp_men | opp_kings)
    if side == ONE:
        moves = popcount(men >> long_step & empty) + popcount(men >> step & empty)
    else:
        moves = popcount(men << long_step & empty) + popcount(men << step & empty)
    if kings:
        direction = ZERO
        while direction < FOUR:
            landing = shifted(kings, direction, step) & empty
            moves += popcount(landing)
            if ws[R_FLYING] != ZERO:
                while landing:
                    landing = shifted(landing, direction, step) & empty
                    moves += popcount(landing)
            direction += ONE
    return moves


@compiled
def has_quiet_move(ws, men, kings, opp_men, opp_kings, side):
    """Return whether any piece can move without capturing."""
    step = ws[R_STEP]
    long_step = step + ONE
    empty = ws[R_ALL] & ~(men | kings | opp_men | opp_kings)
    upward = men | kings if side == ONE else kings
    downward = kings if side == ONE else men | kings
    landings = (
        (upward >> long_step) | (upward >> step) | (downward << long_step) | (downward << step)
    )
    return landings & empty != ZERO


@compiled
def _first_direction(ws, is_king, side):
    """Return the first direction in which a piece captures; White's forward ones are 0 and 1."""
    return TWO if is_king == ZERO and ws[R_BACKWARD] == ZERO and side == ZERO else ZERO


@compiled
def _last_direction(ws, is_king, side):
    return ONE if is_king == ZERO and ws[R_BACKWARD] == ZERO and side == ONE else THREE


@compiled
def _quiet_moves(ws, base, men, kings, opp_men, opp_kings, side):
    step = ws[R_STEP]
    empty = ws[R_ALL] & ~(men | kings | opp_men | opp_kings)
    crownhead = ws[U(R_CROWNHEAD) + side]
    found = ZERO
    # First the longer of the two shifts for White, the shorter for Black.
    shift = step + ONE if side == ONE else step
    other_shift = step if side == ONE else step + ONE
    for _ in range(2):
        landings = (men >> shift if side == ONE else men << shift) & empty
        while landings:
            landing = lowest_bit(landings)
            origin = landing + shift if side == ONE else landing - shift
            is_crowned = (crownhead >> landing) & ONE
            landings &= landings - ONE
            ws[base + found * TWO] = origin | (landing << U(8)) | (is_crowned << U(16))
            ws[base + found * TWO + ONE] = ZERO
            found += ONE
        shift = other_shift
    while kings:
        new_is_king = kings & (~kings + ONE)
        kings ^= new_is_king
        origin = lowest_bit(new_is_king)
        direction = ZERO
        while direction < FOUR:
            landing = shifted(new_is_king, direction, step) & empty
            while landing and found < U(MAX_MOVES):
                ws[base + found * TWO] = origin | (lowest_bit(landing) << U(8))
                ws[base + found * TWO + ONE] = ZERO
                found += ONE
                if ws[R_FLYING] == ZERO:
                    break
                landing = shifted(landing, direction, step) & empty
            direction += ONE
    return found


@compiled
def _captures(ws, base, men, kings, opp_men, opp_kings, side):
    found = ZERO
    occupied = men | kings | opp_men | opp_kings
    empty = ws[R_ALL] & ~occupied
    pieces = kings | _capturing_men(ws, men, opp_men, opp_kings, empty, side)
    while pieces:
        piece = pieces & (~pieces + ONE)
        pieces ^= piece
        is_king = ONE if kings & piece else ZERO
        origin = lowest_bit(piece)
        # The piece has left its square, so a capture may cross it or end on it.
        blockers = occupied & ~piece
        ws[S_VISITED] = ZERO
        found = _extend_capture(
            ws, base, found, origin, origin, ZERO, is_king, is_king, ZERO, ZERO,
            opp_men, opp_kings, blockers, side,
        )  # fmt: skip
    return found


@compiled
def _extend_capture(
    ws, base, found, origin, at, captured, is_king, was_king, order, capture_count,
    opp_men, opp_kings, blockers, side,
):  # fmt: skip
    """Add every complete capture that continues from ``at``; return the number of moves then.

    Captured pieces stay on the board until the move ends, so ``blockers`` never changes and
    ``captured`` pieces cannot be jumped again. Where several landing squares lie behind a piece,
    only those from which the capture continues may be chosen, if any.
    """
    step = ws[R_STEP]
    board = ws[R_ALL]
    targets = _targets(ws, is_king, opp_men, opp_kings) & ~captured
    is_flying = is_king != ZERO and ws[R_FLYING] != ZERO
    direction = _first_direction(ws, is_king, side)
    last = _last_direction(ws, is_king, side)
    while direction <= last:
        victim = _first_piece(ONE << at, direction, step, board, blockers, is_flying)
        landing = shifted(victim & targets, direction, step) & board & ~blockers
        if landing:
            new_captured = captured | victim
            new_order = order
            if ws[R_HAS_ORDER] != ZERO and victim & opp_kings:
                new_order = order | (ONE << (_FIRST_KING_BIT - capture_count))
            continues = False
            square = landing
            while square:
                new_is_king = _is_king_at(ws, square, is_king, side)
                landing_index = lowest_bit(square)
                if _can_jump(
                    ws, landing_index, new_captured, new_is_king, opp_men, opp_kings, blockers, side
                ):
                    continues = True
                    if not _was_seen(ws, landing_index, new_captured, new_is_king, new_order):
                        found = _extend_capture(
                            ws, base, found, origin, landing_index, new_captured, new_is_king,
                            was_king, new_order, capture_count + ONE, opp_men, opp_kings,
                            blockers, side,
                        )  # fmt: skip
                square = shifted(square, direction, step) & board & ~blockers if is_flying else ZERO
            square = ZERO if continues else landing
            while square:
                landing_index = lowest_bit(square)
                if not _was_seen(ws, landing_index, new_captured, _ENDED, new_order):
                    is_crowned = was_king == ZERO and (
                        is_king != ZERO or square & ws[U(R_CROWNHEAD) + side] != ZERO
                    )
                    move = origin | (landing_index << U(8)) | (U(is_crowned) << U(16))
                    rank = _capture_rank(ws, new_captured, opp_kings, was_king, new_order)
                    found = _add_capture(ws, base, found, move, new_captured, rank)
                square = shifted(square, direction, step) & board & ~blockers if is_flying else ZERO
        direction += ONE
    return found


@compiled
def _targets(ws, is_king, opp_men, opp_kings):
    """Return the pieces that this piece may capture."""
    if is_king != ZERO or ws[R_MEN_CAPTURE_KINGS] != ZERO:
        return opp_men | opp_kings
    return opp_men


@compiled
def _is_king_at(ws, square, is_king, side):
    """Return whether the capturing piece is a king once it has landed on ``square``."""
    if ws[R_PROMOTES_IN_PASSING] != ZERO and square & ws[U(R_CROWNHEAD) + side]:
        return ONE
    return is_king


@compiled
def _first_piece(piece, direction, step, board, blockers, is_flying):
    """Return the adjacent square, or a flying piece's first obstacle; may be empty."""
    square = shifted(piece, direction, step) & board
    if is_flying:
        while square and not square & blockers:
            square = shifted(square, direction, step) & board
    return square


@compiled
def _can_jump(ws, at, captured, is_king, opp_men, opp_kings, blockers, side):
    """Return whether the capture continues from ``at``."""
    step = ws[R_STEP]
    board = ws[R_ALL]
    targets = _targets(ws, is_king, opp_men, opp_kings) & ~captured
    is_flying = is_king != ZERO and ws[R_FLYING] != ZERO
    direction = _first_direction(ws, is_king, side)
    last = _last_direction(ws, is_king, side)
    while direction <= last:
        victim = _first_piece(ONE << at, direction, step, board, blockers, is_flying)
        if shifted(victim & targets, direction, step) & board & ~blockers:
            return True
        direction += ONE
    return False


@compiled
def _was_seen(ws, square, captured, is_king, order):
    """Return whether a capture of this piece was here before with the same captured set; record it.

    If it was, all that follows is the same. Without this a king among many men takes exponential
    time, and a result reached by two routes would be listed twice.
    """
    visited = ws[S_VISITED]
    tag = square | (is_king << U(8)) | (order << U(16))
    index = ZERO
    while index < visited:
        slot = U(VISITED) + index * TWO
        if ws[slot + ONE] == captured and ws[slot] == tag:
            return True
        index += ONE
    if visited < U(MAX_VISITED):
        ws[U(VISITED) + visited * TWO] = tag
        ws[U(VISITED) + visited * TWO + ONE] = captured
        ws[S_VISITED] = visited + ONE
    return False


@compiled
def _capture_rank(ws, captured, opp_kings, was_king, order):
    """Rank a capture under the variant's precedence; equal ranks are a free choice."""
    rank = ZERO
    index = ZERO
    while index < ws[R_KEYS]:
        key = ws[U(R_KEYS) + ONE + index]
        if key == U(KEY_QUANTITY):
            rank = (rank << U(8)) | popcount(captured)
        elif key == U(KEY_WITH_KING):
            rank = (rank << ONE) | was_king
        elif key == U(KEY_KINGS_TAKEN):
            rank = (rank << U(8)) | popcount(captured & opp_kings)
        else:
            rank = (rank << U(24)) | order
        index += ONE
    return rank


@compiled
def _add_capture(ws, base, found, move, captured, rank):
    """Add a capture unless a better one is listed; a better one replaces the whole list."""
    if found != ZERO and rank < ws[S_BEST_RANK]:
        return found
    if found == ZERO or rank > ws[S_BEST_RANK]:
        ws[S_BEST_RANK] = rank
        found = ZERO
    if found < U(MAX_MOVES):
        ws[base + found * TWO] = move
        ws[base + found * TWO + ONE] = captured
        found += ONE
    return found
