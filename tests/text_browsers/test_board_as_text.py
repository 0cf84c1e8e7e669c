"""The board as printed by text browsers, for readers of files and of braille."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.running_site import RunningSite
from tests.tools import tool

pytestmark = pytest.mark.browser

COLUMNS = 80
PRINT = {
    "lynx": ["-dump", "-nolist", f"-width={COLUMNS}"],
    "w3m": ["-dump", "-cols", str(COLUMNS)],
    "links2": ["-dump", "-width", str(COLUMNS)],
    "elinks": ["-dump", "-no-references", "-no-numbering", "-dump-width", str(COLUMNS)],
}


def test_lynx_prints_the_board_row_by_row(live_site: RunningSite, tmp_path: Path) -> None:
    """Lynx has no columns, so its lines must make sense in order."""
    board = " ".join(" ".join(_printed_board("lynx", live_site.url, tmp_path)).split())
    assert board.startswith("row 8 32, white man 31, white man 30, white man 29, white man row 7")
    assert "row 5 20, empty 19, empty 18, empty 17, empty row 4 16, empty" in board
    assert "row 3 12, black man 11, black man 10, black man 9, black man row 2 8, black" in board
    assert [int(number) for number in re.findall(r"(\d+),", board)] == list(range(32, 0, -1))


@pytest.mark.parametrize("browser", ["w3m", "links2", "elinks"])
def test_board_prints_in_columns_and_fits_a_terminal(
    live_site: RunningSite, tmp_path: Path, browser: str
) -> None:
    lines = _printed_board(browser, live_site.url, tmp_path)
    assert max(map(len, lines)) <= COLUMNS
    place_of = {
        int(found[1]): found.start() for line in lines for found in re.finditer(r"(\d+),", line)
    }
    assert list(place_of) == list(range(32, 0, -1))
    for column in range(8):
        squares = range(4 - column // 2 + 4 * (column % 2 == 0), 33, 8)
        places = [place_of[square] for square in squares]
        # Centred text may start up to half a word apart.
        assert max(places) - min(places) <= 2, f"squares {list(squares)}: {lines}"
    assert sum("row" in line for line in lines) == 8


@pytest.mark.parametrize("browser", PRINT)
def test_lettered_board_prints_in_straight_columns(
    live_site: RunningSite, tmp_path: Path, browser: str
) -> None:
    assert _lettered_rows(_printed(browser, f"{live_site.url}record", tmp_path)) == [
        *("-w-w-w-w", "w-w-w-w-", "-w-w-w-w"),
        *(".-.-.-.-", "-.-.-.-."),
        *("b-b-b-b-", "-b-b-b-b", "b-b-b-b-"),
    ]


@pytest.mark.parametrize("browser", PRINT)
def test_game_shows_a_line_for_each_row_of_the_board_at_80_columns(
    live_site: RunningSite, tmp_path: Path, browser: str
) -> None:
    """The words of a row take up to five lines where the browser has columns."""
    lines = _printed(browser, live_site.url, tmp_path)
    assert max(map(len, lines)) <= COLUMNS
    begin = next(at for at, line in enumerate(lines) if re.fullmatch(LETTERED, line))
    board = lines[begin : begin + 8]
    assert _lettered_rows(board)[:1] == ["-w-w-w-w"]
    assert len(_lettered_rows(board)) == 8
    squares = [number for line in board for number in line.split()[2:]]
    assert squares == [str(number) for number in range(32, 0, -1)]


LETTERED = r"\s*[1-8] ([bBwW.-]{8})(?:  [\d ]+)?"


def _lettered_rows(lines: list[str]) -> list[str]:
    return [found[1] for line in lines if (found := re.fullmatch(LETTERED, line))]


def _printed(browser: str, url: str, home: Path) -> list[str]:
    page = subprocess.run(
        [tool(browser), *PRINT[browser], url],
        env={"HOME": str(home), "LANG": "C.UTF-8", "TERM": "dumb"},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    ).stdout
    return [line.rstrip() for line in page.replace("\xa0", " ").splitlines()]


def _printed_board(browser: str, url: str, home: Path) -> list[str]:
    lines = _printed(browser, url, home)
    begin = next(at for at, line in enumerate(lines) if line.endswith("Black at the bottom"))
    end = next(at for at, line in enumerate(lines) if "Black, 12:" in line)
    return lines[begin + 1 : end]
