"""The game itself: boards, variants, moves, outcomes. Standard library only; no IO, no time."""

from game.rules.errors import AmbiguousMove, IllegalMove, InvalidNotation
from game.rules.game import Game
from game.rules.geometry import Board, Side, squares_of
from game.rules.house import HOUSE_RULE_OPTIONS, find_variant, with_house_rules
from game.rules.move import Move
from game.rules.movegen import continuations, legal_moves
from game.rules.outcome import Outcome, Termination
from game.rules.perft import perft
from game.rules.position import Position
from game.rules.variant import HouseRules, Notation, Variant
from game.rules.variants import VARIANTS

__all__ = [
    "HOUSE_RULE_OPTIONS",
    "VARIANTS",
    "AmbiguousMove",
    "Board",
    "Game",
    "HouseRules",
    "IllegalMove",
    "InvalidNotation",
    "Move",
    "Notation",
    "Outcome",
    "Position",
    "Side",
    "Termination",
    "Variant",
    "continuations",
    "find_variant",
    "legal_moves",
    "perft",
    "squares_of",
    "with_house_rules",
]
