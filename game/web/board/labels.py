"""Labels for any game: moves, the record, draw counters.

Functions build whole sentences from names and numbers, with the colour words and square names
that the reader chose (``game.web.shared.wording``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.notation import format_move
from game.play.active_game import ActiveGame
from game.rules import (
    AmbiguousMove,
    Game,
    InvalidNotation,
    Move,
    Position,
    Side,
    Variant,
    legal_moves,
    squares_of,
)
from game.rules.draws import DrawCounter
from game.rules.variant import Precedence
from game.web.board.sentences import COUNTED, describe_move, named, route
from game.web.shared import wording
from game.web.shared.labels import listed_or, paragraph
from game.web.shared.rule_labels import house_rules
from game.web.shared.terms import (
    SIDES,
    game_name,
    sorted_squares,
    square,
    square_range,
    squares,
    squares_or,
)

STEPS = (
    (gettext_lazy("First"), gettext_lazy("First position")),
    (gettext_lazy("Back"), gettext_lazy("Back one move")),
    (gettext_lazy("Forward"), gettext_lazy("Forward one move")),
    (gettext_lazy("Last"), gettext_lazy("Last position")),
)
"""Ways to step through a game, and what a screen reader calls them."""

BACK_TO_THE_GAME = gettext_lazy("Back to the game")

NO_SUCH_PLY = gettext_lazy("The game has no such move. Here is the board now.")


@dataclass(frozen=True)
class GameHeading:
    """The main heading of a game's pages; ``str()`` leaves out the link to the rules."""

    variant: Variant
    players: str
    """Who plays whom, worded for the middle of a sentence."""

    @property
    def house_rules(self) -> str:
        """The house rules agreed on; empty if there are none."""
        return "; ".join(house_rules(self.variant))

    def __str__(self) -> str:
        words = {
            "game": game_name(self.variant),
            "rules": self.house_rules,
            "players": self.players,
        }
        if self.house_rules:
            return _("%(game)s (%(rules)s): %(players)s") % words
        return _("%(game)s: %(players)s") % words


def caption(active: ActiveGame) -> str:
    """Return which side is at the bottom, for people who cannot see the board."""
    return _("%(side)s at the bottom") % {"side": SIDES[active.bottom]}


def news(active: ActiveGame, turn: str, last_move: str) -> str:
    """Return the page's title: whose turn it is and what just happened, or how the game ended."""
    if last_move and active.outcome is None:
        return _("%(turn)s: %(move)s") % {"turn": turn, "move": last_move}
    return turn


def outcome_seen(active: ActiveGame) -> str:
    """Return ``won``, ``lost`` or ``drawn`` for the style sheet, as the reader sees the outcome."""
    outcome = active.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "drawn"
    return "lost" if active.side is outcome.winner.other else "won"


def step_heading(at: Game) -> str:
    """Return the heading of a replay step: ``Move 3: Black moved 11 to 15``.

    The number is that of the record, where a pair of moves has one.
    """
    if at.last_move is None:
        return _("Start of the game")
    return _("Move %(number)d: %(move)s") % {
        "number": (at.ply + 1) // 2,
        "move": describe_move(named(SIDES[at.position.side.other]), at.last_move, at.variant),
    }


def piece_counts(position: Position) -> str:
    """Say how many pieces each side has: ``Black 12, White 7 (2 kings)``."""
    return _("%(first)s %(count)s, %(second)s %(other_count)s") % {
        "first": SIDES[Side.BLACK],
        "count": piece_count(position, Side.BLACK),
        "second": SIDES[Side.WHITE],
        "other_count": piece_count(position, Side.WHITE),
    }


def piece_count(position: Position, side: Side) -> str:
    """Return how many pieces a side has: ``12`` or ``7 (2 kings)``."""
    kings = position.kings(side).bit_count()
    total = position.pieces(side).bit_count()
    if not kings:
        return str(total)
    counted = ngettext("%(total)d (%(kings)d king)", "%(total)d (%(kings)d kings)", kings)
    return counted % {"total": total, "kings": kings}


def pieces_of(position: Position, side: Side, variant: Variant) -> str:
    """List the pieces of a side: ``Black, 3: men on 1 and 5; king on 30``."""
    men, kings = position.men(side), position.kings(side)
    return _("%(side)s, %(total)d: %(men)s; %(kings)s.") % {
        "side": SIDES[side],
        "total": position.pieces(side).bit_count(),
        "men": ngettext("man on %(squares)s", "men on %(squares)s", men.bit_count())
        % {"squares": _where(men, variant)}
        if men
        else _("no men"),
        "kings": ngettext("king on %(squares)s", "kings on %(squares)s", kings.bit_count())
        % {"squares": _where(kings, variant)}
        if kings
        else _("no kings"),
    }


