"""Checks that every page passes in every state of a game, with and without scripts.

Each run sees an eighth of the states, each in one look, on one screen and in one scheme, with
scripts or without; after eight commits all of them, then each in the next way
(tests/rotation.py). `make test-slow` sees each in all of them.
"""

import itertools
import re
import sqlite3
from collections import Counter
from collections.abc import Callable, Collection
from typing import Any

import html5lib
import pytest
from playwright.sync_api import Browser

from game.play.sharing.invitations import ATTEMPTS_PER_SESSION
from tests.chromium.inspection import MAX_STOPS, VIEWS, Inspection, inspect, reloads
from tests.chromium.player import Player
from tests.chromium.states import STATES, joining_with_a_code
from tests.chromium.test_themes import LOOKS, choose
from tests.rotation import rotated
from tests.running_site import RunningSite

# The first test also waits for the validator to start.
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]

EVERY_LOOK = {"default": {}, **{" ".join(look.values()): look for look in LOOKS}}
COMBINATIONS = tuple(itertools.product(EVERY_LOOK, VIEWS, (True, False)))


def is_checked_elsewhere(rule: str, node: dict[str, Any]) -> bool:
    """Return whether another test covers a doubt of axe's.

    Labels on squares lie on images; a style sheet test computes their contrast. Content hidden on
    narrow screens is checked on wide ones. Of the top layer axe knows nothing: it sees what lies
    under a dialog, whose colours are those of every page.
    """
    layers = ("> table", "> dialog")
    return rule == "hidden-content" or (
        rule.startswith("color-contrast") and any(it in node["ancestry"][0] for it in layers)
    )


def axe_finds_no_violation_on_any_screen_or_scheme(
    found: Inspection,
) -> None:
    faults = [
        f"{screen}: {rule['id']}: {node['html']} {node['failureSummary']}"
        for screen, result in found.axe.items()
        for rule in result["violations"]
        for node in rule["nodes"]
    ]
    assert not faults, "\n".join(faults)


def axe_leaves_nothing_for_manual_review(found: Inspection) -> None:
    doubts = [
        f"{screen}: {rule['id']}: {node['html']}"
        for screen, result in found.axe.items()
        for rule in result["incomplete"]
        for node in rule["nodes"]
        if not is_checked_elsewhere(rule["id"], node)
    ]
    assert not doubts, "\n".join(doubts)


def parse_errors(html: str, *, is_part: bool) -> list[str]:
    parser = html5lib.HTMLParser()
    read = parser.parseFragment if is_part else parser.parse
    read(html)
    lines = html.splitlines()
    return [f"{code}: {lines[place[0] - 1][:120]}" for place, code, _ in parser.errors]


def html_is_valid_as_sent_and_as_shown(found: Inspection) -> None:
    is_part = not found.sent.startswith("<!doctype html>")
    assert parse_errors(found.sent, is_part=is_part) == []
    assert parse_errors(found.shown, is_part=False) == []
    # Validators know no hx- attributes, only data-hx-.
    assert re.findall(r"\shx-[\w-]+", found.sent) == []
    assert [name for name, times in Counter(found.outline["ids"]).items() if times > 1] == []


def heading_levels_are_not_skipped(found: Inspection) -> None:
    levels = found.outline["levels"]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels))


def page_has_skip_link_header_main_and_footer(
    found: Inspection,
) -> None:
    assert found.outline["body"] == ["a", "header", "main", "footer"]


def parts_of_a_game_keep_their_order(found: Inspection) -> None:
    assert found.outline["parts"] in (
        [],
        ["turn", "moves", "board", "Game actions", "Moves so far"],
    )


def buttons_with_one_name_do_the_same(found: Inspection) -> None:
    actions: dict[str, tuple[str, str]] = {}
    for name, action, value in found.outline["buttons"]:
        assert re.search(r"[A-Za-z]{2}", name), f"{name!r} has no word in it"
        assert actions.setdefault(name, (action, value)) == (action, value), name


def title_begins_with_the_status(found: Inspection) -> None:
    status = found.outline["status"]
    assert found.title.startswith(status)
    if found.record and not status.startswith("Move "):
        last_move = re.split("[-x]", found.record[-1])
        assert " to ".join(last_move) in (found.outline["moved"] or status)


def page_fits_the_width_of_the_screen(found: Inspection) -> None:
    assert max(found.overhang.values()) <= 0, found.overhang
    assert found.sticky == []


