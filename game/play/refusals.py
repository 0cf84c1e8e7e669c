"""The reasons why an action is refused, in a solo game or at a table.

Every refusal has the current game, so that a player who lost a race can see what happened. The
wording is in ``game.web.solo.refusals`` and ``game.web.tables.refusals``.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any


class Refusal(Exception):
    """An action that does not fit the game; nothing was changed."""

    game: Any
    """The current game: a SoloGame, or at a table a TableGame."""

    def __init__(self, game: Any) -> None:
        super().__init__(type(self).__name__)
        self.game = game


class MovedOn(Refusal):
    """The action is for another board: a second tab, the back button, a slow network."""


class AlreadyPlayed(Refusal):
    """The game already has this move at this ply: a double press, a repeated POST."""


class NotYourTurn(Refusal):
    """It is the computer's or the other player's turn."""


class GameOver(Refusal):
    """The game has ended."""


class StillPlaying(Refusal):
    """The game is not over, so it cannot be replaced and there is no rematch yet."""


class Unplayable(Refusal):
    """The text is not a legal move; ``error`` is the ValueError of ``game.rules`` that says why."""

    def __init__(self, game: Any, text: str, error: ValueError) -> None:
        super().__init__(game)
        self.text = text
        self.error = error


class OnlyWatching(Refusal):
    """The computer plays both sides."""


class OtherDeviceGone(Refusal):
    """A draw needs the consent of another device, but none shares the game any more."""


class NothingToUndo(Refusal):
    """The person has no move to undo."""


class NoSuchTable(LookupError):
    """There is no table with that id or link, or it has been deleted."""


class NotOffered(ValueError):
    """An option of a new table is not available; ``what`` is the name of its field."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class RateLimitExceeded(Exception):
    """Too many tables created or joined, courtesies sent, or names taken.

    ``kind`` is a value of ``tables.rate_limits.ActionKind``, or ``waiting`` if too many of the
    player's tables are waiting for an opponent.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class OwnTable(Refusal):
    """A player cannot join their own table."""


class SeatTaken(Refusal):
    """Another player has already joined the table."""


class TableClosed(Refusal):
    """The table was closed before an opponent joined."""


class NotInvited(Refusal):
    """The table is private, and the link is not its invitation."""


class NotSeated(Refusal):
    """The request comes from a spectator."""


class NotStarted(Refusal):
    """The table is still waiting for an opponent."""


class ClosedWithoutResult(Refusal):
    """The table was closed without a result."""


class NoOffer(Refusal):
    """There is no open offer or request of the kind to answer or withdraw."""


class AlreadyOffered(Refusal):
    """The player's own offer or request is still waiting for an answer."""


class AnswerFirst(Refusal):
    """The other player's takeback request is waiting for an answer."""


class OfferedTooOften(Refusal):
    """The same offer or request was made recently; it is allowed again after ``plies`` plies."""

    def __init__(self, game: Any, plies: int) -> None:
        super().__init__(game)
        self.plies = plies


class TakebacksNotAllowed(Refusal):
    """The table does not allow takebacks."""


class NothingToTakeBack(Refusal):
    """The player has not moved since the opening."""


class NotAbsent(Refusal):
    """The opponent is not to move, or has not been absent for long enough.

    The game may be claimed from ``claimable_at`` on; not at all if that is None.
    """

    def __init__(self, game: Any, claimable_at: datetime | None) -> None:
        super().__init__(game)
        self.claimable_at = claimable_at


class PlayerGone(Refusal):
    """The opponent's session no longer exists, so there can be no rematch."""


class NoSuchCourtesy(Refusal):
    """The message is not one of the courtesies on offer."""
