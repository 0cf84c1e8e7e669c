"""Which move to try first: alpha-beta cuts early when the best comes early."""

from game.engine.kernel.bits import ONE, TWO, ZERO, U, count
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import HISTORY, KILLERS, MAX_MOVES, SCORES, SQUARES
from game.engine.kernel.movegen import moves_at
from game.engine.kernel.play import crowns, landing_of, origin_of

_KNOWN, _CROWNING, _KILLER, _OLDER_KILLER = U(1 << 50), U(1 << 44), U(1 << 43), U(1 << 42)
_MOST_HISTORY = U(1 << 40)


@compiled
def score_moves(ws, ply, moves, side, known, is_capture):
    """Say for each move of ``ply`` how soon it is to be tried.

    First the move the table knows, then captures by size; of quiet moves crownings, the two that
    last cut at this ply, then by how often each has cut anywhere.
    """
    base = moves_at(ply)
    number = ZERO
    while number < moves:
        word = ws[base + number * TWO]
        if number == known:
            score = _KNOWN
        elif is_capture:
            score = count(ws[base + number * TWO + ONE]) << U(1)
            score += ONE if crowns(word) else ZERO
        elif crowns(word):
            score = _CROWNING
        elif word == ws[U(KILLERS) + ply * TWO]:
            score = _KILLER
        elif word == ws[U(KILLERS) + ply * TWO + ONE]:
            score = _OLDER_KILLER
        else:
            score = ws[_history_of(word, side)]
        # 0 is kept for moves already tried.
        ws[U(SCORES) + ply * U(MAX_MOVES) + number] = score + ONE
        number += ONE


@compiled
def next_move(ws, ply, moves):
    """The index of the most promising move not yet tried; there must be one."""
    base = U(SCORES) + ply * U(MAX_MOVES)
    best = ZERO
    number = ONE
    while number < moves:
        if ws[base + number] > ws[base + best]:
            best = number
        number += ONE
    ws[base + best] = ZERO
    return best


@compiled
def note_cut(ws, ply, depth, word, side):
    """Remember a quiet move that was too good for the opponent to allow."""
    first = U(KILLERS) + ply * TWO
    if ws[first] != word:
        ws[first + ONE] = ws[first]
        ws[first] = word
    if depth > 0:
        place = _history_of(word, side)
        if ws[place] < _MOST_HISTORY:
            ws[place] += U(depth * depth)


@compiled
def _history_of(word, side):
    line = (side * U(SQUARES) + origin_of(word)) * U(SQUARES)
    return U(HISTORY) + line + landing_of(word)
