"""The lobby's forms: a guest's name, and a new table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from game.notation.ballots import find_ballots
from game.play.refusals import NotOffered
from game.play.tables.names import InvalidName
from game.play.tables.options import (
    BALLOT,
    DAYS_A_MOVE,
    INCREMENT_SECONDS,
    MINUTES,
    RANDOM,
    USUAL,
    Options,
    days_a_move,
    game_clock,
)
from game.rules import Side
from game.rules.clock import TimeControl
from game.web.shared.forms import RulesForm
from game.web.shared.terms import SIDES
from game.web.tables import lobby_labels

MAX_TYPED = 200
"""The name field's maxlength; names this long or longer are rejected with a message."""
USUAL_CHOICES = {
    "variant": "english",
    "draws": "0",
    "player": "",
    "clock": "game",
    "minutes": "10",
    "seconds": "5",
    "days": "3",
    "opening": "usual",
    "listed": "room",
}
"""Initial values for a guest's first table; the next form keeps the last choices."""
_OPENINGS = {"usual": USUAL, "random": RANDOM, "lot": BALLOT, "ballot": BALLOT}
_FIELD_OF = {"control": "clock", "variant": "variant", "opening": "opening", "ballot": "ballot"}
"""The field that shows the error for an option that ``game.play`` does not offer."""
_ONE_OF = {"required": lobby_labels.PICK_ONE, "invalid_choice": lobby_labels.PICK_ONE}


def chosen_before(sent: Mapping[str, Any]) -> dict[str, str]:
    """Return a new table's choices from a query or form; other fields are ignored."""
    names = (*USUAL_CHOICES, "takes_most", "take_backs", "ballot")
    return {name: str(sent[name])[:20] for name in names if name in sent}


def _numbers(name: str, numbers: range | tuple[int, ...]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=lobby_labels.CHOICES[name],
        choices=[(str(number), str(number)) for number in numbers],
        required=False,
        widget=forms.Select,
        error_messages=_ONE_OF,
    )


class NameForm(forms.Form):
    """A guest's name."""

    name = forms.CharField(
        label=lobby_labels.CHOICES["name"],
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": MAX_TYPED}),
    )

    def refuse_name(self, unfit: InvalidName) -> None:
        """Add the error that says why the name is not possible."""
        self.add_error("name", lobby_labels.NAME_PROBLEMS[unfit.fault])


class TableForm(RulesForm, NameForm):
    """The choices for a new table; a valid form has ``options``."""

    player = forms.ChoiceField(
        label=lobby_labels.CHOICES["player"],
        choices=lambda: [("", lobby_labels.BY_LOT), *((side.letter, SIDES[side]) for side in Side)],
        required=False,
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    clock = forms.ChoiceField(
        label=lobby_labels.CHOICES["clock"],
        choices=list(lobby_labels.CLOCKS.items()),
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    minutes = _numbers("minutes", MINUTES)
    seconds = _numbers("seconds", INCREMENT_SECONDS)
    days = _numbers("days", DAYS_A_MOVE)
    opening = forms.ChoiceField(
        label=lobby_labels.CHOICES["opening"],
        choices=list(lobby_labels.OPENINGS.items()),
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    ballot = forms.CharField(
        label=lobby_labels.CHOICES["ballot"],
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    listed = forms.ChoiceField(
        label=lobby_labels.CHOICES["listed"],
        choices=list(lobby_labels.LISTED.items()),
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    opposite = forms.ChoiceField(
        label=lobby_labels.CHOICES["opposite"],
        choices=list(lobby_labels.OPPOSITE.items()),
        required=False,
        initial="",  # Not kept from the last table: nobody plays both sides by accident.
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    take_backs = forms.BooleanField(label=lobby_labels.CHOICES["take_backs"], required=False)

    options: Options
    """The chosen options; set only on a valid form."""

    def __init__(
        self, sent: QueryDict | None = None, initial: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(sent, initial=USUAL_CHOICES | dict(initial or {}))

    def clean_player(self) -> Side | None:
        """Return the chosen side as a ``Side``; None for a random one."""
        return {"B": Side.BLACK, "W": Side.WHITE}.get(self.cleaned_data["player"])

    def clean(self) -> dict[str, Any]:
        """Make the options, or add the error to the field it is about."""
        chosen = super().clean()
        if self.errors:
            return chosen
        try:
            self.options = Options(
                variant=chosen["variant"],
                side=chosen["player"],
                control=self._control(chosen),
                opening=_OPENINGS[chosen["opening"]],
                ballot=self._ballot(chosen),
                is_listed=chosen["listed"] == "room",
                allows_take_backs=chosen["take_backs"],
                is_on_one_device=chosen["opposite"] == "here",
            )
        except NotOffered as refused:
            self.add_error(_FIELD_OF.get(refused.what), lobby_labels.not_offered(refused))
        return chosen

    def _control(self, chosen: Mapping[str, Any]) -> TimeControl | None:
        match chosen["clock"]:
            case "game":
                return game_clock(int(chosen["minutes"] or 0), int(chosen["seconds"] or 0))
            case "days":
                return days_a_move(int(chosen["days"] or 0))
        return None

    def _ballot(self, chosen: Mapping[str, Any]) -> int | None:
        if chosen["opening"] != "ballot":
            return None
        found = find_ballots(chosen["ballot"][:60])
        if len(found) != 1:
            raise NotOffered("ballot")
        return found[0].number

    @property
    def choices(self) -> dict[str, str]:
        """The choices as they were sent, to fill in the next form."""
        return chosen_before(self.data)
