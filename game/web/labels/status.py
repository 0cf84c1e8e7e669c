"""How a game stands: whose turn it is, what happened, why it ended, what counts towards a draw."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from game.play.shown import GameShown
from game.play.solo_game import SoloGame
from game.rules import Game, Position, Side, Termination, Variant, squares_of
from game.web.labels.choices import LEVELS, house_rules
from game.web.labels.moves import captures_due, move_told, must_capture
from game.web.labels.names import SIDES, in_order, squares

PDN_TAGS = {Side.BLACK: "Black", Side.WHITE: "White"}
"""Who a game file says a player's name under, whatever the page calls the sides."""
COUNTERS = {
    # What each draw counter counts; `rules_told` adds what restarts it, from its traits.
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
COMPUTER_SPEAKS = "Computer"
"""What it is called in sentences about its moves."""
STEPS = ("First", "Back", "Forward", "Last")
"""Ways to step through a game."""
NO_SUCH_PLY = "The game has no such move. This is how it stands now."
LOST_GAME = (
    "The game saved here could not be read, so a new one begins. The old one has not been deleted."
)


def _players(solo: SoloGame) -> dict[str, str]:
    """Who plays which side; a person has a name only at a table."""
    if solo.is_watched:
        return {
            PDN_TAGS[side]: f"Computer, {LEVELS[level]}" for side, level in _levels(solo).items()
        }
    if solo.record is not None:
        return {
            PDN_TAGS[side]: name for side, name in zip(Side, solo.record.names, strict=True) if name
        }
    if not solo.is_against_computer:
        return {}
    return {PDN_TAGS[solo.player.other]: f"Computer, {LEVELS[solo.level]}"}


def _levels(solo: SoloGame) -> dict[Side, str]:
    """The level of each side of a game that the computer plays with itself."""
    first = solo.variant.first_to_move
    return {first: solo.level, first.other: solo.rival}


def file_tags(solo: SoloGame) -> dict[str, str]:
    """What a game file says besides the moves: where, by whom and by which house rules."""
    words = house_rules(solo.variant)
    agreed = {"HouseRules": "; ".join(words)} if words else {}
    return {"Site": "Crownhead"} | _players(solo) | agreed


@dataclass(frozen=True)
class GameHeading:
    """The main heading of a game's pages; as text, without the links to its rules."""

    variant: Variant
    players: str
    """Who plays whom, in the middle of a sentence."""

    @property
    def house_rules(self) -> str:
        """What was agreed on, empty if nothing was."""
        return "; ".join(house_rules(self.variant))

    def __str__(self) -> str:
        agreed = f" ({self.house_rules})" if self.house_rules else ""
        return f"{self.variant.name}{agreed}: {self.players}"


def game_heading(solo: SoloGame, *, is_shared: bool = False) -> GameHeading:
    """What is played by whom, and on one device or several."""
    if solo.is_watched:
        players = "the computer plays itself"
    elif not solo.is_against_computer:
        players = "two players" + ("" if is_shared else ", one device")
    else:
        players = f"you are {SIDES[solo.player]}, the computer is {SIDES[solo.player.other]}"
    return GameHeading(solo.variant, players)


def mode(solo: SoloGame) -> str:
    """How strong the computer is, or how friends take turns."""
    if solo.is_watched:
        told = (f"{SIDES[side]} is {LEVELS[level]}" for side, level in _levels(solo).items())
        return f"{', '.join(told)}."
    if not solo.is_against_computer:
        return "Pass the device on after each move."
    return f"Level: {LEVELS[solo.level]}."


def turn(solo: SoloGame, is_thinking: bool = False) -> str:
    """Whose turn it is, or who won; ``is_thinking`` when the computer is at it just now."""
    if solo.outcome is not None:
        return f"Game over, {verdict(solo)}"
    if solo.is_watched:
        return f"{SIDES[solo.game.position.side]} to move"
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
    if solo.is_watched:
        return "Watch"
    if solo.is_computers_turn:
        return "No move of yours yet"
    if solo.is_against_computer:
        return "Your moves"
    return f"Moves for {SIDES[solo.game.position.side]}"


def caption(shown: GameShown) -> str:
    """How the board is turned, for those who do not see it."""
    return f"{SIDES[shown.bottom]} at the bottom"


def step_heading(at: Game, plies: int) -> str:
    """Where one is in a game that is stepped through: ``Move 3 of 12: Black moved 11 to 15``."""
    if at.last_move is None:
        return f"The start, {plies} moves to come"
    told = move_told(SIDES[at.position.side.other], at.last_move, at.variant)
    return f"Move {at.ply} of {plies}: {told}"


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
        Termination.FLAG: (
            f"{loser} has no time left."
            if loser
            else "Time ran out for one side, and a lone king could not have won."
        ),
        Termination.ABSENCE: f"{loser} stayed away.",
    }[outcome.termination]


