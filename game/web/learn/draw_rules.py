"""Draw limits and house rules in sentences, counted in moves of each side."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from game.rules import HOUSE_RULE_OPTIONS, Variant
from game.rules.draws import NOTHING, DrawCounter, Event, always
from game.web.shared.labels import listed_or, paragraph


def draws(variant: Variant) -> list[str]:
    """Return what ends a game as a draw automatically, a line for each rule."""
    same = ngettext(
        "The same position, with the same side to move, occurs %(times)d time.",
        "The same position, with the same side to move, occurs %(times)d times.",
        variant.max_repetitions,
    ) % {"times": variant.max_repetitions}
    return [same, *(describe_counter(counter) for counter in variant.draw_counters)]


def house_rules(variant: Variant) -> list[str]:
    """Return the house rules that players of a rule set can agree on."""
    offer = HOUSE_RULE_OPTIONS[variant.rule_set]
    limits = listed_or(str(plies // 2) for plies in offer.quiet_plies)
    limit = _(
        "The game is a draw after %(limits)s moves each without a capture or a man’s move, instead "
        "of the usual limits."
    ) % {"limits": limits}
    if not offer.takes_most:
        return [limit]
    return [_("You must capture the most pieces, as in other kinds of checkers."), limit]


def describe_counter(counter: DrawCounter) -> str:
    """Return when a draw limit is reached, and what restarts its count."""
    reached = _limit(counter.kind, counter.plies // 2)
    if counter.kind == "quiet":
        if counter.runs is always:
            return reached
        other = _(
            "This limit doesn’t apply while both sides have kings and 4 to 7 pieces are left in "
            "all."
        )
        return paragraph([reached, other])
    restarts = {
        NOTHING: _("Nothing restarts this count."),
        Event.CAPTURE | Event.CROWNING: _("A capture or a crowning restarts this count."),
    }
    return paragraph([reached, restarts[counter.reset_by]])


def _limit(kind: str, moves: int) -> str:
    """Return the sentence for a kind of draw counter, whose limit is ``moves`` of each side."""
    of_kind = {
        "quiet": ngettext(
            "Each side makes %(moves)d move in a row without a capture or a man’s move.",
            "Each side makes %(moves)d moves in a row without a capture or a man’s move.",
            moves,
        ),
        "three kings": ngettext(
            "With three or more kings against one king, each side makes %(moves)d move.",
            "With three or more kings against one king, each side makes %(moves)d moves.",
            moves,
        ),
        "small ending": ngettext(
            "With kings on both sides and 4 or 5 pieces in all, each side makes %(moves)d move.",
            "With kings on both sides and 4 or 5 pieces in all, each side makes %(moves)d moves.",
            moves,
        ),
        "middle ending": ngettext(
            "With kings on both sides and 6 or 7 pieces in all, each side makes %(moves)d move.",
            "With kings on both sides and 6 or 7 pieces in all, each side makes %(moves)d moves.",
            moves,
        ),
        "main road": ngettext(
            "With three pieces against a lone king on the main road, each side makes "
            "%(moves)d move.",
            "With three pieces against a lone king on the main road, each side makes "
            "%(moves)d moves.",
            moves,
        ),
        "lone king": ngettext(
            "With one or two pieces against a lone king, each side makes %(moves)d move.",
            "With one or two pieces against a lone king, each side makes %(moves)d moves.",
            moves,
        ),
    }
    return of_kind[kind] % {"moves": moves}
