"""Questions to confirm an action, and messages for actions that were refused."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from game.play.refusals import (
    AlreadyPlayed,
    GameOver,
    MovedOn,
    NothingToUndo,
    NotYourTurn,
    OnlyWatching,
    OtherDeviceGone,
    Refusal,
    StillPlaying,
    Unplayable,
)
from game.play.solo.actions import other_rules
from game.play.solo.game import SoloGame
from game.web.board.labels import ALREADY_PLAYED, MOVED_ON, unplayable
from game.web.shared.terms import SIDES, game_name

DRAW_DECLINED = gettext_lazy("The computer declined your draw offer: it thinks it is ahead.")

DRAW_UNDECIDED = gettext_lazy("The computer couldn’t decide in time. Please offer the draw again.")


def start_question() -> dict[str, object]:
    """Return the question before a new start replaces a game in progress."""
    return {
        "asks": _("End the game you are playing?"),
        "means": _("Starting a new game ends it unfinished."),
        "does": _("End it and start"),
        "leaves": _("Back to your game"),
        "stays": _("Cancel"),
    }


def question(what: str, solo: SoloGame) -> dict[str, object]:
    """Return the question before ending a game or offering a draw, with both answers' labels.

    ``what`` is ``switch``, ``resign`` or ``draw``; between two devices a draw is an ``offer`` to
    the other, or an ``answer`` to its offer.
    """
    return {"leaves": _("Keep playing")} | _QUESTIONS[what](solo)


def _before_switching(solo: SoloGame) -> dict[str, object]:
    name = game_name(other_rules(solo.variant))
    return {
        "asks": _("Play %(game)s instead?") % {"game": name},
        "means": _("This ends the game you are playing and starts a new one."),
        "does": _("Play %(game)s") % {"game": name},
    }


def _before_resigning(solo: SoloGame) -> dict[str, object]:
    if solo.is_against_computer:
        return {
            "asks": _("Do you resign?"),
            "means": _("The game ends and the computer wins. You can still undo this."),
            "does": _("Resign"),
        }
    mover = solo.game.position.side
    return {
        "asks": _("Who resigns?"),
        "means": _("The game ends and the other side wins. You can still undo this."),
        "answers": [
            (side.letter, _("%(side)s resigns") % {"side": SIDES[side]})
            for side in (mover, mover.other)
        ],
    }


def _before_a_draw(solo: SoloGame) -> dict[str, object]:
    if solo.is_against_computer:
        return {
            "asks": _("Offer a draw?"),
            "means": _("The computer accepts unless it thinks it is ahead."),
            "does": _("Offer a draw"),
        }
    mover = solo.game.position.side
    return {
        "asks": _("%(side)s offers a draw") % {"side": SIDES[mover]},
        "means": _("%(side)s, if you agree, the game ends in a draw.")
        % {"side": SIDES[mover.other]},
        "does": _("Agree to a draw"),
    }


def _before_offering(solo: SoloGame) -> dict[str, object]:
    return {
        "asks": _("Offer a draw?"),
        "means": _("Your opponent can accept on the other device until the next move."),
        "does": _("Offer a draw"),
    }


def _before_agreeing(solo: SoloGame) -> dict[str, object]:
    return {
        "asks": _("Accept the draw?"),
        "means": _("Your opponent offered a draw. If you accept, the game ends in a draw."),
        "does": _("Accept the draw"),
    }


_QUESTIONS = {
    "switch": _before_switching,
    "resign": _before_resigning,
    "draw": _before_a_draw,
    "offer": _before_offering,
    "answer": _before_agreeing,
}


def refusal(refused: Refusal) -> str:
    """Say what was wrong with an action and what to do now."""
    solo = refused.game
    match refused:
        case AlreadyPlayed():
            return str(ALREADY_PLAYED)
        case MovedOn():
            return str(MOVED_ON)
        case GameOver():
            return _("The game is already over. Start a new game to play on.")
        case NotYourTurn():
            return _("It is the computer’s turn. Wait for its move, then play yours.")
        case OnlyWatching():
            return _("The computer plays both sides, so nobody can resign or agree to a draw.")
        case StillPlaying():
            return _("This game isn’t over yet. Choose New game to start another.")
        case OtherDeviceGone():
            return _(
                "The other device has left the game, so it can’t answer a draw offer. "
                "Offer a draw again to agree to one on this device."
            )
        case NothingToUndo():
            return _("You have no move to undo.")
        case Unplayable(text=text, error=error):
            return unplayable(text, error, solo.game)
    return _("Couldn’t do that. Your game is unchanged.")
