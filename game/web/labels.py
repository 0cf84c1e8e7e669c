"""Every word about the game that Python says to people, in one place, ready for translation.

Pages' fixed words live in their templates. A sentence is never glued from halves elsewhere: it is
made here, whole, from names and numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from game.notation import format_move, square_name
from game.play.breaking_off import resigning
from game.play.solo import (
    COMPUTER,
    FRIEND,
    AlreadyPlayed,
    GameOver,
    MovedOn,
    NothingToUndo,
    NotYourTurn,
    Refused,
    SoloGame,
    StillPlaying,
    Unplayable,
)
from game.play.starts import LARGEST_SEED, SMALLEST_SEED, NothingToPlay, Practice
from game.rules import (
    VARIANTS,
    AmbiguousMove,
    Game,
    InvalidNotation,
    Move,
    Notation,
    Position,
    Side,
    Termination,
    Variant,
    squares_of,
)

SIDES = {Side.BLACK: "Black", Side.WHITE: "White"}
"""The one pair of colour words."""
OCCUPANTS = {
    "": "empty",
    "bm": "black man",
    "bk": "black king",
    "wm": "white man",
    "wk": "white king",
}
LAST = {"left": "just left", "reached": "just moved here"}
STAYS = {"blocked": "blocked", "waits": "cannot move: another piece must jump"}
"""Why a piece of the side to move has no move."""
PICKS = {"picked": "picked", "via": "jumped to"}
LEVELS = {
    "beginner": "Beginner",
    "easy": "Easy",
    "medium": "Medium",
    "hard": "Hard",
    "master": "Master",
}
LEVEL_HINTS = {
    "beginner": "looks three moves ahead and answers at once",
    "easy": "looks a little further, but now and then overlooks a capture",
    "medium": "looks a few moves ahead and misses little",
    "hard": "thinks for up to a second",
    "master": "thinks for up to five seconds, and knows endings by heart",
}
CHOICES = {
    "variant": "Rules",
    "opponent": "Opponent",
    "player": "Your side against the computer",
    "level": "Level of the computer",
}
"""What a new game is asked for."""
START_KINDS = {
    "practice": "practice",
    "seed": "seed",
    "ballot": "ballot",
    "lot": "ballot",
    "position": "fen",
}
"""Kinds of starts, with the field that says which."""
PRACTICE = {
    "new": ("New game", "The usual start, 12 men a side."),
    "crowning": ("Crowning jump", "A jump onto the king row: the man is crowned and stops there."),
    "paths": ("Two ways to capture", "A king may take one piece or two: any complete way will do."),
    "centre": ("Open centre", "The position after 1. 11-15 23-19 2. 8-11 22-17."),
}
OPPONENTS = {COMPUTER: "Computer", FRIEND: "A friend on this device"}
VARIANT_HINTS = {
    "english": "men capture forward only, kings go one square, Black begins",
    "brazilian": "men also capture backward, kings fly, take the most you can, White begins",
}
COUNTERS = {
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
UNCLEAR_ORDER = (
    "That order did not say which board it was for, so nothing was done. Try again here."
)
MOVED_ON = "This board has moved on, so that order was not carried out. Here it is now."
NO_SUCH_PICK = "That piece cannot be picked on this board. Pick one that can move, or press a move."
LOST_GAME = (
    "The game saved here could not be read, so a new one begins. Its text was kept in the log."
)


def listed(names: Iterable[str], last_word: str = "and") -> str:
    """``22``, ``22 and 26``, ``22, 26 and 30``."""
    *others, last = names
    return f"{', '.join(others)} {last_word} {last}" if others else last


def square(number: int, variant: Variant) -> str:
    """A square's name as this game's players say it."""
    return square_name(number, variant.board, variant.notation)


def squares(numbers: Iterable[int], variant: Variant, last_word: str = "and") -> str:
    """Several squares' names, listed in the order given."""
    return listed((square(number, variant) for number in numbers), last_word)


def in_order(numbers: Iterable[int], variant: Variant) -> list[int]:
    """Squares as people look for them: by number, or by letter and digit."""
    return sorted(numbers, key=lambda number: _order_key(number, variant))


def move_order_key(move: Move, variant: Variant) -> list[tuple[str, int]]:
    """What moves are sorted by in lists."""
    return [_order_key(number, variant) for number in move.path]


def _order_key(number: int, variant: Variant) -> tuple[str, int]:
    is_numeric = variant.notation is Notation.NUMERIC
    return ("" if is_numeric else square(number, variant), number)


