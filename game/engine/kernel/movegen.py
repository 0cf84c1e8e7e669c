"""Legal moves: the same as ``game.rules.movegen`` gives, in bits.

A position is handed over as five words: the mover's men and kings, the opponent's, and the side to
move (0 Black, 1 White). Black moves towards higher squares.
"""

from game.engine.kernel.bits import FOUR, ONE, THREE, TWO, ZERO, U, count, lowest, shifted
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
    R_IN_PASSING,
    R_KEYS,
    R_MEN_TAKE_KINGS,
    R_STEP,
    S_BEST_RANK,
    S_VISITED,
    VISITED,
)

_ENDED = TWO
"""Beside 0 and 1, man and king: marks a station at which a capture has ended."""
_FIRST_KING_BIT = U(23)
"""Kings taken early count more: the first of a capture is this bit of its order."""


@compiled
def moves_at(ply):
    """Where in the workspace the moves of a ply begin."""
    return U(MOVES) + ply * U(2 * MAX_MOVES)


@compiled
def generate(ws, ply, men, kings, opp_men, opp_kings, side):
    """Write the legal moves of a position as those of ``ply``; how many there are.

    One for each result (from, to, set taken). The order depends on the position alone.
    """
    is_capture = has_capture(ws, men, kings, opp_men, opp_kings, side)
    return generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side)


@compiled
def generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side):
    """The same where ``has_capture`` has already been asked."""
    if is_capture:
        return _captures(ws, moves_at(ply), men, kings, opp_men, opp_kings, side)
    return _quiet_moves(ws, moves_at(ply), men, kings, opp_men, opp_kings, side)


@compiled
def has_capture(ws, men, kings, opp_men, opp_kings, side):
    """Whether any piece can capture: all men at once, then all kings."""
    opponents = opp_men | opp_kings
    empty = ws[R_ALL] & ~(men | kings | opponents)
    if _men_that_capture(ws, men, opp_men, opp_kings, empty, side):
        return True
    if kings == ZERO:
        return False
    step = ws[R_STEP]
    if ws[R_FLYING] == ZERO:
        long = step + ONE
        landings = ((kings >> long & opponents) >> long) | ((kings >> step & opponents) >> step)
        landings |= ((kings << long & opponents) << long) | ((kings << step & opponents) << step)
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
def _men_that_capture(ws, men, opp_men, opp_kings, empty, side):
    """The men that can begin a capture."""
    step = ws[R_STEP]
    long = step + ONE
    targets = opp_men | opp_kings if ws[R_MEN_TAKE_KINGS] != ZERO else opp_men
    able = ZERO
    if side == ONE or ws[R_BACKWARD] != ZERO:
        able = ((empty << long & targets) << long) | ((empty << step & targets) << step)
    if side == ZERO or ws[R_BACKWARD] != ZERO:
        able |= ((empty >> long & targets) >> long) | ((empty >> step & targets) >> step)
    return able & men


@compiled
def count_quiet_moves(ws, men, kings, opp_men, opp_kings, side):
    """How many quiet moves there would be, were there no capture; all pieces at once.

    No square is reached twice in one direction: of two pieces on a line the nearer stops the other.
    """
    step = ws[R_STEP]
    long = step + ONE
    empty = ws[R_ALL] & ~(men | kings | opp_men | opp_kings)
    if side == ONE:
        moves = count(men >> long & empty) + count(men >> step & empty)
    else:
        moves = count(men << long & empty) + count(men << step & empty)
    if kings:
        direction = ZERO
        while direction < FOUR:
            landing = shifted(kings, direction, step) & empty
            moves += count(landing)
            if ws[R_FLYING] != ZERO:
                while landing:
                    landing = shifted(landing, direction, step) & empty
                    moves += count(landing)
            direction += ONE
    return moves


@compiled
def has_quiet_move(ws, men, kings, opp_men, opp_kings, side):
    """Whether any piece can move without capturing."""
    step = ws[R_STEP]
    long = step + ONE
    empty = ws[R_ALL] & ~(men | kings | opp_men | opp_kings)
    upward = men | kings if side == ONE else kings
    downward = kings if side == ONE else men | kings
    landings = (upward >> long) | (upward >> step) | (downward << long) | (downward << step)
    return landings & empty != ZERO


@compiled
def _first_direction(ws, is_king, side):
    """The first direction in which a piece captures; White's forward ones are 0 and 1."""
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
            landing = lowest(landings)
            origin = landing + shift if side == ONE else landing - shift
            is_crowned = (crownhead >> landing) & ONE
            landings &= landings - ONE
            ws[base + found * TWO] = origin | (landing << U(8)) | (is_crowned << U(16))
            ws[base + found * TWO + ONE] = ZERO
            found += ONE
        shift = other_shift
    while kings:
        king = kings & (~kings + ONE)
        kings ^= king
        origin = lowest(king)
        direction = ZERO
        while direction < FOUR:
            landing = shifted(king, direction, step) & empty
            while landing and found < U(MAX_MOVES):
                ws[base + found * TWO] = origin | (lowest(landing) << U(8))
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
    pieces = kings | _men_that_capture(ws, men, opp_men, opp_kings, empty, side)
    while pieces:
        piece = pieces & (~pieces + ONE)
        pieces ^= piece
        is_king = ONE if kings & piece else ZERO
        origin = lowest(piece)
        # The piece has left its square: a capture may cross it or end on it.
        blockers = occupied & ~piece
        ws[S_VISITED] = ZERO
        found = _follow(
            ws, base, found, origin, origin, ZERO, is_king, is_king, ZERO, ZERO,
            opp_men, opp_kings, blockers, side,
        )  # fmt: skip
    return found


