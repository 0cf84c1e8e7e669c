"""The settings form: one field for every preference, and the house rules of new games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict

from django import forms
from django.http import QueryDict

from game.play.preferences import CHOICES, SWITCHES, Preferences
from game.play.solo.game import PLAYABLE
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS, HouseRules, Variant, with_house_rules
from game.web.settings import labels
from game.web.shared.rule_labels import draw_limits


class SettingsForm(forms.Form):
    """The settings; one field for each field of ``Preferences``, and each game's house rules."""

    def __init__(
        self,
        sent: QueryDict | None = None,
        chosen: Preferences | None = None,
        rules: Mapping[str, Variant] | None = None,
    ) -> None:
        """Fill the form in from the preferences and each rule set with its house rules."""
        initial = asdict(chosen) if chosen else {}
        for key, variant in (rules or {}).items():
            initial[f"takes_most_{key}"] = variant.house_rules.takes_most
            initial[f"draws_{key}"] = variant.house_rules.quiet_plies
        super().__init__(sent, initial=initial)
        for name, label in labels.SETTINGS.items():
            self.fields[name] = forms.ChoiceField(
                label=label,
                choices=[(key, labels.choice(name, key)) for key in CHOICES[name]],
                widget=forms.RadioSelect,
            )
        for name in SWITCHES:
            self.fields[name] = forms.BooleanField(label=labels.SWITCHES[name], required=False)
        for key in PLAYABLE:
            self._add_house_rules(key)

    def _add_house_rules(self, key: str) -> None:
        name = VARIANTS[key].name
        if HOUSE_RULE_OPTIONS[key].takes_most:
            self.fields[f"takes_most_{key}"] = forms.BooleanField(
                label=labels.takes_most(name), required=False
            )
        self.fields[f"draws_{key}"] = forms.ChoiceField(
            label=labels.draws(name), choices=draw_limits(key), required=False
        )

    @property
    def groups(self) -> list[dict[str, object]]:
        """The groups of radio buttons, each with its heading; the switches belong to playing."""
        return [
            {
                "key": key,
                "heading": heading,
                "fields": [self[name] for name in names],
                "switches": [self[name] for name in SWITCHES] if key == "playing" else [],
            }
            for key, (heading, names) in labels.GROUPS.items()
        ]

    @property
    def house_switches(self) -> list[forms.BoundField]:
        """The house rules that are on or off."""
        return [self[name] for name in self.fields if name.startswith("takes_most_")]

    @property
    def draw_limits(self) -> list[forms.BoundField]:
        """The draw limit of each game."""
        return [self[f"draws_{key}"] for key in PLAYABLE]

    @property
    def preferences(self) -> dict[str, object]:
        """The preferences of a valid form."""
        return {name: self.cleaned_data[name] for name in (*CHOICES, *SWITCHES)}

    @property
    def house_rules(self) -> list[Variant]:
        """Each rule set with the house rules of a valid form."""
        chosen = self.cleaned_data
        return [
            with_house_rules(
                key,
                HouseRules(
                    chosen.get(f"takes_most_{key}", False), int(chosen[f"draws_{key}"] or 0)
                ),
            )
            for key in PLAYABLE
        ]
