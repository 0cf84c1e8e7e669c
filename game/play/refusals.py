"""Why an order was not carried out; the page says each in words (``game.web.labels``)."""

from __future__ import annotations

from game.play.solo.game import SoloGame


class Refused(Exception):
    """An order that does not fit the game; nothing was changed. ``solo`` is the game as it is."""

    def __init__(self, solo: SoloGame) -> None:
        super().__init__(type(self).__name__)
        self.solo = solo


class MovedOn(Refused):
    """The order was given to an earlier board: a second tab, the back button, a slow network."""


class AlreadyPlayed(Refused):
    """The very move that the game already has at that ply: a double press, a repeated POST."""


class NotYourTurn(Refused):
    """The computer has to move."""


class GameOver(Refused):
    """The game has ended."""


class OnlyWatching(Refused):
    """The computer plays both sides."""


class StillPlaying(Refused):
    """The game goes on."""


class OtherDeviceGone(Refused):
    """A draw was to be agreed on with another device, and none plays along any more."""


class NothingToUndo(Refused):
    """No move of the person's is left to take back."""


class Unplayable(Refused):
    """The text is no legal move; ``error`` is the ValueError of ``game.rules`` that says why."""

    def __init__(self, solo: SoloGame, text: str, error: ValueError) -> None:
        super().__init__(solo)
        self.text = text
        self.error = error
