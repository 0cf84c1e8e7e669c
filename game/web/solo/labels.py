"""Labels for a solo game: whose turn it is, what happened, who won, hints."""

from __future__ import annotations

from django.utils.translation import gettext as _

from game.play.computer.advice import Advice, Why
from game.play.solo.game import SoloGame
from game.rules import Side, Variant
from game.web.board.labels import (
    PDN_TAGS,
    GameHeading,
    caption,
    describe_move,
    describe_moves,
    move_label,
)
from game.web.shared.rule_labels import house_rules
from game.web.shared.terms import LEVELS, SIDES

COMPUTER_SPEAKS = "Computer"
"""The computer's name in sentences about its moves."""

LOST_GAME = (
    "The game saved here could not be read, so a new one begins. The old one has not been deleted."
)


def _players(solo: SoloGame) -> dict[str, str]:
    """Return the players' PDN tags; people have names only in games played at a table."""
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


def strip_names(solo: SoloGame) -> dict[Side, str]:
    """Return the players' names for the lines beside the board; friends have only colours."""
    if solo.is_watched:
        levels = _levels(solo)
    elif solo.is_against_computer:
        levels = {solo.player.other: solo.level}
    else:
        return {}
    names = {side: _("Computer, %(level)s") % {"level": LEVELS[it]} for side, it in levels.items()}
    return names if solo.is_watched else names | {solo.player: _("You")}


def _levels(solo: SoloGame) -> dict[Side, str]:
    """Return each side's level in a game that the computer plays against itself."""
    first = solo.variant.first_to_move
    return {first: solo.level, first.other: solo.second_level}


def file_tags(solo: SoloGame) -> dict[str, str]:
    """Return the extra PDN tags: site, players and house rules."""
    words = house_rules(solo.variant)
    agreed = {"HouseRules": "; ".join(words)} if words else {}
    return {"Site": "Crownhead"} | _players(solo) | agreed


def game_heading(solo: SoloGame, *, is_shared: bool = False) -> GameHeading:
    """Return the heading: which game, who plays, and whether on one device or several."""
    if solo.is_watched:
        players = "the computer plays itself"
    elif not solo.is_against_computer:
        players = "two players" + ("" if is_shared else ", one device")
    else:
        players = f"you are {SIDES[solo.player]}, the computer is {SIDES[solo.player.other]}"
    return GameHeading(solo.variant, players)


def mode(solo: SoloGame) -> str:
    """Say how strong the computer is, or how friends take turns."""
    if solo.is_watched:
        sides = (f"{SIDES[side]} is {LEVELS[level]}" for side, level in _levels(solo).items())
        return f"{', '.join(sides)}."
    if not solo.is_against_computer:
        return "Pass the device on after each move."
    return f"Level: {LEVELS[solo.level]}."


def turn(solo: SoloGame, is_thinking: bool = False) -> str:
    """Say whose turn it is, or who won; ``is_thinking`` while the computer is searching."""
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
    """Say whose turn it is and what just happened: the status heading and the page title."""
    now = turn(solo, is_thinking)
    last = solo.game.last_move
    if last is not None:
        mover = SIDES[solo.game.position.side.other]
        return f"{now}: {describe_move(mover, last, solo.variant)}"
    if solo.is_against_computer and solo.outcome is None and not solo.is_computers_turn:
        return f"{now}: you are {SIDES[solo.player]}"
    return now


def moves_heading(solo: SoloGame) -> str:
    """Return the heading of the list of moves."""
    if solo.outcome is not None:
        return "What now"
    if solo.is_watched:
        return "Watch"
    if solo.is_computers_turn:
        return "No move of yours yet"
    if solo.is_against_computer:
        return "Your moves"
    return f"Moves for {SIDES[solo.game.position.side]}"


def flip_announcement(solo: SoloGame) -> str:
    """Announce a flip; two in a row must differ, or screen readers skip the second."""
    return f"The board is turned round: {caption(solo)}."


def verdict(solo: SoloGame) -> str:
    """Say who won, from the reader's side: ``you win``, ``White wins``, ``a draw``."""
    outcome = solo.outcome
    if outcome is None or outcome.winner is None:
        return "a draw"
    if not solo.is_against_computer:
        return f"{SIDES[outcome.winner]} wins"
    return "you win" if outcome.winner is solo.player else "the computer wins"