def _counter_ran_out(game: Game, article: str) -> str:
    """Which draw counter it was: one article may have several."""
    counter = next(c for c, count in game.running_counters if count >= c.plies)
    return (
        f"A draw counter ran out: {counter.plies} plies ({counter.plies // 2} moves each) "
        f"{COUNTERS[counter.kind]} ({article})."
    )


def announcement(solo: SoloGame, before_ply: int, *, is_brief: bool = False) -> str:
    """What a screen reader says of the moves after ``before_ply``, in one sentence a move.

    The move's number comes first, so two announcements in a row never sound the same (a reader
    skips an unchanged text). ``is_brief`` leaves out whose turn it is while the game goes on.
    """
    names = {side: _speaker(solo, side) for side in Side}
    return moves_told(solo, before_ply, names, turn(solo), is_brief=is_brief)


def moves_told(
    shown: GameShown,
    before_ply: int,
    names: Mapping[Side, str],
    turn_now: str,
    *,
    is_brief: bool = False,
) -> str:
    """The same for any game: ``names`` has who moved, ``turn_now`` whose turn it is."""
    told = []
    at: Game | None = shown.game
    while at is not None and at.ply > before_ply and at.last_move is not None:
        mover = at.position.side.other
        told.append(move_told(names[mover], at.last_move, shown.variant))
        at = at.previous
    is_over = shown.outcome is not None
    tail = turn_now + (f". {reason(shown.game)}" if is_over else ".")
    if is_brief and told and not is_over:
        tail = ""
    is_readers_turn = not is_over and not shown.is_others_turn
    must = f" {captures_due(shown.game)}" if is_readers_turn and must_capture(shown.game) else ""
    if not told:
        return f"{tail}{must}"
    number = (before_ply // 2) + 1
    return f"Move {number}: {'. '.join(reversed(told))}. {tail}{must}".rstrip()


def forced_told(solo: SoloGame) -> str:
    """Which captures have played themselves since a person last chose; empty if none has."""
    if solo.forced_since < 0:
        return ""
    told: list[str] = []
    at = solo.game
    while at.ply > solo.forced_since and at.last_move is not None and at.previous is not None:
        who = _speaker(solo, at.position.side.other)
        if who != COMPUTER_SPEAKS:
            told.insert(0, move_told(who, at.last_move, solo.variant))
        at = at.previous
    # The heading has the last move already.
    is_in_heading = solo.ply == solo.forced_since + 1
    which = "" if is_in_heading else f": {'. '.join(told)}"
    return f"Played by itself, as the only legal move{which}."


def taken_back(solo: SoloGame) -> str:
    """What a screen reader says after an undo."""
    return f"Taken back to move {solo.ply // 2 + 1}. {turn(solo)}."


def _speaker(solo: SoloGame, side: Side) -> str:
    if not solo.is_against_computer:
        return SIDES[side]
    return "You" if side is solo.player else COMPUTER_SPEAKS


def count_of(position: Position, side: Side) -> str:
    """``Black 12`` or ``Black 7 (2 kings)``: a side and how many pieces it has."""
    kings = position.kings(side).bit_count()
    told = f" ({kings} {'king' if kings == 1 else 'kings'})" if kings else ""
    return f"{SIDES[side]} {position.pieces(side).bit_count()}{told}"


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


def draw_watch(game: Game) -> list[str]:
    """Each draw rule that is running, with how far it has come; nothing once the game is over."""
    if game.outcome is not None:
        return []
    lines = [
        f"{count} of {counter.plies} plies ({counter.plies // 2} moves each) "
        f"{COUNTERS[counter.kind]}"
        for counter, count in game.running_counters
    ]
    return [*lines, _repetition_told(game)]


def _repetition_told(game: Game) -> str:
    """What has come back, here or earlier, and may come back once too often."""
    here, most = game.repetitions, game.most_repetitions
    if most == 1:
        return "no position repeated"
    which = "this position" if here == most else "an earlier position"
    told = "twice" if most == 2 else f"{most} times"
    return f"{which} seen {told}; {game.variant.max_repetitions} times is a draw"
