"""The settings form: one field for every preference."""

from __future__ import annotations

from dataclasses import asdict

from django import forms
from django.http import QueryDict

from game.play.preferences import CHOICES, SWITCHES, Preferences
from game.web.settings import labels


class SettingsForm(forms.Form):
    """The settings; one field for each field of ``Preferences``."""

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
        """The fields that are groups of radio buttons."""
        return [self[name] for name in labels.SETTINGS]

    @property
    def switches(self) -> list[forms.BoundField]:
        """The fields that are checkboxes."""
        return [self[name] for name in SWITCHES]
