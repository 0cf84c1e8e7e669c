"""Messages for refused actions at a table: what was wrong, and what to do now."""

from __future__ import annotations

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
from game.play.tables.view import TableView
from game.web.board.labels import unplayable
from game.web.tables.labels import name, turn

TOO_MUCH_SAID = "Much was said from here in the last ten minutes. Wait a little."
_MOVED_ON = (
    "The board had changed before your order came, so it was not carried out. Here it is now."
)
_WORDS: dict[type[Refusal], str] = {
    AlreadyPlayed: "That move was already played. This is the board now.",
    ClosedWithoutResult: "This table is closed, so nothing was done.",
    NotStarted: "Nobody has sat down opposite you yet, so nothing was done.",
    NotSeated: "You only watch this game, so nothing was done.",
    MovedOn: _MOVED_ON,
    StillPlaying: "This game goes on, so no other was begun.",
    AlreadyOffered: "You have asked that already. It waits for an answer.",
    AnswerFirst: "The other player asks to take a move back. Answer that first.",
    NoSuchCourtesy: "Only the courtesies on this page can be said.",
    NoOffer: "There is no such offer any more.",
    TakebacksNotAllowed: "At this table moves are not taken back.",
    NothingToTakeBack: "There is no move of yours to take back.",
}


def refusal(refused: Refusal, view: TableView) -> str:
    """Say what was wrong with an action and what to do now."""
    match refused:
        case GameOver():
            return f"Your order came after the end, so it was not carried out. {turn(view)}."
        case NotYourTurn():
            who = name(refused.game, refused.game.to_move)
            return f"It is {who}’s turn, so nothing was played. Look for the reply, then move."
        case Unplayable(text=text, error=error):
            return unplayable(text, error, refused.game.game)
        case OfferedTooOften(plies=plies):
            more = "1 more move" if plies == 1 else f"{plies} more moves"
            return f"You asked that a short while ago. You may again after {more} on the board."
        case NotAbsent():
            return f"{_other(view)} is not away, or not for long enough. Wait a little."
        case PlayerGone():
            return f"{_other(view)} has left for good, so there is no other game with them."
    return _WORDS.get(type(refused), "That could not be done. Nothing was changed.")


def _other(view: TableView) -> str:
    return "The other player" if view.side is None else name(view.table, view.side.other)
