"""The workspace: created once per variant, prepared for each search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from game.engine.kernel import layout

Workspace = NDArray[np.uint64]

_WORD = (1 << 64) - 1


def new_workspace(words: Mapping[int, int]) -> Workspace:
    """Create a workspace with these words written into it."""
    workspace: Workspace = np.zeros(layout.WORDS, dtype=np.uint64)
    write_words(workspace, words)
    return workspace


def write_words(workspace: Workspace, *words: Mapping[int, int]) -> None:
    """Write words to their offsets; negative ones in two's complement."""
    for some in words:
        for place, word in some.items():
            workspace[place] = np.uint64(word & _WORD)


def address_of(buffer: object) -> int:
    """Return the address of a buffer, valid for as long as the buffer lives."""
    return int(np.frombuffer(buffer, dtype=np.uint8).ctypes.data)  # type: ignore[call-overload]


def node_count(workspace: Workspace) -> int:
    """Return the number of nodes searched."""
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
    """Clear killers and history, keep the transposition table, and set the limits of a new search.

    ``earlier`` are the keys of positions that may be repeated, oldest first; ``counts`` the value
    of each draw counter plus one, or 0. ``deadline`` is in nanoseconds of the monotonic clock,
    ``stop_at`` the address of a time; 0 means no limit. ``tables`` is the most pieces for which the
    endgame tables are probed.
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
    """Empty the transposition table, so that the next search starts from nothing."""
    workspace[layout.TABLE :] = 0
    workspace[layout.S_AGE] = 0


def attach_tables(workspace: Workspace, words: Mapping[int, int], max_pieces: int) -> None:
    """Attach endgame tables of up to ``max_pieces`` and probe them until the next search."""
    write_words(workspace, words, {layout.S_PROBE_LIMIT: max_pieces})


def detach_tables(workspace: Workspace) -> None:
    """Remove the endgame tables."""
    workspace[layout.SLICES : layout.MOVES] = 0