def outcome_seen(solo: SoloGame) -> str:
    """Return ``won``, ``lost`` or ``drawn`` for the style sheet, as the reader sees the outcome."""
    outcome = solo.outcome
    if outcome is None:
        return ""
    if outcome.winner is None:
        return "drawn"
    is_lost = solo.is_against_computer and outcome.winner is not solo.player
    return "lost" if is_lost else "won"


def announcement(solo: SoloGame, before_ply: int, *, is_brief: bool = False) -> str:
    """Announce the moves after ``before_ply`` to screen readers, in one sentence a move.

    The move's number comes first, so that two announcements in a row always differ (screen readers
    skip unchanged text). ``is_brief`` leaves out whose turn it is while the game goes on.
    """
    names = {side: _speaker(solo, side) for side in Side}
    return describe_moves(solo, before_ply, names, turn(solo), is_brief=is_brief)


def describe_forced_captures(solo: SoloGame) -> str:
    """Say which captures were played automatically since a person last chose; empty if none."""
    if solo.forced_since < 0:
        return ""
    captures: list[str] = []
    at = solo.game
    while at.ply > solo.forced_since and at.last_move is not None and at.previous is not None:
        who = _speaker(solo, at.position.side.other)
        if who != COMPUTER_SPEAKS:
            captures.insert(0, describe_move(who, at.last_move, solo.variant))
        at = at.previous
    # The heading has the last move already.
    is_in_heading = solo.ply == solo.forced_since + 1
    which = "" if is_in_heading else f": {'. '.join(captures)}"
    return f"Played by itself, as the only legal move{which}."


def taken_back(solo: SoloGame) -> str:
    """Announce an undo to screen readers."""
    return f"Taken back to move {solo.ply // 2 + 1}. {turn(solo)}."


def _speaker(solo: SoloGame, side: Side) -> str:
    if not solo.is_against_computer:
        return SIDES[side]
    return "You" if side is solo.player else COMPUTER_SPEAKS


NO_HINT = "The computer found no hint in time. Try again."


def hint(advice: Advice, variant: Variant) -> str:
    """Return a hint and its reason: ``Hint: Jump 22 to 15, taking 18. It wins a piece.``."""
    return f"Hint: {move_label(advice.move, variant)}. {_because(advice)}"


def hints_taken(solo: SoloGame) -> str:
    """Say on how many boards of this game a hint was taken; empty if on none."""
    if not solo.hints:
        return ""
    return "1 hint taken in this game." if solo.hints == 1 else f"{solo.hints} hints taken."


def _because(advice: Advice) -> str:
    """Return the reason for a hint, as a sentence."""
    match advice.why:
        case Why.ONLY:
            return "It is the only legal move."
        case Why.WINS_GAME:
            return f"It wins the game {_within(advice.moves)}."
        case Why.DELAYS_LOSS:
            return "The game is lost against best play; this holds out longest."
        case Why.SAVES_GAME:
            return "Every other move loses the game."
        case Why.TAKES:
            return f"It wins {_pieces(advice.taken)}."
        case Why.SHOT:
            return f"It gives up {_pieces(advice.given)} and takes {advice.taken} in return."
        case Why.EXCHANGE:
            return f"It exchanges {_pieces(advice.taken)} for as many."
        case Why.CROWNS:
            return "It crowns a man."
        case Why.CROWNS_SOON:
            return f"It gets a man crowned {_within(advice.moves)}."
        case Why.SAVES_PIECE:
            return "Every other move gives something up."
        case Why.KEEPS_OPPOSITION:
            return "It keeps the opposition: you will have the last free move."
        case Why.HOLDS_CENTRE:
            return "It takes a square in the centre and gives nothing away."
    return "Nothing is to be won at once; this keeps your position soundest."


def _within(moves: int) -> str:
    """Say within how many of one's own moves at most."""
    return "at once" if moves == 1 else f"within {moves} moves"


def _pieces(count: int) -> str:
    return "a piece" if count == 1 else f"{count} pieces"
