"""House rules: what two players may agree on for one game, beyond what the rulebook says.

A game with house rules is played by a ``Variant`` of its own, made here from the rule set's. Its
key holds the agreement, so that a key is all that another process needs.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from game.rules.draws import DrawCounter, Event, always
from game.rules.variant import HouseRules, Precedence, Variant
from game.rules.variants import VARIANTS

ARTICLE = "house rule"
"""Stands where a rulebook's article would, when a counter that players agreed on strikes."""
_MOST = "most"


@dataclass(frozen=True)
class Offer:
    """What may be agreed on in games of one rule set."""

    takes_most: bool = False
    """Whether players may agree that the most pieces must be taken."""
    quiet_plies: tuple[int, ...] = ()
    """Draw limits that may take the place of the rulebook's."""


OFFERS = {
    "english": Offer(takes_most=True, quiet_plies=(40, 50, 100)),
    "brazilian": Offer(quiet_plies=(50,)),
    "russian": Offer(quiet_plies=(50,)),
}
"""What is offered, by key of the rule set; elsewhere nothing is."""


def agreed(rule_set: str, rules: HouseRules) -> Variant:
    """The rule set of that key, played with ``rules``; ValueError if they are not offered there."""
    offer = OFFERS.get(rule_set, Offer())
    if rules.takes_most and not offer.takes_most:
        raise ValueError(f"{rule_set} is not played with the most pieces to be taken")
    if rules.quiet_plies and rules.quiet_plies not in offer.quiet_plies:
        raise ValueError(f"{rule_set} is not played with a draw after {rules.quiet_plies} plies")
    if rules == HouseRules():
        return VARIANTS[rule_set]
    limit = str(rules.quiet_plies) if rules.quiet_plies else ""
    parts = (rule_set, _MOST if rules.takes_most else "", limit)
    return variant_named("+".join(part for part in parts if part))


@lru_cache(maxsize=128)
def variant_named(key: str) -> Variant:
    """The variant of a key, with the house rules in it; KeyError if there is none such."""
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
