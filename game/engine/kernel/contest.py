"""Self-play matches: each opening is played twice with colours reversed."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from game.engine.convert import Codec, zobrist
from game.engine.kernel.bits import U
from game.engine.kernel.deepen import PackedPosition
from game.engine.kernel.patterns import load_weights
from game.engine.kernel.perft import moves_of
from game.engine.kernel.play import kings_after, men_after
from game.engine.kernel.selfplay import DEFAULT_PATIENCE, MAX_PLIES, RECORD_COLUMNS, play_game
from game.engine.kernel.workspace import Workspace, new_workspace, write_words
from game.engine.weights import Weights

Records = NDArray[np.uint64]
"""One row for each position of a game: see ``selfplay.RECORD_COLUMNS``."""


@dataclass
class Tally:
    """The results of a match from the first player's point of view."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    _pairs: list[float] = field(default_factory=list)

    def add(self, first: int, second: int) -> None:
        """Add the two games of one opening: 2 for a win, 1 for a draw, 0 for a loss."""
        for points in (first, second):
            self.wins += points == 2
            self.draws += points == 1
            self.losses += points == 0
        self._pairs.append((first + second) / 4)

    @property
    def score(self) -> float:
        """The share of the points won."""
        return sum(self._pairs) / len(self._pairs)

    def __str__(self) -> str:
        pairs = len(self._pairs)
        spread = math.sqrt(sum((score - self.score) ** 2 for score in self._pairs) / pairs)
        error = 1.96 * spread / math.sqrt(pairs)
        low, elo, high = (_elo(self.score + by) for by in (-error, 0, error))
        return (
            f"+{self.wins} ={self.draws} -{self.losses}, {self.score:.1%}, "
            f"Elo {elo:+.0f} ({low:+.0f} to {high:+.0f})"
        )


def _elo(score: float) -> float:
    """Return the Elo difference that predicts this score."""
    clipped = min(max(score, 0.001), 0.999)
    return -400 * math.log10(1 / clipped - 1)


def new_player(codec: Codec, weights: Weights) -> Workspace:
    """Return a workspace that plays a variant with these weights."""
    workspace = new_workspace(zobrist())
    write_words(workspace, codec.rules)
    load_weights(workspace, codec.variant.board.columns // 2, weights)
    return workspace


def random_openings(
    workspace: Workspace, start: PackedPosition, plies: int, rng: random.Random
) -> Iterator[PackedPosition]:
    """Yield positions reached by this many random moves in which a move is left; never ends."""
    while True:
        position = start
        for _ in range(plies):
            listed = moves_of(workspace, position)
            if not listed:
                break
            position = position_after(position, *rng.choice(listed))
        if moves_of(workspace, position):
            yield position


def position_after(position: PackedPosition, move: int, captured: int) -> PackedPosition:
    """Return the position after a move."""
    men, kings, opp_men, opp_kings, side = position
    return (
        opp_men & ~captured,
        opp_kings & ~captured,
        int(men_after(U(men), U(move))),
        int(kings_after(U(men), U(kings), U(move))),
        1 - side,
    )


def game_records(
    white: Workspace,
    black: Workspace,
    opening: PackedPosition,
    white_nodes: int,
    black_nodes: int,
    patience: int = DEFAULT_PATIENCE,
) -> tuple[int, Records]:
    """Play one game; return (2 if White wins, 1 if drawn, 0 if Black wins; its positions).

    Each side searches a fixed number of nodes a move. After ``patience`` king moves without a
    capture a level game is drawn.
    """
    records: Records = np.zeros((MAX_PLIES, RECORD_COLUMNS), dtype=np.uint64)
    result, plies = play_game(
        white, black, white is black, records, white_nodes, black_nodes, patience,
        *map(U, opening),
    )  # fmt: skip
    return int(result), records[: int(plies)]


def match(
    first: Workspace,
    second: Workspace,
    openings: Iterable[PackedPosition],
    nodes: tuple[int, int],
    patience: int = DEFAULT_PATIENCE,
) -> Tally:
    """Play every opening twice, with a separate number of nodes a move for each side."""
    tally = Tally()
    for opening in openings:
        as_white, _ = game_records(first, second, opening, nodes[0], nodes[1], patience)
        as_black, _ = game_records(second, first, opening, nodes[1], nodes[0], patience)
        tally.add(as_white, 2 - as_black)
    return tally


def search_value(row: NDArray[np.uint64]) -> int:
    """Return the search's score of a recorded position, for White."""
    return int(row[5]) - (1 << 32)


def piece_counts(records: Records) -> list[int]:
    """Return the number of pieces on the board in each record."""
    return [sum(int(squares).bit_count() for squares in row[:4]) for row in records]
