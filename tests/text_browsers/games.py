"""Short games between friends with every ending that play alone can bring.

Found by random play; each has multi-jumps and crowned men. People's games seldom end so soon, but
to the site they are games like any other.
"""

from __future__ import annotations

from game.notation import find_move
from game.rules import VARIANTS, Game, Move

ENGLISH = {
    "White takes the last piece": (
        "9-13 24-19 10-14 28-24 7-10 24-20 2-7 22-18 13-17 18x9x2 11-15 2x11x18 1-6 21x14x7 3x10 "
        "20-16 10-14 18x9x2 5-9 23-18 9-14 18x9 8-11 16x7 12-16 19x12 4-8 12x3"
    ),
    "Black takes the last piece": (
        "11-16 23-18 10-14 21-17 14x23 26x19 16x23 27x18 9-14 17x10 7x14x23 32-27 23x32 31-27 "
        "32x23 30-26 23x30x21 29-25 21x30 24-20 30-25 28-24 25x18 20-16 12x19x28"
    ),
    "Black is blocked": (
        "10-14 23-19 7-10 26-23 14-17 21x14x7 3x10 22-18 12-16 19x12x3 10-14 3-8 2-7 8x15 9-13 "
        "18x9x2 5-9 2x11 9-14 25-22 14-18 23x14 4-8 11x4 13-17 22x13 1-5 13-9"
    ),
    "the same position for the third time": (
        "11-16 21-17 16-20 23-19 7-11 27-23 20x27 31x24 10-14 17x10 6x15 19x10 1-6 10x1 3-7 23-19 "
        "2-6 1x10x3 9-14 19-16 11x20x27 32x23 5-9 3-7 8-11 7x16 12x19 23x16 9-13 22-17 13x22x31 "
        "30-26 31x22 25x18x9 4-8 16-11 8x15 9-6 15-19 28-24 19x28 6-2 28-32 2-6 32-27 6-2 27-32 "
        "2-6 32-27 6-2 27-32"
    ),
}
BRAZILIAN = {
    "Black takes the last piece": (
        "c3-d4 d6-c5 d2-c3 e7-d6 a3-b4 c5xa3 c1-d2 a3xc1 d4-e5 f6xd4xb2 a1xc3 g7-f6 e3-f4 "
        "c1xe3xg5 c3-b4 f6-e5 g3-f4 g5xd2xa5 e1-d2 a5xe1xg3 h2xf4 e5xg3 g1-f2 g3xe1"
    ),
    "Black is blocked": (
        "e3-f4 h6-g5 f4xh6 d6-e5 a3-b4 f6-g5 h6xf4xd6 e7xc5xa3 f2-e3 f8-e7 g3-f4 e7-f6 e3-d4 "
        "f6-g5 f4xh6xf8 d8-e7 f8xc5 h8-g7 d2-e3 c7-d6 c5xf8xh6 b8-c7 h2-g3 b6-c5 d4xb6xd8 a7-b6 "
        "d8xa5"
    ),
    "White is blocked": (
        "g3-f4 b6-a5 f2-g3 a7-b6 f4-e5 f6xd4xf2xh4 d2-e3 a5-b4 a3xc5xa7 d6-c5 e1-f2 c7-b6 c1-d2 "
        "h6-g5 e3-f4 g5xe3xc1xa3 a1-b2 a3xc1 f2-e3 c1xh6 h2-g3 h4xf2 g1xe3 h6xd2xb4"
    ),
    "the draw counter of a lone king": (
        "c3-b4 h6-g5 b4-a5 g5-f4 g3xe5 f6xd4 e3xc5 d6xb4 a3xc5 b6xd4 b2-a3 e7-f6 f2-e3 d4xf2 "
        "e1xg3 f6-g5 a1-b2 g7-f6 g3-h4 f8-e7 d2-c3 e7-d6 a3-b4 d8-e7 c1-d2 d6-e5 c3-d4 e5xc3xe1 "
        "a5-b6 a7xc5xa3xc1 g1-f2 e1xg3 h2xf4xh6 f6-g5 h4xf6xd8xb6 h8-g7 h6xf8 b8-a7 f8-h6 a7xc5 "
        "h6-g7 c1-e3 g7-a1 e3-f2 a1-b2 f2-g3 b2-c3 g3-f2 c3-d2 f2-g3"
    ),
}
GAMES = {"english": ENGLISH, "brazilian": BRAZILIAN}


def moves_of(text: str, variant: str) -> list[Move]:
    """Return the moves of a game record; each must be legal in turn."""
    return list(replayed(text.split(), variant).moves)


def replayed(texts: list[str], variant: str) -> Game:
    """Return the game of these moves; raise on an illegal one."""
    game = Game(VARIANTS[variant])
    for text in texts:
        game = game.play(find_move(text, game.position, game.variant))
    return game