def _where(held: int, variant: Variant) -> str:
    return squares(sorted_squares(squares_of(held), variant), variant)


def draw_watch(game: Game, *, is_complete: bool = False) -> list[str]:
    """Return what could end the game in a draw, a sentence each; nothing once the game is over.

    Unless ``is_complete``, only what could do so soon: a draw counter from half its limit on, a
    position from the second time it occurs.
    """
    if game.outcome is not None:
        return []
    lines = [
        _describe_counter(counter, count)
        for counter, count in game.running_counters
        if is_complete or count * 2 >= counter.plies
    ]
    is_repeated = game.most_repetitions > 1
    return [*lines, _describe_repetition(game)] if is_repeated or is_complete else lines


def _describe_counter(counter: DrawCounter, count: int) -> str:
    """Return how many moves each have been counted: a move is half a pair."""
    made = str(count // 2) if count % 2 == 0 else f"{count // 2}½"
    return str(COUNTED[counter.kind] % {"made": made, "limit": counter.plies // 2})


def _describe_repetition(game: Game) -> str:
    """Return how often a position has occurred, and how many times make a draw."""
    here, most = game.repetitions, game.most_repetitions
    if most == 1:
        return _("No position has occurred twice.")
    if here == most:
        counted = ngettext(
            "This position has occurred once; %(limit)d times is a draw.",
            "This position has occurred %(times)d times; %(limit)d times is a draw.",
            most,
        )
    else:
        counted = ngettext(
            "An earlier position has occurred once; %(limit)d times is a draw.",
            "An earlier position has occurred %(times)d times; %(limit)d times is a draw.",
            most,
        )
    return counted % {"times": most, "limit": game.variant.max_repetitions}


def move_text(move: Move, variant: Variant) -> str:
    """Return a move in notation, with the square names that the reader chose."""
    return format_move(move, variant, wording.active().notation(variant))


def format_line(moves: Iterable[Move], variant: Variant) -> str:
    """Return several moves by their squares: ``9 to 13, 21 to 17``."""
    return ", ".join(route(move, variant) for move in moves)


def move_label(move: Move, variant: Variant) -> str:
    """Return a move's button label: ``Jump 30 to 23 to 14, taking 26 and 18``."""
    words = _words(move, variant)
    if move.captures and move.promotes:
        return _("Jump %(route)s, taking %(captured)s, crowned") % words
    if move.captures:
        return _("Jump %(route)s, taking %(captured)s") % words
    return (_("Move %(route)s, crowned") if move.promotes else _("Move %(route)s")) % words


def move_question(move: Move, variant: Variant) -> str:
    """Return the question that confirms a move: ``Play 11 to 15?``."""
    words = _words(move, variant)
    if move.captures and move.promotes:
        return _("Play %(route)s, taking %(captured)s, crowned?") % words
    if move.captures:
        return _("Play %(route)s, taking %(captured)s?") % words
    return (_("Play %(route)s, crowned?") if move.promotes else _("Play %(route)s?")) % words


def _words(move: Move, variant: Variant) -> dict[str, str]:
    captured = squares(move.captures, variant) if move.captures else ""
    return {"route": route(move, variant), "captured": captured}


def group_heading(game: Game, origin: int) -> str:
    """Return the heading for the moves of one piece: ``Man on 11``."""
    where = {"square": square(origin, game.variant)}
    is_king = game.position.is_king(origin)
    return (_("King on %(square)s") if is_king else _("Man on %(square)s")) % where


def step_label(landing: int, variant: Variant) -> str:
    """Return the button label for one landing in the middle of a multi-jump."""
    return _("Jump to %(square)s and go on") % {"square": square(landing, variant)}


def narrate_move(who: str, move: Move, variant: Variant) -> str:
    """Describe a move in the present tense, for lessons: ``White moves 24 to 20``."""
    words = {"who": who, **_words(move, variant)}
    if move.captures and move.promotes:
        return _("%(who)s jumps %(route)s, taking %(captured)s, crowned") % words
    if move.captures:
        return _("%(who)s jumps %(route)s, taking %(captured)s") % words
    crowned = _("%(who)s moves %(route)s, crowned")
    return (crowned if move.promotes else _("%(who)s moves %(route)s")) % words


def must_capture(game: Game) -> bool:
    """Return whether only captures are legal."""
    return bool(game.legal_moves) and game.legal_moves[0].is_capture


def captures_due(game: Game) -> str:
    """Say which pieces have to capture, and why no others may, if they could."""
    origins = sorted_squares({move.origin for move in game.legal_moves}, game.variant)
    named = {"pieces": listed_or(_the_piece(game, at) for at in origins)}
    if _rules_out_captures(game):
        return _("You must capture the most pieces you can: jump with %(pieces)s.") % named
    return _("You must jump with %(pieces)s.") % named


def _rules_out_captures(game: Game) -> bool:
    """Return whether some captures are not legal because others take more pieces."""
    if game.variant.capture_precedence != (Precedence.QUANTITY,):
        return False
    return len(game.legal_moves) < len(legal_moves(game.position, _of_any_capture(game.variant)))


@lru_cache(maxsize=16)
def _of_any_capture(variant: Variant) -> Variant:
    """Return the rules in which any capture may be chosen."""
    return replace(variant, capture_precedence=())


def _the_piece(game: Game, number: int) -> str:
    where = {"square": square(number, game.variant)}
    is_king = game.position.is_king(number)
    return (_("the king on %(square)s") if is_king else _("the man on %(square)s")) % where


class RecordedMove(NamedTuple):
    """A move of the record: the ply that it led to, and its notation."""

    ply: int
    text: str
    name: str
    """The notation after its number and side: many a move occurs twice in a game."""


def recorded_move(move: Move, ply: int, mover: Side, variant: Variant) -> RecordedMove:
    """Return a move as the record has it, numbered in pairs as on a score sheet."""
    text = move_text(move, variant)
    named = {"number": (ply + 1) // 2, "side": SIDES[mover], "move": text}
    return RecordedMove(ply, text, _("%(number)d %(side)s: %(move)s") % named)


def moves_numbered(game: Game) -> list[str]:
    """Return every move so far in notation; those of the side that began carry their number."""
    texts = [move_text(move, game.variant) for move in game.moves]
    return [text if at % 2 else f"{at // 2 + 1}. {text}" for at, text in enumerate(texts)]


def picked(game: Game, route: Sequence[int], landings: Iterable[int]) -> str:
    """Say where the piece picked on the board can go next."""
    variant = game.variant
    where = sorted_squares(landings, variant)
    is_king = game.position.is_king(route[0])
    names = {
        "square": square(route[0], variant),
        "landing": square(route[-1], variant),
        "targets": squares_or(where, variant) if where else "",
        "due": captures_due(game) if must_capture(game) else "",
    }
    if not where and names["due"]:
        blocked = _("The king on %(square)s can’t move. %(due)s")
        return (blocked if is_king else _("The man on %(square)s can’t move. %(due)s")) % names
    if not where:
        blocked = _("The king on %(square)s can’t move: it is blocked.")
        return (
            blocked if is_king else _("The man on %(square)s can’t move: it is blocked.")
        ) % names
    if len(route) > 1:
        return (
            _("The king from %(square)s has jumped to %(landing)s and must go on to %(targets)s.")
            if is_king
            else _(
                "The man from %(square)s has jumped to %(landing)s and must go on to %(targets)s."
            )
        ) % names
    open_ways = _("The king on %(square)s can go to %(targets)s.")
    return (open_ways if is_king else _("The man on %(square)s can go to %(targets)s.")) % names


def example(game: Game) -> str:
    """Return a legal move as it could be typed now."""
    return move_text(game.legal_moves[0], game.variant)


UNCLEAR_REQUEST = gettext_lazy(
    "That request was incomplete, so nothing was done. Please try again."
)

ALREADY_PLAYED = gettext_lazy("That move was already played. Here is the board now.")

MOVED_ON = gettext_lazy("Someone already moved in this game. Here is the board now.")

OTHER_BOARD = gettext_lazy("The game has moved on. Here is the board now.")
"""For a link that picks a piece: it may have been copied by someone with another game."""

NO_SUCH_PICK = gettext_lazy("That piece can’t move now. Choose one that can, or press a move.")


def unplayable(text: str, error: ValueError, game: Game) -> str:
    """Say why a text is not a move that can be played now, and which moves are."""
    words = {
        "text": text.strip()[:40],
        "example": example(game),
        "squares": square_range(game.variant),
    }
    due = captures_due(game) if must_capture(game) else ""
    if not words["text"]:
        missing = _("No move was given. Press a move, or type one such as %(example)s.") % words
        return paragraph([missing, due])
    match error:
        case AmbiguousMove(choices=choices):
            words["routes"] = listed_or(move_text(move, game.variant) for move in choices)
            return (
                _("%(text)s can be played in several ways. Type one of these: %(routes)s.") % words
            )
        case InvalidNotation():
            unread = _("“%(text)s” is not a move. %(squares)s Type one such as %(example)s.")
            return paragraph([unread % words, due])
    words["moves"] = listed_or(move_text(move, game.variant) for move in game.legal_moves)
    if due:
        words["due"] = due
        return _("%(text)s is not a legal move. %(due)s You can play %(moves)s.") % words
    return _("%(text)s is not a legal move. You can play %(moves)s.") % words
