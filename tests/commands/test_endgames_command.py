"""`manage.py endgames`: making and checking endgame tables."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from game.engine.endgames import files

pytestmark = [pytest.mark.timeout(900), pytest.mark.compiles]
"""The first test that runs compiles the table maker: half a minute of processor time."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("CHECKERS_ENGINE_DIR", str(tmp_path))
    files.tables_of.cache_clear()
    yield tmp_path
    files.tables_of.cache_clear()


def endgames(*arguments: str) -> tuple[list[str], list[str]]:
    """Return the lines on standard output and on standard error."""
    stdout, stderr = io.StringIO(), io.StringIO()
    call_command("endgames", *arguments, stdout=stdout, stderr=stderr)
    return stdout.getvalue().splitlines(), stderr.getvalue().splitlines()


def test_makes_tables_that_the_engine_finds(home: Path) -> None:
    assert files.packed_file("italian") is None
    written, progress = endgames("italian", "3")
    assert written[0].startswith("2 pieces: 3,488 positions, ")
    assert written[1].startswith("3 pieces: 196,032 positions, ")
    assert written[-1].startswith(f"{home}/endgames/italian.xz: ")
    assert progress[-1].startswith("100 % after ")
    tables = files.tables_of("italian")
    assert tables is not None
    assert (tables.label.distances, tables.label.results) == (3, 3)
    assert endgames("italian", "3", "--check")[0] == ["every position is correct"]


def test_checks_the_shipped_tables() -> None:
    assert endgames("russian", "2", "--check")[0] == ["every position is correct"]


def test_check_fails_for_tables_with_wrong_values(home: Path) -> None:
    endgames("italian", "2")
    path = home / "endgames" / "italian.xz"
    raw = bytearray(files.unpack(path))
    raw[:] = bytes(value + 2 if value else 0 for value in raw)
    files.write_packed(path, "italian", 2, 2, bytes(raw))
    with pytest.raises(CommandError, match=r"positions of .* are wrong"):
        endgames("italian", "2", "--check")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("chess", "3"), "there is no rule set 'chess'"),
        (("english", "many"), "'many' pieces: give 2, 3, 4 or 5"),
        (("english", "6"), "'6' pieces: give 2, 3, 4 or 5"),
        (("canadian", "2"), "not played on 32 squares"),
        (("pool", "2", "--check"), "there are no endgame tables of Pool checkers with 2 pieces"),
        (("russian", "5", "--check"), "there are no endgame tables of Russian draughts with 5"),
    ],
)
def test_refuses_tables_that_cannot_be_made_in_one_line(
    arguments: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(CommandError, match=reason):
        endgames(*arguments)
