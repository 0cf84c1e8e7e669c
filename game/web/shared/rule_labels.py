"""Labels for rule sets and house rules, as choices and in descriptions of a game."""

from __future__ import annotations

from django.utils.translation import gettext as _

from game.notation.ballots import MOVES_PER_BALLOT, ballots
from game.play.solo.game import PLAYABLE
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS, Variant
from game.web.shared import wording
from game.web.shared.labels import WORDS, listed
from game.web.shared.terms import SIDES

RULES_LABELS = {
    "variant": "Rules",
    "draws": "Draw when nothing is captured and no man moves",
}
"""Labels of the form fields for a game's rules."""

VARIANT_HINTS = {
    "english": "men capture forward only, kings go one square",
    "brazilian": "men also capture backward, kings fly, take the most you can",
}


def variant_choice(variant: Variant) -> str:
    """Return a rule set's label: its name and how it differs."""
    with wording.about(variant):
        begins = SIDES[variant.first_to_move]
    return f"{variant.name}: {VARIANT_HINTS[variant.rule_set]}, {begins} begins"


def draw_choice(plies: int) -> str:
    """Return a draw limit's label, in moves of each side; 0 is each rule set's own."""
    if not plies:
        return f"By the rules: {'; '.join(_quiet_plies(VARIANTS[key]) for key in PLAYABLE)}"
    only = _where([key for key in PLAYABLE if plies in HOUSE_RULE_OPTIONS[key].quiet_plies])
    return f"{plies // 2} moves each{only}"


def draw_limits(rule_set: str) -> list[tuple[str, str]]:
    """Return the draw limits of a game, in moves of each side; 0 is the one in its rules."""
    own = next(it.plies for it in VARIANTS[rule_set].draw_counters if it.kind == "quiet") // 2
    standard = _("%(moves)d each, as in the rules") % {"moves": own}
    limits = HOUSE_RULE_OPTIONS[rule_set].quiet_plies
    return [("0", standard)] + [
        (str(plies), _("%(moves)d each") % {"moves": plies // 2}) for plies in limits
    ]


def takes_most_choice() -> str:
    """Return the label of the house rule to take the most pieces, and which rule sets have it."""
    only = _where([key for key in PLAYABLE if HOUSE_RULE_OPTIONS[key].takes_most])
    return f"The most pieces must be taken{only}"


def _quiet_plies(variant: Variant) -> str:
    """Say after how many moves each without a capture or a man's move a game is drawn."""
    plies = next(counter.plies for counter in variant.draw_counters if counter.kind == "quiet")
    others = ", others in endings" if len(variant.draw_counters) > 1 else ""
    return f"{variant.name} {plies // 2} moves each{others}"


def _where(offered: list[str]) -> str:
    """Say which rule sets a choice is for; empty if for all."""
    if len(offered) == len(PLAYABLE):
        return ""
    return f" ({listed([VARIANTS[key].name for key in offered], 'and')} only)"


def house_rules_error(variant: Variant) -> str:
    """Say why a rule set does not allow these house rules, and which it does."""
    offer = HOUSE_RULE_OPTIONS[variant.rule_set]
    limits = listed((str(plies // 2) for plies in offer.quiet_plies), "or")
    most = "" if offer.takes_most else ", and taking the most pieces is the rule or no rule there"
    return (
        f"{variant.name} is played with its own draw rules, "
        f"or a draw after {limits} moves each{most}."
    )


def house_rules(variant: Variant) -> list[str]:
    """Return what is played differently from the rulebook, each rule in a few words."""
    rules = variant.house_rules
    words = [_("the most pieces must be taken")] if rules.takes_most else []
    if rules.quiet_plies:
        words.append(_("draw after %(moves)d quiet moves each") % {"moves": rules.quiet_plies // 2})
    return words


def unknown_ballot() -> str:
    """Say what a ballot is, for people who asked for an unknown one."""
    deck = ballots()
    return (
        f"A ballot has a number from {min(deck)} to {max(deck)}, {WORDS[MOVES_PER_BALLOT]} moves "
        f"such as {deck[min(deck)].moves} and perhaps a name; "
        f"the {max(deck) - len(deck)} barred ones are left out."
    )