def piece(position: Position, number: int) -> str:
    """``man`` or ``king``."""
    return "king" if position.is_king(number) else "man"


def square_words(occupant: str, last: str, turn: str, pick: str) -> str:
    """All that is said of a square after its name: ``black man, just moved here``."""
    said = (OCCUPANTS[occupant], LAST.get(last), STAYS.get(turn), PICKS.get(pick))
    return ", ".join(words for words in said if words)


def row_name(row: int, variant: Variant) -> str:
    """A board row's header; rows count as the game's squares do, from square 1 or from a1."""
    # Not to be broken: with "row" and the number in two lines w3m's board had over 80 columns.
    return f"row\u00a0{row_number(row, variant)}"


def row_number(row: int, variant: Variant) -> int:
    """The number of a board row, counted as the squares' names do."""
    return variant.board.rows - row if variant.notation is Notation.ALGEBRAIC else row + 1


def _route(move: Move, variant: Variant) -> str:
    return " to ".join(square(number, variant) for number in move.path)


def _rest(move: Move, variant: Variant) -> str:
    """What follows the route: the pieces taken and the crowning."""
    taking = f", taking {squares(move.captures, variant)}" if move.captures else ""
    return taking + (", crowned" if move.promotes else "")


def move_order(move: Move, variant: Variant) -> str:
    """A move as a button says it: ``Jump 30 to 23 to 14, taking 26 and 18``."""
    verb = "Jump" if move.captures else "Move"
    return f"{verb} {_route(move, variant)}{_rest(move, variant)}"


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


def variant_choice(variant: Variant) -> str:
    """A rule set to choose: its name and how it differs."""
    return f"{variant.name}: {VARIANT_HINTS[variant.key]}"


def players(solo: SoloGame) -> dict[str, str]:
    """Who plays which side, for a game file; a person has no name here."""
    if not solo.is_against_computer:
        return {}
    return {SIDES[solo.player.other]: f"Computer, {LEVELS[solo.level]}"}


def level_choice(key: str) -> str:
    """A level to choose: its name and how it plays."""
    return f"{LEVELS[key]}: {LEVEL_HINTS[key]}"


DRAW_DECLINED = "The computer plays on: it thinks that it stands better."


def question(what: str, solo: SoloGame) -> dict[str, str]:
    """What is asked before a game is given up or a draw offered, and the words of both answers."""
    mover = solo.game.position.side
    if what == "resign":
        side = SIDES[resigning(solo)]
        winner = "the computer" if solo.is_against_computer else SIDES[mover.other]
        return {
            "asks": f"Does {side} resign?" if not solo.is_against_computer else "Do you resign?",
            "means": f"The game ends and {winner} wins. Undo would let it go on.",
            "does": "Resign",
            "leaves": "Play on",
        }
    if solo.is_against_computer:
        return {
            "asks": "Offer a draw?",
            "means": "The computer agrees unless it thinks that it stands better.",
            "does": "Offer a draw",
            "leaves": "Play on",
        }
    return {
        "asks": f"{SIDES[mover]} offers a draw",
        "means": f"{SIDES[mover.other]}, do you agree? Then the game ends as a draw.",
        "does": "Agree to a draw",
        "leaves": "Play on",
    }


def who_starts(solo: SoloGame) -> str:
    """Who will play a game that starts elsewhere."""
    if solo.is_against_computer:
        return f"You take the side to move against the computer ({LEVELS[solo.level]})."
    return "You play with a friend on this device."


def practice(start: Practice) -> dict[str, str]:
    """A practice position to choose: what it is called, what it shows and what can be played."""
    name, about = PRACTICE[start.key]
    game = start.game
    side = SIDES[game.position.side]
    moves = game.legal_moves
    if moves[0].is_capture:
        texts = listed([format_move(move, game.variant) for move in moves], "or")
        todo = f"{side} must capture: {texts}."
    else:
        todo = f"{side} to move, {len(moves)} legal moves."
    return {"key": start.key, "name": name, "about": about, "todo": todo}


