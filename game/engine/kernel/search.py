"""The search: principal variation search in numbered steps.

One function calls itself and no two call each other: numba keeps code of the second kind and
crashes when it loads it. Deterministic under a node limit. Integers only. Every function that
returns a value returns it for the side to move of the position it was given, and means nothing once
S_STOPPED is set.
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
"""From so many plies on a position without a known move costs one of them."""
_FUTILITY_MARGIN_SHORT, _FUTILITY_MARGIN_FLYING = 40, 80
"""Centimen a ply that a quiet move is thought to change, with short kings and with flying ones."""


@compiled
def search(ws, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, reversible):
    """Value a position, looking ``depth`` plies ahead and playing out captures after that.

    Fail-soft: in (alpha, beta) the value is exact, at or below alpha an upper bound, at or above
    beta a lower bound; alpha < beta. ``reversible`` is the number of king moves without capture that led
    here, those before the root included. At the root (ply 0) S_BEST_MOVE is the best move so far.
    """
    # 1. Stop at the limit.
    count_node(ws)
    if ws[S_STOPPED] != ZERO:
        return DRAW

    # 2. A position that stood before is a draw: who wants more must do something else.
    path_slot = U(PATH) + ws[S_EARLIER] + ply
    ws[path_slot] = key
    can_probe = popcount(men | kings | opp_men | opp_kings) <= ws[S_PROBE_LIMIT]
    repetitions = ZERO
    if ply != ZERO:
        repetitions = _count_repetitions(ws, path_slot, key, reversible)
        if repetitions > ONE or (repetitions != ZERO and not can_probe):
            return DRAW

    # 3. Ask the endgame tables once captures are played out; the root needs a move, not a value.
    is_capture = has_capture(ws, men, kings, opp_men, opp_kings, side)
    if can_probe and ply != ZERO and not is_capture:
        is_cutoff, value = probe_in_search(
            ws, ply, depth, alpha, beta, repetitions, men, kings, opp_men, opp_kings, side
        )
        if is_cutoff:
            return value

    # 4. Use what the search knows, but not where the best line itself is wanted.
    is_null_window = beta - alpha == 1
    if is_null_window:
        is_cutoff, value = probe_value(ws, key, ply, depth, alpha, beta)
        if is_cutoff and (abs(value) <= DECISIVE or _beats_draw_counter(ws, ply, value)):
            return value

    # 5. At the horizon, with nothing to capture, evaluate. Who cannot move has lost.
    if (depth <= 0 and not is_capture) or ply >= _PLY_LIMIT:
        if not is_capture and not has_quiet_move(ws, men, kings, opp_men, opp_kings, side):
            return signed(ply) - WIN
        return evaluate(ws, men, kings, opp_men, opp_kings, side)

    # 6. Near the horizon a position that stands far outside the window is not looked into.
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

    # 7. List the moves; without any the game is lost, the sooner the worse.
    move_count = generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side)
    if move_count == ZERO:
        return signed(ply) - WIN

    # 8. Try them, most promising first. Where none is known to be, the whole is looked at less
    # deep: what comes of that is a known move, and often the place is not worth more.
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
            # 9. A draw counter ends the game; had the opponent no move, it would be a win.
            value = DRAW
        else:
            new_key = key_after(ws, key, men, kings, opp_men, move, captured, side)
            prefetch(ws, slot_of(new_key))
            new_reversible = reversible + ONE if event == ZERO else ZERO
            new_depth = depth - 1
            # 10. A forced move costs no depth; late quiet moves are looked at less deep at first.
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

            # 11. The first move gets the whole window; others must first show that they are better.
            value = -INFINITE
            if tried != ZERO:
                value = -search(
                    ws, ply + ONE, new_depth - reduction, -alpha - 1, -alpha,
                    opp_men_left, opp_kings_left, new_men, new_kings, opponent, new_key, new_reversible,
                )  # fmt: skip
                if value > alpha and reduction > 0:
                    value = -search(
                        ws, ply + ONE, new_depth, -alpha - 1, -alpha,
                        opp_men_left, opp_kings_left, new_men, new_kings, opponent, new_key, new_reversible,
                    )  # fmt: skip
            if tried == ZERO or alpha < value < beta:
                value = -search(
                    ws, ply + ONE, new_depth, -beta, -alpha,
                    opp_men_left, opp_kings_left, new_men, new_kings, opponent, new_key, new_reversible,
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
                # 12. Too good for the opponent to allow: nothing else need be tried.
                if not is_capture:
                    record_cutoff(ws, ply, depth, move, side)
                break
        tried += ONE

    # 13. Remember.
    bound = EXACT
    if best >= beta:
        bound = LOWER
    elif best <= original_alpha:
        bound = UPPER
    store(ws, key, ply, depth, best_move, best, bound)
    return best


@compiled
def _beats_draw_counter(ws, ply, value):
    """Whether a proven result comes before a draw counter can strike, which its finder may not
    have had to fear."""
    return plies_past_counter(ws, ply, WIN - abs(value) - signed(ply)) <= 0


@compiled
def _count_repetitions(ws, path_slot, key, reversible):
    """How often the position came about earlier, same side to move, with only king moves between;
    2 stands for more as well."""
    repetitions = ZERO
    plies_back = FOUR
    while plies_back <= reversible and repetitions < TWO:
        if ws[path_slot - plies_back] == key:
            repetitions += ONE
        plies_back += TWO
    return repetitions


@compiled
def has_move(ws, men, kings, opp_men, opp_kings, side):
    """Whether there is a legal move."""
    if has_capture(ws, men, kings, opp_men, opp_kings, side):
        return True
    return has_quiet_move(ws, men, kings, opp_men, opp_kings, side)
