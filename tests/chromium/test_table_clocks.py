"""Clocks at a table in two browsers: both players see a flag fall."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.board import announcement
from tests.chromium.player import Player
from tests.chromium.tables import play, start_table
from tests.running_site import RunningSite

pytestmark = pytest.mark.browser

COLLECT_ANNOUNCEMENTS = """() => {
    window.said = []
    const live = document.querySelector("#said")
    new MutationObserver(() => said.push(live.textContent)).observe(live, {childList: true})
}"""


def set_black_clock(site: RunningSite, address: str, milliseconds: int) -> None:
    """Leave Black, whose clock is running, so much time from now."""
    flag_at = time.time_ns() // 1_000_000 + milliseconds
    with sqlite3.connect(site.folder / "var" / "crownhead.sqlite3", timeout=20) as database:
        changed = database.execute(
            "UPDATE game_table SET flag_at = ?, black_left_ms = ? - clock_since "
            "WHERE id = ? AND clock_runs = 'B'",
            (flag_at, flag_at, address.rpartition("/")[2]),
        )
    assert changed.rowcount == 1


def test_player_sees_their_flag_fall_before_the_next_poll(
    new_player: Callable[..., Player], live_site: RunningSite
) -> None:
    black, white = new_player(), new_player()
    black.page.clock.install()
    address = start_table(black, white, clock="game")
    play(black, white, "11-15 23-19")
    black.page.clock.pause_at(black.page.evaluate("Date.now()") + 60_000)
    set_black_clock(live_site, address, 9_500)
    black.page.goto(address)
    assert black.heading().startswith("Your turn")
    expect(white.page.locator("#turn")).to_contain_text("You won")
    # Otherwise the page polls every ten seconds, and by its own clock fewer have passed.
    with black.page.expect_response(lambda response: "/news" in response.url) as polled:
        black.page.clock.run_for(9_900)
    assert polled.value.ok
    expect(black.page.locator("#turn")).to_contain_text("on time")
    assert "You lost on time" in announcement(black)


def test_low_clock_is_told_once_each_and_marked(
    new_player: Callable[..., Player], live_site: RunningSite
) -> None:
    black, white = new_player(), new_player()
    black.page.clock.install()
    address = start_table(black, white, clock="game")
    play(black, white, "11-15 23-19")
    black.page.clock.pause_at(black.page.evaluate("Date.now()") + 60_000)
    set_black_clock(live_site, address, 120_000)
    with black.page.expect_response("**/clocks*.js"):
        black.page.goto(address)
    black.page.evaluate(COLLECT_ANNOUNCEMENTS)
    own = black.page.locator(".clocks [data-own]")
    low = black.page.locator(".strip .clock.low")
    while "low on time" not in own.inner_text():
        black.page.clock.run_for(5_000)
    expect(low).to_contain_text("low on time")
    while "almost out of time" not in own.inner_text():
        black.page.clock.run_for(5_000)
    expect(low).to_contain_text("almost out of time")
    warnings = [it for it in black.page.evaluate("said") if "seconds left" in it]
    assert warnings == ["You have 30 seconds left.", "You have 10 seconds left."]
