"""Which orders besides moves a table's page offers its reader, as buttons."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse

from game.models.tables import Status
from game.play.active_game import Action
from game.play.tables.offers import rematch_of
from game.play.tables.view import TableView
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
class ActionButton:
    """A form of one button: which order it gives, its words, and where it is sent."""

    order: str
    words: str
    address: str


def answers(view: TableView, now: datetime) -> list[ActionButton]:
    """Answers to what the other asks for and to their absence, and what withdraws one's own."""
    side = view.side
    if side is None:
        return []
    orders = [
        order
        for what, asker in view.table.offers.by_kind.items()
        if asker is not None
        for order in (_WITHDRAWALS[what] if asker is side else _ANSWERS[what])
    ]
    if labels.absence(view, now):
        orders.append("claim")
    return [_button(view, order) for order in orders]


def requests(view: TableView) -> list[ActionButton]:
    """What the reader may ask for: a draw, a takeback, a rematch."""
    may, table = view.actions, view.table
    if Action.REMATCH in may:
        # On one device nobody has to agree, so that a rematch that has begun is not asked for.
        return [] if view.plays_both and rematch_of(table) else [_button(view, "rematch")]
    takeback = [_button(view, "ask-back")] if Action.TAKEBACK in may else []
    if view.plays_both:
        return [replace(button, words=TAKE_BACK) for button in takeback]
    return [*([_button(view, "offer-draw")] if Action.DRAW in may else []), *takeback]


def courtesies(view: TableView) -> list[tuple[str, str]]:
    """What the reader may say, each with its key; nobody is there before the game or watches."""
    is_met = view.table.status in (Status.PLAYING, Status.OVER)
    return labels.courtesies(view) if is_met and view.side is not None else []


def _button(view: TableView, order: str) -> ActionButton:
    return ActionButton(
        order, WORDS[order], reverse("game:table-action", args=[view.table.id, order])
    )
