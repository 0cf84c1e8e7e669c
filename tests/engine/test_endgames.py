"""Endgame tables: their content, and the files they are stored in."""

from __future__ import annotations

import csv
import mmap
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from game.engine import endgames, places
from game.engine.compiled_search import CompiledSearch
from game.engine.endgames import DamagedTables, files
from game.engine.endgames.making import GenerationError, Making, check
from game.engine.kernel.balances import balances
from game.engine.kernel.endings import SliceSolver, census, positions_in
from game.engine.limits import Limit
from game.notation import parse_fen
from game.rules import VARIANTS

pytestmark = [pytest.mark.timeout(900), pytest.mark.compiles]
"""The first test compiles the generator: half a minute of CPU time."""
DATA = Path(__file__).parents[1] / "data"
SHIPPED = ("english", "brazilian", "russian")
ENGLISH, RUSSIAN = VARIANTS["english"], VARIANTS["russian"]


def build(variant: str, pieces: int) -> Making:
    making = Making(VARIANTS[variant], pieces, None)
    for _ in making.run():
        pass
    return making


@pytest.fixture(scope="module")
def english() -> Making:
    return build("english", 3)


def damage_file(path: Path, damage: str) -> None:
    """Damage a file as a failing disk or a stray program would."""
    content = path.read_bytes()
    middle = len(content) // 2
    match damage:
        case "changed":
            path.write_bytes(content[:middle] + b"?!" + content[middle + 2 :])
        case "cut short":
            path.write_bytes(content[:middle])
        case "emptied":
            path.write_bytes(b"")
        case "missing":
            path.unlink()


