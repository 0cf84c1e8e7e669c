"""Endgame tables: what is in them, and how the files they come in are kept."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.engine.endgames import files
from game.engine.endgames.making import Making
from game.engine.kernel.balances import balances
from game.engine.kernel.endings import census, positions_in
from game.rules import VARIANTS

DATA = Path(__file__).parents[1] / "data"
SHIPPED = ("english", "brazilian", "russian")
ENGLISH, RUSSIAN = VARIANTS["english"], VARIANTS["russian"]


def made(variant: str, pieces: int) -> Making:
    making = Making(VARIANTS[variant], pieces, None)
    for _ in making.run():
        pass
    return making


@pytest.fixture(scope="module")
def english() -> Making:
    return made("english", 3)


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder with nothing in it."""
    monkeypatch.setenv("CHECKERS_ENGINE_DIR", str(tmp_path))
    files.tables_of.cache_clear()
    yield tmp_path
    files.tables_of.cache_clear()


def published(most: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """(balance, positions, wins, losses, longest win, longest loss) of English slices."""
    with (DATA / "endgames-english.csv").open() as file:
        rows = list(csv.DictReader(file))
    of_balance = ("bm", "bk", "wm", "wk")
    figures = ("positions", "win", "loss", "longest_win_plies", "longest_loss_plies")
    listed = [
        (tuple(int(row[key]) for key in of_balance), tuple(int(row[key]) for key in figures))
        for row in rows
    ]
    return [(balance, found) for balance, found in listed if sum(balance) <= most]


def compare_with_published(making: Making) -> int:
    compared = 0
    for balance, figures in published(making.pieces):
        men, kings, opp_men, opp_kings = balance
        here = (men, kings, opp_men, opp_kings)
        found = census(here, making.slices[here])
        assert (
            found.positions,
            found.won,
            found.lost,
            found.longest_win,
            found.longest_loss,
        ) == figures, balance
        compared += 1
    return compared


def test_there_are_as_many_positions_as_others_have_counted() -> None:
    totals = [sum(map(positions_in, balances(pieces))) for pieces in range(2, 6)]
    assert totals == [3_488, 196_032, 6_209_316, 139_450_808]


def test_english_slices_of_two_and_three_pieces_are_those_that_others_have(
    english: Making,
) -> None:
    assert compare_with_published(english) == 16
    assert [english.census(pieces).longest_win for pieces in (2, 3)] == [13, 61]
    assert [english.census(pieces).longest_loss for pieces in (2, 3)] == [12, 62]


@pytest.mark.parametrize("variant", SHIPPED)
def test_tables_made_anew_are_the_shipped_ones(variant: str, english: Making) -> None:
    making = english if variant == "english" else made(variant, 3)
    raw = files.unpacked(files.SHIPPED / f"{variant}.xz")
    label = files.read_label(files.SHIPPED / f"{variant}.xz")
    assert (label.variant, label.distances) == (variant, 4)
    for balance, begin, has_distance in label.slices():
        if sum(balance) <= 3:
            packed = making.packed(balance, with_distance=has_distance)
            assert raw[begin : begin + len(packed)] == packed, balance


def test_the_shipped_files_are_small() -> None:
    sizes = {key: (files.SHIPPED / f"{key}.xz").stat().st_size for key in SHIPPED}
    assert sizes["english"] < 3_000_000
    assert max(sizes["brazilian"], sizes["russian"]) < 2_000_000
    labels = [files.read_label(files.SHIPPED / f"{key}.xz") for key in SHIPPED]
    assert [(label.distances, label.results) for label in labels] == [(4, 5), (4, 4), (4, 4)]
