"""What people choose on forms: validated here, acted upon in ``game.play``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from django import forms
from django.http import QueryDict

from game.notation.ballots import BALLOTS_ARE_OF
from game.notation.fen import MAX_LENGTH
from game.play import starts
from game.play.preferences import CHOICES, SWITCHES, Preferences
from game.play.solo_game import PLAYABLE, SoloGame
from game.rules import OFFERS, VARIANTS, Game, HouseRules, Side, Variant, agreed
from game.web import labels, wording

DRAW_LIMITS = sorted({plies for offer in OFFERS.values() for plies in offer.quiet_plies})
"""Draws that players may agree on, in plies, over all rule sets."""


class SentAgain:
    """A form whose choices another form can send once more."""

    data: Mapping[str, Any]
    fields: dict[str, forms.Field]

    @property
    def as_sent(self) -> dict[str, Any]:
        """What was chosen, by name of field."""
        return {name: self.data[name] for name in self.fields if name in self.data}


class RulesForm(forms.Form):
    """A rule set, and the house rules that two players agree on; ``variant`` is the outcome."""

    variant = forms.ChoiceField(
        label=labels.RULES_ASKED["variant"],
        choices=lambda: [(key, labels.variant_choice(VARIANTS[key])) for key in PLAYABLE],
        widget=forms.RadioSelect,
    )
    draws = forms.ChoiceField(
        label=labels.RULES_ASKED["draws"],
        choices=[(str(plies), labels.draw_choice(plies)) for plies in (0, *DRAW_LIMITS)],
        required=False,
        widget=forms.Select,
    )
    takes_most = forms.BooleanField(label=labels.takes_most_choice(), required=False)

    def clean(self) -> dict[str, Any]:
        """The house rules become part of the variant, and the side is the one that was meant."""
        chosen = self.cleaned_data
        takes_most, plies = chosen.pop("takes_most", False), int(chosen.pop("draws", 0) or 0)
        if "variant" in chosen:
            if chosen.get("player") is not None:
                rules = VARIANTS[chosen["variant"]]
                chosen["player"] = wording.active().side_meant(chosen["player"], rules)
            try:
                chosen["variant"] = agreed(chosen["variant"], HouseRules(takes_most, plies))
            except ValueError:
                refused = labels.house_rules_refused(VARIANTS[chosen["variant"]])
                self.add_error("takes_most" if takes_most else "draws", refused)
        return chosen


class NewGameForm(RulesForm, SentAgain):
    """Rule set, opponent, side and level of a new game."""

    opponent = forms.ChoiceField(
        label=labels.CHOICES["opponent"],
        choices=list(labels.OPPONENTS.items()),
        widget=forms.RadioSelect,
    )
    player = forms.ChoiceField(
        label=labels.CHOICES["player"],
        choices=lambda: [(side.letter, labels.SIDES[side]) for side in Side],
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(
        label=labels.CHOICES["level"],
        choices=[(key, labels.level_choice(key)) for key in labels.LEVELS],
        widget=forms.RadioSelect,
    )

    rival = forms.ChoiceField(
        label=labels.CHOICES["rival"],
        choices=list(labels.LEVELS.items()),
        required=False,
        widget=forms.Select,
    )

    @property
    def main_choices(self) -> list[forms.BoundField]:
        """The fields that are a group of radio buttons each."""
        return [self[name] for name in ("variant", "opponent", "player", "level")]

    @property
    def agreed_on(self) -> dict[str, str]:
        """What of the choices goes on to the form of a table, as that one names them."""
        names = ("variant", "player", "draws", "takes_most")
        return {name: self.data[name] for name in names if name in self.data}

    @classmethod
    def from_choices_of(cls, solo: SoloGame, rules: HouseRules) -> NewGameForm:
        """A form filled in with what the last game was, and the house rules last chosen."""
        return cls(
            initial={
                "variant": solo.variant.rule_set,
                "opponent": solo.opponent,
                "player": solo.player.letter,
                "level": solo.level,
                "rival": solo.rival,
                "draws": rules.quiet_plies,
                "takes_most": rules.takes_most,
            }
        )

    def clean_player(self) -> Side:
        """The side as a value."""
        return Side.WHITE if self.cleaned_data["player"] == Side.WHITE.letter else Side.BLACK

    def clean(self) -> dict[str, Any]:
        """What ``solo.start`` takes."""
        chosen = super().clean()
        chosen["rival"] = chosen.get("rival") or chosen.get("level", "")
        return chosen


class SettingsForm(forms.Form):
    """How a person likes the site; every field of ``Preferences``."""

    def __init__(self, sent: QueryDict | None = None, chosen: Preferences | None = None) -> None:
        super().__init__(sent, initial=asdict(chosen) if chosen else None)
        for name, label in labels.SETTINGS.items():
            self.fields[name] = forms.ChoiceField(
                label=label,
                choices=[(key, labels.SETTING_CHOICES[name][key]) for key in CHOICES[name]],
                widget=forms.RadioSelect,
            )
        for name in SWITCHES:
            self.fields[name] = forms.BooleanField(label=labels.SWITCHES[name], required=False)

    @property
    def groups(self) -> list[forms.BoundField]:
        """The fields that are a group of radio buttons each."""
        return [self[name] for name in labels.SETTINGS]

    @property
    def switches(self) -> list[forms.BoundField]:
        """The fields that are on or off."""
        return [self[name] for name in SWITCHES]


class StartForm(forms.Form, SentAgain):
    """Where a game starts: ``kind`` says which of the other fields counts."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in labels.START_KINDS])
    variant = forms.ChoiceField(choices=[(key, key) for key in PLAYABLE], required=False)
    practice = forms.ChoiceField(choices=[(key, key) for key in starts.PRACTICE], required=False)
    seed = forms.CharField(max_length=20, required=False)
    ballot = forms.CharField(max_length=60, required=False)
    fen = forms.CharField(max_length=MAX_LENGTH, required=False)

    game: Game
    """The game chosen; only of a valid form."""

    def __init__(self, sent: QueryDict | None, rules: Mapping[str, Variant]) -> None:
        """``rules``: what games of each rule set are played by, house rules included."""
        super().__init__(sent)
        self._rules = rules

    def clean(self) -> None:
        """Make the game, or say at the field it came from why there is none."""
        kind = self.cleaned_data.get("kind", "")
        field = labels.START_KINDS.get(kind, "")
        if not field or field in self.errors:
            return
        needs_rules = kind in labels.STARTS_OF_ANY_RULES and not self.cleaned_data.get("variant")
        if needs_rules or "variant" in self.errors:
            self.add_error(field, labels.rules_to_choose())
            return
        try:
            self.game = self._game(kind)
        except (KeyError, ValueError) as problem:
            self.add_error(field, labels.start_refused(kind, problem))

    def _game(self, kind: str) -> Game:
        chosen = self.cleaned_data
        match kind:
            case "practice":
                practice = starts.PRACTICE[chosen["practice"]]
                return practice.game(self._rules[practice.variant])
            case "ballot":
                return starts.ballot(chosen["ballot"], self._rules[BALLOTS_ARE_OF])
            case "lot":
                return starts.ballot_by_lot(self._rules[BALLOTS_ARE_OF])
        rules = self._rules[chosen["variant"]]
        if kind == "seed":
            return starts.seeded_opening(rules.key, whole_number(chosen["seed"]))
        return starts.position(rules, chosen["fen"])

    @property
    def faulty(self) -> str:
        """The name of the field that has to be corrected; empty if none has."""
        return labels.START_KINDS.get(self.data.get("kind", ""), "") if self.errors else ""

    @property
    def complaint(self) -> str:
        """What was wrong, in one sentence; empty if nothing was."""
        if not self.errors:
            return ""
        for problem in self.errors.as_data().get(self.faulty, []):
            if problem.code is None:
                return str(problem.message)
        # Too long, or a choice that is not offered: no form of ours sends that.
        return labels.start_refused(self.data.get("kind"))


def whole_number(text: str) -> int:
    """A number in plain digits; ValueError if it is none."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)
