"""Labels for a solo game: whose turn it is, what happened, who won, hints."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.play.computer.advice import Advice, Why
from game.play.solo.game import SoloGame
from game.rules import Side, Variant
from game.web.board import labels as board_labels
from game.web.board import sentences
from game.web.board.announcements import describe_moves
from game.web.board.labels import GameHeading, caption, move_label
from game.web.board.sentences import COMPUTER, YOU, Speaker, describe_move, named
from game.web.board.text import computer_tag, pdn_tags
from game.web.shared.labels import paragraph, sentence
from game.web.shared.terms import LEVELS, SIDES

LOST_GAME = gettext_lazy(
    "Your saved game couldn’t be read, so here is a new one. The old one has not been deleted."
)


def _players(solo: SoloGame) -> dict[Side, str]:
    """Return the players' names in PDN; people have names only in games played at a table."""
    if solo.record is not None:
        return dict(zip(Side, solo.record.names, strict=True))
    return {side: computer_tag(level) for side, level in _computers(solo).items()}


def strip_names(solo: SoloGame) -> dict[Side, str]:
    """Return the players' names for the lines beside the board; friends have only colours.

    Those of a game at a table are in its record.
    """
    if solo.record is not None:
        return {side: name for side, name in zip(Side, solo.record.names, strict=True) if name}
    names = {
        side: _("Computer, %(level)s") % {"level": LEVELS[level]}
        for side, level in _computers(solo).items()
    }
    return names | {solo.player: _("You")} if solo.is_against_computer else names


def _computers(solo: SoloGame) -> dict[Side, str]:
    """Return the level of each side that the computer plays."""
    if solo.is_watched:
        return _levels(solo)
    return {solo.player.other: solo.level} if solo.is_against_computer else {}


def _levels(solo: SoloGame) -> dict[Side, str]:
    """Return each side's level in a game that the computer plays against itself."""
    first = solo.variant.first_to_move
    return {first: solo.level, first.other: solo.second_level}


def file_tags(solo: SoloGame) -> dict[str, str]:
    """Return the extra PDN tags: site, the day it was begun, players and house rules."""
    return pdn_tags(solo.variant, solo.begun[:10].replace("-", "."), _players(solo))


def game_heading(solo: SoloGame, *, is_shared: bool = False) -> GameHeading:
    """Return the heading: which game, who plays, and whether on one device or several."""
    if solo.is_watched:
        players = _("the computer plays itself")
    elif solo.is_against_computer:
        players = _("you are %(side)s, the computer is %(other)s") % {
            "side": SIDES[solo.player],
            "other": SIDES[solo.player.other],
        }
    else:
        players = _("two players") if is_shared else _("two players, one device")
    return GameHeading(solo.variant, players)


def mode(solo: SoloGame) -> str:
    """Say how strong the computer is, or how friends take turns."""
    if solo.is_watched:
        (side, level), (other, second_level) = _levels(solo).items()
        return _("%(side)s is %(level)s, %(other)s is %(second_level)s.") % {
            "side": SIDES[side],
            "level": LEVELS[level],
            "other": SIDES[other],
            "second_level": LEVELS[second_level],
        }
    if not solo.is_against_computer:
        return _("Pass the device on after each move.")
    return _("Level: %(level)s.") % {"level": LEVELS[solo.level]}


def turn(solo: SoloGame, is_thinking: bool = False) -> str:
    """Say whose turn it is, or who won; ``is_thinking`` while the computer is searching."""
    if solo.outcome is not None:
        return sentences.verdict(solo.game, _speakers(solo))
    if solo.is_computers_turn and not solo.is_watched:
        return _("The computer is thinking") if is_thinking else _("The computer’s turn")
    if solo.is_against_computer:
        return _("Your turn")
    return _("%(side)s to move") % {"side": SIDES[solo.game.position.side]}


def news(solo: SoloGame, is_thinking: bool = False) -> str:
    """Return the page's title: whose turn it is and what just happened, or how the game ended."""
    return board_labels.news(solo, turn(solo, is_thinking), last_move(solo))


def last_move(solo: SoloGame) -> str:
    """Describe the last move, for the line under the status heading.

    Empty before the first: the moves of an opening are nobody's, so they are not told as news.
    """
    last = solo.game.last_move
    if last is None or is_at_the_opening(solo):
        return ""
    return describe_move(_speaker(solo, solo.game.position.side.other), last, solo.variant)


def is_at_the_opening(solo: SoloGame) -> bool:
    """Return whether a ballot or seeded opening is on the board, and no player has moved yet."""
    return 0 < solo.ply <= solo.opening


def opening_played(solo: SoloGame) -> str:
    """Say that an opening is on the board already, until somebody has moved."""
    if not is_at_the_opening(solo) or solo.outcome is not None:
        return ""
    return ngettext(
        "The opening is on the board: %(count)d move was played for both sides.",
        "The opening is on the board: %(count)d moves were played for both sides.",
        solo.ply,
    ) % {"count": solo.ply}


