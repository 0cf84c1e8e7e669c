"""The search: principal variation search in numbered steps.

A single function that calls itself: numba caches mutually recursive functions but crashes when it
loads them. Deterministic under a node limit. Integers only. Every score is from the point of view
of the side to move of the position passed in, and meaningless once S_STOPPED is set.
"""

from game.engine.kernel.bits import FOUR, ONE, TWO, ZERO, U, popcount, prefetch, signed
from game.engine.kernel.counters import advance_counters, event_of
from game.engine.kernel.evaluate import evaluate
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import (
    MAX_PLY,
    PATH,
    R_FLYING,
    S_BEST_MOVE,
    S_EARLIER,
    S_PLAIN,
    S_PROBE_LIMIT,
    S_STOPPED,
)
from game.engine.kernel.limits import count_node
from game.engine.kernel.movegen import generate_kind, has_capture, has_quiet_move, moves_at
from game.engine.kernel.order import next_move, record_cutoff, score_moves
from game.engine.kernel.play import crowns, key_after, kings_after, men_after
from game.engine.kernel.probe import plies_past_counter, probe_in_search
from game.engine.kernel.scores import DECISIVE, DRAW, INFINITE, WIN
from game.engine.kernel.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    probe_move,
    probe_value,
    slot_of,
    store,
)

