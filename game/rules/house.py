"""House rules: what two players may change in a rule set for one game.

Each combination of house rules is a ``Variant``, derived here from the rule set's. Its key spells
the house rules out, so that another process needs nothing but the key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from game.rules.draws import DrawCounter, Event, always
from game.rules.variant import HouseRules, Precedence, Variant
from game.rules.variants import VARIANTS

ARTICLE = "house rule"
"""In place of a rulebook's article, for a draw by a limit that the players chose."""
_MOST = "most"


@dataclass(frozen=True)
class HouseRuleOptions:
    """The house rules that a rule set can be played with."""

    takes_most: bool = False
    """Whether capturing the most pieces may be made compulsory."""
    quiet_plies: tuple[int, ...] = ()
    """Draw limits that may replace the rulebook's."""


HOUSE_RULE_OPTIONS = {
    "english": HouseRuleOptions(takes_most=True, quiet_plies=(40, 50, 100)),
    "brazilian": HouseRuleOptions(quiet_plies=(50,)),
    "russian": HouseRuleOptions(quiet_plies=(50,)),
}
"""The options, by key of the rule set; other rule sets have none."""


def with_house_rules(rule_set: str, rules: HouseRules) -> Variant:
    """Return the variant of a rule set with house rules; ValueError if it has no such option."""
    options = HOUSE_RULE_OPTIONS.get(rule_set, HouseRuleOptions())
    if rules.takes_most and not options.takes_most:
        raise ValueError(f"{rule_set} has no house rule that the most pieces must be captured")
    if rules.quiet_plies and rules.quiet_plies not in options.quiet_plies:
        raise ValueError(f"{rule_set} has no house rule of a draw after {rules.quiet_plies} plies")
    if rules == HouseRules():
        return VARIANTS[rule_set]
    limit = str(rules.quiet_plies) if rules.quiet_plies else ""
    parts = (rule_set, _MOST if rules.takes_most else "", limit)
    return find_variant("+".join(part for part in parts if part))


@lru_cache(maxsize=128)
def find_variant(key: str) -> Variant:
    """Return the variant of a key, which may include house rules; KeyError if there is none."""
    rule_set, *parts = key.split("+")
    base = VARIANTS[rule_set]
    if not parts:
        return base
    limits = [int(part) for part in parts if part.isdecimal()]
    rules = HouseRules(_MOST in parts, limits[0] if limits else 0)
    counters = (
        (DrawCounter("quiet", ARTICLE, rules.quiet_plies, always, Event.CAPTURE | Event.MANS_MOVE),)
        if rules.quiet_plies
        else base.draw_counters
    )
    return replace(
        base,
        key=key,
        parent=rule_set,
        house_rules=rules,
        capture_precedence=(
            (Precedence.QUANTITY,) if rules.takes_most else base.capture_precedence
        ),
        draw_counters=counters,
    )
