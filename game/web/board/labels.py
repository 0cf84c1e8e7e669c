"""Labels for any game: moves, the record, draw counters, why a game ended.

Functions build whole sentences from names and numbers, with the colour words and square names
that the reader chose (``game.web.shared.wording``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from game.notation import format_move
from game.play.active_game import ActiveGame
from game.rules import (
    AmbiguousMove,
    Game,
    InvalidNotation,
    Move,
    Position,
    Side,
    Termination,
    Variant,
    find_variant,
    squares_of,
)
from game.web.shared import wording
from game.web.shared.labels import listed
from game.web.shared.rule_labels import house_rules
from game.web.shared.terms import SIDES, piece, sorted_squares, square, square_range, squares
from game.web.shared.wording import Wording

PDN_TAGS = {Side.BLACK: "Black", Side.WHITE: "White"}
"""The PDN tag for each player's name, whatever the page calls the sides."""

COUNTERS = {
    # What each draw counter counts; `game.web.learn.rules` adds what restarts it.
    "quiet": "without a capture or a man's move",
    "three kings": "of three kings or more against one",
    "small ending": "in an ending of 4 or 5 pieces with kings on both sides",
    "middle ending": "in an ending of 6 or 7 pieces with kings on both sides",
    "main road": "of three pieces against a king on the main road",
    "three pieces": "of three pieces against a lone king",
    "two kings": "of two kings against one",
    "king against king": "of one king against another",
    "lone king": "of one or two pieces against a lone king",
}

STEPS = ("First", "Back", "Forward", "Last")
"""Ways to step through a game."""

NO_SUCH_PLY = "The game has no such move. This is how it stands now."


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
        agreed = f" ({self.house_rules})" if self.house_rules else ""
        return f"{self.variant.name}{agreed}: {self.players}"


def caption(active: ActiveGame) -> str:
    """Return which side is at the bottom, for people who cannot see the board."""
    return f"{SIDES[active.bottom]} at the bottom"


def step_heading(at: Game, plies: int) -> str:
    """Return the heading of a replay step: ``Move 3 of 12: Black moved 11 to 15``."""
    if at.last_move is None:
        return f"The start, {plies} moves to come"
    move = describe_move(SIDES[at.position.side.other], at.last_move, at.variant)
    return f"Move {at.ply} of {plies}: {move}"


def reason(game: Game) -> str:
    """Return why the game ended, as a sentence; empty while it goes on."""
    outcome = game.outcome
    if outcome is None:
        return ""
    if outcome.termination is Termination.DRAW_COUNTER:
        return _counter_ran_out(game, outcome.article)
    loser = SIDES[outcome.winner.other] if outcome.winner is not None else ""
    return {
        Termination.NO_PIECES: f"{loser} has no pieces left.",
        Termination.BLOCKED: f"{loser} has no move left: every piece is blocked.",
        Termination.REPETITION: "The same position stood for the third time.",
        Termination.AGREEMENT: "Both players agreed.",
        Termination.RESIGNATION: f"{loser} resigned.",
        Termination.FLAG: (
            f"{loser} has no time left."
            if loser
            else "Time ran out for one side, and a lone king could not have won."
        ),
        Termination.ABSENCE: f"{loser} stayed away.",
    }[outcome.termination]


def _counter_ran_out(game: Game, article: str) -> str:
    """Return which draw counter ended the game; one article may have several."""
    counter = next(c for c, count in game.running_counters if count >= c.plies)
    return (
        f"A draw counter ran out: {counter.plies} plies ({counter.plies // 2} moves each) "
        f"{COUNTERS[counter.kind]} ({article})."
    )


