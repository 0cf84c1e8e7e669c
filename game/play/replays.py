"""Games replayed from their notation, kept for the next request.

A session holds moves as text. Replaying a long game costs milliseconds, and the next request
almost always asks for the same game or one move more, so the latest games stay in memory. Games
never change, hence threads may share them.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from game.notation import find_move, parse_fen
from game.rules import Game, Variant

KEPT = 2000
"""Games kept in memory; one is about 20 kB with its history, most of it shared."""

_Key = tuple[str, str, tuple[str, ...]]
_games: OrderedDict[_Key, Game] = OrderedDict()
_lock = Lock()


def replay(variant: Variant, start: str, moves: tuple[str, ...]) -> Game:
    """The game that began at FEN ``start`` and went ``moves``.

    Raises a ValueError of ``game.rules.errors`` when a text does not fit.
    """
    game = _recall((variant.key, start, moves))
    if game is None:
        game = Game(variant, parse_fen(start, variant))
        for text in moves:
            game = game.play(find_move(text, game.position, variant))
        remember(start, moves, game)
    return game


def remember(start: str, moves: tuple[str, ...], game: Game) -> None:
    """Keep ``game`` for whoever replays these moves next."""
    with _lock:
        _games[game.variant.key, start, moves] = game
        _games.move_to_end((game.variant.key, start, moves))
        while len(_games) > KEPT:
            _games.popitem(last=False)


def _recall(key: _Key) -> Game | None:
    with _lock:
        game = _games.get(key)
        if game is not None:
            _games.move_to_end(key)
        return game
