"""Whole games of self-play in compiled code: thousands of them for a fit or a match.

Two workspaces play, so that two sets of weights can meet. Every move is searched to the same number
of nodes, so a game depends only on its opening and the weights.
"""

from game.engine.kernel.aspiration import aspiration_search
from game.engine.kernel.bits import FOUR, ONE, TWO, ZERO, U, pointer_to, popcount
from game.engine.kernel.counters import advance_counters, event_of
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import (
    COUNTS,
    KILLERS,
    MAX_COUNTERS,
    PATH,
    R_COUNTERS,
    S_AGE,
    S_BEST_MOVE,
    S_EARLIER,
    S_NODE_LIMIT,
    S_NODES,
    S_PROBE_LIMIT,
    S_STOPPED,
    TABLE,
    WORDS,
    ZOBRIST,
)
from game.engine.kernel.movegen import generate, has_capture, moves_at
from game.engine.kernel.play import key_of, kings_after, men_after
from game.engine.kernel.scores import DECISIVE, MIN_KNOWN_WIN
from game.engine.kernel.slices import UNKNOWN, probe_after_captures, score_of

MAX_PLIES = 160
"""Plies after which a game is drawn."""
RECORD_COLUMNS = 7
"""Words of a record: men and kings of White, of Black, side to move, score for White plus 2^32, and
1 if the side to move has a choice of moves and no capture."""
DEFAULT_PATIENCE = 16
"""King moves without a capture after which a level game is drawn."""
_LEVEL_MARGIN = 50
_MAX_DEPTH = 60
_VALUE_OFFSET = U(1 << 32)


@compiled
def play_game(
    white, black, is_shared, records, white_nodes, black_nodes, patience,
    men, kings, opp_men, opp_kings, side,
):  # fmt: skip
    """Play from a position; return (2 if White wins, 1 if drawn, 0 if Black wins; records written).

    ``white`` and ``black`` are the workspaces of the two sides, with the same rules; their
    transposition tables are cleared. They may be the same one, as ``is_shared`` has to say. Each
    position becomes a row of ``records``, which has space for MAX_PLIES. After ``patience``
    consecutive king moves without a capture a game that the search scores as level is drawn. With
    endgame tables a game is adjudicated by them, or once the search sees a win in them.
    """
    first, second = pointer_to(white), pointer_to(black)
    _clear(first)
    if not is_shared:
        _clear(second)
    ply = 0
    reversible = ZERO
    while ply < MAX_PLIES:
        ws = first if side == ONE else second
        nodes = white_nodes if side == ONE else black_nodes
        move_count = generate(ws, ZERO, men, kings, opp_men, opp_kings, side)
        if move_count == ZERO:
            return (0 if side == ONE else 2), ply
        key = key_of(ws, men, kings, opp_men, opp_kings, side)
        if _is_third_occurrence(ws, key, reversible):
            return 1, ply
        if popcount(men | kings | opp_men | opp_kings) <= ws[S_PROBE_LIMIT]:
            probed = probe_after_captures(ws, ZERO, men, kings, opp_men, opp_kings, side)
            if probed != UNKNOWN:
                return _result(score_of(probed), side), ply
        index, value = _choose_move(
            ws, nodes, move_count, men, kings, opp_men, opp_kings, side, key, reversible
        )
        _record(ws, records, ply, move_count, value, men, kings, opp_men, opp_kings, side)
        ply += 1
        if value > DECISIVE or (abs(value) >= MIN_KNOWN_WIN and ws[S_PROBE_LIMIT] != ZERO):
            return _result(value, side), ply
        if reversible >= U(patience) and abs(value) < _LEVEL_MARGIN:
            return 1, ply
        generate(ws, ZERO, men, kings, opp_men, opp_kings, side)
        move = ws[moves_at(ZERO) + index * TWO]
        captured = ws[moves_at(ZERO) + index * TWO + ONE]
        event = event_of(move, captured, kings)
        new_men, new_kings = men_after(men, move), kings_after(men, kings, move)
        men, kings = opp_men & ~captured, opp_kings & ~captured
        opp_men, opp_kings = new_men, new_kings
        side = ONE - side
        is_draw = _advance(first, event, key, reversible, men, kings, opp_men, opp_kings)
        if not is_shared:
            _advance(second, event, key, reversible, men, kings, opp_men, opp_kings)
        if is_draw:
            return 1, ply
        reversible = reversible + ONE if event == ZERO else ZERO
    return 1, ply


@compiled
def _result(worth_to_mover, side):
    """Return 2 if White wins, 1 if drawn, 0 if Black wins."""
    if worth_to_mover == 0:
        return 1
    return 2 if (worth_to_mover > 0) == (side == ONE) else 0


@compiled
def _clear(ws):
    slot = TABLE
    while slot < WORDS:
        ws[slot] = ZERO
        slot += 1
    ws[S_AGE] = ZERO
    number = ZERO
    while number < ws[R_COUNTERS]:
        ws[U(COUNTS) + number] = ZERO
        number += ONE


@compiled
def _is_third_occurrence(ws, key, reversible):
    """Return whether the position occurred twice before with only king moves in between."""
    repetitions = 0
    plies_back = FOUR
    while plies_back <= reversible:
        if ws[U(PATH) + reversible - plies_back] == key:
            repetitions += 1
        plies_back += TWO
    return repetitions >= 2


@compiled
def _advance(ws, event, key, reversible, men, kings, opp_men, opp_kings):
    """Record the position and advance the counters; return whether one now draws the game."""
    ws[U(PATH) + reversible] = key
    is_draw = advance_counters(ws, ZERO, event, men, kings, opp_men, opp_kings)
    number = ZERO
    while number < ws[R_COUNTERS]:
        ws[U(COUNTS) + number] = ws[U(COUNTS + MAX_COUNTERS) + number]
        number += ONE
    return is_draw


@compiled
def _choose_move(ws, nodes, move_count, men, kings, opp_men, opp_kings, side, key, reversible):
    """Return (index of the move found within ``nodes``, its score for the side to move)."""
    if move_count == ONE and reversible < U(DEFAULT_PATIENCE):
        return ZERO, 0
    slot = KILLERS
    while slot < ZOBRIST:
        ws[slot] = ZERO
        slot += 1
    ws[S_NODES] = ZERO
    ws[S_STOPPED] = ZERO
    ws[S_BEST_MOVE] = ZERO
    ws[S_EARLIER] = reversible
    ws[S_NODE_LIMIT] = U(nodes)
    ws[S_AGE] += ONE
    index, value = ZERO, 0
    depth = 1
    while depth < _MAX_DEPTH:
        found = aspiration_search(
            ws, depth, value, men, kings, opp_men, opp_kings, side, key, reversible
        )
        if ws[S_STOPPED] != ZERO:
            break
        index, value = ws[S_BEST_MOVE], found
        if abs(value) > DECISIVE:
            break
        depth += 1
    return index, value


@compiled
def _record(ws, records, ply, move_count, value, men, kings, opp_men, opp_kings, side):
    is_quiet = move_count > ONE and not has_capture(ws, men, kings, opp_men, opp_kings, side)
    records[ply, 6] = ONE if is_quiet else ZERO
    records[ply, 4] = side
    if side == ONE:
        records[ply, 0], records[ply, 1] = men, kings
        records[ply, 2], records[ply, 3] = opp_men, opp_kings
        records[ply, 5] = _VALUE_OFFSET + U(value)
    else:
        records[ply, 0], records[ply, 1] = opp_men, opp_kings
        records[ply, 2], records[ply, 3] = men, kings
        records[ply, 5] = _VALUE_OFFSET + U(-value)