def start_refused(kind: str | None, problem: Exception | None = None) -> str:
    """Why a start that was asked for cannot be had, and what can."""
    match kind, problem:
        case "seed", _:
            return f"A seed is a whole number from {SMALLEST_SEED} to {LARGEST_SEED}."
        case "ballot", _:
            return "A ballot has a number from 1 to 174; the 18 barred ones are left out."
        case "position", InvalidNotation():
            return f"That is no position: {problem.reason}. An example: B:W18,25,26:BK30."
        case "position", NothingToPlay():
            return "In that position the side to move has no move: the game is over."
        case "position", _:
            return "That is no position: it is too long. An example: B:W18,25,26:BK30."
    return "Choose one of the starts below."


def game_title(solo: SoloGame) -> str:
    """What is played by whom: the page's main heading."""
    if not solo.is_against_computer:
        return f"{solo.variant.name}: two players, one device"
    return (
        f"{solo.variant.name}: you are {SIDES[solo.player]}, "
        f"the computer is {SIDES[solo.player.other]}"
    )


def mode(solo: SoloGame) -> str:
    """How strong the computer is, or how friends take turns."""
    if not solo.is_against_computer:
        return "Pass the device on after each move."
    return f"Level: {LEVELS[solo.level]}."


def turn(solo: SoloGame, is_thinking: bool = False) -> str:
    """Whose turn it is, or who won; ``is_thinking`` when the computer is at it just now."""
    if solo.outcome is not None:
        return f"Game over, {verdict(solo)}"
    if solo.is_computers_turn:
        return "The computer is thinking" if is_thinking else "The computer is to move"
    if solo.is_against_computer:
        return "Your turn"
    return f"{SIDES[solo.game.position.side]} to move"


def news(solo: SoloGame, is_thinking: bool = False) -> str:
    """Whose turn it is and what just happened: the status heading and the page title."""
    now = turn(solo, is_thinking)
    last = solo.game.last_move
    if last is not None:
        mover = SIDES[solo.game.position.side.other]
        return f"{now}: {move_told(mover, last, solo.variant)}"
    if solo.is_against_computer and solo.outcome is None and not solo.is_computers_turn:
        return f"{now}: you are {SIDES[solo.player]}"
    return now


def moves_heading(solo: SoloGame) -> str:
    """What the list of moves is called."""
    if solo.outcome is not None:
        return "What now"
    if solo.is_computers_turn:
        return "No move of yours yet"
    if solo.is_against_computer:
        return "Your moves"
    return f"Moves for {SIDES[solo.game.position.side]}"


def caption(solo: SoloGame) -> str:
    """How the board is turned, for those who do not see it."""
    return f"{SIDES[solo.bottom]} at the bottom"


def board_turned(solo: SoloGame) -> str:
    """What a screen reader says after a flip: two in a row must differ, or the second is mute."""
    return f"The board is turned round: {caption(solo)}."


def verdict(solo: SoloGame) -> str:
    """Who won, from the reader's side: ``you win``, ``White wins``, ``a draw``."""
    outcome = solo.outcome
    if outcome is None or outcome.winner is None:
        return "a draw"
    if not solo.is_against_computer:
        return f"{SIDES[outcome.winner]} wins"
    return "you win" if outcome.winner is solo.player else "the computer wins"


def reason(game: Game) -> str:
    """Why a game that is over is, as a sentence."""
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
    }[outcome.termination]


def _counter_ran_out(game: Game, article: str) -> str:
    """Which draw counter it was: one article may have several."""
    counter = next(c for c, count in game.running_counters if count >= c.plies)
    return (
        f"A draw counter ran out: {counter.plies} plies ({counter.plies // 2} moves each) "
        f"{COUNTERS[counter.kind]} ({article})."
    )