def describe_moves(
    active: ActiveGame,
    before_ply: int,
    names: Mapping[Side, str],
    turn_now: str,
    *,
    is_brief: bool = False,
) -> str:
    """Announce the moves after ``before_ply``, in one sentence a move.

    ``names`` has what to call each side, ``turn_now`` whose turn it is; ``is_brief`` leaves the
    turn out while the game goes on.
    """
    sentences = []
    at: Game | None = active.game
    while at is not None and at.ply > before_ply and at.last_move is not None:
        mover = at.position.side.other
        sentences.append(describe_move(names[mover], at.last_move, active.variant))
        at = at.previous
    is_over = active.outcome is not None
    tail = turn_now + (f". {reason(active.game)}" if is_over else ".")
    if is_brief and sentences and not is_over:
        tail = ""
    is_readers_turn = not is_over and active.may_move
    must = f" {captures_due(active.game)}" if is_readers_turn and must_capture(active.game) else ""
    if not sentences:
        return f"{tail}{must}"
    number = (before_ply // 2) + 1
    return f"Move {number}: {'. '.join(reversed(sentences))}. {tail}{must}".rstrip()


def piece_count(position: Position, side: Side) -> str:
    """Return a side and how many pieces it has: ``Black 12`` or ``Black 7 (2 kings)``."""
    kings = position.kings(side).bit_count()
    of_them = f" ({kings} {'king' if kings == 1 else 'kings'})" if kings else ""
    return f"{SIDES[side]} {position.pieces(side).bit_count()}{of_them}"


def pieces_of(position: Position, side: Side, variant: Variant) -> str:
    """List the pieces of a side: ``Black, 3: men on 1 and 5; king on 30``."""
    total = position.pieces(side).bit_count()
    kinds = [
        (position.men(side), "man", "men"),
        (position.kings(side), "king", "kings"),
    ]
    parts = []
    for held, one, many in kinds:
        where = squares(sorted_squares(squares_of(held), variant), variant) if held else ""
        kind = one if held.bit_count() == 1 else many
        parts.append(f"{kind} on {where}" if held else f"no {many}")
    return f"{SIDES[side]}, {total}: {'; '.join(parts)}."


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
    return f"{made} of {counter.plies // 2} moves each {COUNTERS[counter.kind]}."


def _describe_repetition(game: Game) -> str:
    """Return how often a position has occurred, and how many times make a draw."""
    here, most = game.repetitions, game.most_repetitions
    if most == 1:
        return "No position has occurred twice."
    which = "This position" if here == most else "An earlier position"
    times = "twice" if most == 2 else f"{most} times"
    return f"{which} has occurred {times}; {game.variant.max_repetitions} times is a draw."


def move_text(move: Move, variant: Variant) -> str:
    """Return a move in notation, with the square names that the reader chose."""
    return format_move(move, variant, wording.active().notation(variant))


def _route(move: Move, variant: Variant) -> str:
    return " to ".join(square(number, variant) for number in move.path)


def _rest(move: Move, variant: Variant) -> str:
    """Return what follows the route: the captured pieces and the crowning."""
    taking = f", taking {squares(move.captures, variant)}" if move.captures else ""
    return taking + (", crowned" if move.promotes else "")


def format_line(moves: Iterable[Move], variant: Variant) -> str:
    """Return several moves by their squares: ``9 to 13, 21 to 17``."""
    return ", ".join(_route(move, variant) for move in moves)


def move_label(move: Move, variant: Variant) -> str:
    """Return a move's button label: ``Jump 30 to 23 to 14, taking 26 and 18``."""
    verb = "Jump" if move.captures else "Move"
    return f"{verb} {_route(move, variant)}{_rest(move, variant)}"


def move_question(move: Move, variant: Variant) -> str:
    """Return the question that confirms a move: ``Play 11 to 15?``."""
    return f"Play {_route(move, variant)}{_rest(move, variant)}?"


def group_heading(game: Game, origin: int) -> str:
    """Return the heading for the moves of one piece: ``Man on 11``."""
    return f"{piece(game.position, origin).capitalize()} on {square(origin, game.variant)}"


def step_label(landing: int, variant: Variant) -> str:
    """Return the button label for one landing in the middle of a multi-jump."""
    return f"Jump to {square(landing, variant)} and on"


def describe_move(who: str, move: Move, variant: Variant) -> str:
    """Describe a move in the past tense: ``White moved 24 to 20``."""
    verb = "jumped" if move.captures else "moved"
    return f"{who} {verb} {_route(move, variant)}{_rest(move, variant)}"


def narrate_move(who: str, move: Move, variant: Variant) -> str:
    """Describe a move in the present tense, for lessons: ``White moves 24 to 20``."""
    verb = "jumps" if move.captures else "moves"
    return f"{who} {verb} {_route(move, variant)}{_rest(move, variant)}"


def must_capture(game: Game) -> bool:
    """Return whether only captures are legal."""
    return bool(game.legal_moves) and game.legal_moves[0].is_capture


def captures_due(game: Game) -> str:
    """Say which pieces have to capture."""
    origins = sorted_squares({move.origin for move in game.legal_moves}, game.variant)
    named = [f"the {piece(game.position, at)} on {square(at, game.variant)}" for at in origins]
    return f"You must jump with {listed(named, 'or')}."


class RecordedMove(NamedTuple):
    """A move of the record: the ply that it led to, and its notation."""

    ply: int
    text: str


def record(game: Game) -> list[list[RecordedMove]]:
    """Return the moves so far in notation, in pairs as on a score sheet."""
    words = wording.active()
    moves = [
        RecordedMove(ply, _text(move, game.variant.key, words))
        for ply, move in enumerate(game.moves, start=1)
    ]
    return [moves[at : at + 2] for at in range(0, len(moves), 2)]


def moves_numbered(game: Game) -> list[str]:
    """Return every move so far in notation; those of the side that began carry their number."""
    return [
        f"{number}. {move.text}" if move is pair[0] else move.text
        for number, pair in enumerate(record(game), start=1)
        for move in pair
    ]


@lru_cache(maxsize=8192)
def _text(move: Move, variant: str, words: Wording) -> str:
    """Return a move in notation; cached, since every page repeats the whole record."""
    rules = find_variant(variant)
    return format_move(move, rules, words.notation(rules))


def picked(game: Game, route: Sequence[int], landings: Iterable[int]) -> str:
    """Say where the piece picked on the board can go next."""
    variant = game.variant
    where = sorted_squares(landings, variant)
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
    """Say why the picked piece cannot move."""
    if must_capture(game):
        return f"cannot move. {captures_due(game)}".rstrip(".")
    return "cannot move: it is blocked"


def example(game: Game) -> str:
    """Return a legal move as it could be typed now."""
    return move_text(game.legal_moves[0], game.variant)


UNCLEAR_REQUEST = (
    "That order did not say which board it was for, so nothing was done. Try again here."
)

OTHER_BOARD = "This board has moved on since. Here it is now."
"""For a link that picks a piece: it may have been copied by someone with another game."""

NO_SUCH_PICK = "That piece cannot be picked on this board. Pick one that can move, or press a move."


def unplayable(text: str, error: ValueError, game: Game) -> str:
    """Say why a text is not a move that can be played now, and which moves are."""
    active = text.strip()[:40]
    due = f" {captures_due(game)}" if must_capture(game) else ""
    if not active:
        return f"No move was given. Press a move, or type one such as {example(game)}.{due}"
    match error:
        case AmbiguousMove(choices=choices):
            routes = listed((move_text(move, game.variant) for move in choices), "or")
            return f"{active} can be played in several ways. Write the one you mean: {routes}."
        case InvalidNotation():
            return (
                f"“{active}” could not be read as a move. {square_range(game.variant)} "
                f"Type a move such as {example(game)}.{due}"
            )
    playable = listed((move_text(move, game.variant) for move in game.legal_moves), "or")
    return f"{active} is not a legal move.{due} You can play {playable}."
