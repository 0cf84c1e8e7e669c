"""What outlives a request besides the session.

Rows only; ``game.play`` decides what is written and when.
"""

from game.models.players import CodeAttempt, FinishedGame, Invitation, Player, SharedDevice
from game.models.secrets import KeyFingerprint, UnreadSession
from game.models.servers import Heartbeat
from game.models.tables import Guest, RateLimitedAction, Seat, Table

__all__ = [
    "CodeAttempt",
    "FinishedGame",
    "Guest",
    "Heartbeat",
    "Invitation",
    "KeyFingerprint",
    "Player",
    "RateLimitedAction",
    "Seat",
    "SharedDevice",
    "Table",
    "UnreadSession",
]
