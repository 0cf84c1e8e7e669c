"""Games that begin elsewhere than at the usual start: practice, openings, positions typed in."""

from __future__ import annotations

import random
from dataclasses import dataclass

from game.notation import parse_fen
from game.notation.ballots import ballots, find_ballots, play_opening
from game.rules import VARIANTS, Game, Side, Variant, find_variant

OPENING_PLIES = 4
"""Random moves of a seeded opening."""
MIN_SEED, MAX_SEED = 1, 999_999


class NothingToPlay(ValueError):
    """A position in which the side to move has no move: that game is over."""


class OneSideOnly(ValueError):
    """A position of ``rules`` in which ``side``, which is not to move, has no piece."""

    def __init__(self, rules: Variant, side: Side) -> None:
        super().__init__(rules, side)
        self.rules = rules
        self.side = side


class SharedName(ValueError):
    """A name that several ballots have; ``numbers`` are theirs."""

    def __init__(self, numbers: list[int]) -> None:
        super().__init__(numbers)
        self.numbers = numbers


@dataclass(frozen=True)
class Practice:
    """A position that shows something worth trying."""

    key: str
    variant: str
    fen: str
    moves: str = ""
    """The moves that lead there, where it comes from an opening."""

    @property
    def opening(self) -> Game:
        """The game that led there."""
        return play_opening(VARIANTS[self.variant], self.moves)

    def game(self, rules: Variant) -> Game:
        """A fresh game that begins there, by the rule set of ``variant`` or its house rules."""
        return position(rules, self.fen)


PRACTICE = {
    practice.key: practice
    for practice in (
        Practice("new", "english", "B:W21-32:B1-12"),
        Practice("crowning", "english", "B:W12,18,25-29,31,32:B1-3,5-8,21"),
        Practice("paths", "english", "B:W12,18,25-28,31,32:B1-3,5-8,K30"),
        Practice("centre", "english", "B:W17,19,21,24-32:B1-7,9-12,15", "11-15 23-19 8-11 22-17"),
    )
}
"""Practice positions by key, in the order in which they are shown."""


def position(rules: Variant, fen: str) -> Game:
    """A game that begins at a position.

    InvalidNotation, NothingToPlay or OneSideOnly if none can.
    """
    game = Game(rules, parse_fen(fen, rules))
    if not game.legal_moves:
        raise NothingToPlay(fen)
    if not can_begin(game):
        raise OneSideOnly(rules, game.position.side.other)
    return game


def can_begin(game: Game) -> bool:
    """Whether there is a game to be played: the side to move can, and the other has a piece."""
    return bool(game.legal_moves and game.position.pieces(game.position.side.other))


def seeded_opening(variant: str, seed: int) -> Game:
    """A game with four random legal moves; the same seed gives the same on every machine."""
    if not MIN_SEED <= seed <= MAX_SEED:
        raise ValueError(f"{seed} is not from {MIN_SEED} to {MAX_SEED}")
    chance = random.Random(seed)
    game = Game(find_variant(variant))
    for _ in range(OPENING_PLIES):
        # Of all that Random offers, only random() is promised to stay as it is.
        game = game.play(game.legal_moves[int(chance.random() * len(game.legal_moves))])
    return game


def ballot(text: str, rules: Variant) -> Game:
    """A game with the moves of the ballot called by its number, its moves or its name.

    KeyError if there is none, SharedName if there are several.
    """
    match find_ballots(text):
        case [found]:
            return found.game_under(rules)
        case []:
            raise KeyError(text)
        case several:
            raise SharedName([ballot.number for ballot in several])


def ballot_by_lot(rules: Variant) -> Game:
    """A game with the moves of any ballot."""
    return random.choice(list(ballots().values())).game_under(rules)
