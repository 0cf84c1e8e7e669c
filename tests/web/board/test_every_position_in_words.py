"""Ten thousand positions in words: move buttons differ, and the listed pieces are on the board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import pytest

from game.notation import square_name
from game.rules import VARIANTS, Game, Position, Side, Variant, squares_of
from game.web.board.labels import move_label, pieces_of
from game.web.shared import wording
from tests.kit import random_games

OFFERED = ("english", "brazilian")
POSITIONS = 5_000
"""Of each rule set."""


def positions(variant: Variant) -> Iterator[Position]:
    for game in random_games(variant, seed=7):
        at = game.start
        yield at
        for move in game.moves:
            at = at.after(move)
            yield at


def numbers_by_name(variant: Variant) -> dict[str, int]:
    notation = wording.active().notation(variant)
    numbers = range(1, variant.board.size + 1)
    return {square_name(number, variant.board, notation): number for number in numbers}


@pytest.mark.parametrize("key", OFFERED)
def test_move_buttons_of_a_position_have_different_names(key: str) -> None:
    variant = VARIANTS[key]
    with wording.about(variant):
        for at in islice(positions(variant), POSITIONS):
            names = [move_label(move, variant) for move in Game(variant, at).legal_moves]
            assert len(set(names)) == len(names), names
            assert all(re.match(r"(Move|Jump) \w", name) for name in names), names
            assert not any(re.search(r"\d[-x]\d", name) for name in names), names


@pytest.mark.parametrize("key", OFFERED)
def test_the_list_of_pieces_matches_the_board(key: str) -> None:
    variant = VARIANTS[key]
    with wording.about(variant):
        numbers = numbers_by_name(variant)

        def named(words: str) -> list[int]:
            """Return the squares named in ``men on 1, 2 and 5`` or ``no kings``."""
            return sorted(numbers[name] for name in re.findall(r"\b[a-h]?\d+", words))

        for at in islice(positions(variant), POSITIONS):
            for side in Side:
                told = pieces_of(at, side, variant)
                men, kings = told.rstrip(".").split(": ", 1)[1].split("; ")
                assert named(men) == list(squares_of(at.men(side))), told
                assert named(kings) == list(squares_of(at.kings(side))), told
                assert f", {at.pieces(side).bit_count()}: " in told
