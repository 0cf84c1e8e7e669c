"""The reasons given for a move, taken from what a search found."""

from __future__ import annotations

import pytest

from game.engine.limits import DECISIVE, ScoredMove, SearchResult
from game.notation import find_move, parse_fen
from game.play.computer.advice import Why, explained, is_ending
from game.rules import VARIANTS, Game

WIN_IN_THREE_PLIES = 29_997


def found(
    fen: str, line: str, score: int = 0, others: int | None = None, variant: str = "english"
) -> tuple[Game, SearchResult]:
    """Return a game at ``fen`` and a search that found ``line``; other moves score ``others``."""
    rules = VARIANTS[variant]
    game = at = Game(rules, parse_fen(fen, rules))
    moves = []
    for text in line.split():
        moves.append(find_move(text, at.position, rules))
        at = at.play(moves[-1])
    worth = score if others is None else others
    choices = tuple(
        ScoredMove(move, score if move == moves[0] else worth) for move in game.legal_moves
    )
    return game, SearchResult(moves[0], score, 9, 1000, choices, tuple(moves))


@pytest.mark.parametrize(
    ("fen", "line", "score", "others", "why"),
    [
        ("B:W18,19,31:B15,2", "15x24", 120, 100, Why.TAKES),
        ("B:W16,23,24:B6,10,15", "15-19 24x15 10x19x26", 120, 20, Why.SHOT),
        ("B:W32,31:B26,1", "1-6", 10, 5, Why.IS_BEST),
        ("B:W32,21:B26,1", "26-30", 90, 85, Why.CROWNS),
        ("B:W32,21:B22,1", "22-26 21-17 26-30", 90, 85, Why.CROWNS_SOON),
        ("B:W32,21:B22,1", "1-6", 10, -100, Why.SAVES_PIECE),
        ("B:W32,21:B22,1", "1-6", 10, -WIN_IN_THREE_PLIES, Why.SAVES_GAME),
        ("B:W32,21:B22,1", "1-6", 10, -DECISIVE, Why.SAVES_PIECE),
        ("B:W32,21:B22,1", "22-26", WIN_IN_THREE_PLIES, 0, Why.WINS_GAME),
        ("B:W32,21:B22,1", "22-26", -WIN_IN_THREE_PLIES, -WIN_IN_THREE_PLIES, Why.DELAYS_LOSS),
        ("B:W21-32:B1-12", "11-15", 3, 1, Why.HOLDS_CENTRE),
        ("B:W21-32:B1-12", "9-13", 3, 1, Why.IS_BEST),
        # What is captured after a quiet reply is no part of the exchange.
        ("B:W22,32:B14,1", "1-6 22-18 14x23", 10, 5, Why.KEEPS_OPPOSITION),
    ],
)
def test_gives_the_reason_the_line_shows(
    fen: str, line: str, score: int, others: int, why: Why
) -> None:
    game, result = found(fen, line, score, others)
    assert explained(game, result).why is why


def test_explanation_of_a_shot_counts_pieces_given_and_taken() -> None:
    game, result = found("B:W16,23,24:B6,10,15", "15-19 24x15 10x19x26", 120, 20)
    assert (explained(game, result).given, explained(game, result).taken) == (1, 2)


def test_explanation_of_a_win_counts_the_moves_to_it() -> None:
    game, result = found("B:W32,21:B22,1", "22-26", WIN_IN_THREE_PLIES)
    assert explained(game, result).moves == 2


@pytest.mark.parametrize(
    ("fen", "line", "moves"),
    [
        ("B:W32,21:B26,1", "26-30", 1),
        ("B:W32,21:B22,1", "22-26 21-17 26-30", 2),
        ("B:W32,21:B22,1", "1-6", 0),
    ],
)
def test_explanation_counts_the_moves_to_a_crowning(fen: str, line: str, moves: int) -> None:
    game, result = found(fen, line, 10)
    assert explained(game, result).moves == moves


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("B:W21-24:B1-4", True),
        ("B:W21-25:B1-5", False),
        ("B:W21-24:B1-3", False),
        ("B:W21-32:B1-12", False),
    ],
)
def test_an_ending_has_few_pieces_and_as_many_on_each_side(fen: str, expected: bool) -> None:
    assert is_ending(parse_fen(fen, VARIANTS["english"])) is expected


def test_never_mentions_the_opposition_where_kings_fly() -> None:
    reasons = set()
    for variant in ("english", "brazilian"):
        for square in (1, 2, 3, 4, 5, 6, 7, 8):
            rules = VARIANTS[variant]
            game = Game(rules, parse_fen(f"W:W21:B{square}", rules))
            move = game.legal_moves[0]
            result = SearchResult(move, 0, 9, 1, (ScoredMove(move, 0),), (move,))
            reasons.add((variant, explained(game, result).why))
    assert ("english", Why.KEEPS_OPPOSITION) in reasons
    assert ("brazilian", Why.KEEPS_OPPOSITION) not in reasons
