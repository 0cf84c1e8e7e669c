"""The games of the family compared in a few words each, by the traits that the code plays by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

from game.play.solo.game import PLAYABLE
from game.rules import VARIANTS, Variant
from game.rules.geometry import Lines
from game.rules.variant import Precedence
from game.web.learn.rules import RulesText
from game.web.shared.labels import paragraph

_PREFERRED = {
    Precedence.VALUE: gettext_lazy("take the most valuable pieces"),
    Precedence.QUANTITY: gettext_lazy("take the most pieces"),
    Precedence.WITH_KING: gettext_lazy("take with a king if possible"),
    Precedence.KINGS_TAKEN: gettext_lazy("then the most kings"),
    Precedence.ORDER: gettext_lazy("then the way that meets kings first"),
}
"""Which capture is compulsory; a rulebook's earlier lines decide before its later ones."""


@dataclass(frozen=True)
class Relative:
    """One game of the family: its traits in the order of ``traits``, and whether it is offered."""

    variant: Variant
    words: list[str]
    is_offered: bool


def traits() -> tuple[str, ...]:
    """Return what the family is compared by; ``Relative.words`` has the answers in this order."""
    return (
        _("Board"),
        _("Start"),
        pgettext("pieces", "Men"),
        pgettext("pieces", "Kings"),
        _("Which jump?"),
        _("Also"),
    )


def family() -> list[Relative]:
    """Return every game whose rules the code knows; those that can be played here come first."""
    games = sorted(VARIANTS.values(), key=lambda rules: rules.key not in PLAYABLE)
    return [Relative(rules, _in_words(rules), rules.key in PLAYABLE) for rules in games]


def _in_words(rules: Variant) -> list[str]:
    board = {"rows": rules.board.rows, "columns": rules.board.columns}
    return [
        _("%(rows)d by %(columns)d") % board,
        _("%(side)s moves first") % {"side": RulesText(rules).first},
        _men(rules),
        _("kings fly") if rules.king_is_flying else _("kings move one square"),
        _choice(rules),
        paragraph(_also(rules)),
    ]


def _men(rules: Variant) -> str:
    if rules.men_capture_backward:
        return _("men jump forward and backward")
    if rules.move_lines is Lines.ORTHOGONAL:
        return _("men move and jump forward and sideways")
    return _("men jump forward only")


def _choice(rules: Variant) -> str:
    if not rules.capture_precedence:
        return _("take any jump")
    return "; ".join(str(_PREFERRED[key]) for key in rules.capture_precedence)


def _also(rules: Variant) -> Iterator[str]:
    """Say what else sets a game apart, in a sentence each."""
    if rules.move_lines is Lines.ORTHOGONAL:
        yield _("Pieces move along rows and columns, on light and dark squares.")
    if rules.king_lands_next:
        yield _("A king that jumps must land right behind the piece.")
    if rules.king_stops_behind_king:
        yield _("A king that jumps a king last must stop right behind it.")
    if rules.removes_in_passing:
        yield _("Each piece leaves the board as soon as it is jumped.")
    if rules.promotes_in_passing:
        yield _("A man crowned in mid-jump goes on as a king.")
    if not rules.men_capture_kings:
        yield _("Men can’t jump kings.")
    if rules.capture_lines is Lines.ALL:
        yield _("Pieces also jump along rows and columns.")
    if limit := rules.max_same_king_moves:
        yield ngettext(
            "A king may move only once in a row while its side has men.",
            "A king may move only %(limit)d times in a row while its side has men.",
            limit,
        ) % {"limit": limit}
    if not rules.board.dark_corner_is_left and not rules.board.plays_on_every_square:
        yield _("The near right corner is dark.")
