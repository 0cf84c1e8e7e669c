"""Questions and answers: every figure in them is the one the site uses."""

from __future__ import annotations

import re

import pytest
from django.conf import settings as site_settings
from pytest_django import Settings

from game.engine.levels import LEVELS
from game.notation.ballots import ballots
from game.play.openings import MAX_SEED, MIN_SEED, OPENING_PLIES
from game.play.preferences import CHOICES
from game.play.sharing.invitations import ATTEMPT_WINDOW, LIFETIME
from game.play.solo.game import PLAYABLE
from game.play.tables.game import ABSENCE_WITH_CLOCK, ABSENCE_WITHOUT_CLOCK
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS
from game.web.settings.views import MOVES_LIST
from game.web.shared import terms
from tests.player import Player

ABSENCES = (ABSENCE_WITH_CLOCK, ABSENCE_WITHOUT_CLOCK)


@pytest.fixture
def reader(alice: Player) -> Player:
    alice.open("/faq/")
    return alice


def answer(player: Player, question: str) -> str:
    """Return the text between a question and the next one."""
    heading = player.page.find(id=question)
    said = []
    for part in heading.find_next_siblings():
        if part.name in ("h2", "h3"):
            break
        said.append(part.get_text(" "))
    return " ".join(" ".join(said).split())


def test_the_faq_covers_what_beginners_ask(reader: Player) -> None:
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


def test_each_level_is_listed_with_its_thinking_time(reader: Player) -> None:
    rows = reader.page.select("#computer ~ table tbody tr")
    told = {row.th.get_text(): row.find_all("td")[-1].get_text() for row in rows}
    assert told == {
        terms.LEVELS[key]: f"{level.budget_ms / 1000:g} seconds" for key, level in LEVELS.items()
    }
    assert "quick legal move instead, capturing the most pieces" in answer(reader, "computer")


def test_the_draw_limits_match_the_rule_sets(reader: Player) -> None:
    told = answer(reader, "end")
    moves = {int(number) for number in re.findall(r"makes (\d+) moves", told)}
    assert moves == {
        counter.plies // 2 for rules in PLAYABLE for counter in VARIANTS[rules].draw_counters
    }


def test_the_house_rules_match_those_offered(reader: Player) -> None:
    told = answer(reader, "house-rules")
    moves = {int(number) for number in re.findall(r"\d+", told)}
    assert moves == {
        limit // 2 for rules in PLAYABLE for limit in HOUSE_RULE_OPTIONS[rules].quiet_plies
    }
    offered = [rules for rules in PLAYABLE if HOUSE_RULE_OPTIONS[rules].takes_most]
    assert told.count("must capture the most pieces") == len(offered)


def test_practice_positions_show_what_can_be_played(reader: Player) -> None:
    told = answer(reader, "practice")
    assert "Black to move, 7 legal moves." in told
    assert "Black must capture: 21x30." in told
    assert "Black must capture: 30x21 or 30x23x14." in told
    assert "Black to move, 8 legal moves." in told


def test_openings_are_described_with_their_figures(reader: Player) -> None:
    told = answer(reader, "openings")
    assert f"plays {OPENING_PLIES} random legal moves" in told
    assert f"from {MIN_SEED} to {MAX_SEED}" in told
    assert f"one of the {len(ballots())} openings" in told


def test_storage_time_and_cookies_match_the_settings(reader: Player) -> None:
    assert site_settings.SESSION_COOKIE_AGE == 365 * 24 * 60 * 60
    assert "it lasts 1 year from" in answer(reader, "saved")
    cookies = {code.get_text() for code in reader.page.select("#privacy ~ p code")}
    kept = {site_settings.SESSION_COOKIE_NAME, site_settings.CSRF_COOKIE_NAME}
    assert cookies == kept | {MOVES_LIST}


def test_settings_are_told_with_their_number_of_choices(reader: Player) -> None:
    told = answer(reader, "settings")
    assert f"{len(CHOICES['palette'])} pairs" in told
    assert f"Boards: {len(CHOICES['board'])} kinds" in told
    assert f"Pieces: {len(CHOICES['pieces'])} kinds" in told


def test_the_lifetime_of_an_invitation_matches_the_limit(reader: Player) -> None:
    assert f"works once, for {LIFETIME.seconds // 60} minutes" in answer(reader, "friend")
    assert f"counts typed codes for {ATTEMPT_WINDOW.seconds // 60} minutes" in answer(
        reader, "privacy"
    )


def test_the_example_moves_can_be_played(alice: Player) -> None:
    alice.open("/faq/")
    found = re.search(r"such as ([\d-]+) or ([\dx]+)\.", answer(alice, "moving"))
    assert found
    step, jump = found.groups()
    alice.lay_out()
    assert alice.move(step) == 303
    alice.lay_out(start="B:W14,22,32:B1,10")
    assert alice.move(jump) == 303


def test_the_sites_contact_is_shown_if_configured(alice: Player, settings: Settings) -> None:
    for path in ("/faq/", "/accessibility/"):
        alice.open(path)
        assert "have given no address" in answer(alice, "report")
        settings.CONTACT = "help@checkers.example"
        alice.open(path)
        assert "Write to help@checkers.example ," in answer(alice, "report")
        assert alice.page.find("a", href="mailto:help@checkers.example")
        settings.CONTACT = ""


def test_the_accessibility_page_claims_only_browsers_under_test(alice: Player) -> None:
    alice.open("/accessibility/")
    tested = answer(alice, "tested")
    for browser in ("Chromium", "lynx", "w3m", "Links", "ELinks"):
        assert browser in tested
    for browser in ("Firefox", "Safari", "NVDA", "JAWS", "VoiceOver", "TalkBack"):
        assert browser not in tested
        assert browser in answer(alice, "not-tested")


def test_the_time_rules_of_tables_are_explained(reader: Player) -> None:
    assert "you lose if your time runs out" in answer(reader, "end")
    assert "a lone king can’t win that by force" in answer(reader, "end")
    away = [f"{absence.seconds // 60} minutes" for absence in ABSENCES]
    assert all(minutes in answer(reader, "people") for minutes in away)
    reader.open("/rules/english/")
    assert "a lone king can’t win that by force" in reader.text
