"""Forms for starting a game. They only validate; ``game.play`` acts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from game.notation.ballots import BALLOT_RULE_SET
from game.notation.fen import MAX_LENGTH
from game.play import openings
from game.play.solo.game import PLAYABLE, SoloGame
from game.rules import Game, HouseRules, Side, Variant
from game.web.shared import terms
from game.web.shared.forms import RulesForm, SentAgain
from game.web.solo import choices


class NewGameForm(RulesForm, SentAgain):
    """Rule set, opponent, side and level of a new game."""

    opponent = forms.ChoiceField(
        label=choices.CHOICES["opponent"],
        choices=list(choices.OPPONENTS.items()),
        widget=forms.RadioSelect,
    )
    player = forms.ChoiceField(
        label=choices.CHOICES["player"],
        choices=lambda: [(side.letter, terms.SIDES[side]) for side in Side],
        widget=forms.RadioSelect,
    )
    level = forms.ChoiceField(
        label=choices.CHOICES["level"],
        choices=[(key, choices.level_choice(key)) for key in terms.LEVELS],
        widget=forms.RadioSelect,
    )

    second_level = forms.ChoiceField(
        label=choices.CHOICES["second_level"],
        choices=list(terms.LEVELS.items()),
        required=False,
        widget=forms.Select,
    )

    @property
    def main_choices(self) -> list[forms.BoundField]:
        """The fields that are groups of radio buttons."""
        return [self[name] for name in ("variant", "opponent", "player", "level")]

    @property
    def agreed_on(self) -> dict[str, str]:
        """The choices to carry over to the form for a table, under its field names."""
        names = ("variant", "player", "draws", "takes_most")
        return {name: self.data[name] for name in names if name in self.data}

    @classmethod
    def from_choices_of(cls, solo: SoloGame, rules: HouseRules) -> NewGameForm:
        """Return a form filled in from the last game and the house rules last chosen."""
        return cls(
            initial={
                "variant": solo.variant.rule_set,
                "opponent": solo.opponent,
                "player": solo.player.letter,
                "level": solo.level,
                "second_level": solo.second_level,
                "draws": rules.quiet_plies,
                "takes_most": rules.takes_most,
            }
        )

    def clean_player(self) -> Side:
        """Return the chosen side as a ``Side``."""
        return Side.WHITE if self.cleaned_data["player"] == Side.WHITE.letter else Side.BLACK

    def clean(self) -> dict[str, Any]:
        """Return the arguments of ``actions.start``; the second level defaults to the first."""
        chosen = super().clean()
        chosen["second_level"] = chosen.get("second_level") or chosen.get("level", "")
        return chosen


class StartForm(forms.Form, SentAgain):
    """Where a game starts; ``kind`` says which of the other fields counts."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in choices.START_KINDS])
    variant = forms.ChoiceField(choices=[(key, key) for key in PLAYABLE], required=False)
    practice = forms.ChoiceField(choices=[(key, key) for key in openings.PRACTICE], required=False)
    seed = forms.CharField(max_length=20, required=False)
    ballot = forms.CharField(max_length=60, required=False)
    fen = forms.CharField(max_length=MAX_LENGTH, required=False)

    game: Game
    """The chosen game; set only on a valid form."""

    def __init__(self, sent: QueryDict | None, rules: Mapping[str, Variant]) -> None:
        """Take the rules for each rule set, house rules included."""
        super().__init__(sent)
        self._rules = rules

    def clean(self) -> None:
        """Make the game, or add the error to the field it came from."""
        kind = self.cleaned_data.get("kind", "")
        field = choices.START_KINDS.get(kind, "")
        if not field or field in self.errors:
            return
        needs_rules = kind in choices.STARTS_OF_ANY_RULES and not self.cleaned_data.get("variant")
        if needs_rules or "variant" in self.errors:
            self.add_error(field, choices.rules_to_choose())
            return
        try:
            self.game = self._game(kind)
        except (KeyError, ValueError) as problem:
            self.add_error(field, choices.start_refused(kind, problem))

    def _game(self, kind: str) -> Game:
        chosen = self.cleaned_data
        match kind:
            case "practice":
                practice = openings.PRACTICE[chosen["practice"]]
                return practice.game(self._rules[practice.variant])
            case "ballot":
                return openings.ballot(chosen["ballot"], self._rules[BALLOT_RULE_SET])
            case "lot":
                return openings.ballot_by_lot(self._rules[BALLOT_RULE_SET])
        rules = self._rules[chosen["variant"]]
        if kind == "seed":
            return openings.seeded_opening(rules.key, whole_number(chosen["seed"]))
        return openings.position(rules, chosen["fen"])

    @property
    def faulty(self) -> str:
        """The name of the field to correct; empty if there is none."""
        return choices.START_KINDS.get(self.data.get("kind", ""), "") if self.errors else ""

    @property
    def complaint(self) -> str:
        """The error in one sentence; empty if there is none."""
        if not self.errors:
            return ""
        for problem in self.errors.as_data().get(self.faulty, []):
            if problem.code is None:
                return str(problem.message)
        # Too long, or a choice that was not offered: our forms do not send that.
        return choices.start_refused(self.data.get("kind"))


def whole_number(text: str) -> int:
    """Parse a number in plain digits; raise ValueError for anything else."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)
