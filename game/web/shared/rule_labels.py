"""Labels for rule sets and house rules, as choices and in descriptions of a game."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from game.notation.ballots import ballots
from game.play.solo.game import PLAYABLE
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS, Variant
from game.web.shared import wording
from game.web.shared.labels import listed, listed_or
from game.web.shared.terms import SIDES, game_name

DRAW_LIMIT = gettext_lazy("Draw after this many moves without a capture or a man’s move")
"""The label of the house rule about draws."""

_VARIANTS = {
    "english": gettext_lazy(
        "%(game)s: men jump forward only, kings move one square, %(side)s begins"
    ),
    "brazilian": gettext_lazy(
        "%(game)s: men also jump backward, kings fly, you must take the most you can, "
        "%(side)s begins"
    ),
}


def variant_choice(variant: Variant) -> str:
    """Return a rule set's label: its name and how it differs."""
    with wording.about(variant):
        begins = SIDES[variant.first_to_move]
    return str(_VARIANTS[variant.rule_set] % {"game": game_name(variant), "side": begins})


def draw_choice(plies: int) -> str:
    """Return a draw limit's label, in moves of each side; 0 is each rule set's own."""
    if not plies:
        own = "; ".join(_own_limit(VARIANTS[key]) for key in PLAYABLE)
        return _("As in the rules (%(limits)s)") % {"limits": own}
    offered = [key for key in PLAYABLE if plies in HOUSE_RULE_OPTIONS[key].quiet_plies]
    words = {"moves": plies // 2, "games": listed(game_name(VARIANTS[key]) for key in offered)}
    if len(offered) == len(PLAYABLE):
        return _("%(moves)d each") % words
    return _("%(moves)d each (%(games)s only)") % words


def _own_limit(variant: Variant) -> str:
    return _("%(game)s %(moves)d each") % {
        "game": game_name(variant),
        "moves": _quiet_plies(variant) // 2,
    }


def draw_limits(rule_set: str) -> list[tuple[str, str]]:
    """Return the draw limits of a game, in moves of each side; 0 is the one in its rules."""
    own = _quiet_plies(VARIANTS[rule_set]) // 2
    standard = _("%(moves)d each, as in the rules") % {"moves": own}
    limits = HOUSE_RULE_OPTIONS[rule_set].quiet_plies
    return [("0", standard)] + [
        (str(plies), _("%(moves)d each") % {"moves": plies // 2}) for plies in limits
    ]


def _quiet_plies(variant: Variant) -> int:
    return next(counter.plies for counter in variant.draw_counters if counter.kind == "quiet")


def takes_most_choice() -> str:
    """Return the label of the house rule to take the most pieces, and which rule sets have it."""
    offered = [key for key in PLAYABLE if HOUSE_RULE_OPTIONS[key].takes_most]
    return _("You must capture the most pieces you can (%(games)s only)") % {
        "games": listed(game_name(VARIANTS[key]) for key in offered)
    }


def house_rules_error(variant: Variant) -> str:
    """Say why a rule set does not allow these house rules, and which it does."""
    offer = HOUSE_RULE_OPTIONS[variant.rule_set]
    words = {
        "game": game_name(variant),
        "limits": listed_or(str(plies // 2) for plies in offer.quiet_plies),
    }
    if offer.takes_most:
        return (
            _("%(game)s has its own draw rules, or a draw after %(limits)s moves each. Choose one.")
            % words
        )
    return (
        _(
            "%(game)s has its own draw rules, or a draw after %(limits)s moves each. Its rules "
            "already say how many pieces must be captured."
        )
        % words
    )


def house_rules(variant: Variant) -> list[str]:
    """Return what is played differently from the rulebook, each rule in a few words."""
    rules = variant.house_rules
    words = [_("the most pieces must be captured")] if rules.takes_most else []
    if rules.quiet_plies:
        words.append(_("draw after %(moves)d quiet moves each") % {"moves": rules.quiet_plies // 2})
    return words


def house_rule_sentences(variant: Variant) -> list[str]:
    """Return what is played differently from the rulebook, a sentence for each rule."""
    rules = variant.house_rules
    words = [_("The most pieces must be captured.")] if rules.takes_most else []
    if rules.quiet_plies:
        drawn = _("Draw after %(moves)d quiet moves each.")
        words.append(drawn % {"moves": rules.quiet_plies // 2})
    return words


def unknown_ballot() -> str:
    """Say what a ballot is, for people who asked for an unknown one."""
    deck = ballots()
    barred = max(deck) - len(deck)
    return ngettext(
        "Type a ballot’s number from %(first)d to %(last)d, its three moves, such as %(moves)s, "
        "or its name. %(barred)d number is barred.",
        "Type a ballot’s number from %(first)d to %(last)d, its three moves, such as %(moves)s, "
        "or its name. %(barred)d numbers are barred.",
        barred,
    ) % {"first": min(deck), "last": max(deck), "moves": deck[min(deck)].moves, "barred": barred}
