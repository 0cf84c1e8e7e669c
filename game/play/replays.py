"""Games replayed from their notation, and a cache of them.

A session stores moves as text. Replaying a long game costs milliseconds, and the next request
almost always needs the same game or one move more, so the latest games are cached in memory. Games
are immutable, so threads can share them.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from game.notation import find_move, format_fen, parse_fen
from game.rules import Game, Variant

KEPT = 2000
"""Size of the cache; a game takes about 20 kB with its history, most of it shared."""

_Key = tuple[str, str, str]
_games: OrderedDict[_Key, Game] = OrderedDict()
_lock = Lock()


def movetext(game: Game) -> str:
    """Return a game's moves in numeric notation, with every square visited, separated by spaces."""
    return " ".join(map(str, game.moves))


def replay(variant: Variant, start: str, moves: str) -> Game:
    """Return the game from FEN ``start`` with ``moves`` played.

    Raises a ValueError of ``game.rules.errors`` if the FEN or a move is invalid.
    """
    key = (variant.key, start, moves)
    with _lock:
        cached = _games.get(key)
        if cached is not None:
            _games.move_to_end(key)
            return cached
    game = Game(variant, parse_fen(start, variant))
    for text in moves.split():
        game = game.play(find_move(text, game.position, variant))
    _cache(key, game)
    return game


def remember(game: Game) -> None:
    """Add ``game`` to the cache."""
    start = format_fen(game.start, game.variant)
    _cache((game.variant.key, start, movetext(game)), game)


def _cache(key: _Key, game: Game) -> None:
    with _lock:
        _games[key] = game
        _games.move_to_end(key)
        while len(_games) > KEPT:
            _games.popitem(last=False)
