"""`manage.py crowd`: people at tables of a real server, over HTTP."""

from __future__ import annotations

import io
import re
from contextlib import nullcontext
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from game.management.commands import crowd as command
from game.management.crowd import Player, UnexpectedResponse

pytestmark = [pytest.mark.timeout(600), pytest.mark.rotates(3)]
SMALL = {"tables": 2, "spectators": 1, "seconds": 3, "pace": 0}


def crowd(**options: float) -> str:
    written = io.StringIO()
    call_command("crowd", **(SMALL | options), stdout=written)
    return written.getvalue()


def test_crowds_play_on_one_database_without_errors_and_report_times(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    monkeypatch.setattr(command, "TemporaryDirectory", lambda *, prefix: nullcontext(str(tmp_path)))
    for _ in range(2):
        report = crowd()
        assert "2 tables, 1 spectators" in report
        assert re.search(r"^moves +\d+\.\d +\d+ ms +\d+ ms +\d+ ms$", report, re.MULTILINE)
        assert re.search(r"Errors: 0\.", report)


def test_fails_when_a_crowd_waits_too_long():
    with pytest.raises(CommandError, match=r"One move in a hundred took \d+ ms, not 0 ms"):
        crowd(most_ms=0)


def test_reports_what_went_wrong_for_anyone(monkeypatch: pytest.MonkeyPatch):
    def stumble(player: Player) -> None:
        raise UnexpectedResponse("500 from /tables/new")

    monkeypatch.setattr(Player, "take_seat", stumble)
    monkeypatch.setattr(command, "BETWEEN_ARRIVALS", 0)
    with pytest.raises(
        CommandError, match=r"errors: Person 1001: UnexpectedResponse: 500 from /tables/new"
    ):
        crowd()
