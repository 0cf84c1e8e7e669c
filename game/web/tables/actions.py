"""The buttons on a table's page for actions besides moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext_lazy

from game.models.tables import Status
from game.play.active_game import Action
from game.play.tables.offers import rematch_of
from game.play.tables.view import TableView
from game.web.tables import labels

WORDS = {
    "offer-draw": gettext_lazy("Offer a draw"),
    "accept-draw": gettext_lazy("Accept the draw"),
    "decline-draw": gettext_lazy("Decline the draw"),
    "withdraw-draw": gettext_lazy("Withdraw the draw offer"),
    "ask-back": gettext_lazy("Ask for a takeback"),
    "accept-back": gettext_lazy("Accept the takeback"),
    "decline-back": gettext_lazy("Decline the takeback"),
    "withdraw-back": gettext_lazy("Cancel the takeback request"),
    "claim": gettext_lazy("Claim the win"),
    "rematch": gettext_lazy("Rematch"),
    "decline-rematch": gettext_lazy("Decline the rematch"),
    "withdraw-rematch": gettext_lazy("Withdraw the rematch offer"),
}
ACCEPT_REMATCH = gettext_lazy("Accept the rematch")
"""The rematch button where it answers the opponent's offer."""
TAKE_BACK = gettext_lazy("Undo")
"""The takeback button where one person plays both sides."""
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
    """A form of one button: its action, its label and its URL."""

    order: str
    words: str
    address: str


def answers(view: TableView, now: datetime) -> list[ActionButton]:
    """Return the answers to the opponent's offers and absence, and the withdrawals of one's own."""
    side = view.side
    if side is None:
        return []
    actions = [
        action
        for kind, asker in view.table.offers.by_kind.items()
        if asker is not None
        for action in (_WITHDRAWALS[kind] if asker is side else _ANSWERS[kind])
    ]
    if labels.absence(view, now):
        actions.append("claim")
    buttons = [_button(view, action) for action in actions]
    return [
        replace(button, words=str(ACCEPT_REMATCH)) if button.order == "rematch" else button
        for button in buttons
    ]


def requests(view: TableView) -> list[ActionButton]:
    """Return what the reader can ask for: a draw, a takeback, a rematch."""
    may, table = view.actions, view.table
    if Action.REMATCH in may:
        # Nothing is left to offer once a rematch has begun.
        return [] if rematch_of(table) else [_button(view, "rematch")]
    takeback = [_button(view, "ask-back")] if Action.TAKEBACK in may else []
    if view.plays_both:
        return [replace(button, words=str(TAKE_BACK)) for button in takeback]
    return [*([_button(view, "offer-draw")] if Action.DRAW in may else []), *takeback]


def courtesies(view: TableView) -> list[tuple[str, str]]:
    """Return the quick chat for the reader; none before the game or for spectators."""
    is_met = view.table.status in (Status.PLAYING, Status.OVER)
    return labels.courtesies(view) if is_met and view.side is not None else []


def _button(view: TableView, action: str) -> ActionButton:
    return ActionButton(
        action, str(WORDS[action]), reverse("game:table-action", args=[view.table.id, action])
    )
