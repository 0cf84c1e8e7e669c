"""Whole games of the engine against itself, in compiled code: thousands for a fit or a match.

Two workspaces play, so that two sets of weights can meet. Every move is searched to the same number
of nodes, so a game depends on its opening and the weights alone.
"""

from game.engine.kernel.aspiration import aspire
from game.engine.kernel.bits import FOUR, ONE, TWO, ZERO, U, count, words_of
from game.engine.kernel.counters import carry_counters, event_of
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
    S_STOPPED,
    S_TABLES,
    TABLE,
    WORDS,
    ZOBRIST,
)
from game.engine.kernel.movegen import generate, has_capture, moves_at
from game.engine.kernel.play import key_of, kings_after, men_after
from game.engine.kernel.scores import DECISIVE, KNOWN_LEAST
from game.engine.kernel.slices import UNKNOWN, settled, worth

LONGEST = 160
"""Plies after which a game counts as drawn."""
COLUMNS = 7
"""Words of a record: men and kings of White, of Black, side to move, value for White plus
2^32, and 1 if the side to move has a choice of moves and no capture."""
MOST_SHUFFLED = 16
"""The usual patience: king moves without capture after which a level game is drawn."""
_LEVEL = 50
_DEEPEST = 60
_VALUE_OFFSET = U(1 << 32)


@compiled
def play_game(
    white, black, is_one, records, white_nodes, black_nodes, patience,
    men, kings, opp_men, opp_kings, side,
):  # fmt: skip
    """Play from a position; (2 if White wins, 1 drawn, 0 if Black wins; how many records).

    ``white`` and ``black`` are the workspaces of the two sides, of the same rules, and forget what
    they know; they may be one and the same, which ``is_one`` has to say. Each position becomes a
    row of ``records``, which has room for LONGEST. After ``patience`` king moves without capture,
    one after the other, a game is drawn if the search thinks it level. Where the workspaces have
    endgame tables a game ends with what they say, or with a win that the search sees in them.
    """
    first, second = words_of(white), words_of(black)
    _forget(first)
    if not is_one:
        _forget(second)
    ply = 0
    quiet = ZERO
    while ply < LONGEST:
        ws = first if side == ONE else second
        nodes = white_nodes if side == ONE else black_nodes
        moves = generate(ws, ZERO, men, kings, opp_men, opp_kings, side)
        if moves == ZERO:
            return (0 if side == ONE else 2), ply
        key = key_of(ws, men, kings, opp_men, opp_kings, side)
        if _stood_twice(ws, key, quiet):
            return 1, ply
        if count(men | kings | opp_men | opp_kings) <= ws[S_TABLES]:
            said = settled(ws, ZERO, men, kings, opp_men, opp_kings, side)
            if said != UNKNOWN:
                return _result(worth(said), side), ply
        index, value = _pick(ws, nodes, moves, men, kings, opp_men, opp_kings, side, key, quiet)
        _record(ws, records, ply, moves, value, men, kings, opp_men, opp_kings, side)
        ply += 1
        if value > DECISIVE or (abs(value) >= KNOWN_LEAST and ws[S_TABLES] != ZERO):
            return _result(value, side), ply
        if quiet >= U(patience) and abs(value) < _LEVEL:
            return 1, ply
        generate(ws, ZERO, men, kings, opp_men, opp_kings, side)
        word = ws[moves_at(ZERO) + index * TWO]
        dead = ws[moves_at(ZERO) + index * TWO + ONE]
        event = event_of(word, dead, kings)
        now_men, now_kings = men_after(men, word), kings_after(men, kings, word)
        men, kings = opp_men & ~dead, opp_kings & ~dead
        opp_men, opp_kings = now_men, now_kings
        side = ONE - side
        strikes = _carry(first, event, key, quiet, men, kings, opp_men, opp_kings)
        if not is_one:
            _carry(second, event, key, quiet, men, kings, opp_men, opp_kings)
        if strikes:
            return 1, ply
        quiet = quiet + ONE if event == ZERO else ZERO
    return 1, ply


@compiled
def _result(worth_to_mover, side):
    """2 if White wins, 1 if it is drawn, 0 if Black wins."""
    if worth_to_mover == 0:
        return 1
    return 2 if (worth_to_mover > 0) == (side == ONE) else 0


@compiled
def _forget(ws):
    place = TABLE
    while place < WORDS:
        ws[place] = ZERO
        place += 1
    ws[S_AGE] = ZERO
    number = ZERO
    while number < ws[R_COUNTERS]:
        ws[U(COUNTS) + number] = ZERO
        number += ONE


@compiled
def _stood_twice(ws, key, quiet):
    """Whether a position, same side to move, stood twice before with only king moves between."""
    times = 0
    back = FOUR
    while back <= quiet:
        if ws[U(PATH) + quiet - back] == key:
            times += 1
        back += TWO
    return times >= 2


@compiled
def _carry(ws, event, key, quiet, men, kings, opp_men, opp_kings):
    """Keep what may come back and count on; whether a draw counter strikes."""
    ws[U(PATH) + quiet] = key
    strikes = carry_counters(ws, ZERO, event, men, kings, opp_men, opp_kings)
    number = ZERO
    while number < ws[R_COUNTERS]:
        ws[U(COUNTS) + number] = ws[U(COUNTS + MAX_COUNTERS) + number]
        number += ONE
    return strikes


@compiled
def _pick(ws, nodes, moves, men, kings, opp_men, opp_kings, side, key, quiet):
    """(index of the move found within ``nodes``, its value for the side to move)."""
    if moves == ONE and quiet < U(MOST_SHUFFLED):
        return ZERO, 0
    place = KILLERS
    while place < ZOBRIST:
        ws[place] = ZERO
        place += 1
    ws[S_NODES] = ZERO
    ws[S_STOPPED] = ZERO
    ws[S_BEST_MOVE] = ZERO
    ws[S_EARLIER] = quiet
    ws[S_NODE_LIMIT] = U(nodes)
    ws[S_AGE] += ONE
    index, value = ZERO, 0
    depth = 1
    while depth < _DEEPEST:
        found = aspire(ws, depth, value, men, kings, opp_men, opp_kings, side, key, quiet)
        if ws[S_STOPPED] != ZERO:
            break
        index, value = ws[S_BEST_MOVE], found
        if abs(value) > DECISIVE:
            break
        depth += 1
    return index, value


@compiled
def _record(ws, records, ply, moves, value, men, kings, opp_men, opp_kings, side):
    is_calm = moves > ONE and not has_capture(ws, men, kings, opp_men, opp_kings, side)
    records[ply, 6] = ONE if is_calm else ZERO
    records[ply, 4] = side
    if side == ONE:
        records[ply, 0], records[ply, 1] = men, kings
        records[ply, 2], records[ply, 3] = opp_men, opp_kings
        records[ply, 5] = _VALUE_OFFSET + U(value)
    else:
        records[ply, 0], records[ply, 1] = opp_men, opp_kings
        records[ply, 2], records[ply, 3] = men, kings
        records[ply, 5] = _VALUE_OFFSET + U(-value)
