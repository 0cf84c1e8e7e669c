"""Text browsers in terminals, their players, and what each move costs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean, median

import pytest

from tests.running_site import live_site
from tests.text_browsers.browsers import TextBrowser
from tests.text_browsers.player import Player
from tests.text_browsers.terminal import Terminals
from tests.tools import tool

__all__ = ["live_site"]


@pytest.fixture
def new_player(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Callable[..., Player]]:
    """A function that makes a new player at a text browser with an empty home folder."""
    terminals = Terminals(tool("tmux"))
    players: list[Player] = []

    def make(browser: TextBrowser, *options: str) -> Player:
        players.append(Player(browser, terminals, tmp_path / f"home-{len(players)}", *options))
        return players[-1]

    yield make
    terminals.close()
    for player in players:
        efforts = [(effort.keys, effort.seconds) for effort in player.efforts]
        request.node.user_properties.append((f"moves in {player.browser}", efforts))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report what moves cost, when these tests are run by their folder."""
    efforts: dict[str, list[tuple[int, float]]] = defaultdict(list)
    # What a fixture records at teardown comes with the teardown report, which pytest files under
    # the empty name.
    for report in terminalreporter.stats.get("", []):
        for name, value in report.user_properties:
            if report.when == "teardown" and name.startswith("moves in "):
                efforts[name].extend(value)
    for name, costs in sorted(efforts.items()):
        if costs:
            keys, seconds = zip(*costs, strict=True)
            terminalreporter.write_line(
                f"{len(costs)} {name}: {mean(keys):.1f} keys each, {median(seconds):.2f} s to "
                f"answer (median; slowest {max(seconds):.2f} s)"
            )
