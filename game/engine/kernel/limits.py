"""The limits of a search."""

from game.engine.kernel.bits import ONE, ZERO, U
from game.engine.kernel.clock import monotonic_ns, read_word
from game.engine.kernel.jit import compiled
from game.engine.kernel.layout import S_DEADLINE, S_NODE_LIMIT, S_NODES, S_STOP_AT, S_STOPPED

_CLOCK_MASK = U(1023)
"""The clock is read every 1024 nodes: reading it costs as much as a few nodes."""


@compiled
def count_node(ws):
    """Count a node; set S_STOPPED once a limit is reached."""
    ws[S_NODES] += ONE
    if ws[S_NODE_LIMIT] != ZERO and ws[S_NODES] > ws[S_NODE_LIMIT]:
        ws[S_STOPPED] = ONE
    if ws[S_NODES] & _CLOCK_MASK == ZERO:
        now = U(monotonic_ns())
        if ws[S_DEADLINE] != ZERO and now >= ws[S_DEADLINE]:
            ws[S_STOPPED] = ONE
        if ws[S_STOP_AT] != ZERO:
            stop_at = read_word(ws[S_STOP_AT])
            if stop_at != ZERO and now >= stop_at:
                ws[S_STOPPED] = ONE
