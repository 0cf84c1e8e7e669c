"""Moves in words: as orders on buttons, as reports, and in notation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.notation import format_move
from game.play.shown import GameShown
from game.rules import Game, Move, Variant, variant_named
from game.web import wording
from game.web.labels.names import in_order, listed, piece, square, squares
from game.web.wording import Wording


def move_text(move: Move, variant: Variant) -> str:
    """A move in notation, in the names of squares that the reader has chosen."""
    return format_move(move, variant, wording.active().notation(variant))


def _route(move: Move, variant: Variant) -> str:
    return " to ".join(square(number, variant) for number in move.path)


def _rest(move: Move, variant: Variant) -> str:
    """What follows the route: the pieces taken and the crowning."""
    taking = f", taking {squares(move.captures, variant)}" if move.captures else ""
    return taking + (", crowned" if move.promotes else "")


def line_told(moves: Iterable[Move], variant: Variant) -> str:
    """Several moves by their squares: ``9 to 13, 21 to 17``."""
    return ", ".join(_route(move, variant) for move in moves)


def move_order(move: Move, variant: Variant) -> str:
    """A move as a button says it: ``Jump 30 to 23 to 14, taking 26 and 18``."""
    verb = "Jump" if move.captures else "Move"
    return f"{verb} {_route(move, variant)}{_rest(move, variant)}"


def move_question(move: Move, variant: Variant) -> str:
    """What is asked before a move is played: ``Play 11 to 15?``."""
    return f"Play {_route(move, variant)}{_rest(move, variant)}?"


def group_heading(game: Game, origin: int) -> str:
    """What the moves of one piece are listed under: ``Man on 11``."""
    return f"{piece(game.position, origin).capitalize()} on {square(origin, game.variant)}"


def step_order(landing: int, variant: Variant) -> str:
    """One landing in the middle of a multi-jump, as a button says it."""
    return f"Jump to {square(landing, variant)} and on"


def move_told(who: str, move: Move, variant: Variant) -> str:
    """A move as a report says it: ``White moved 24 to 20``."""
    verb = "jumped" if move.captures else "moved"
    return f"{who} {verb} {_route(move, variant)}{_rest(move, variant)}"


def move_shown(who: str, move: Move, variant: Variant) -> str:
    """A move as a teacher says it: ``White moves 24 to 20``."""
    verb = "jumps" if move.captures else "moves"
    return f"{who} {verb} {_route(move, variant)}{_rest(move, variant)}"


def must_capture(game: Game) -> bool:
    """Whether only captures are legal."""
    return bool(game.legal_moves) and game.legal_moves[0].is_capture


def captures_due(game: Game) -> str:
    """Which pieces have to capture."""
    origins = in_order({move.origin for move in game.legal_moves}, game.variant)
    named = [f"the {piece(game.position, at)} on {square(at, game.variant)}" for at in origins]
    return f"You must jump with {listed(named, 'or')}."


def record(shown: GameShown) -> list[str]:
    """The moves so far, one line for each pair, in the game's notation."""
    words = wording.active()
    texts = [_text(move, shown.variant.key, words) for move in shown.game.moves]
    return [" ".join(texts[at : at + 2]) for at in range(0, len(texts), 2)]


def moves_numbered(game: Game) -> list[str]:
    """Every move so far in notation, those of the side that began with their number."""
    words = wording.active()
    texts = [_text(move, game.variant.key, words) for move in game.moves]
    return [f"{at // 2 + 1}. {text}" if at % 2 == 0 else text for at, text in enumerate(texts)]


@lru_cache(maxsize=8192)
def _text(move: Move, variant: str, words: Wording) -> str:
    """A move in notation; kept, since every page repeats the whole record."""
    rules = variant_named(variant)
    return format_move(move, rules, words.notation(rules))


def picked(game: Game, route: Sequence[int], landings: Iterable[int]) -> str:
    """What the piece picked on the board may do next."""
    variant = game.variant
    where = in_order(landings, variant)
    named = piece(game.position, route[0])
    if not where:
        return f"The {named} on {square(route[0], variant)} {why_not(game, route[0])}."
    to = squares(where, variant, "or")
    if len(route) > 1:
        return (
            f"The {named} from {square(route[0], variant)} has jumped to "
            f"{square(route[-1], variant)} and must go on to {to}."
        )
    return f"The {named} on {square(route[0], variant)} can go to {to}."


def why_not(game: Game, number: int) -> str:
    """Why a piece picked by hand cannot move."""
    if must_capture(game):
        return f"cannot move. {captures_due(game)}".rstrip(".")
    return "cannot move: it is blocked"


def example(game: Game) -> str:
    """A move that may be typed now."""
    return move_text(game.legal_moves[0], game.variant)
