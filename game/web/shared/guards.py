"""The board reference that every action carries."""

from __future__ import annotations

from django.http import QueryDict

from game.play.active_game import BoardReference


def board_reference(sent: QueryDict) -> BoardReference | None:
    """Return the board that a form or a link refers to; None if it is missing or unreadable."""
    ply, version = _count(sent.get("ply")), _count(sent.get("version"))
    return None if ply is None or version is None else BoardReference(ply, version)


def _count(text: str | None) -> int | None:
    """Parse a whole number as our forms send it; None for anything else."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 8):
        return None
    return int(text)
