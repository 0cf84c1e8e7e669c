"""The three-move ballots of English checkers, from which matches draw their openings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

from game.notation.movetext import find_move
from game.rules import VARIANTS, Game, Variant

BALLOT_RULE_SET = "english"
"""Key of the rule set that has ballots."""
MOVES_PER_BALLOT = 3
"""How many moves a ballot has."""
_DECK_FILE = Path(__file__).parent / "three_move_ballots.txt"


@dataclass(frozen=True)
class Ballot:
    """One opening of the deck."""

    number: int
    """Its official number, 1 to 174; the deck leaves out the 18 that are barred."""
    moves: str
    """``9-13 21-17 5-9``"""
    name: str
    """The traditional name; empty if there is none."""

    @property
    def game(self) -> Game:
        """A game in which the three moves have been played."""
        return self.game_under(VARIANTS[BALLOT_RULE_SET])

    def game_under(self, rules: Variant) -> Game:
        """Return the same game under house rules, none of which forbids a ballot's moves."""
        return play_opening(rules, self.moves)


def play_opening(variant: Variant, moves: str) -> Game:
    """Return a game in which ``moves`` have been played from the start."""
    game = Game(variant)
    for text in moves.split():
        game = game.play(find_move(text, game.position, game.variant))
    return game


@cache
def ballots() -> dict[int, Ballot]:
    """Return the official deck of 156 by number: 144 over the board, 12 added from mail play."""
    deck = {}
    for line in _DECK_FILE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            play_opening, _, name = line.partition("  ")
            number, moves = play_opening.split(" ", 1)
            deck[int(number)] = Ballot(int(number), moves, name)
    return deck


def find_ballots(text: str) -> list[Ballot]:
    """Return the ballots with that number, name or moves: at most one, but two share a name."""
    deck, words = ballots(), " ".join(text.replace(",", " ").split())
    if words.isascii() and words.isdecimal():
        return [deck[int(words)]] if len(words) < 4 and int(words) in deck else []
    named = [ballot for ballot in deck.values() if ballot.name.casefold() == words.casefold()]
    return named if words and named else _with_moves(words)


def _with_moves(moves: str) -> list[Ballot]:
    """Return the ballot of these moves, if any; move numbers are skipped."""
    texts = [text for text in moves.split() if not text.endswith(".")]
    if len(texts) > MOVES_PER_BALLOT:
        return []
    try:
        played = play_opening(VARIANTS[BALLOT_RULE_SET], " ".join(texts)).moves
    except ValueError:
        return []
    canonical = " ".join(map(str, played))
    return [ballot for ballot in ballots().values() if ballot.moves == canonical]
