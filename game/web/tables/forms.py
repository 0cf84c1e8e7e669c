"""The lobby's forms: a guest's name, and a new table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

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
from game.web.tables import form_labels, lobby_labels

MAX_TYPED = 200
"""The name field's maxlength; names this long or longer are rejected with a message."""
DEFAULT_CHOICES = {
    "variant": "english",
    "draws": "0",
    "player": "",
    "clock": "game",
    "minutes": "5",
    "seconds": "3",
    "days": "3",
    "opening": "usual",
    "listed": "room",
}
"""Initial values for a guest's first table; the next form keeps the last choices."""
_OPENINGS = {"usual": USUAL, "random": RANDOM, "lot": BALLOT, "ballot": BALLOT}
_MORE = {
    "player": "",
    "opposite": "",
    "opening": "usual",
    "ballot": "",
    "take_backs": "",
    "takes_most": "",
    "draws": "0",
}
"""The fields under "More options", each with its usual value."""
_FIELD_OF = {"control": "clock", "variant": "variant", "opening": "opening", "ballot": "ballot"}
"""The field that shows the error for an option that ``game.play`` does not offer."""
_PICK_ONE = gettext_lazy("Choose one of these.")
_ONE_OF = {"required": _PICK_ONE, "invalid_choice": _PICK_ONE}


def choices_sent(sent: Mapping[str, Any]) -> dict[str, str]:
    """Return a new table's choices from a query or form; other fields are ignored."""
    names = (*DEFAULT_CHOICES, "takes_most", "take_backs", "ballot")
    return {name: str(sent[name])[:20] for name in names if name in sent}


def _numbers(name: str, numbers: range | tuple[int, ...]) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=form_labels.CHOICES[name],
        choices=[(str(number), str(number)) for number in numbers],
        required=False,
        widget=forms.Select,
        error_messages=_ONE_OF,
    )


def quick_options(last: Mapping[str, str]) -> Options:
    """Return the options of "Play now": the last choices, open to anyone in the lobby."""
    sent = QueryDict(mutable=True)
    sent.update(DEFAULT_CHOICES | dict(last) | {"listed": "room", "opposite": ""})
    form = TableForm(sent)
    if form.is_valid():
        return form.options
    # The last choices are from a version of the site that offered others.
    return quick_options({})


class NameForm(forms.Form):
    """A guest's name."""

    name = forms.CharField(
        label=form_labels.CHOICES["name"],
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "nickname", "maxlength": MAX_TYPED}),
    )

    def refuse_name(self, unfit: InvalidName) -> None:
        """Add the error that says why the name is not possible."""
        self.add_error("name", form_labels.name_problem(unfit.fault))


class TableForm(RulesForm, NameForm):
    """The choices for a new table; a valid form has ``options``."""

    player = forms.ChoiceField(
        label=form_labels.CHOICES["player"],
        choices=lambda: [
            ("", form_labels.random_side()),
            *((side.letter, SIDES[side]) for side in Side),
        ],
        required=False,
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    clock = forms.ChoiceField(
        label=form_labels.CHOICES["clock"],
        choices=form_labels.clocks,
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    minutes = _numbers("minutes", MINUTES)
    seconds = _numbers("seconds", INCREMENT_SECONDS)
    days = _numbers("days", DAYS_A_MOVE)
    opening = forms.ChoiceField(
        label=form_labels.CHOICES["opening"],
        choices=form_labels.openings,
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    ballot = forms.CharField(
        label=form_labels.CHOICES["ballot"],
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    listed = forms.ChoiceField(
        label=form_labels.CHOICES["listed"],
        choices=form_labels.audiences,
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    opposite = forms.ChoiceField(
        label=form_labels.CHOICES["opposite"],
        choices=form_labels.opponents,
        required=False,
        initial="",  # Not kept from the last table: nobody plays both sides by accident.
        widget=forms.RadioSelect,
        error_messages=_ONE_OF,
    )
    take_backs = forms.BooleanField(label=form_labels.CHOICES["take_backs"], required=False)

    options: Options
    """The chosen options; set only on a valid form."""

    def __init__(
        self, sent: QueryDict | None = None, initial: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(sent, initial=DEFAULT_CHOICES | dict(initial or {}))

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
    def opens_more(self) -> bool:
        """Whether "More options" shows: one of them has an error or differs from the usual."""
        return any(
            name in self.errors or str(self[name].value() or "") not in ("", "False", usual)
            for name, usual in _MORE.items()
        )

    @property
    def choices(self) -> dict[str, str]:
        """The choices as they were sent, to fill in the next form."""
        return choices_sent(self.data)
