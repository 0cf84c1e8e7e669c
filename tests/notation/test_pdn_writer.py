"""Writing games as PDN, and reading them back."""

from __future__ import annotations

from itertools import islice

import pytest

from game.notation import find_move, parse_fen
from game.notation.pdn import read_pdn
from game.notation.pdn_writer import format_pdn
from game.rules import VARIANTS, Game, Side
from tests.kit import random_games

ENGLISH = VARIANTS["english"]


def played(*moves: str, start: str = "", variant: str = "english") -> Game:
    rules = VARIANTS[variant]
    game = Game(rules, parse_fen(start, rules) if start else None)
    for text in moves:
        game = game.play(find_move(text, game.position, rules))
    return game


def test_writes_roster_game_type_and_moves() -> None:
    text = format_pdn(played("11-15", "23-19", "8-11"), {"Black": 'The "Kid"', "Level": "hard"})
    assert text.splitlines() == [
        '[Event "?"]',
        '[Site "?"]',
        '[Date "????.??.??"]',
        '[Round "?"]',
        '[White "?"]',
        '[Black "The \\"Kid\\""]',
        '[Result "*"]',
        '[Level "hard"]',
        '[GameType "21,B,8,8,N1,0"]',
        "",
        "1. 11-15 23-19 2. 8-11 *",
    ]


def test_writes_position_and_black_dots_for_the_second_side() -> None:
    game = played("22-18", "14x23", start="W:W22,28:B1,14")
    text = format_pdn(game, {})
    assert '[FEN "W:W22,28:B1,14"]' in text
    assert text.endswith("1... 22-18 2. 14x23 *\n")


def test_captures_are_short_unless_two_have_the_same_ends() -> None:
    plain = played("30x23x14", start="B:W26,18,25:BK30")
    assert "1. 30x14 *" in format_pdn(plain, {})
    ambiguous = played("2x9x18", start="B:W6,7,14,15,30:B2,12")
    assert "1. 2x9x18 *" in format_pdn(ambiguous, {})


@pytest.mark.parametrize(
    ("game", "result"),
    [
        (played().resign(Side.WHITE), "1-0"),
        (played().resign(Side.BLACK), "0-1"),
        (played().agree_draw(), "1/2-1/2"),
        (played(variant="brazilian").resign(Side.BLACK), "1-0"),
        (played(variant="international").resign(Side.WHITE), "0-2"),
        (played(variant="international").agree_draw(), "1-1"),
        (played(), "*"),
    ],
)
def test_win_of_the_first_side_to_move_is_1_0(game: Game, result: str) -> None:
    # Field guide, decision 7
    assert f'[Result "{result}"]' in format_pdn(game, {})


def test_no_line_is_longer_than_80_characters() -> None:
    (game,) = islice(random_games(ENGLISH, seed=2), 1)
    assert max(map(len, format_pdn(game, {}).splitlines())) <= 80


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_what_is_written_is_read_back(key: str) -> None:
    for game in islice(random_games(VARIANTS[key], seed=4, longest=80), 4):
        (read,) = read_pdn(format_pdn(game, {"White": "A\nB\\"}))
        assert not read.problems
        assert read.game is not None
        assert (read.game.position, read.plies) == (game.position, game.ply)
        assert read.tags["White"] == "AB\\"