def announcement(solo: SoloGame, before_ply: int) -> str:
    """What a screen reader says of the moves after ``before_ply``, in one sentence a move.

    The move's number comes first, so two announcements in a row never sound the same (a reader
    skips an unchanged text).
    """
    told = []
    at: Game | None = solo.game
    while at is not None and at.ply > before_ply and at.last_move is not None:
        mover = at.position.side.other
        told.append(move_told(_speaker(solo, mover), at.last_move, solo.variant))
        at = at.previous
    number = (before_ply // 2) + 1
    tail = turn(solo) + (f". {reason(solo.game)}" if solo.outcome else ".")
    must = f" {captures_due(solo.game)}" if solo.outcome is None and must_capture(solo.game) else ""
    return f"Move {number}: {'. '.join(reversed(told))}. {tail}{must}" if told else f"{tail}{must}"


def taken_back(solo: SoloGame) -> str:
    """What a screen reader says after an undo."""
    return f"Taken back to move {solo.ply // 2 + 1}. {turn(solo)}."


def _speaker(solo: SoloGame, side: Side) -> str:
    if not solo.is_against_computer:
        return SIDES[side]
    return "You" if side is solo.player else "Computer"


def must_capture(game: Game) -> bool:
    """Whether only captures are legal."""
    return bool(game.legal_moves) and game.legal_moves[0].is_capture


def captures_due(game: Game) -> str:
    """Which pieces have to capture."""
    origins = in_order({move.origin for move in game.legal_moves}, game.variant)
    named = [f"the {piece(game.position, at)} on {square(at, game.variant)}" for at in origins]
    return f"You must jump with {listed(named, 'or')}."


def count_of(position: Position, side: Side) -> str:
    """``Black 12``: a side and how many pieces it has."""
    return f"{SIDES[side]} {position.pieces(side).bit_count()}"


def pieces_of(position: Position, side: Side, variant: Variant) -> str:
    """All pieces of a side in words: ``Black, 3: men on 1 and 5; king on 30``."""
    total = position.pieces(side).bit_count()
    kinds = [
        (position.men(side), "man", "men"),
        (position.kings(side), "king", "kings"),
    ]
    parts = []
    for held, one, many in kinds:
        where = squares(in_order(squares_of(held), variant), variant) if held else ""
        kind = one if held.bit_count() == 1 else many
        parts.append(f"{kind} on {where}" if held else f"no {many}")
    return f"{SIDES[side]}, {total}: {'; '.join(parts)}."


def record(solo: SoloGame) -> list[str]:
    """The moves so far, one line for each pair, in the game's notation."""
    texts = [_text(move, solo.variant.key) for move in solo.game.moves]
    return [" ".join(texts[at : at + 2]) for at in range(0, len(texts), 2)]


@lru_cache(maxsize=8192)
def _text(move: Move, variant: str) -> str:
    """A move in its game's notation; kept, since every page repeats the whole record."""
    return format_move(move, VARIANTS[variant])


def draw_watch(game: Game) -> list[str]:
    """Each draw rule that is running, with how far it has come; nothing once the game is over."""
    if game.outcome is not None:
        return []
    lines = [
        f"{count} of {counter.plies} plies ({counter.plies // 2} moves each) "
        f"{COUNTERS[counter.kind]}"
        for counter, count in game.running_counters
    ]
    times = game.repetitions
    limit = game.variant.max_repetitions
    lines.append(
        f"no position seen {limit} times"
        if times == 1
        else f"this position seen {times} times; {limit} times is a draw"
    )
    return lines


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


def refusal(refused: Refused) -> str:
    """What was wrong with an order and what to do now."""
    solo = refused.solo
    match refused:
        case AlreadyPlayed():
            return "That move was already played. This is the board now."
        case MovedOn():
            return MOVED_ON
        case GameOver():
            return "The game is over, so no move was played. You can play again."
        case NotYourTurn():
            return "It is the computer's turn. Look for its reply, then move."
        case StillPlaying():
            return "This game goes on, so no other was begun. New game lets you choose one."
        case NothingToUndo():
            return "There is no move of yours to take back."
        case Unplayable(text=text, error=error):
            return _unplayable(text, error, solo.game)
    return "That could not be done. Nothing was changed."


def _unplayable(text: str, error: ValueError, game: Game) -> str:
    shown = text.strip()[:40]
    due = f" {captures_due(game)}" if must_capture(game) else ""
    if not shown:
        return f"No move was given. Press a move, or type one such as {example(game)}.{due}"
    match error:
        case AmbiguousMove(choices=choices):
            routes = listed((format_move(move, game.variant) for move in choices), "or")
            return f"{shown} can be played in several ways. Write the one you mean: {routes}."
        case InvalidNotation():
            return (
                f"“{shown}” could not be read as a move. {square_range(game.variant)} "
                f"Type a move such as {example(game)}.{due}"
            )
    playable = listed((format_move(move, game.variant) for move in game.legal_moves), "or")
    return f"{shown} is not a legal move.{due} You can play {playable}."


def square_range(variant: Variant) -> str:
    """How squares are named in this game."""
    if variant.notation is Notation.ALGEBRAIC:
        return "Squares are named by letter and digit, a1 at White's left hand."
    return f"Squares are numbered 1 to {variant.board.size}."


def example(game: Game) -> str:
    """A move that may be typed now."""
    return format_move(game.legal_moves[0], game.variant)