def targets_are_big_enough_on_a_phone(found: Inspection) -> None:
    assert found.small_targets == []


def no_text_is_cut_off_with_wider_spacing(found: Inspection) -> None:
    assert found.cut_off == []


def every_tab_stop_shows_a_ring_and_none_is_a_trap(
    found: Inspection,
) -> None:
    assert len(found.stops) < MAX_STOPS
    for stop in found.stops:
        assert stop["ring"] >= 2, stop
        assert stop["off"] <= 1, stop
        assert not stop["covered"], stop


def page_does_not_reload_itself_unasked(found: Inspection) -> None:
    assert found.reloads == []


CHECKS: tuple[Callable[[Inspection], None], ...] = (
    axe_finds_no_violation_on_any_screen_or_scheme,
    axe_leaves_nothing_for_manual_review,
    html_is_valid_as_sent_and_as_shown,
    heading_levels_are_not_skipped,
    page_has_skip_link_header_main_and_footer,
    parts_of_a_game_keep_their_order,
    buttons_with_one_name_do_the_same,
    title_begins_with_the_status,
    page_fits_the_width_of_the_screen,
    targets_are_big_enough_on_a_phone,
    no_text_is_cut_off_with_wider_spacing,
    every_tab_stop_shows_a_ring_and_none_is_a_trap,
    page_does_not_reload_itself_unasked,
)


@pytest.mark.rotates(8)
@pytest.mark.parametrize("state", STATES)
def test_page_passes_every_check(
    new_player: Callable[..., Player],
    subtests: pytest.Subtests,
    request: pytest.FixtureRequest,
    state: str,
    rotation: int,
) -> None:
    look, view, scripts = rotated(COMBINATIONS, state, rotation // 8)
    reach(player := new_player(scripts=scripts), state, look)
    run_every_check(player, subtests, request, look, {view})


@pytest.mark.slow
@pytest.mark.parametrize("look", EVERY_LOOK)
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
@pytest.mark.parametrize("state", STATES)
def test_page_passes_every_check_in_every_look(
    new_player: Callable[..., Player],
    subtests: pytest.Subtests,
    request: pytest.FixtureRequest,
    state: str,
    scripts: bool,
    look: str,
) -> None:
    reach(player := new_player(scripts=scripts), state, look)
    run_every_check(player, subtests, request, look)


def reach(player: Player, state: str, look: str) -> None:
    """Choose a look and lead the player to a state."""
    player.context.clock.install()  # or a day would not pass
    if EVERY_LOOK[look]:
        choose(player, **EVERY_LOOK[look])
    STATES[state](player)


def test_detects_a_page_that_reloads_itself(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.context.clock.install()
    player.page.goto("/")
    player.page.evaluate("() => void setTimeout(() => location.reload(), 72_000_000)")
    assert reloads(player) == [f"reload {player.page.url}"]


def test_error_pages_of_a_broken_site_pass_every_check(
    browser: Browser,
    own_site: RunningSite,
    subtests: pytest.Subtests,
    request: pytest.FixtureRequest,
) -> None:
    player = Player(browser, own_site.url, scripts=True)
    player.begin()  # tries are counted by session
    for _ in range(ATTEMPTS_PER_SESSION + 1):
        joining_with_a_code(player)
    assert player.answer.status == 429
    run_every_check(player, subtests, request)
    player.page.goto("/")
    with sqlite3.connect(own_site.folder / "var" / "crownhead.sqlite3") as database:
        database.execute("ALTER TABLE django_session RENAME TO lost")
    database.close()
    player.page.goto("/")
    assert player.answer.status == 503
    run_every_check(player, subtests, request)
    player.context.close()


def run_every_check(
    player: Player,
    subtests: pytest.Subtests,
    request: pytest.FixtureRequest,
    look: str = "default",
    views: Collection[tuple[str, str]] = VIEWS,
) -> None:
    """Run every check on the player's page, each as a subtest."""
    found = inspect(player, views)
    assert len(found.axe) == len(views)
    for check in CHECKS:
        with subtests.test(check.__name__.replace("_", " "), look=look):
            check(found)
    with subtests.test("the validator finds nothing wrong, as sent and as shown"):
        validator = request.getfixturevalue("validator")
        if found.sent.startswith("<!doctype html>"):
            assert validator.faults(found.sent) == []
        assert validator.faults(found.shown) == []