_PLY_LIMIT = U(MAX_PLY - 2)
_EXTENSION_LIMIT = U(MAX_PLY // 2)
"""Plies after which forced moves cost depth like any other, so that a chase ends."""
_FUTILITY_DEPTH = 4
_IIR_DEPTH = 5
"""From this depth on a position without a table move is searched one ply less deep."""
_FUTILITY_MARGIN_SHORT, _FUTILITY_MARGIN_FLYING = 40, 80
"""Centimen a quiet move is assumed to gain per ply, with short and with flying kings."""


@compiled
def search(ws, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, reversible):
    """Return the score of a position at ``depth`` plies plus quiescence.

    Fail-soft: within (alpha, beta) the score is exact, at or below alpha an upper bound, at or
    above beta a lower bound; alpha < beta. ``reversible`` is the number of king moves without a
    capture that led here, those before the root included. At the root (ply 0) S_BEST_MOVE is the
    best move so far.
    """
    # 1. Stop at the limit.
    count_node(ws)
    if ws[S_STOPPED] != ZERO:
        return DRAW

    # 2. Score a repetition as a draw, the first time already; within the tables only the second.
    path_slot = U(PATH) + ws[S_EARLIER] + ply
    ws[path_slot] = key
    can_probe = popcount(men | kings | opp_men | opp_kings) <= ws[S_PROBE_LIMIT]
    repetitions = ZERO
    if ply != ZERO:
        repetitions = _count_repetitions(ws, path_slot, key, reversible)
        if repetitions > ONE or (repetitions != ZERO and not can_probe):
            return DRAW

    # 3. Probe the endgame tables in quiet positions, except at the root, which needs a move.
    is_capture = has_capture(ws, men, kings, opp_men, opp_kings, side)
    if can_probe and ply != ZERO and not is_capture:
        is_cutoff, value = probe_in_search(
            ws, ply, depth, alpha, beta, repetitions, men, kings, opp_men, opp_kings, side
        )
        if is_cutoff:
            return value

    # 4. Probe the transposition table, but cut off in null windows only, to keep the line whole.
    is_null_window = beta - alpha == 1
    if is_null_window:
        is_cutoff, value = probe_value(ws, key, ply, depth, alpha, beta)
        if is_cutoff and (abs(value) <= DECISIVE or _beats_draw_counter(ws, ply, value)):
            return value

    # 5. At the horizon evaluate once there is no capture. A side without a move has lost.
    if (depth <= 0 and not is_capture) or ply >= _PLY_LIMIT:
        if not is_capture and not has_quiet_move(ws, men, kings, opp_men, opp_kings, side):
            return signed(ply) - WIN
        return evaluate(ws, men, kings, opp_men, opp_kings, side)

    # 6. Futility pruning, both ways: near the horizon, far outside the window, stop here.
    if (
        is_null_window
        and not is_capture
        and depth <= _FUTILITY_DEPTH
        and abs(beta) < DECISIVE
        and ws[S_PLAIN] == ZERO
        and not can_probe
        and has_quiet_move(ws, men, kings, opp_men, opp_kings, side)
    ):
        value = evaluate(ws, men, kings, opp_men, opp_kings, side)
        margin = depth * (
            _FUTILITY_MARGIN_FLYING if ws[R_FLYING] != ZERO else _FUTILITY_MARGIN_SHORT
        )
        if value + margin + _FUTILITY_MARGIN_SHORT <= alpha:
            return value
        if value - margin >= beta and not has_capture(
            ws, opp_men, opp_kings, men, kings, ONE - side
        ):
            return value

    # 7. Generate moves; without any the game is lost, the sooner the worse.
    move_count = generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side)
    if move_count == ZERO:
        return signed(ply) - WIN

    # 8. Try them in order. Internal iterative reduction: without a table move search one ply less
    # deep, which provides a move for the next visit.
    is_plain = ws[S_PLAIN] != ZERO
    table_move = probe_move(ws, key)
    if (
        table_move == NO_MOVE
        and depth >= _IIR_DEPTH
        and move_count > ONE
        and ply != ZERO
        and not is_plain
    ):
        depth -= 1
    score_moves(ws, ply, move_count, side, table_move, is_capture)
    opponent = ONE - side
    best = -INFINITE
    best_move = ZERO
    original_alpha = alpha
    tried = ZERO
    while tried < move_count:
        index = next_move(ws, ply, move_count)
        move = ws[moves_at(ply) + index * TWO]
        captured = ws[moves_at(ply) + index * TWO + ONE]
        event = event_of(move, captured, kings)
        new_men, new_kings = men_after(men, move), kings_after(men, kings, move)
        opp_men_left, opp_kings_left = opp_men & ~captured, opp_kings & ~captured
        is_draw = advance_counters(ws, ply, event, opp_men_left, opp_kings_left, new_men, new_kings)
        if is_draw and has_move(ws, opp_men_left, opp_kings_left, new_men, new_kings, opponent):
            # 9. A draw counter ends the game, unless the opponent has no move and has lost.
            value = DRAW
        else:
            new_key = key_after(ws, key, men, kings, opp_men, move, captured, side)
            prefetch(ws, slot_of(new_key))
            new_reversible = reversible + ONE if event == ZERO else ZERO
            new_depth = depth - 1
            # 10. Extend forced moves; reduce late quiet moves (LMR).
            if move_count == ONE and ply < _EXTENSION_LIMIT and not is_plain:
                new_depth += 1
            reduction = 0
            if (
                depth >= 3
                and tried >= U(3)
                and captured == ZERO
                and not crowns(move)
                and not is_plain
            ):
                reduction = 2 if depth >= 6 and tried >= U(6) else 1

            # 11. PVS: the full window for the first move, a null window first for the others.
            value = -INFINITE
            if tried != ZERO:
                value = -search(
                    ws, ply + ONE, new_depth - reduction, -alpha - 1, -alpha,
                    opp_men_left, opp_kings_left, new_men, new_kings, opponent, new_key,
                    new_reversible,
                )  # fmt: skip
                if value > alpha and reduction > 0:
                    value = -search(
                        ws, ply + ONE, new_depth, -alpha - 1, -alpha,
                        opp_men_left, opp_kings_left, new_men, new_kings, opponent, new_key,
                        new_reversible,
                    )  # fmt: skip
            if tried == ZERO or alpha < value < beta:
                value = -search(
                    ws, ply + ONE, new_depth, -beta, -alpha,
                    opp_men_left, opp_kings_left, new_men, new_kings, opponent, new_key,
                    new_reversible,
                )  # fmt: skip
        if ws[S_STOPPED] != ZERO:
            return DRAW
        if value > best:
            best = value
            best_move = index
            if ply == ZERO:
                ws[S_BEST_MOVE] = index
            if value > alpha:
                alpha = value
            if value >= beta:
                # 12. Beta cutoff: remember the move for move ordering.
                if not is_capture:
                    record_cutoff(ws, ply, depth, move, side)
                break
        tried += ONE

    # 13. Store the result in the transposition table.
    bound = EXACT
    if best >= beta:
        bound = LOWER
    elif best <= original_alpha:
        bound = UPPER
    store(ws, key, ply, depth, best_move, best, bound)
    return best


@compiled
def _beats_draw_counter(ws, ply, value):
    """Return whether a proven result comes before a draw counter expires.

    The stored result may stem from a line in which none would have.
    """
    return plies_past_counter(ws, ply, WIN - abs(value) - signed(ply)) <= 0


@compiled
def _count_repetitions(ws, path_slot, key, reversible):
    """Count earlier occurrences of the position with only king moves in between; stops at 2."""
    repetitions = ZERO
    plies_back = FOUR
    while plies_back <= reversible and repetitions < TWO:
        if ws[path_slot - plies_back] == key:
            repetitions += ONE
        plies_back += TWO
    return repetitions


@compiled
def has_move(ws, men, kings, opp_men, opp_kings, side):
    """Return whether there is a legal move."""
    if has_capture(ws, men, kings, opp_men, opp_kings, side):
        return True
    return has_quiet_move(ws, men, kings, opp_men, opp_kings, side)
