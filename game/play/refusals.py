"""Why an action was not carried out, in a solo game or at a table.

Every refusal has the game as it is now, so that whoever lost a race can be shown what happened.
Pages say each in words (``game.web.solo.refusals``, ``game.web.tables.refusals``).
"""

from __future__ import annotations

from datetime import datetime
from typing import Any


class Refusal(Exception):
    """An action that does not fit the game; nothing was changed."""

    game: Any
    """The game as it is: a SoloGame, or at a table a TableGame."""

    def __init__(self, game: Any) -> None:
        super().__init__(type(self).__name__)
        self.game = game


class MovedOn(Refusal):
    """The action refers to an earlier board: a second tab, the back button, a slow network."""


class AlreadyPlayed(Refusal):
    """The very move that the game already has at that ply: a double press, a repeated POST."""


class NotYourTurn(Refusal):
    """The computer or the other player has to move."""


class GameOver(Refusal):
    """The game has ended."""


class StillPlaying(Refusal):
    """The game goes on, so there is no new one in its place and no rematch yet."""


class Unplayable(Refusal):
    """The text is no legal move; ``error`` is the ValueError of ``game.rules`` that says why."""

    def __init__(self, game: Any, text: str, error: ValueError) -> None:
        super().__init__(game)
        self.text = text
        self.error = error


class OnlyWatching(Refusal):
    """The computer plays both sides."""


class OtherDeviceGone(Refusal):
    """A draw was to be agreed on with another device, and none shares the game any more."""


class NothingToUndo(Refusal):
    """The person has no move left to undo."""


class NoSuchTable(LookupError):
    """There is no table of that id or link, or it has been forgotten."""


class NotOffered(ValueError):
    """A table was asked for that cannot be had: ``what`` names the choice (a field's name)."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class RateLimitExceeded(Exception):
    """Too many tables made or joined, courtesies said, names taken: ``kind`` is of ``limits.Kind``.

    ``waiting`` when the player has as many tables waiting for others as anyone may.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class OwnTable(Refusal):
    """Whoever made a table cannot take the other seat too."""


class SeatTaken(Refusal):
    """Somebody else has sat down already."""


class TableClosed(Refusal):
    """The table was closed before anybody sat down."""


class NotInvited(Refusal):
    """The table is private, and the link is not the one that was given out."""


class NotSeated(Refusal):
    """Who gives the order only watches."""


class NotStarted(Refusal):
    """Nobody has sat down yet."""


class ClosedWithoutResult(Refusal):
    """The table was closed without a result."""


class NoOffer(Refusal):
    """No offer or request of the other player stands (any more)."""


class AlreadyOffered(Refusal):
    """The player's own offer or request stands and waits for an answer."""


class AnswerFirst(Refusal):
    """The other player asks to take a move back and waits for an answer."""


class OfferedTooOften(Refusal):
    """It was offered or asked a short while ago; it may be again after ``plies`` more moves."""

    def __init__(self, game: Any, plies: int) -> None:
        super().__init__(game)
        self.plies = plies


class TakebacksNotAllowed(Refusal):
    """The table was made without take-backs."""


class NothingToTakeBack(Refusal):
    """The player has not moved since the opening."""


class NotAbsent(Refusal):
    """The other player need not move, or has not been away for long: may be claimed from
    ``claimable_at`` on, or at no time if that is None."""

    def __init__(self, game: Any, claimable_at: datetime | None) -> None:
        super().__init__(game)
        self.claimable_at = claimable_at


class PlayerGone(Refusal):
    """The other player's session is no more, so there is nobody to play with again."""


class NoSuchCourtesy(Refusal):
    """Only the courtesies of the list can be said."""
