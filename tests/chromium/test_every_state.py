"""What holds on every page and in every state of a game, with scripts and without."""

import itertools
import re
from collections import Counter
from typing import Any

import html5lib
import pytest

from tests.chromium.inspection import MOST_STOPS, Inspection, every_state

pytestmark = pytest.mark.browser


def is_judged_elsewhere(rule: str, node: dict[str, Any]) -> bool:
    """Words on squares lie on pictures; a test of the style sheet computes their contrast.

    What is hidden on narrow screens is looked at on wide ones.
    """
    return rule == "hidden-content" or (
        rule.startswith("color-contrast") and "> table" in node["ancestry"][0]
    )


@every_state
def test_axe_finds_nothing_wrong_whatever_the_screen_and_the_colours(
    inspected: Inspection,
) -> None:
    faults = [
        f"{look}: {rule['id']}: {node['html']} {node['failureSummary']}"
        for look, found in inspected.axe.items()
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
    assert not faults, "\n".join(faults)


@every_state
def test_axe_leaves_nothing_for_a_person_to_judge(inspected: Inspection) -> None:
    doubts = [
        f"{look}: {rule['id']}: {node['html']}"
        for look, found in inspected.axe.items()
        for rule in found["incomplete"]
        for node in rule["nodes"]
        if not is_judged_elsewhere(rule["id"], node)
    ]
    assert not doubts, "\n".join(doubts)


def parse_errors(html: str, *, is_part: bool) -> list[str]:
    parser = html5lib.HTMLParser()
    read = parser.parseFragment if is_part else parser.parse
    read(html)
    lines = html.splitlines()
    return [f"{code}: {lines[place[0] - 1][:120]}" for place, code, _ in parser.errors]


@every_state
def test_html_is_sound_as_sent_and_as_shown(inspected: Inspection) -> None:
    is_part = not inspected.sent.startswith("<!doctype html>")
    assert parse_errors(inspected.sent, is_part=is_part) == []
    assert parse_errors(inspected.shown, is_part=False) == []
    # Validators know no hx- attributes, only data-hx-.
    assert re.findall(r"\shx-[\w-]+", inspected.sent) == []
    assert [name for name, times in Counter(inspected.outline["ids"]).items() if times > 1] == []


@every_state
def test_headings_step_down_one_level_at_a_time(inspected: Inspection) -> None:
    levels = inspected.outline["levels"]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels))


@every_state
def test_two_buttons_have_one_name_only_if_they_do_the_same(inspected: Inspection) -> None:
    does: dict[str, tuple[str, str]] = {}
    for name, order, value in inspected.outline["buttons"]:
        assert re.search(r"[A-Za-z]{2}", name), f"{name!r} has no word in it"
        assert does.setdefault(name, (order, value)) == (order, value), name


@every_state
def test_the_title_begins_with_the_news(inspected: Inspection) -> None:
    news = inspected.outline["news"]
    assert inspected.title == f"{news} - Crownhead"
    if inspected.record:
        last_move = re.split("[-x]", inspected.record[-1])
        assert " to ".join(last_move) in news


@every_state
def test_no_page_is_wider_than_the_screen(inspected: Inspection) -> None:
    assert max(inspected.overhang.values()) <= 0, inspected.overhang
    assert inspected.sticky == []


@every_state
def test_everything_is_big_enough_to_hit_on_a_phone(inspected: Inspection) -> None:
    assert inspected.small_targets == []


@every_state
def test_no_words_are_cut_off_even_when_they_are_spaced_wider(inspected: Inspection) -> None:
    assert inspected.cut_off == []


@every_state
def test_every_stop_of_the_keyboard_shows_a_ring_and_none_is_a_trap(
    inspected: Inspection, scripts: bool
) -> None:
    assert len(inspected.stops) < MOST_STOPS
    assert bool(inspected.stops) == scripts
    for stop in inspected.stops:
        assert stop["ring"] >= 2, stop
        assert stop["off"] <= 1, stop
