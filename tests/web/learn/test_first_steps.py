"""The first steps and the page about the site: what a newcomer reads."""

from __future__ import annotations

from django.conf import settings as site_settings
from pytest_django import Settings

from game.play.solo.game import PLAYABLE
from game.web.learn.lessons import LESSONS
from game.web.settings.views import MOVES_LIST
from tests.player import Player
from tests.web.learn.test_rules_pages import prefer


def test_five_pictures_teach_the_first_steps_in_order(alice: Player) -> None:
    page = alice.open("/learn/")
    assert [heading.get_text() for heading in page.select(".firsts h2")] == [
        "Move",
        "Jump",
        "Jump again",
        "Make a king",
        "Win",
    ]
    figures = page.select(".firsts figure.diagram")
    shown = ("man", "must", "double", "crowned", "opposition")
    starts = [figure.select_one("input[name=fen]")["value"] for figure in figures]
    assert starts == [LESSONS["english"][key].start for key in shown]


def test_first_steps_lead_on_to_rules_keys_questions_and_accessibility(alice: Player) -> None:
    links = {str(link["href"]).partition("?")[0] for link in alice.open("/learn/").select("main a")}
    rules = {f"/rules/{key}/" for key in PLAYABLE}
    assert {"/new", "/rules/", "/keys", "/faq/", "/accessibility/", "/about/"} | rules <= links


def test_the_loser_of_the_last_picture_has_the_readers_colour(alice: Player) -> None:
    prefer(alice, palette="red-black")
    alice.lay_out_again(variant="brazilian", start="W:W21-32:B1-12")
    alice.open("/learn/")
    assert "Here Red must move and loses" in alice.text


def test_a_board_of_the_first_steps_can_be_tried(alice: Player) -> None:
    figure = alice.open("/learn/").select("figure.diagram")[1]
    sent = {str(field["name"]): str(field["value"]) for field in figure.select("input")}
    assert alice.send("/start", sent) == 303
    assert alice.stored["start"] == LESSONS["english"]["must"].start


def test_the_about_page_says_what_is_stored_and_for_how_long(alice: Player) -> None:
    alice.open("/about/")
    cookies = {code.get_text() for code in alice.page.select("main code")}
    own = {site_settings.SESSION_COOKIE_NAME, site_settings.CSRF_COOKIE_NAME}
    assert cookies == own | {MOVES_LIST}
    assert "lasts 1 year from your last move" in alice.text
    assert "no account" in alice.text


def test_the_about_page_names_the_licence_of_the_program(alice: Player) -> None:
    text = (site_settings.ROOT / "LICENSE").read_text()
    assert "GNU AFFERO GENERAL PUBLIC LICENSE" in text
    assert "Version 3" in text
    alice.open("/about/")
    assert "GNU Affero General Public License, version 3" in alice.text


def test_the_about_page_says_who_runs_the_site_if_they_say_so(
    alice: Player, settings: Settings
) -> None:
    alice.open("/about/")
    assert "have given no address here" in alice.text
    settings.CONTACT = "help@checkers.example"
    alice.open("/about/")
    assert "You can reach the people who run this site at help@checkers.example" in alice.text
    assert alice.page.find("a", href="mailto:help@checkers.example")


def test_the_rules_say_where_resign_draw_and_undo_are(alice: Player) -> None:
    for rules in PLAYABLE:
        page = alice.open(f"/rules/{rules}/")
        named = [term.get_text() for term in page.select("#resign-draw-undo ~ dl")[0].select("dt")]
        assert named == ["Resign", "Offer a draw", "Undo"]
        alice.lay_out(moves="11-15 23-19")
        actions = alice.page.select_one(".actions").get_text(" ")
        assert all(name in actions for name in named)


def test_the_sources_of_draw_limits_are_cited_apart_from_the_sentences(alice: Player) -> None:
    page = alice.open("/rules/english/")
    assert [cite.get_text() for cite in page.select("cite")] == ["WCDF 1.32.2"]
    assert alice.text.count("WCDF") == 1
