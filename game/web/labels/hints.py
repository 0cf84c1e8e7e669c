"""Hints: a move to play, and why, in one or two sentences."""

from __future__ import annotations

from game.play.advice import Advice, Why
from game.play.solo_game import SoloGame
from game.rules import Variant
from game.web.labels.moves import move_order

NO_HINT = "The computer found no hint in time. Try again."


def hint(advice: Advice, variant: Variant) -> str:
    """The move and its reason: ``Hint: Jump 22 to 15, taking 18. It wins a piece.``."""
    return f"Hint: {move_order(advice.move, variant)}. {_because(advice)}"


def hints_taken(solo: SoloGame) -> str:
    """For how many boards of this game a hint was asked; empty if for none."""
    if not solo.hints:
        return ""
    return "1 hint taken in this game." if solo.hints == 1 else f"{solo.hints} hints taken."


def _because(advice: Advice) -> str:
    """The reason, as a sentence."""
    match advice.why:
        case Why.ONLY:
            return "It is the only legal move."
        case Why.WINS_GAME:
            return f"It wins the game {_within(advice.moves)}."
        case Why.DELAYS_LOSS:
            return "The game is lost against best play; this holds out longest."
        case Why.SAVES_GAME:
            return "Every other move loses the game."
        case Why.TAKES:
            return f"It wins {_pieces(advice.taken)}."
        case Why.SHOT:
            return f"It gives up {_pieces(advice.given)} and takes {advice.taken} in return."
        case Why.EXCHANGE:
            return f"It exchanges {_pieces(advice.taken)} for as many."
        case Why.CROWNS:
            return "It crowns a man."
        case Why.CROWNS_SOON:
            return f"It gets a man crowned {_within(advice.moves)}."
        case Why.SAVES_PIECE:
            return "Every other move gives something up."
        case Why.KEEPS_OPPOSITION:
            return "It keeps the opposition: you will have the last free move."
        case Why.HOLDS_CENTRE:
            return "It takes a square in the centre and gives nothing away."
    return "Nothing is to be won at once; this keeps your position soundest."


def _within(moves: int) -> str:
    """In how many own moves at most."""
    return "at once" if moves == 1 else f"within {moves} moves"


def _pieces(count: int) -> str:
    return "a piece" if count == 1 else f"{count} pieces"