@pytest.fixture
def empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty data folder."""
    monkeypatch.setenv("CHECKERS_ENGINE_DIR", str(tmp_path))
    files.tables_of.cache_clear()
    yield tmp_path
    files.tables_of.cache_clear()


def published(max_pieces: int) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """(balance, positions, wins, losses, longest win, longest loss) of English slices."""
    with (DATA / "endgames-english.csv").open() as file:
        rows = list(csv.DictReader(file))
    of_balance = ("bm", "bk", "wm", "wk")
    figures = ("positions", "win", "loss", "longest_win_plies", "longest_loss_plies")
    listed = [
        (tuple(int(row[key]) for key in of_balance), tuple(int(row[key]) for key in figures))
        for row in rows
    ]
    return [(balance, found) for balance, found in listed if sum(balance) <= max_pieces]


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


def test_position_counts_match_published_ones() -> None:
    totals = [sum(map(positions_in, balances(pieces))) for pieces in range(2, 6)]
    assert totals == [3_488, 196_032, 6_209_316, 139_450_808]


def test_english_slices_of_2_and_3_pieces_match_published_ones(
    english: Making,
) -> None:
    assert compare_with_published(english) == 16
    assert [english.census(pieces).longest_win for pieces in (2, 3)] == [13, 61]
    assert [english.census(pieces).longest_loss for pieces in (2, 3)] == [12, 62]


@pytest.mark.parametrize("variant", SHIPPED)
def test_rebuilt_tables_equal_the_shipped_ones(variant: str, english: Making) -> None:
    making = english if variant == "english" else build(variant, 3)
    raw = files.unpack(files.SHIPPED / f"{variant}.xz")
    label = files.read_label(files.SHIPPED / f"{variant}.xz")
    assert (label.variant, label.distances) == (variant, 4)
    for balance, offset, has_distance in label.slices():
        if sum(balance) <= 3:
            packed = making.packed(balance, with_distance=has_distance)
            assert raw[offset : offset + len(packed)] == packed, balance


def test_shipped_files_are_small() -> None:
    sizes = {key: (files.SHIPPED / f"{key}.xz").stat().st_size for key in SHIPPED}
    assert sizes["english"] < 3_000_000
    assert max(sizes["brazilian"], sizes["russian"]) < 2_000_000
    labels = [files.read_label(files.SHIPPED / f"{key}.xz") for key in SHIPPED]
    assert [(label.distances, label.results) for label in labels] == [(4, 5), (4, 4), (4, 4)]


@pytest.mark.parametrize("variant", SHIPPED)
def test_shipped_tables_of_3_pieces_are_consistent(variant: str) -> None:
    check(VARIANTS[variant], 3, lambda step: None)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("variant", SHIPPED)
def test_all_shipped_tables_are_consistent(variant: str) -> None:
    tables = files.tables_of(variant)
    assert tables is not None
    check(VARIANTS[variant], tables.label.results, lambda step: None)


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_english_slices_of_4_and_5_pieces_match_published_ones() -> None:
    making = build("english", 5)
    assert compare_with_published(making) == 41
    assert [making.census(pieces).longest_win for pieces in (4, 5)] == [109, 161]
    assert making.census(5).positions == 139_450_808
    raw = files.unpack(files.SHIPPED / "english.xz")
    for balance, offset, has_distance in files.read_label(files.SHIPPED / "english.xz").slices():
        packed = making.packed(balance, with_distance=has_distance)
        assert raw[offset : offset + len(packed)] == packed, balance


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["russian", "brazilian"])
def test_flying_king_endings_match_published_counts(variant: str) -> None:
    making = build(variant, 4)
    three, one, two = (
        census(balance, making.slices[balance])
        for balance in ((0, 3, 0, 1), (0, 1, 0, 3), (0, 2, 0, 1))
    )
    assert (three.won, three.drawn, three.longest_win) == (132_240, 11_600, 25)
    assert (one.won, one.lost, one.drawn) == (1_854, 56_518, 85_468)
    assert (two.won, two.drawn, two.longest_win) == (5_628, 9_252, 7)


def test_interrupted_run_resumes_where_it_stopped(
    tmp_path: Path, english: Making, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = Making(ENGLISH, 3, tmp_path)
    for step in first.run():
        if step.done == step.total // 2 or len(list(tmp_path.iterdir())) > 8:
            break
    saved = len(list(tmp_path.iterdir()))
    solved = []
    solve = SliceSolver.solve
    monkeypatch.setattr(
        SliceSolver, "solve", lambda maker, pair: solved.extend(pair) or solve(maker, pair)
    )
    second = Making(ENGLISH, 3, tmp_path)
    *_, last = second.run()
    assert last.done == last.total
    assert len(solved) == len(english.slices) - saved
    assert second.census(3) == english.census(3)


def test_damaged_slice_is_solved_again(tmp_path: Path, english: Making) -> None:
    for _ in Making(ENGLISH, 2, tmp_path).run():
        pass
    damaged = tmp_path / "english-0101.slice"
    damaged.write_bytes(damaged.read_bytes()[:-1] + b"?")
    again = Making(ENGLISH, 2, tmp_path)
    for _ in again.run():
        pass
    assert again.census(2) == english.census(2)


def test_wrong_position_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = SliceSolver.solve

    def solve_badly(maker: SliceSolver, pair: Any) -> Any:
        found = solve(maker, pair)
        found[pair[0]][100] ^= 1
        return found

    monkeypatch.setattr(SliceSolver, "solve", solve_badly)
    with pytest.raises(GenerationError, match="wrong"):
        build("english", 2)


@pytest.mark.parametrize(("variant", "pieces"), [("canadian", 3), ("english", 6)])
def test_rejects_other_boards_and_more_pieces(variant: str, pieces: int) -> None:
    with pytest.raises(GenerationError):
        Making(VARIANTS[variant], pieces, None)


def test_unpacks_tables_once_and_maps_them(empty_home: Path) -> None:
    reported: list[str] = []
    endgames.prepare(reported.append)
    assert len(reported) == 3
    endgames.prepare(reported.append)
    assert len(reported) == 3
    tables = endgames.tables_of("russian")
    assert tables is not None
    assert isinstance(tables.memory, mmap.mmap)
    assert list((empty_home / "endgames").glob("russian-4-*.raw"))


def test_unpacks_damaged_tables_again(empty_home: Path) -> None:
    endgames.prepare(lambda words: None, ["russian"])
    (unpacked,) = (empty_home / "endgames").glob("*.raw")
    content = unpacked.read_bytes()
    unpacked.write_bytes(content[:1000] + b"?" + content[1001:])
    assert endgames.tables_of("russian") is not None
    assert unpacked.read_bytes() == content


@pytest.mark.parametrize("damage", ["changed", "cut short", "emptied", "missing"])
def test_prepare_detects_damaged_unpacked_tables(empty_home: Path, damage: str) -> None:
    reported: list[str] = []
    endgames.prepare(reported.append, ["russian"])
    (unpacked,) = (empty_home / "endgames").glob("*.raw")
    content = unpacked.read_bytes()
    endgames.prepare(reported.append, ["russian"])
    assert reported == ["endgame tables of russian, up to 4 pieces"]
    damage_file(unpacked, damage)
    endgames.prepare(reported.append, ["russian"])
    assert reported[1:] == reported[:1]
    assert unpacked.read_bytes() == content


def test_unpacks_tables_in_memory_without_a_writable_place(
    empty_home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(places, "writable", lambda name: None)
    tables = endgames.tables_of("russian")
    assert tables is not None
    assert isinstance(tables.memory, bytes)


def test_names_a_damaged_table_file_and_searches_without_it(
    empty_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = (files.SHIPPED / "russian.xz").read_bytes()
    folder = tmp_path / "shipped"
    folder.mkdir()
    (folder / "russian.xz").write_bytes(shipped[:-100])
    monkeypatch.setattr(files, "SHIPPED", folder)
    with pytest.raises(DamagedTables, match=r"russian\.xz is damaged"):
        endgames.tables_of("russian")
    position = parse_fen("W:WK2,K7,K13:BK3", RUSSIAN)
    search = CompiledSearch()
    assert search.probe(position, RUSSIAN) is None
    assert search.search(position, RUSSIAN, Limit(depth=2), tables=True).depth == 2


def test_searches_games_that_have_no_tables() -> None:
    italian = VARIANTS["italian"]
    position = parse_fen("W:WK2,K7:BK3", italian)
    search = CompiledSearch()
    assert search.probe(position, italian) is None
    assert search.search(position, italian, Limit(depth=2), tables=True).depth == 2


def test_reading_tables_does_not_load_the_compiler() -> None:
    program = (
        "import sys; from game.engine.endgames import tables_of; tables_of('russian');"
        " print('numba' in sys.modules)"
    )
    process = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(places.PROJECT)},
        timeout=200,
    )
    assert process.stdout.strip() == "False"
