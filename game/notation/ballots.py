"""The three-move openings of English checkers that are drawn by lot in matches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.notation.movetext import find_move
from game.rules import VARIANTS, Game, Variant

BALLOT_RULE_SET = "english"
"""Key of the rule set."""
MOVES_PER_BALLOT = 3
"""How many moves every ballot has."""
_LIST = Path(__file__).parent / "three_move_ballots.txt"


@dataclass(frozen=True)
class Ballot:
    """One opening of the deck."""

    number: int
    """Its official number, of 174; the 18 that are barred are missing."""
    moves: str
    """``9-13 21-17 5-9``"""
    name: str
    """The traditional name; empty where there is none."""

    @property
    def game(self) -> Game:
        """A game with these three moves played."""
        return self.game_under(VARIANTS[BALLOT_RULE_SET])

    def game_under(self, rules: Variant) -> Game:
        """The same by house rules, which forbid no ballot: in none can two pieces be taken."""
        return play_opening(rules, self.moves)


def play_opening(variant: Variant, moves: str) -> Game:
    """A game with these moves played, from the usual start."""
    game = Game(variant)
    for text in moves.split():
        game = game.play(find_move(text, game.position, game.variant))
    return game


@cache
def ballots() -> dict[int, Ballot]:
    """The 156 of the official deck, by number: 144 over the board, 12 added from mail play."""
    deck = {}
    for line in _LIST.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            play_opening, _, name = line.partition("  ")
            number, moves = play_opening.split(" ", 1)
            deck[int(number)] = Ballot(int(number), moves, name)
    return deck


def find_ballots(text: str) -> list[Ballot]:
    """The ballots that a number, a name or three moves stand for: one or none, of one name two."""
    deck, words = ballots(), " ".join(text.replace(",", " ").split())
    if words.isascii() and words.isdecimal():
        return [deck[int(words)]] if len(words) < 4 and int(words) in deck else []
    named = [ballot for ballot in deck.values() if ballot.name.casefold() == words.casefold()]
    return named if words and named else _opened_by(words)


def _opened_by(moves: str) -> list[Ballot]:
    """The ballot of these moves, which may be numbered; none of them need be legal."""
    texts = [text for text in moves.split() if not text.endswith(".")]
    if len(texts) > MOVES_PER_BALLOT:
        return []
    try:
        played = play_opening(VARIANTS[BALLOT_RULE_SET], " ".join(texts)).moves
    except ValueError:
        return []
    canonical = " ".join(map(str, played))
    return [ballot for ballot in ballots().values() if ballot.moves == canonical]
