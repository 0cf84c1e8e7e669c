"""Orders that ask first, and orders that could not be carried out."""

from __future__ import annotations

from game.play.breaking_off import resigning
from game.play.refused import (
    AlreadyPlayed,
    GameOver,
    MovedOn,
    NothingToUndo,
    NotYourTurn,
    OnlyWatching,
    OtherDeviceGone,
    Refused,
    StillPlaying,
    Unplayable,
)
from game.play.solo import other_rules
from game.play.solo_game import SoloGame
from game.rules import AmbiguousMove, Game, InvalidNotation
from game.web.labels.moves import captures_due, example, move_text, must_capture
from game.web.labels.names import SIDES, listed, square_range

UNCLEAR_ORDER = (
    "That order did not say which board it was for, so nothing was done. Try again here."
)
MOVED_ON = "This board has moved on, so that order was not carried out. Here it is now."
OTHER_BOARD = "This board has moved on since. Here it is now."
"""To a link that picks a piece: it may have been copied, and its reader has another game."""
NO_SUCH_PICK = "That piece cannot be picked on this board. Pick one that can move, or press a move."
START_QUESTION = {
    "asks": "End the game you are playing?",
    "means": "It is not over, and ends unfinished when you begin another.",
    "does": "End it and begin",
    "leaves": "Back to your game",
}
"""What is asked before another start takes the place of a game under way."""
DRAW_DECLINED = "The computer plays on: it thinks that it stands better."
DRAW_UNDECIDED = "The computer could not tell in time how it stands. Offer the draw once more."


def question(what: str, solo: SoloGame) -> dict[str, str]:
    """What is asked before a game is ended or a draw offered, and the words of both answers.

    ``what`` is ``switch``, ``resign`` or ``draw``; where another device plays along a draw is an
    ``offer`` to it, or an ``answer``.
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


def refusal(refused: Refused) -> str:
    """What was wrong with an order and what to do now."""
    solo = refused.solo
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


def unplayable(text: str, error: ValueError, game: Game) -> str:
    """Why a text is no move that can be played now, and which are."""
    shown = text.strip()[:40]
    due = f" {captures_due(game)}" if must_capture(game) else ""
    if not shown:
        return f"No move was given. Press a move, or type one such as {example(game)}.{due}"
    match error:
        case AmbiguousMove(choices=choices):
            routes = listed((move_text(move, game.variant) for move in choices), "or")
            return f"{shown} can be played in several ways. Write the one you mean: {routes}."
        case InvalidNotation():
            return (
                f"“{shown}” could not be read as a move. {square_range(game.variant)} "
                f"Type a move such as {example(game)}.{due}"
            )
    playable = listed((move_text(move, game.variant) for move in game.legal_moves), "or")
    return f"{shown} is not a legal move.{due} You can play {playable}."
