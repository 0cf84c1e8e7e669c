"""What every action sends and every page of a board says: which board, and that nobody keeps it."""

from __future__ import annotations

import pytest
from django.http import QueryDict

from game.play.active_game import BoardReference
from game.play.game_record import MAX_VERSION
from game.web.shared.guards import board_reference
from tests.player import Player


def test_a_form_names_its_board_by_two_numbers() -> None:
    sent = QueryDict(f"ply=0&version={MAX_VERSION - 1}")
    assert board_reference(sent) == BoardReference(0, MAX_VERSION - 1)


@pytest.mark.parametrize("number", ["", " 1", "-1", "+1", "1.0", "1e3", "٣", "²", str(MAX_VERSION)])
def test_a_number_that_no_form_has_names_no_board(number: str) -> None:
    for numbers in ({"ply": number, "version": "3"}, {"ply": "3", "version": number}):
        sent = QueryDict(mutable=True)
        sent.update(numbers)
        assert board_reference(sent) is None
    for alone in ("ply=3", "version=3"):
        assert board_reference(QueryDict(alone)) is None


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["plain", "htmx"])
def test_no_cache_keeps_a_board(alice: Player, headers: dict[str, str]) -> None:
    alice.lay_out(moves="11-15")
    alice.open("/", **headers)
    kept = alice.response.headers["Cache-Control"]
    assert set(kept.split(", ")) == {"private", "no-store"}
    assert "HX-Request" in alice.response.headers["Vary"]
