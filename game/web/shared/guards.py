"""What every action is read for before a view runs: the board it refers to."""

from __future__ import annotations

from django.http import QueryDict

from game.play.active_game import BoardReference


def board_reference(sent: QueryDict) -> BoardReference | None:
    """The board that a form or a link belongs to, or None if it does not say so as ours do."""
    ply, version = _count(sent.get("ply")), _count(sent.get("version"))
    return None if ply is None or version is None else BoardReference(ply, version)


def _count(text: str | None) -> int | None:
    """A whole number as our forms send it, else None."""
    if text is None or not (text.isascii() and text.isdigit() and len(text) < 8):
        return None
    return int(text)
