"""The search: principal variation search in numbered steps.

One function calls itself and no two call each other: numba keeps code of the second kind and
crashes when it loads it. Deterministic under a node limit. Integers only. Every function that
returns a value returns it for the side to move of the position it was given, and means nothing once
S_STOPPED is set.
"""

from game.engine.kernel.bits import FOUR, ONE, TWO, ZERO, U, count, fetch_ahead, signed
from game.engine.kernel.counters import carry_counters, event_of
from game.engine.kernel.evaluate import evaluate
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import (
    MAX_PLY,
    PATH,
    R_FLYING,
    S_BEST_MOVE,
    S_EARLIER,
    S_PLAIN,
    S_STOPPED,
    S_TABLES,
)
from game.engine.kernel.limits import count_node
from game.engine.kernel.movegen import generate_kind, has_capture, has_quiet_move, moves_at
from game.engine.kernel.order import next_move, note_cut, score_moves
from game.engine.kernel.play import crowns, key_after, kings_after, men_after
from game.engine.kernel.probe import plies_too_late, settle
from game.engine.kernel.scores import DECISIVE, DRAW, INFINITE, WIN
from game.engine.kernel.table import (
    EXACT,
    LOWER,
    NO_MOVE,
    UPPER,
    known_move,
    known_value,
    slot_of,
    store,
)

