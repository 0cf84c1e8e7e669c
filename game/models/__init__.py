"""What outlives a request besides the session.

Rows only; ``game.play`` decides what is written and when.
"""

from game.models.players import CodeTried, FinishedGame, Invitation, Player, SharedDevice
from game.models.secrets import KeyFingerprint, UnreadSession
from game.models.servers import Heartbeat
from game.models.tables import Deed, Guest, Seat, Table

__all__ = [
    "CodeTried",
    "Deed",
    "FinishedGame",
    "Guest",
    "Heartbeat",
    "Invitation",
    "KeyFingerprint",
    "Player",
    "Seat",
    "SharedDevice",
    "Table",
    "UnreadSession",
]
