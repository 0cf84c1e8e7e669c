"""Questions and answers: every figure in them is one that the site works with."""

from __future__ import annotations

import re

import pytest
from django.conf import settings as site_settings
from pytest_django import Settings

from game.engine.levels import LEVELS
from game.notation.ballots import ballots
from game.play.openings import LARGEST_SEED, OPENING_PLIES, SMALLEST_SEED
from game.play.preferences import CHOICES, SWITCHES
from game.play.sharing.invitations import LIFETIME, TRY_WINDOW
from game.play.solo.game import PLAYABLE
from game.play.tables.game import ABSENCE_WITH_CLOCK, ABSENCE_WITHOUT_CLOCK
from game.rules import OFFERS, VARIANTS
from game.web.shared import terms
from tests.player import Player

ABSENCES = (ABSENCE_WITH_CLOCK, ABSENCE_WITHOUT_CLOCK)


@pytest.fixture
def reader(alice: Player) -> Player:
    alice.open("/faq/")
    return alice


def answer(player: Player, question: str) -> str:
    """What stands between a question and the next one."""
    heading = player.page.find(id=question)
    said = []
    for part in heading.find_next_siblings():
        if part.name in ("h2", "h3"):
            break
        said.append(part.get_text(" "))
    return " ".join(" ".join(said).split())


def test_what_beginners_ask_is_asked(reader: Player) -> None:
    asked = [heading.get_text() for heading in reader.page.select("h3")]
    assert len(asked) >= 20
    for about in (
        "against the computer",
        "two people",
        "keyboard",
        "How do you play checkers",
        "have to jump",
        "kings move",
        "game end",
        "saved",
        "take a move back",
        "practice positions",
        "download anything or make an account",
        "Which browsers",
    ):
        assert any(about in question for question in asked), about


def test_each_level_is_told_with_the_time_it_has(reader: Player) -> None:
    rows = reader.page.select("#computer ~ table tbody tr")
    told = {row.th.get_text(): row.find_all("td")[-1].get_text() for row in rows}
    assert told == {
        terms.LEVELS[key]: f"{level.budget_ms / 1000:g} seconds" for key, level in LEVELS.items()
    }
    assert "quick legal move instead, taking the most pieces" in answer(reader, "computer")


def test_the_draws_are_those_of_the_rule_sets(reader: Player) -> None:
    told = answer(reader, "end")
    plies = {int(number) for number in re.findall(r"(\d+) plies", told)}
    assert plies == {
        counter.plies for rules in PLAYABLE for counter in VARIANTS[rules].draw_counters
    }


def test_house_rules_are_those_that_are_offered(reader: Player) -> None:
    told = answer(reader, "house-rules")
    plies = {int(number) for number in re.findall(r"(\d+) plies", told)}
    assert plies == {limit for rules in PLAYABLE for limit in OFFERS[rules].quiet_plies}
    offered = [rules for rules in PLAYABLE if OFFERS[rules].takes_most]
    assert told.count("must take the most pieces") == len(offered)


def test_practice_positions_are_told_with_what_can_be_played_there(reader: Player) -> None:
    told = answer(reader, "practice")
    assert "Black to move, 7 legal moves." in told
    assert "Black must capture: 21x30." in told
    assert "Black must capture: 30x21 or 30x23x14." in told
    assert "Black to move, 8 legal moves." in told


def test_openings_are_told_with_their_numbers(reader: Player) -> None:
    told = answer(reader, "openings")
    assert f"plays {OPENING_PLIES} random legal moves" in told
    assert f"from {SMALLEST_SEED} to {LARGEST_SEED}" in told
    assert f"one of the {len(ballots())} openings" in told


def test_how_long_a_game_is_kept_and_by_which_cookies_is_what_the_settings_say(
    reader: Player,
) -> None:
    assert site_settings.SESSION_COOKIE_AGE == 365 * 24 * 60 * 60
    assert "it lasts 1 year from" in answer(reader, "saved")
    cookies = {code.get_text() for code in reader.page.select("#privacy ~ p code")}
    assert cookies == {site_settings.SESSION_COOKIE_NAME, site_settings.CSRF_COOKIE_NAME}


def test_every_setting_is_told_with_the_number_of_choices(reader: Player) -> None:
    told = answer(reader, "settings")
    listed = reader.page.find(id="settings").find_next("ul").select("li")
    assert len(listed) == len(CHOICES) + len(SWITCHES)
    assert f"{len(CHOICES['palette'])} pairs" in told
    assert f"The board: {len(CHOICES['board'])} kinds" in told
    assert f"The pieces: {len(CHOICES['pieces'])} kinds" in told


def test_an_invitation_is_good_for_as_long_as_it_is_said_to_be(reader: Player) -> None:
    assert f"good once, for {LIFETIME.seconds // 60} minutes" in answer(reader, "friend")
    assert f"counted for {TRY_WINDOW.seconds // 60} minutes" in answer(reader, "privacy")


def test_moves_given_as_examples_can_be_played(alice: Player) -> None:
    alice.open("/faq/")
    found = re.search(r"such as ([\d-]+) or ([\dx]+)\.", answer(alice, "moving"))
    assert found
    step, jump = found.groups()
    alice.lay_out()
    assert alice.move(step) == 303
    alice.lay_out(start="B:W14,22,32:B1,10")
    assert alice.move(jump) == 303


def test_who_runs_the_site_is_named_if_they_want_to_be(alice: Player, settings: Settings) -> None:
    for path in ("/faq/", "/accessibility/"):
        alice.open(path)
        assert "has given no address" in answer(alice, "report")
        settings.CONTACT = "help@checkers.example"
        alice.open(path)
        assert "Write to help@checkers.example ," in answer(alice, "report")
        assert alice.page.find("a", href="mailto:help@checkers.example")
        settings.CONTACT = ""


def test_the_page_about_accessibility_claims_only_browsers_that_tests_drive(
    alice: Player,
) -> None:
    alice.open("/accessibility/")
    tested = answer(alice, "tested")
    for browser in ("Chromium", "lynx", "w3m", "Links", "ELinks"):
        assert browser in tested
    for browser in ("Firefox", "Safari", "NVDA", "JAWS", "VoiceOver", "TalkBack"):
        assert browser not in tested
        assert browser in answer(alice, "not-tested")


def test_what_time_decides_at_tables_is_told(reader: Player) -> None:
    assert "whoever runs out of time loses" in answer(reader, "end")
    assert "a lone king cannot win that by force" in answer(reader, "end")
    away = [f"{absence.seconds // 60} minutes" for absence in ABSENCES]
    assert all(minutes in answer(reader, "people") for minutes in away)
    reader.open("/rules/english/")
    assert "a lone king cannot win that by force" in reader.text
