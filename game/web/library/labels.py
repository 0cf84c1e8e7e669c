"""Labels for finished games and results, from their owner's point of view."""

from __future__ import annotations

from game.models import FinishedGame
from game.play.library.results import Score
from game.play.solo.game import COMPUTER, FRIEND, TABLE, WATCH
from game.rules import VARIANTS, Side
from game.web.shared import wording
from game.web.shared.terms import LEVELS, SIDES

_BY_LETTER = {side.letter: side for side in Side}


def game_title(kept: FinishedGame) -> str:
    """Return what was played, against whom and who won: ``English checkers, Medium: you won``."""
    return f"{VARIANTS[kept.variant].name}, {_opponent(kept)}: {game_result(kept)}"


def _opponent(kept: FinishedGame) -> str:
    if kept.opponent == COMPUTER:
        return f"computer ({LEVELS[kept.level]})"
    if kept.opponent == TABLE:
        return str(kept.form["table"]["names"][_BY_LETTER[kept.player].other])
    return "two players" if kept.opponent == FRIEND else "computer against computer"


def game_result(kept: FinishedGame) -> str:
    """Return how a game ended, from its owner's point of view."""
    if not kept.winner:
        return "a draw"
    if kept.opponent in (COMPUTER, TABLE):
        return "you won" if kept.winner == kept.player else "you lost"
    return f"{_side_word(kept, kept.winner)} won"


def _side_word(kept: FinishedGame, letter: str) -> str:
    """Return the colour word of a side in that game, whatever game the reader is playing now."""
    with wording.about(VARIANTS[kept.variant]):
        return SIDES[_BY_LETTER[letter]]


def game_details(kept: FinishedGame) -> str:
    """Return which side the owner played and how many moves the game had."""
    moves = "1 move" if kept.plies == 1 else f"{kept.plies} moves"
    if kept.opponent in (COMPUTER, TABLE):
        return f"You were {_side_word(kept, kept.player)}. {moves}."
    if kept.opponent == WATCH:
        return f"{LEVELS[kept.level]} began against {LEVELS[kept.form['rival']]}. {moves}."
    return f"{moves}."


def score_kind(score: Score) -> str:
    """Return which games a row of results counts."""
    name = VARIANTS[score.variant].name
    return f"{name}, {LEVELS[score.level]}" if score.level in LEVELS else name


def score_line(score: Score) -> dict[str, object]:
    """Return a row of the results table; the parts of its bar are placed on a scale of 100.

    Results between friends stand under the page's words for the sides, which may be swapped in
    this game.
    """
    meant = wording.active().side_meant(Side.BLACK, VARIANTS[score.variant])
    is_turned = not score.level and meant is Side.WHITE
    first, second = (score.first, score.second)[:: -1 if is_turned else 1]
    parts = (first, score.drawn, second)
    edges = [round(100 * sum(parts[:at]) / score.played, 2) for at in range(4)]
    return {
        "kind": score_kind(score),
        "first": first,
        "drawn": score.drawn,
        "second": second,
        "bar": [
            {"name": name, "x": left, "width": round(right - left, 2)}
            for name, left, right in zip(
                ("first", "drawn", "second"), edges, edges[1:], strict=False
            )
            if right > left
        ],
    }


def score_so_far(score: Score) -> str:
    """Return the score as a sentence, shown below a finished game of this kind."""
    first, second, drawn = score.first, score.second, score.drawn
    if score.level:
        return (
            f"Your score against {LEVELS[score.level]}: {first} won, {drawn} drawn, {second} lost."
        )
    black, white = (SIDES[side] for side in Side)
    return f"Score between two players: {black} {first}, {white} {second}, {drawn} drawn."


RESET_QUESTION = {
    "asks": "Count results anew?",
    "means": "Wins, losses and draws are counted from now on. Your games stay under My games.",
    "does": "Count anew",
    "leaves": "Keep counting",
}


def delete_question(kept: FinishedGame) -> dict[str, str]:
    """Return the question before a game is deleted, with both answers' labels."""
    return {
        "asks": "Delete this game?",
        "means": f"{game_title(kept)}. Its result goes too, and nothing brings it back.",
        "does": "Delete the game",
        "leaves": "Keep it",
    }


def delete_all_question(count: int) -> dict[str, str]:
    """Return the same question for all games."""
    games = "1 game is" if count == 1 else f"{count} games are"
    return {
        "asks": "Delete all games?",
        "means": f"{games} kept here. Their results go too, and nothing brings them back.",
        "does": "Delete all games",
        "leaves": "Keep them",
    }