_DEEPEST = U(MAX_PLY - 2)
_MOST_EXTENDED = U(MAX_PLY // 2)
"""Plies after which forced moves cost depth like any other, so that a chase ends."""
_SHALLOW = 4
_BLIND = 5
"""From so many plies on a position without a known move costs one of them."""
_SHORT_MARGIN, _FLYING_MARGIN = 40, 80
"""Centimen a ply that a quiet move is thought to change, with short kings and with flying ones."""


@compiled
def search(ws, ply, depth, alpha, beta, men, kings, opp_men, opp_kings, side, key, quiet):
    """Value a position, looking ``depth`` plies ahead and playing out captures after that.

    Fail-soft: in (alpha, beta) the value is exact, at or below alpha an upper bound, at or above
    beta a lower bound; alpha < beta. ``quiet`` is the number of king moves without capture that led
    here, those before the root included. At the root (ply 0) S_BEST_MOVE is the best move so far.
    """
    # 1. Stop at the limit.
    count_node(ws)
    if ws[S_STOPPED] != ZERO:
        return DRAW

    # 2. A position that stood before is a draw: who wants more must do something else.
    here = U(PATH) + ws[S_EARLIER] + ply
    ws[here] = key
    in_tables = count(men | kings | opp_men | opp_kings) <= ws[S_TABLES]
    stood = ZERO
    if ply != ZERO:
        stood = _times_stood(ws, here, key, quiet)
        if stood > ONE or (stood != ZERO and not in_tables):
            return DRAW

    # 3. Ask the endgame tables once captures are played out; the root needs a move, not a value.
    is_capture = has_capture(ws, men, kings, opp_men, opp_kings, side)
    if in_tables and ply != ZERO and not is_capture:
        settles, value = settle(
            ws, ply, depth, alpha, beta, stood, men, kings, opp_men, opp_kings, side
        )
        if settles:
            return value

    # 4. Use what the search knows, but not where the best line itself is wanted.
    is_null_window = beta - alpha == 1
    if is_null_window:
        settles, value = known_value(ws, key, ply, depth, alpha, beta)
        if settles and (abs(value) <= DECISIVE or _comes_in_time(ws, ply, value)):
            return value

    # 5. At the horizon, with nothing to capture, evaluate. Who cannot move has lost.
    if (depth <= 0 and not is_capture) or ply >= _DEEPEST:
        if not is_capture and not has_quiet_move(ws, men, kings, opp_men, opp_kings, side):
            return signed(ply) - WIN
        return evaluate(ws, men, kings, opp_men, opp_kings, side)

    # 6. Near the horizon a position that stands far outside the window is not looked into.
    if (
        is_null_window
        and not is_capture
        and depth <= _SHALLOW
        and abs(beta) < DECISIVE
        and ws[S_PLAIN] == ZERO
        and not in_tables
        and has_quiet_move(ws, men, kings, opp_men, opp_kings, side)
    ):
        value = evaluate(ws, men, kings, opp_men, opp_kings, side)
        margin = depth * (_FLYING_MARGIN if ws[R_FLYING] != ZERO else _SHORT_MARGIN)
        if value + margin + _SHORT_MARGIN <= alpha:
            return value
        if value - margin >= beta and not has_capture(
            ws, opp_men, opp_kings, men, kings, ONE - side
        ):
            return value

    # 7. List the moves; without any the game is lost, the sooner the worse.
    moves = generate_kind(ws, ply, is_capture, men, kings, opp_men, opp_kings, side)
    if moves == ZERO:
        return signed(ply) - WIN

    # 8. Try them, most promising first. Where none is known to be, the whole is looked at less
    # deep: what comes of that is a known move, and often the place is not worth more.
    is_plain = ws[S_PLAIN] != ZERO
    known = known_move(ws, key)
    if known == NO_MOVE and depth >= _BLIND and moves > ONE and ply != ZERO and not is_plain:
        depth -= 1
    score_moves(ws, ply, moves, side, known, is_capture)
    other = ONE - side
    best = -INFINITE
    best_move = ZERO
    lowest_alpha = alpha
    tried = ZERO
    while tried < moves:
        index = next_move(ws, ply, moves)
        word = ws[moves_at(ply) + index * TWO]
        dead = ws[moves_at(ply) + index * TWO + ONE]
        event = event_of(word, dead, kings)
        now_men, now_kings = men_after(men, word), kings_after(men, kings, word)
        left_men, left_kings = opp_men & ~dead, opp_kings & ~dead
        strikes = carry_counters(ws, ply, event, left_men, left_kings, now_men, now_kings)
        if strikes and has_move(ws, left_men, left_kings, now_men, now_kings, other):
            # 9. A draw counter ends the game; had the opponent no move, it would be a win.
            value = DRAW
        else:
            now_key = key_after(ws, key, men, kings, opp_men, word, dead, side)
            fetch_ahead(ws, slot_of(now_key))
            now_quiet = quiet + ONE if event == ZERO else ZERO
            now_depth = depth - 1
            # 10. A forced move costs no depth; late quiet moves are looked at less deep at first.
            if moves == ONE and ply < _MOST_EXTENDED and not is_plain:
                now_depth += 1
            reduction = 0
            if depth >= 3 and tried >= U(3) and dead == ZERO and not crowns(word) and not is_plain:
                reduction = 2 if depth >= 6 and tried >= U(6) else 1

            # 11. The first move gets the whole window; others must first show that they are better.
            value = -INFINITE
            if tried != ZERO:
                value = -search(
                    ws, ply + ONE, now_depth - reduction, -alpha - 1, -alpha,
                    left_men, left_kings, now_men, now_kings, other, now_key, now_quiet,
                )  # fmt: skip
                if value > alpha and reduction > 0:
                    value = -search(
                        ws, ply + ONE, now_depth, -alpha - 1, -alpha,
                        left_men, left_kings, now_men, now_kings, other, now_key, now_quiet,
                    )  # fmt: skip
            if tried == ZERO or alpha < value < beta:
                value = -search(
                    ws, ply + ONE, now_depth, -beta, -alpha,
                    left_men, left_kings, now_men, now_kings, other, now_key, now_quiet,
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
                    note_cut(ws, ply, depth, word, side)
                break
        tried += ONE

    # 13. Remember.
    bound = EXACT
    if best >= beta:
        bound = LOWER
    elif best <= lowest_alpha:
        bound = UPPER
    store(ws, key, ply, depth, best_move, best, bound)
    return best


@compiled
def _comes_in_time(ws, ply, value):
    """Whether a proven result comes before a draw counter can strike, which its finder may not
    have had to fear."""
    return plies_too_late(ws, ply, WIN - abs(value) - signed(ply)) <= 0


@compiled
def _times_stood(ws, here, key, quiet):
    """How often the position came about earlier, same side to move, with only king moves between;
    2 stands for more as well."""
    times = ZERO
    back = FOUR
    while back <= quiet and times < TWO:
        if ws[here - back] == key:
            times += ONE
        back += TWO
    return times


@compiled
def has_move(ws, men, kings, opp_men, opp_kings, side):
    """Whether there is a legal move."""
    if has_capture(ws, men, kings, opp_men, opp_kings, side):
        return True
    return has_quiet_move(ws, men, kings, opp_men, opp_kings, side)
