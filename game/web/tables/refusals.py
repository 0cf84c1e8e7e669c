"""Messages for refused actions at a table: what was wrong, and what to do now."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.play.refusals import (
    AlreadyOffered,
    AlreadyPlayed,
    AnswerFirst,
    ClosedWithoutResult,
    GameOver,
    MovedOn,
    NoOffer,
    NoSuchCourtesy,
    NotAbsent,
    NothingToTakeBack,
    NotSeated,
    NotStarted,
    NotYourTurn,
    OfferedTooOften,
    PlayerGone,
    Refusal,
    StillPlaying,
    TakebacksNotAllowed,
    Unplayable,
)
from game.play.tables.offers import rematch_of
from game.play.tables.view import TableView
from game.web.board.labels import ALREADY_PLAYED, MOVED_ON, unplayable
from game.web.tables.labels import name, turn


def chat_limit_reached() -> str:
    """Say that too many quick chat messages were sent."""
    return _("You sent many messages in the last ten minutes. Please wait a little.")


def _words(refused: Refusal) -> str:
    match refused:
        case AlreadyPlayed():
            return str(ALREADY_PLAYED)
        case MovedOn():
            return str(MOVED_ON)
        case ClosedWithoutResult():
            return _("This table is closed, so there is nothing left to do here.")
        case NotStarted():
            return _("Nobody has joined yet, so the game hasn’t started.")
        case NotSeated():
            return _("You are watching this game, so you can’t play in it.")
        case StillPlaying():
            return _("This game isn’t over yet. You can ask for a rematch when it is.")
        case AlreadyOffered():
            return _("You have already asked. Please wait for the answer.")
        case AnswerFirst():
            return _("Your opponent asked for a takeback. Answer that first.")
        case NoSuchCourtesy():
            return _("You can only send the messages on this page.")
        case NoOffer():
            return _("That offer is no longer open.")
        case TakebacksNotAllowed():
            return _("This table doesn’t allow takebacks.")
        case NothingToTakeBack():
            return _("You haven’t moved yet, so there is nothing to take back.")
    return _("That didn’t work. Nothing was changed.")


def refusal(refused: Refusal, view: TableView) -> str:
    """Say what was wrong with an action and what to do now."""
    match refused:
        case GameOver():
            return _("The game is already over. %(turn)s.") % {"turn": turn(view)}
        case NotYourTurn():
            return _("It’s %(name)s’s turn. Wait for their move, then play yours.") % {
                "name": name(refused.game, refused.game.to_move)
            }
        case Unplayable(text=text, error=error):
            return unplayable(text, error, refused.game.game)
        case OfferedTooOften(plies=plies):
            return ngettext(
                "You asked not long ago. You can ask again after %(count)s more move.",
                "You asked not long ago. You can ask again after %(count)s more moves.",
                plies,
            ) % {"count": plies}
        case NotAbsent():
            return _("%(name)s hasn’t been away long enough yet. Please wait a little longer.") % {
                "name": _other(view)
            }
        case NoOffer() if view.outcome is not None and rematch_of(view.table):
            return _("The rematch has already started.")
        case PlayerGone():
            return _("%(name)s has left for good, so a rematch isn’t possible.") % {
                "name": _other(view)
            }
    return _words(refused)


def _other(view: TableView) -> str:
    return _("Your opponent") if view.side is None else name(view.table, view.side.other)
