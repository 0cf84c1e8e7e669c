"""Questions to confirm an action, and messages for actions that were refused."""

from __future__ import annotations

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
from game.play.solo.endings import resigning
from game.play.solo.game import SoloGame
from game.web.board.labels import unplayable
from game.web.shared.terms import SIDES

MOVED_ON = "This board has moved on, so that order was not carried out. Here it is now."

START_QUESTION = {
    "asks": "End the game you are playing?",
    "means": "It is not over, and ends unfinished when you begin another.",
    "does": "End it and begin",
    "leaves": "Back to your game",
}
"""The question before a new start replaces a game in progress."""

DRAW_DECLINED = "The computer plays on: it thinks that it stands better."

DRAW_UNDECIDED = "The computer could not tell in time how it stands. Offer the draw once more."


def question(what: str, solo: SoloGame) -> dict[str, str]:
    """Return the question before ending a game or offering a draw, with both answers' labels.

    ``what`` is ``switch``, ``resign`` or ``draw``; between two devices a draw is an ``offer`` to
    the other, or an ``answer`` to its offer.
    """
    return {"leaves": "Play on"} | _QUESTIONS[what](solo)


def _before_switching(solo: SoloGame) -> dict[str, str]:
    name = other_rules(solo.variant).name
    return {
        "asks": f"Play {name} instead?",
        "means": "The game you are playing ends, and a new one begins.",
        "does": f"Play {name}",
    }


def _before_resigning(solo: SoloGame) -> dict[str, str]:
    side = resigning(solo)
    winner = "the computer" if solo.is_against_computer else SIDES[side.other]
    return {
        "asks": "Do you resign?" if solo.is_against_computer else f"Does {SIDES[side]} resign?",
        "means": f"The game ends and {winner} wins. Undo would let it go on.",
        "does": "Resign",
    }


def _before_a_draw(solo: SoloGame) -> dict[str, str]:
    if solo.is_against_computer:
        return {
            "asks": "Offer a draw?",
            "means": "The computer agrees unless it thinks that it stands better.",
            "does": "Offer a draw",
        }
    mover = solo.game.position.side
    return {
        "asks": f"{SIDES[mover]} offers a draw",
        "means": f"{SIDES[mover.other]}, do you agree? Then the game ends as a draw.",
        "does": "Agree to a draw",
    }


def _before_offering(_: SoloGame) -> dict[str, str]:
    return {
        "asks": "Offer a draw?",
        "means": "The other device is asked. The offer stands until the next move.",
        "does": "Offer a draw",
    }


def _before_agreeing(_: SoloGame) -> dict[str, str]:
    return {
        "asks": "Agree to a draw?",
        "means": "The other device has offered one. The game then ends.",
        "does": "Agree to a draw",
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
            return "That move was already played. This is the board now."
        case MovedOn():
            return MOVED_ON
        case GameOver():
            return "The game is over, so no move was played. You can play again."
        case NotYourTurn():
            return "It is the computer's turn. Look for its reply, then move."
        case OnlyWatching():
            return "The computer plays both sides: nobody is there to resign or to agree to a draw."
        case StillPlaying():
            return "This game goes on, so no other was begun. New game lets you choose one."
        case OtherDeviceGone():
            return (
                "The other device has gone, so no draw was agreed on. "
                "Offer a draw again to agree on one at this device."
            )
        case NothingToUndo():
            return "There is no move of yours to take back."
        case Unplayable(text=text, error=error):
            return unplayable(text, error, solo.game)
    return "That could not be done. Nothing was changed."
