"""While games cannot be stored, a page explains it and no game is lost."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.db import connection

from tests.player import Player
from tests.table_player import Clock, TablePlayer, begin


@contextmanager
def read_only_database() -> Iterator[None]:
    """Make the database read-only, as a failing disk or a demoted PostgreSQL server does."""
    if connection.vendor == "sqlite":
        on, off = "PRAGMA query_only = 1", "PRAGMA query_only = 0"
    else:
        on, off = (f"SET default_transaction_read_only = {it}" for it in ("on", "off"))
    with connection.cursor() as cursor:
        cursor.execute(on)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(off)


def test_a_move_that_cannot_be_stored_is_explained_and_loses_nothing(
    alice: Player, caplog: pytest.LogCaptureFixture
):
    alice.lay_out(moves="11-15")
    alice.client.raise_request_exception = False
    form = alice.fields("/move")
    with read_only_database(), caplog.at_level(logging.INFO):
        assert alice.send("/move", form | {"move": "23-19"}) == 503
        assert alice.page.h1
        assert alice.page.h1.get_text() == "Games can’t be saved right now"
        assert alice.response.headers["Retry-After"] == "30"
        alice.open()
        assert alice.heading == "White to move: Black moved 11 to 15"
    (line,) = caplog.records
    assert line.getMessage().startswith("503 for POST /move: ")
    assert line.exc_info is None
    assert alice.send("/move", form | {"move": "23-19"}) == 303
    assert alice.stored["moves"] == "11-15 23-19"


def test_htmx_replaces_the_whole_page_with_the_error(alice: Player):
    alice.lay_out(moves="11-15")
    alice.client.raise_request_exception = False
    order = alice.fields("/move") | {"move": "23-19"}
    with read_only_database():
        assert alice.send("/move", order, **{"HX-Request": "true"}) == 503
    assert alice.response.headers["HX-Retarget"] == "body"


def test_a_polling_page_stays_as_it_is(ann: TablePlayer, bob: TablePlayer, clock: Clock):
    begin(ann, bob, clock, "11-15")
    bob.client.raise_request_exception = False
    clock.go_on(60)
    with read_only_database():
        bob.open(f"{bob.table}/news?revision=0&here=1", **{"HX-Request": "true"})
    assert bob.response.status_code == 503
    assert bob.response.headers["HX-Reswap"] == "none"
    assert "HX-Retarget" not in bob.response.headers
    bob.look()
    assert bob.heading.startswith("Your turn: Ann moved 11 to 15")


def test_an_invalid_query_is_still_a_server_error(
    alice: Player, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    def broken(*args: object, **named: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT nonsense FROM django_session")

    monkeypatch.setattr("game.web.solo.views.show_game", broken)
    alice.client.raise_request_exception = False
    alice.open()
    assert alice.response.status_code == 500
    assert "nonsense" in caplog.text
    assert caplog.records[-1].exc_info
