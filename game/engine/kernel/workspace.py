"""The workspace: made once for a variant, readied for each search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel import layout

Workspace = NDArray[np.uint64]

_WORD = (1 << 64) - 1


def new_workspace(words: Mapping[int, int]) -> Workspace:
    """An empty workspace with these words in their places."""
    workspace: Workspace = np.zeros(layout.WORDS, dtype=np.uint64)
    write_words(workspace, words)
    return workspace


def write_words(workspace: Workspace, *words: Mapping[int, int]) -> None:
    """Put words in their places; negative ones as two's complement."""
    for some in words:
        for place, word in some.items():
            workspace[place] = np.uint64(word & _WORD)


def address_of(buffer: object) -> int:
    """Where a buffer of bytes lies in memory, for as long as it is held."""
    return int(np.frombuffer(buffer, dtype=np.uint8).ctypes.data)  # type: ignore[call-overload]


def node_count(workspace: Workspace) -> int:
    """How many positions the search has looked at."""
    return int(workspace[layout.S_NODES])


def begin_search(
    workspace: Workspace,
    *,
    earlier: Sequence[int],
    counts: Sequence[int],
    deadline: int = 0,
    nodes: int = 0,
    stop_at: int = 0,
    is_plain: bool = False,
    tables: int = 0,
) -> None:
    """Forget the last search's moves, keep its table, and set the limits of a new one.

    ``earlier`` are the keys of positions that may come back, oldest first; ``counts`` what each
    draw counter shows plus one, or 0. ``deadline`` in nanoseconds of the monotonic clock,
    ``nodes``, and ``stop_at``, the address of a moment: 0 is none. ``tables`` is the most pieces
    with which the endgame tables are asked.
    """
    recent = list(earlier)[-layout.MAX_EARLIER :]
    workspace[layout.PATH : layout.PATH + len(recent)] = recent
    workspace[layout.COUNTS : layout.COUNTS + layout.MAX_COUNTERS] = 0
    workspace[layout.COUNTS : layout.COUNTS + len(counts)] = counts
    workspace[layout.KILLERS : layout.ZOBRIST] = 0
    for place, word in {
        layout.S_NODES: 0,
        layout.S_STOPPED: 0,
        layout.S_BEST_MOVE: 0,
        layout.S_EARLIER: len(recent),
        layout.S_DEADLINE: deadline,
        layout.S_NODE_LIMIT: nodes,
        layout.S_STOP_AT: stop_at,
        layout.S_PLAIN: is_plain,
        layout.S_PROBE_LIMIT: tables,
    }.items():
        workspace[place] = np.uint64(word)
    workspace[layout.S_AGE] += np.uint64(1)


def clear_table(workspace: Workspace) -> None:
    """Empty the transposition table, so that a search depends on nothing before it."""
    workspace[layout.TABLE :] = 0
    workspace[layout.S_AGE] = 0


def attach_tables(workspace: Workspace, words: Mapping[int, int], max_pieces: int) -> None:
    """Have endgame tables for up to ``max_pieces`` pieces and ask them, until the next search says."""
    write_words(workspace, words, {layout.S_PROBE_LIMIT: max_pieces})


def detach_tables(workspace: Workspace) -> None:
    """Have no endgame tables."""
    workspace[layout.SLICES : layout.MOVES] = 0
