"""A game as text: the page that shows it, and the file of its moves in PDN.

PDN is for programs, so its tags are in English in every language.
"""

from __future__ import annotations

from collections.abc import Mapping

from django.http import HttpResponse
from django.utils import translation

from game.notation import format_fen
from game.play.active_game import ActiveGame
from game.rules import Side, Variant
from game.web.board import labels
from game.web.board.view import text_board
from game.web.shared import terms
from game.web.shared.rule_labels import house_rules

PDN = "application/x-pdn; charset=utf-8"
_PLAYER_TAGS = {Side.BLACK: "Black", Side.WHITE: "White"}
"""The tag for each player's name, whatever the page calls the sides."""
_COMPUTER = "Computer, %(level)s"


def computer_tag(level: str) -> str:
    """Return the name of the computer at a level."""
    with translation.override(None):
        return _COMPUTER % {"level": terms.LEVELS[level]}


def pdn_tags(variant: Variant, date: str, players: Mapping[Side, str]) -> dict[str, str]:
    """Return the extra PDN tags: site, date (``2026.12.03`` or empty), players, house rules."""
    with translation.override(None):
        agreed = "; ".join(house_rules(variant))
    names = {_PLAYER_TAGS[side]: name for side, name in players.items() if name}
    tags = {"Site": "Crownhead", "Date": date, **names, "HouseRules": agreed}
    return {tag: value for tag, value in tags.items() if value}


def pdn_file(pdn: str, name: str) -> HttpResponse:
    """Answer with a game as a file."""
    response = HttpResponse(pdn, content_type=PDN)
    response["Content-Disposition"] = f'attachment; filename="{name}.pdn"'
    return response


def text_context(active: ActiveGame, heading: object, news: str, pdn: str) -> dict[str, object]:
    """Return the template variables of the page that shows board, position and moves as text."""
    game, position, variant = active.game, active.game.position, active.variant
    return {
        "heading": heading,
        "news": news,
        "marks": terms.marks(),
        "board": text_board(game, active.bottom),
        "pieces": [labels.pieces_of(position, side, variant) for side in Side],
        "watch": labels.draw_watch(game, is_complete=True),
        "fen": format_fen(position, variant),
        "pdn": pdn,
    }