@compiled
def _follow(
    ws, base, found, origin, at, dead, is_king, was_king, order, taken,
    opp_men, opp_kings, blockers, side,
):  # fmt: skip
    """Add every complete capture that goes on from ``at``; how many moves stand at ``base`` then.

    Jumped pieces stay until the move ends, hence ``blockers`` never changes and ``dead`` cannot be
    taken again. Of several landing squares behind one piece only those from which the capture goes
    on may be chosen, if there are any.
    """
    step = ws[R_STEP]
    every = ws[R_ALL]
    live = _targets(ws, is_king, opp_men, opp_kings) & ~dead
    is_long = is_king != ZERO and ws[R_FLYING] != ZERO
    direction = _first_direction(ws, is_king, side)
    last = _last_direction(ws, is_king, side)
    while direction <= last:
        victim = _first_on_line(ONE << at, direction, step, every, blockers, is_long)
        landing = shifted(victim & live, direction, step) & every & ~blockers
        if landing:
            now_dead = dead | victim
            now_order = order
            if ws[R_HAS_ORDER] != ZERO and victim & opp_kings:
                now_order = order | (ONE << (_FIRST_KING_BIT - taken))
            goes_on = False
            square = landing
            while square:
                king = _rank_at(ws, square, is_king, side)
                station = lowest(square)
                if _can_jump(ws, station, now_dead, king, opp_men, opp_kings, blockers, side):
                    goes_on = True
                    if not _was_visited(ws, station, now_dead, king, now_order):
                        found = _follow(
                            ws, base, found, origin, station, now_dead, king, was_king, now_order,
                            taken + ONE, opp_men, opp_kings, blockers, side,
                        )  # fmt: skip
                square = shifted(square, direction, step) & every & ~blockers if is_long else ZERO
            square = ZERO if goes_on else landing
            while square:
                station = lowest(square)
                if not _was_visited(ws, station, now_dead, _ENDED, now_order):
                    is_crowned = was_king == ZERO and (
                        is_king != ZERO or square & ws[U(R_CROWNHEAD) + side] != ZERO
                    )
                    word = origin | (station << U(8)) | (U(is_crowned) << U(16))
                    rank = _rank(ws, now_dead, opp_kings, was_king, now_order)
                    found = _add(ws, base, found, word, now_dead, rank)
                square = shifted(square, direction, step) & every & ~blockers if is_long else ZERO
        direction += ONE
    return found


@compiled
def _targets(ws, is_king, opp_men, opp_kings):
    """What a piece may capture."""
    if is_king != ZERO or ws[R_MEN_TAKE_KINGS] != ZERO:
        return opp_men | opp_kings
    return opp_men


@compiled
def _rank_at(ws, square, is_king, side):
    """Whether the capturing piece is a king once it has landed on ``square``."""
    if ws[R_IN_PASSING] != ZERO and square & ws[U(R_CROWNHEAD) + side]:
        return ONE
    return is_king


@compiled
def _first_on_line(piece, direction, step, every, blockers, is_long):
    """The neighbour in a direction, or for a long-ranged piece the first piece met; may be none."""
    square = shifted(piece, direction, step) & every
    if is_long:
        while square and not square & blockers:
            square = shifted(square, direction, step) & every
    return square


@compiled
def _can_jump(ws, at, dead, is_king, opp_men, opp_kings, blockers, side):
    """Whether the capture goes on from ``at``."""
    step = ws[R_STEP]
    every = ws[R_ALL]
    live = _targets(ws, is_king, opp_men, opp_kings) & ~dead
    is_long = is_king != ZERO and ws[R_FLYING] != ZERO
    direction = _first_direction(ws, is_king, side)
    last = _last_direction(ws, is_king, side)
    while direction <= last:
        victim = _first_on_line(ONE << at, direction, step, every, blockers, is_long)
        if shifted(victim & live, direction, step) & every & ~blockers:
            return True
        direction += ONE
    return False


@compiled
def _was_visited(ws, at, dead, is_king, order):
    """Whether this piece's captures stood here before with the same taken; remembers it if not.

    Then all that follows is the same. Without this a king among many men needs exponential time,
    and results that two routes lead to would be listed twice.
    """
    stations = ws[S_VISITED]
    tag = at | (is_king << U(8)) | (order << U(16))
    number = ZERO
    while number < stations:
        place = U(VISITED) + number * TWO
        if ws[place + ONE] == dead and ws[place] == tag:
            return True
        number += ONE
    if stations < U(MAX_VISITED):
        ws[U(VISITED) + stations * TWO] = tag
        ws[U(VISITED) + stations * TWO + ONE] = dead
        ws[S_VISITED] = stations + ONE
    return False


@compiled
def _rank(ws, dead, opp_kings, was_king, order):
    """How much a capture is preferred under the variant's keys; equal ranks are a free choice."""
    rank = ZERO
    number = ZERO
    while number < ws[R_KEYS]:
        key = ws[U(R_KEYS) + ONE + number]
        if key == U(KEY_QUANTITY):
            rank = (rank << U(8)) | count(dead)
        elif key == U(KEY_WITH_KING):
            rank = (rank << ONE) | was_king
        elif key == U(KEY_KINGS_TAKEN):
            rank = (rank << U(8)) | count(dead & opp_kings)
        else:
            rank = (rank << U(24)) | order
        number += ONE
    return rank


@compiled
def _add(ws, base, found, word, dead, rank):
    """Add a capture, unless a better one is listed; a better one than all listed replaces them."""
    if found != ZERO and rank < ws[S_BEST_RANK]:
        return found
    if found == ZERO or rank > ws[S_BEST_RANK]:
        ws[S_BEST_RANK] = rank
        found = ZERO
    if found < U(MAX_MOVES):
        ws[base + found * TWO] = word
        ws[base + found * TWO + ONE] = dead
        found += ONE
    return found
