"""The weights of the compiled engine's evaluation, by family of games.

A family is what the weights depend on: board size and the powers of kings and men. Fitted weights
are in ``fitted/``, written by ``manage.py fit`` with a record of how they were found; a family
without a file uses a few hand-picked defaults.
"""

from __future__ import annotations

import base64
import json
import lzma
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from game.engine.kernel import layout
from game.rules import Board, Variant

FITTED = Path(__file__).parent / "fitted"
Pair = tuple[float, float]
"""Centimen early and late in the game."""

TERMS = {
    "man": layout.T_MAN,
    "king": layout.T_KING,
    "room": layout.T_MOBILITY,
    "king room": layout.T_KING_MOBILITY,
    "trapped king": layout.T_TRAPPED,
    "main road": layout.T_MAIN_ROAD,
    "bridge": layout.T_BRIDGE,
    "crownhead guard": layout.T_GUARD,
    "double corner": layout.T_DOUBLE_CORNER,
    "dog hole": layout.T_DOG_HOLE,
    "the move": layout.T_OPPOSITION,
    "turn": layout.T_SIDE_TO_MOVE,
    "leaning": layout.T_IMBALANCE,
    "exposed man": layout.T_EXPOSED,
    "threat": layout.T_THREAT,
}
"""By the name used in files; ``kernel.evaluate`` says what each one counts."""

_SHORT_KING: Pair = (135, 135)
_FLYING_KING: Pair = (300, 300)
_DEFAULT_TERMS: dict[str, Pair] = {
    "man": (100, 120),
    "room": (1, 1),
    "king room": (1, 1),
    "trapped king": (-20, -20),
    "turn": (3, 3),
}


@dataclass(frozen=True)
class Weights:
    """All weights of a family."""

    terms: dict[str, Pair]
    men: tuple[Pair, ...]
    """What the square of a White man adds to the value of a man, row by row from Black's side."""
    kings: tuple[Pair, ...]
    """The same for kings."""
    patterns: bytes = b""
    """Weights of patterns of men: early and late alternating, two bytes each, little-endian, in
    sixteenths of a centimen, table by table as in ``kernel.patterns``; or empty."""
    pairs: bytes = b""
    """Late weights of two pieces by their squares, two bytes each as above, table by table as in
    ``kernel.layout`` at PAIRS; or empty. 8 by 8 only."""


def family_of(variant: Variant) -> str:
    """Return the name of the family that a variant belongs to."""
    kings = "flying-kings" if variant.king_is_flying else "short-kings"
    safe = "" if variant.men_capture_kings else "-safe-from-men"
    return f"{kings}{safe}-{variant.board.rows}"


def weights_of(variant: Variant) -> Weights:
    """Return the weights of a variant: fitted ones if there are any."""
    return fitted_weights(family_of(variant)) or default_weights(variant)


@lru_cache(maxsize=32)
def fitted_weights(family: str) -> Weights | None:
    """Return the fitted weights of a family, or None."""
    source = FITTED / f"{family}.json"
    return parse_weights(json.loads(source.read_text())) if source.exists() else None


def provenance(family: str) -> dict[str, Any]:
    """Return the record in a family's file of how its weights were found; empty without a file."""
    source = FITTED / f"{family}.json"
    record: dict[str, Any] = json.loads(source.read_text())["how"] if source.exists() else {}
    return record


def parse_weights(content: dict[str, Any]) -> Weights:
    """Parse the content of a file of weights."""
    return Weights(
        terms={name: (early, late) for name, (early, late) in content["terms"].items()},
        men=tuple((early, late) for early, late in content["men"]),
        kings=tuple((early, late) for early, late in content["kings"]),
        patterns=_decompress(content["patterns"]),
        pairs=_decompress(content.get("pairs", "")),
    )


def format_weights(weights: Weights, record: dict[str, Any]) -> str:
    """Format a file of weights; ``record`` says by which method and seed they were found."""
    content: dict[str, Any] = {
        "how": record,
        "terms": weights.terms,
        "men": weights.men,
        "kings": weights.kings,
        "patterns": _compress(weights.patterns),
    }
    if weights.pairs:
        content["pairs"] = _compress(weights.pairs)
    lines = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in content.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _compress(numbers: bytes) -> str:
    if not numbers:
        return ""
    return base64.b85encode(lzma.compress(numbers, preset=9 | lzma.PRESET_EXTREME)).decode()


def _decompress(text: str) -> bytes:
    return lzma.decompress(base64.b85decode(text)) if text else b""


def default_weights(variant: Variant) -> Weights:
    """Return the defaults: material, the centre, advancement and a guarded crownhead."""
    king = _FLYING_KING if variant.king_is_flying else _SHORT_KING
    terms = dict.fromkeys(TERMS, (0.0, 0.0)) | _DEFAULT_TERMS | {"king": king}
    if variant.king_is_flying:
        terms |= {"trapped king": (-60, -60), "main road": (60, 60)}
    shape = Board(variant.board.rows, variant.board.columns)
    men, kings = [], []
    for row, column in shape.places:
        advanced = shape.rows - 1 - row
        centrality = min(row, advanced) + min(column, shape.columns - 1 - column)
        men.append(
            (1.5 * centrality + advanced + (8 if advanced == 0 else 0), centrality + 3.0 * advanced)
        )
        kings.append((2.0 * centrality, 2.0 * centrality))
    return Weights(terms, tuple(men), tuple(kings))
