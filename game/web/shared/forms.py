"""Form classes that several features share: rules, and choices to send again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import lazy
from django.utils.translation import pgettext_lazy

from game.play.solo.game import PLAYABLE
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS, HouseRules, with_house_rules
from game.web.shared import rule_labels, wording

DRAW_LIMITS = sorted(
    {plies for offer in HOUSE_RULE_OPTIONS.values() for plies in offer.quiet_plies}
)
"""The draw limits offered as house rules, in plies, over all rule sets."""


class Resendable:
    """A form whose choices another form can send again."""

    data: Mapping[str, Any]
    fields: dict[str, forms.Field]

    @property
    def as_sent(self) -> dict[str, Any]:
        """The values as they were sent, by field name."""
        return {name: self.data[name] for name in self.fields if name in self.data}


class RulesForm(forms.Form):
    """A rule set and house rules; once cleaned, ``variant`` is the resulting ``Variant``."""

    variant = forms.ChoiceField(
        label=pgettext_lazy("kind of checkers", "Game"),
        choices=lambda: [(key, rule_labels.variant_choice(VARIANTS[key])) for key in PLAYABLE],
        widget=forms.RadioSelect,
    )
    draws = forms.ChoiceField(
        label=rule_labels.DRAW_LIMIT,
        choices=lambda: [
            (str(plies), rule_labels.draw_choice(plies)) for plies in (0, *DRAW_LIMITS)
        ],
        required=False,
        widget=forms.Select,
    )
    takes_most = forms.BooleanField(
        label=lazy(rule_labels.takes_most_choice, str)(), required=False
    )

    def clean(self) -> dict[str, Any]:
        """Make the variant with its house rules, and resolve the side that its word meant."""
        chosen = self.cleaned_data
        takes_most, plies = chosen.pop("takes_most", False), int(chosen.pop("draws", 0) or 0)
        if "variant" in chosen:
            if chosen.get("player") is not None:
                rules = VARIANTS[chosen["variant"]]
                chosen["player"] = wording.active().side_meant(chosen["player"], rules)
            try:
                chosen["variant"] = with_house_rules(
                    chosen["variant"], HouseRules(takes_most, plies)
                )
            except ValueError:
                refused = rule_labels.house_rules_error(VARIANTS[chosen["variant"]])
                self.add_error("takes_most" if takes_most else "draws", refused)
        return chosen
