"""Which orders besides moves a table's page offers its reader, as buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse

from game.models.tables import Status
from game.play.tables.game import TableGame
from game.play.tables.offers import OFFER_PAUSE, rematch_of
from game.play.tables.view import TableSeen
from game.rules import Side
from game.web.tables import labels

WORDS = {
    "offer-draw": "Offer a draw",
    "accept-draw": "Accept the draw",
    "decline-draw": "Decline the draw",
    "withdraw-draw": "Withdraw my draw offer",
    "ask-back": "Ask to take back",
    "accept-back": "Let it be taken back",
    "decline-back": "Leave the move",
    "withdraw-back": "Ask no more to take back",
    "claim": "Claim the game",
    "rematch": "Play again, sides swapped",
    "decline-rematch": "No other game",
    "withdraw-rematch": "Ask no more for another game",
}
TAKE_BACK = "Take the last move back"
"""Where nobody has to be asked."""
_ANSWERS = {
    "draw": ("accept-draw", "decline-draw"),
    "back": ("accept-back", "decline-back"),
    "rematch": ("rematch", "decline-rematch"),
}
_WITHDRAWALS = {
    "draw": ("withdraw-draw",),
    "back": ("withdraw-back",),
    "rematch": ("withdraw-rematch",),
}


@dataclass(frozen=True)
class OrderButton:
    """A form of one button: which order it gives, its words, and where it is sent."""

    order: str
    words: str
    address: str


def answers(seen: TableSeen, now: datetime) -> list[OrderButton]:
    """Answers to what the other asks for and to their absence, and what withdraws one's own."""
    side = seen.side
    if side is None:
        return []
    orders = [
        order
        for what, asker in asked(seen.at).items()
        if asker is not None
        for order in (_WITHDRAWALS[what] if asker is side else _ANSWERS[what])
    ]
    if labels.absence(seen, now):
        orders.append("claim")
    return [_button(seen, order) for order in orders]


def requests(seen: TableSeen) -> list[OrderButton]:
    """What the reader may ask for: a draw, a move taken back, another game."""
    at, side = seen.at, seen.side
    orders: list[str] = []
    if seen.plays_both:
        return _requests_of_both(seen)
    if side is None:
        return []
    if at.status is Status.OVER:
        orders = ["rematch"] if at.rematch_by is None else []
    elif at.is_being_played:
        orders = ["offer-draw"] if _may_offer_draw(seen, side) else []
        orders += ["ask-back"] if _may_ask_back(seen, side) else []
    return [_button(seen, order) for order in orders]


def _requests_of_both(seen: TableSeen) -> list[OrderButton]:
    """The same where both sit at one device: they have agreed when they press the button."""
    at = seen.at
    if at.status is Status.OVER and not rematch_of(at):
        return [_button(seen, "rematch")]
    may_take_back = at.is_being_played and at.table.allows_take_backs and at.plies_played > 0
    return [replace(_button(seen, "ask-back"), words=TAKE_BACK)] if may_take_back else []


def courtesies(seen: TableSeen) -> list[tuple[str, str]]:
    """What the reader may say, each with its key; nobody is there before the game or watches."""
    is_met = seen.at.status in (Status.PLAYING, Status.OVER)
    return labels.courtesies(seen) if is_met and seen.side is not None else []


def asked(at: TableGame) -> dict[str, Side | None]:
    """Who asks for what: a draw, a move taken back, another game."""
    return {"draw": at.draw_offered_by, "back": at.take_back_by, "rematch": at.rematch_by}


def asked_by(at: TableGame, side: Side | None) -> str:
    """What this side waits to be answered; empty if nothing."""
    return next((what for what, by in asked(at).items() if side is not None and by is side), "")


def _may_offer_draw(seen: TableSeen, side: Side) -> bool:
    table = seen.at.table
    last = table.black_offered_ply if side is Side.BLACK else table.white_offered_ply
    is_paused = last is not None and seen.ply < last + OFFER_PAUSE
    return seen.at.draw_offered_by is None and not is_paused


def _may_ask_back(seen: TableSeen, side: Side) -> bool:
    table = seen.at.table
    asked = table.black_asked_ply if side is Side.BLACK else table.white_asked_ply
    is_allowed = table.allows_take_backs and asked is None and seen.at.take_back_by is None
    return is_allowed and seen.at.plies_to_take_back(side) > 0


def _button(seen: TableSeen, order: str) -> OrderButton:
    return OrderButton(order, WORDS[order], reverse("game:table-order", args=[seen.at.id, order]))
