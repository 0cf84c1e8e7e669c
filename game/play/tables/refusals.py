"""Why an order at a table was not carried out; the page says each in words (``game.web.labels``).

Every refusal has the table as it is, so that whoever lost a race can be shown what happened.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime

    from game.play.tables.game import TableGame


class NoSuchTable(LookupError):
    """There is no table of that id or link, or it has been forgotten."""


class NotOffered(ValueError):
    """A table was asked for that cannot be had: ``what`` names the choice (a field's name)."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class TooMany(Exception):
    """Too many tables made or joined, courtesies said, names taken: ``kind`` is of ``limits.Kind``.

    ``waiting`` when the player has as many tables waiting for others as anyone may.
    """

    def __init__(self, kind: str) -> None:
        super().__init__(kind)
        self.kind = kind


class TableRefused(Exception):
    """An order that does not fit the table; nothing was changed. ``at`` is the table as it is."""

    def __init__(self, at: TableGame) -> None:
        super().__init__(type(self).__name__)
        self.at = at


class OwnTable(TableRefused):
    """Whoever made a table cannot take the other seat too."""


class Taken(TableRefused):
    """Somebody else has sat down already."""


class NoLongerOpen(TableRefused):
    """The table was closed before anybody sat down."""


class NotInvited(TableRefused):
    """The table is private, and the link is not the one that was given out."""


class NotSeated(TableRefused):
    """Who gives the order only watches."""


class NotStarted(TableRefused):
    """Nobody has sat down yet."""


class GameOver(TableRefused):
    """The game has ended; ``at.outcome`` says how."""


class WasClosed(TableRefused):
    """The table was closed without a result."""


class StillPlaying(TableRefused):
    """The game goes on, so there is no rematch yet."""


class MovedOn(TableRefused):
    """The order was given to another board than the table's."""


class AlreadyPlayed(TableRefused):
    """The very move that the game already has at that ply: a double press, a repeated POST."""


class NotYourTurn(TableRefused):
    """The other player has to move."""


class Unplayable(TableRefused):
    """The text is no legal move; ``error`` is the ValueError of ``game.rules`` that says why."""

    def __init__(self, at: TableGame, text: str, error: ValueError) -> None:
        super().__init__(at)
        self.text = text
        self.error = error


class NoOffer(TableRefused):
    """No offer or request of the other player stands (any more)."""


class AlreadyOffered(TableRefused):
    """The player's own offer or request stands and waits for an answer."""


class AnswerFirst(TableRefused):
    """The other player asks to take a move back and waits for an answer."""


class OfferedTooOften(TableRefused):
    """It was offered or asked a short while ago; it may be again after ``plies`` more moves."""

    def __init__(self, at: TableGame, plies: int) -> None:
        super().__init__(at)
        self.plies = plies


class NoTakeBacks(TableRefused):
    """The table was made without take-backs."""


class NothingToTakeBack(TableRefused):
    """The player has not moved since the opening."""


class NotAbsent(TableRefused):
    """The other player need not move, or has not been away for long: may be claimed from
    ``claimable_at`` on, or at no time if that is None."""

    def __init__(self, at: TableGame, claimable_at: datetime | None) -> None:
        super().__init__(at)
        self.claimable_at = claimable_at


class PlayerGone(TableRefused):
    """The other player's session is no more, so there is nobody to play with again."""


class NoSuchCourtesy(TableRefused):
    """Only the courtesies of the list can be said."""