def piece_counts(solo: SoloGame) -> str:
    """Say how many pieces each player has: ``You 12, the computer 7 (2 kings)``."""
    position = solo.game.position
    if solo.side is None:
        return board_labels.piece_counts(position)
    return _("You %(count)s, the computer %(other_count)s") % {
        "count": board_labels.piece_count(position, solo.side),
        "other_count": board_labels.piece_count(position, solo.side.other),
    }


def moves_heading(solo: SoloGame) -> str:
    """Return the heading of the list of moves."""
    if solo.outcome is not None:
        return _("What next?")
    if solo.is_watched:
        return _("Watch")
    if solo.is_computers_turn:
        return _("Please wait")
    if solo.is_against_computer:
        return _("Your moves")
    return _("Moves for %(side)s") % {"side": SIDES[solo.game.position.side]}


def flip_announcement(solo: SoloGame) -> str:
    """Announce a flip; two in a row must differ, or screen readers skip the second."""
    return _("Board flipped: %(caption)s.") % {"caption": caption(solo)}


def announcement(solo: SoloGame, before_ply: int, *, is_brief: bool = False) -> str:
    """Announce the moves after ``before_ply`` to screen readers.

    ``is_brief`` leaves out whose turn it is while the game goes on.
    """
    return describe_moves(solo, before_ply, _speakers(solo), turn(solo), is_brief=is_brief)


def describe_forced_captures(solo: SoloGame) -> str:
    """Say which captures were played automatically since a person last chose; empty if none."""
    if solo.forced_since < 0:
        return ""
    captures: list[str] = []
    at = solo.game
    while at.ply > solo.forced_since and at.last_move is not None and at.previous is not None:
        who = _speaker(solo, at.position.side.other)
        if not solo.is_against_computer or at.position.side.other is solo.player:
            captures.insert(0, describe_move(who, at.last_move, solo.variant))
        at = at.previous
    # The line above has the last move already.
    if solo.ply == solo.forced_since + 1:
        return _("Played automatically, as the only legal move.")
    return _("Played automatically, as the only legal move: %(moves)s") % {
        "moves": paragraph(map(sentence, captures))
    }


def taken_back(solo: SoloGame) -> str:
    """Announce an undo to screen readers."""
    return _("Undone: back at move %(number)d. %(turn)s.") % {
        "number": solo.ply // 2 + 1,
        "turn": turn(solo),
    }


def _speaker(solo: SoloGame, side: Side) -> Speaker:
    if not solo.is_against_computer:
        return named(SIDES[side])
    return YOU if side is solo.player else COMPUTER


def _speakers(solo: SoloGame) -> dict[Side, Speaker]:
    return {side: _speaker(solo, side) for side in Side}


def hint(advice: Advice, variant: Variant) -> str:
    """Return a hint and its reason: ``Hint: Jump 22 to 15, taking 18. It wins a piece.``."""
    words = {"move": move_label(advice.move, variant), "reason": _because(advice)}
    if advice.is_quick:
        return _("Hint after a quick look, as the computer is busy: %(move)s. %(reason)s") % words
    return _("Hint: %(move)s. %(reason)s") % words


def hints_taken(solo: SoloGame) -> str:
    """Say on how many boards of this game a hint was taken; empty if on none."""
    if not solo.hints:
        return ""
    counted = ngettext(
        "%(count)d hint taken in this game.", "%(count)d hints taken in this game.", solo.hints
    )
    return counted % {"count": solo.hints}


def _because(advice: Advice) -> str:
    """Return the reason for a hint, as a sentence."""
    match advice.why:
        case Why.ONLY:
            return _("It is the only legal move.")
        case Why.WINS_GAME if advice.moves == 1:
            return _("It wins the game at once.")
        case Why.WINS_GAME:
            return _("It wins the game within %(moves)d moves.") % {"moves": advice.moves}
        case Why.DELAYS_LOSS:
            return _("The game is lost against best play; this holds out longest.")
        case Why.SAVES_GAME:
            return _("Every other move loses the game.")
        case Why.TAKES:
            wins = ngettext("It wins a piece.", "It wins %(count)d pieces.", advice.taken)
            return wins % {"count": advice.taken}
        case Why.SHOT:
            gives = ngettext(
                "It gives up a piece and takes %(taken)d in return.",
                "It gives up %(given)d pieces and takes %(taken)d in return.",
                advice.given,
            )
            return gives % {"given": advice.given, "taken": advice.taken}
        case Why.EXCHANGE:
            trade = ngettext(
                "It is an even trade.", "It is an even trade of %(count)d pieces.", advice.taken
            )
            return trade % {"count": advice.taken}
        case Why.CROWNS:
            return _("It crowns a man.")
        case Why.CROWNS_SOON if advice.moves == 1:
            return _("It crowns a man at once.")
        case Why.CROWNS_SOON:
            return _("It crowns a man within %(moves)d moves.") % {"moves": advice.moves}
        case Why.SAVES_PIECE:
            return _("Every other move loses a piece.")
        case Why.KEEPS_OPPOSITION:
            return _("It keeps the opposition: you will have the last free move.")
        case Why.HOLDS_CENTRE:
            return _("It takes a square in the centre and gives nothing away.")
    return _("Nothing can be won at once; this keeps your position strongest.")
