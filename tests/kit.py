"""Shared by the tests of the game: boards drawn as text, random games, strategies for positions.

Everything here is deterministic for a given seed and knows no rules of its own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import note, settings
from hypothesis import strategies as st

from game.notation import format_fen
from game.rules import VARIANTS, Game, Position, Side, Variant, legal_moves, squares_of
from game.rules.geometry import bit

KINDS = ("b", "B", "w", "W")
"""Black man, black king, white man, white king: in diagrams, and in the order of a Position."""
EMPTY = "."

thorough = settings(max_examples=250)
"""Settings for properties worth many examples."""

variants = st.sampled_from(sorted(VARIANTS.values(), key=lambda variant: variant.key))


def load(name: str) -> Any:
    """Return the JSON content of a file in tests/data/."""
    return json.loads((Path(__file__).parent / "data" / name).read_text())


def draw(position: Position, variant: Variant) -> str:
    """Draw the board as White sees it: a line per row, a letter or dot per square of any colour."""
    board = variant.board
    cells = {
        board.places[square - 1]: kind
        for kind, squares in zip(KINDS, position[:4], strict=True)
        for square in squares_of(squares)
    }
    return "\n".join(
        " ".join(cells.get((row, column), EMPTY) for column in range(board.columns))
        for row in range(board.rows)
    )


def position(drawing: str, variant: Variant, side: Side) -> Position:
    """Return the position of a drawing in the form of `draw`, with any indentation."""
    sets = dict.fromkeys(KINDS, 0)
    for row, line in enumerate(drawing.strip().splitlines()):
        for column, kind in enumerate(line.split()):
            if kind != EMPTY:
                sets[kind] |= bit(variant.board.square_at[row, column])
    return Position(*sets.values(), side)


def random_games(variant: Variant, seed: int, longest: int = 150) -> Iterator[Game]:
    """Yield random games for ever, each played to its end or to `longest` plies."""
    rng = random.Random(f"{variant.key} {seed}")
    while True:
        game = Game(variant)
        while game.outcome is None and game.ply < longest:
            game = game.play(rng.choice(game.legal_moves))
        yield game


@st.composite
def reachable_positions(draw: st.DrawFn, variant: Variant) -> Position:
    """Draw positions that games can reach, by random moves from the start."""
    rng = draw(st.randoms(use_true_random=True))
    at = variant.start
    for _ in range(draw(st.integers(0, 90))):
        moves = legal_moves(at, variant)
        if not moves:
            break
        at = at.after(rng.choice(moves))
    note(format_fen(at, variant))
    return at


@st.composite
def legal_positions(draw: st.DrawFn, variant: Variant) -> Position:
    """Draw any placement that breaks no rule, whether or not a game can reach it.

    The side to move has few pieces and the other side many; half of the time those stand apart from
    each other and off the edge, as long captures need. A random generator places them rather than
    hypothesis, which favours nearly empty boards, so half of the positions have a capture.
    """
    rng = draw(st.randoms(use_true_random=True))
    board = variant.board
    inside = range(1, board.rows - 1)
    side = rng.choice(list(Side))
    anywhere = list(range(1, board.size + 1))
    lattice = [
        square
        for square, (row, column) in enumerate(board.places, start=1)
        if row in inside[rng.choice((0, 1)) :: 2] and column in inside
    ]
    owners = dict.fromkeys(rng.sample(anywhere, rng.randint(0, 5)), side)
    others = rng.choice((anywhere, lattice))
    for square in rng.sample(
        others, min(len(others), rng.randint(0, min(9, variant.men_per_side)))
    ):
        owners.setdefault(square, side.other)
    share_of_kings = rng.random()
    sets = dict.fromkeys(KINDS, 0)
    for square, owner in owners.items():
        kind = "w" if owner is Side.WHITE else "b"
        is_king = variant.crownheads[owner] & bit(square) or rng.random() < share_of_kings
        sets[kind.upper() if is_king else kind] |= bit(square)
    at = Position(*sets.values(), side)
    note(format_fen(at, variant))
    return at
