"""Games replayed from their notation, kept for the next request.

A session holds moves as text. Replaying a long game costs milliseconds, and the next request
almost always asks for the same game or one move more, so the latest games stay in memory. Games
never change, hence threads may share them.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from game.notation import find_move, format_fen, parse_fen
from game.rules import Game, Variant

KEPT = 2000
"""Games kept in memory; one is about 20 kB with its history, most of it shared."""

_Key = tuple[str, str, str]
_games: OrderedDict[_Key, Game] = OrderedDict()
_lock = Lock()


def movetext(game: Game) -> str:
    """The moves of a game in numbers, every square visited, with spaces between."""
    return " ".join(map(str, game.moves))


def replay(variant: Variant, start: str, moves: str) -> Game:
    """The game that began at FEN ``start`` and went ``moves``.

    Raises a ValueError of ``game.rules.errors`` when a text does not fit.
    """
    key = (variant.key, start, moves)
    with _lock:
        kept = _games.get(key)
        if kept is not None:
            _games.move_to_end(key)
            return kept
    game = Game(variant, parse_fen(start, variant))
    for text in moves.split():
        game = game.play(find_move(text, game.position, variant))
    _keep(key, game)
    return game


def remember(game: Game) -> None:
    """Keep ``game`` for whoever replays its moves next."""
    start = format_fen(game.start, game.variant)
    _keep((game.variant.key, start, movetext(game)), game)


def _keep(key: _Key, game: Game) -> None:
    with _lock:
        _games[key] = game
        _games.move_to_end(key)
        while len(_games) > KEPT:
            _games.popitem(last=False)
