"""Forms for starting a game. They only validate; ``game.play`` acts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from game.notation.ballots import BALLOT_RULE_SET
from game.notation.fen import MAX_LENGTH
from game.play import openings
from game.play.solo.game import COMPUTER, PLAYABLE, WATCH, SoloGame
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS, Game, HouseRules, Side, Variant
from game.web.shared import rule_labels, terms, wording
from game.web.shared.forms import Resendable, RulesForm
from game.web.solo import choices


class NewGameForm(RulesForm, Resendable):
    """The choices for a new game; whatever is left out has a default."""

    variant = forms.ChoiceField(choices=[(key, key) for key in PLAYABLE])
    opponent = forms.ChoiceField(choices=[(key, key) for key in choices.OPPONENTS], required=False)
    level = forms.ChoiceField(
        label=choices.CHOICES["level"],
        choices=lambda: [(key, choices.level_choice(key)) for key in terms.LEVELS],
        required=False,
        widget=forms.RadioSelect,
    )
    second_level = forms.ChoiceField(
        label=choices.CHOICES["second_level"],
        choices=lambda: list(terms.LEVELS.items()),
        required=False,
        widget=forms.Select,
    )
    player = forms.ChoiceField(
        label=choices.CHOICES["player"],
        choices=lambda: [(side.letter, terms.SIDES[side]) for side in Side],
        required=False,
        widget=forms.RadioSelect,
    )
    takes_most = forms.BooleanField(label=choices.CHOICES["takes_most"], required=False)

    def __init__(
        self,
        sent: QueryDict | None,
        last: SoloGame,
        rules: Mapping[str, Variant],
        chosen: Mapping[str, str],
    ) -> None:
        """Take the last game, each rule set with its house rules, and the steps taken so far.

        ``chosen`` may name the game and the opponent; the last game's are the defaults.
        """
        self.rule_set = _one_of(PLAYABLE, chosen.get("variant"), last.variant.rule_set)
        self.chosen_opponent = _one_of(choices.OPPONENTS, chosen.get("opponent"), last.opponent)
        self._last, self._rules = last, rules
        super().__init__(sent, initial=self._filled_in(last, rules[self.rule_set].house_rules))
        # Any limit is read, so that the error can say which ones this game has.
        self.fields["draws"].label = choices.CHOICES["draws"]
        self.fields["draws"].widget.choices = rule_labels.draw_limits(self.rule_set)
        if self.chosen_opponent == WATCH:
            self.fields["level"].label = choices.CHOICES["first_level"]
            self.fields["level"].widget = forms.Select(choices=list(terms.LEVELS.items()))

    def _filled_in(self, last: SoloGame, agreed: HouseRules) -> dict[str, object]:
        rules = VARIANTS[self.rule_set]
        is_same_game = last.variant.rule_set == self.rule_set and last.is_against_computer
        first = wording.active().side_meant(rules.first_to_move, rules)
        return {
            "level": last.level,
            "second_level": last.second_level,
            "player": (last.player if is_same_game else first).letter,
            "draws": agreed.quiet_plies,
            "takes_most": agreed.takes_most,
        }

    @property
    def main_choices(self) -> list[forms.BoundField]:
        """The fields that apply to this opponent and stand in groups of radio buttons."""
        return [self["level"], self["player"]] if self.chosen_opponent == COMPUTER else []

    @property
    def levels(self) -> list[forms.BoundField]:
        """The levels of two computers that play each other; empty with any other opponent."""
        return [self["level"], self["second_level"]] if self.chosen_opponent == WATCH else []

    @property
    def may_take_most(self) -> bool:
        """Whether this game has the house rule that the most pieces must be captured."""
        return HOUSE_RULE_OPTIONS[self.rule_set].takes_most

    @property
    def agreed_on(self) -> dict[str, str]:
        """The choices to carry over to the form for a table, under its field names."""
        names = ("variant", "player", "draws", "takes_most")
        return {name: self.data[name] for name in names if name in self.data}

    def clean_player(self) -> Side | None:
        """Return the chosen side as a ``Side``; None if none was sent."""
        return {"B": Side.BLACK, "W": Side.WHITE}.get(self.cleaned_data["player"])

    def clean(self) -> dict[str, Any]:
        """Return the arguments of ``actions.start``, with defaults for what was not sent."""
        chosen = super().clean()
        if self.errors:
            return chosen
        if "draws" not in self.data and "takes_most" not in self.data:
            chosen["variant"] = self._rules[chosen["variant"].rule_set]
        chosen["opponent"] = chosen.get("opponent") or COMPUTER
        chosen["player"] = chosen.get("player") or chosen["variant"].first_to_move
        chosen["level"] = chosen.get("level") or self._last.level
        chosen["second_level"] = chosen.get("second_level") or chosen["level"]
        return chosen


def _one_of(known: Iterable[str], asked: str | None, default: str) -> str:
    return asked if asked is not None and asked in known else default


class StartForm(forms.Form, Resendable):
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
            self.add_error(field, choices.missing_rules())
            return
        try:
            self.game = self._game(kind)
        except (KeyError, ValueError) as problem:
            self.add_error(field, choices.start_error(kind, problem))

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
        return choices.start_error(self.data.get("kind"))


def whole_number(text: str) -> int:
    """Parse a number in plain digits; raise ValueError for anything else."""
    if not (text.isascii() and text.isdecimal()):
        raise ValueError(f"{text!r} is no whole number")
    return int(text)
