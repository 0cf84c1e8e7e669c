"""What people choose on forms: validated here, acted upon in ``game.play``."""

from __future__ import annotations

from django import forms

from game.play.solo import PLAYABLE, SoloGame
from game.rules import VARIANTS, Side
from game.web import labels


class NewGameForm(forms.Form):
    """Rule set, opponent, side and level of a new game."""

    variant = forms.ChoiceField(
        label=labels.CHOICES["variant"],
        choices=[(key, labels.variant_choice(VARIANTS[key])) for key in PLAYABLE],
        widget=forms.RadioSelect,
    )
    opponent = forms.ChoiceField(
        label=labels.CHOICES["opponent"],
        choices=list(labels.OPPONENTS.items()),
        widget=forms.RadioSelect,
    )
    player = forms.ChoiceField(
        label=labels.CHOICES["player"],
        choices=[(side.letter, labels.SIDES[side]) for side in Side],
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(
        label=labels.CHOICES["level"],
        choices=[(key, labels.level_choice(key)) for key in labels.LEVELS],
        widget=forms.RadioSelect,
    )

    @classmethod
    def from_choices_of(cls, solo: SoloGame) -> NewGameForm:
        """A form filled in with what the last game was."""
        return cls(
            initial={
                "variant": solo.variant.key,
                "opponent": solo.opponent,
                "player": solo.player.letter,
                "level": solo.level,
            }
        )

    def clean_player(self) -> Side:
        """The side as a value."""
        return Side.WHITE if self.cleaned_data["player"] == Side.WHITE.letter else Side.BLACK
