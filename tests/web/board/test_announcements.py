"""What a screen reader hears after moves: enough, in at most 25 words."""

import random

import pytest

from game.play.solo.game import COMPUTER, FRIEND, SoloGame, new_game
from game.rules import VARIANTS, Game
from game.web.board.announcements import MAX_WORDS, marked
from game.web.solo.labels import announcement, turn

GAMES = 25


def exchanges(variant: str, opponent: str) -> list[tuple[SoloGame, int]]:
    """Return boards of random games, each with the ply before what is announced there."""
    chance = random.Random(13)
    boards = []
    for _ in range(GAMES):
        game = Game(VARIANTS[variant])
        while game.outcome is None and game.ply < 80:
            game = game.play(chance.choice(game.legal_moves))
            before = max(0, game.ply - (1 if opponent == FRIEND else 2))
            boards.append((new_game(game, opponent), before))
    return boards


@pytest.mark.parametrize("opponent", [COMPUTER, FRIEND])
@pytest.mark.parametrize("variant", ["english", "brazilian"])
def test_every_announcement_has_at_most_25_words(variant: str, opponent: str) -> None:
    for solo, before in exchanges(variant, opponent):
        told = announcement(solo, before)
        assert 0 < len(told.split()) <= MAX_WORDS, told
        assert told.count(f"{turn(solo)}.") == 1, told


def test_what_the_heading_says_is_marked_and_the_rest_is_not() -> None:
    told = marked("You moved 11 to 15. <Ann> moved 24 to 20. Your turn.", "Your turn")
    assert told == "You moved 11 to 15. &lt;Ann&gt; moved 24 to 20. <b>Your turn.</b>"


def test_an_announcement_without_the_headings_words_has_no_mark() -> None:
    assert "<b>" not in marked("Board flipped: White at the bottom.", "Your turn")
