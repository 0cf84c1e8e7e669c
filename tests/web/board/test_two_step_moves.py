"""Playing on the board without scripts: pick a piece, then press the square it goes to."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from game.notation import find_move, format_fen
from game.rules import VARIANTS, Game
from tests.player import Player
from tests.table_player import begin


def pick(alice: Player, name: str) -> None:
    link = alice.square(name).find("a")
    assert link is not None, f"{name} is no link"
    alice.open(link["href"])


def landing_names(alice: Player) -> list[str]:
    return sorted(cell.get_text() for cell in alice.page.select("td.landing"))


def press_landing(alice: Player, name: str) -> int:
    button = alice.square(name).find("button")
    assert button is not None, f"{name} is no button"
    return alice.press("/move", **{button["name"]: button["value"]})


def test_only_pieces_that_can_move_are_links(alice: Player):
    alice.open()
    links = [link.get_text().split(",")[0] for link in alice.page.select("table a")]
    assert sorted(links, key=int) == ["9", "10", "11", "12"]


def test_a_picked_piece_shows_its_landings_as_buttons(alice: Player):
    alice.lay_out()
    pick(alice, "11")
    assert "The man on 11 can go to 15 or 16." in alice.text
    assert landing_names(alice) == ["15", "16"]
    assert alice.square("15").button["aria-label"] == "Move 11 to 15"
    assert press_landing(alice, "15") == 303
    assert alice.stored["moves"] == "11-15"


def test_picking_again_or_cancelling_releases_the_piece(alice: Player):
    alice.lay_out()
    pick(alice, "11")
    let_go = alice.page.find("a", string="Let go")
    alice.open(let_go["href"])
    assert not alice.page.select("td.landing, td.picked")
    pick(alice, "11")
    pick(alice, "11")
    assert not alice.page.select("td.landing, td.picked")
    pick(alice, "11")
    pick(alice, "10")
    assert landing_names(alice) == ["14", "15"]


def test_a_multi_jump_goes_from_landing_to_landing(alice: Player):
    alice.lay_out(start="B:W26,18,25:BK30")
    pick(alice, "30")
    assert landing_names(alice) == ["14", "21", "23"]
    assert press_landing(alice, "23") == 303
    assert alice.stored["moves"] == ""
    assert "The king from 30 has jumped to 23 and must go on to 14." in alice.text
    assert landing_names(alice) == ["14"]
    press_landing(alice, "14")
    assert alice.stored["moves"] == "30x23x14"


def test_in_the_middle_of_a_jump_the_piece_stands_where_it_has_jumped_to(alice: Player):
    alice.lay_out(start="B:W26,18,25:BK30")
    pick(alice, "30")
    press_landing(alice, "23")
    assert alice.square("23").get_text() == "23, black king, picked"
    assert {"bk", "picked"} <= set(alice.square("23")["class"])
    assert alice.square("30").get_text() == "30, empty, jumped from here"
    assert alice.square("30")["class"] == ["via"]
    pick(alice, "23")
    assert alice.square("30").get_text() == "30, black king"


def test_a_king_that_comes_round_to_where_it_began_stands_there(alice: Player):
    alice.lay_out(start="B:W9,10,17,18,19:BK15")
    alice.open("/?pick=15x22x13x6x15")
    assert alice.square("15").get_text() == "15, black king, picked"
    assert landing_names(alice) == ["24"]


def test_a_multi_jump_with_one_route_goes_straight_to_its_last_square(alice: Player):
    alice.lay_out(start="B:W26,18,25:BK30")
    pick(alice, "30")
    assert press_landing(alice, "14") == 303
    assert alice.stored["moves"] == "30x23x14"


def test_the_last_square_is_no_shortcut_if_routes_capture_differently(alice: Player):
    alice.lay_out(start="B:W6,7,14,15:B2")
    pick(alice, "2")
    assert landing_names(alice) == ["11", "9"]


def test_a_flying_king_may_land_on_any_square_the_rules_allow(alice: Player):
    alice.lay_out(variant="brazilian", start="W:WK29:B9,18,25")
    pick(alice, "a1")
    assert landing_names(alice) == ["c3", "e5", "f6", "g7", "h8"]
    press_landing(alice, "c3")
    assert "The king from a1 has jumped to c3 and must go on to" in alice.text
    assert landing_names(alice) == ["e5", "f6", "g7", "h8"]
    press_landing(alice, "f6")
    assert alice.stored["moves"] == "29x22x11"


def test_a_piece_that_cannot_move_says_why_when_picked_by_address(alice: Player):
    alice.lay_out()
    alice.open("/?pick=1")
    assert "The man on 1 can’t move: it is blocked." in alice.text
    alice.lay_out(start="B:W18:B1,14")
    alice.open("/?pick=1")
    assert "The man on 1 can’t move. You must jump with the man on 14." in alice.text


def test_rejects_invalid_picks_and_changes_nothing(alice: Player):
    alice.lay_out(moves="11-15")
    for text in ("99", "14", "15", "x", "11x", "²", "1" * 5000, "22x18x3", "\x01"):
        alice.open("/")
        page = alice.client.get("/", {"pick": text})
        assert page.status_code == 422
        assert b'id="notice"' in page.content, text
    assert alice.stored["moves"] == "11-15"
    assert alice.press("/move", pick="99") == 422
    assert alice.notice.startswith("That piece can’t move now")


LINES = {
    "english": "11-15 22-18",
    "brazilian": "e3-f4 d6-c5 g3-h4 c7-d6 f2-e3 d6-e5 f4xd6xb4 e7-d6 b4-c5",
}
"""Moves after which a capture is due; in the second, other men could capture less."""
DUE = {
    "english": "You must jump with the man on 15.",
    "brazilian": "You must capture the most pieces you can: jump with the man on b6.",
}


def check_what_is_due(page: BeautifulSoup, variant: str) -> None:
    """Check that the captures to choose from are named before the moves, and no other piece is."""
    due = page.select_one(".status .due")
    assert due.get_text() == DUE[variant]
    assert due in page.select_one("#moves").find_all_previous("p")
    linked = {link.get_text().split(",")[0] for link in page.select("table a")}
    assert linked == {due.get_text().split()[-1].rstrip(".")}
    waiting = page.select("td:not(:has(a)) b[title]")
    assert waiting
    assert all("can’t move: another piece must jump" in it["title"] for it in waiting)


@pytest.mark.parametrize("variant", DUE)
def test_without_scripts_the_page_names_the_captures_to_choose_from(
    alice: Player, variant: str
) -> None:
    for opponent, player in (("friend", "B"), ("computer", "B")):
        rules = VARIANTS[variant]
        game = Game(rules)
        for text in LINES[variant].split():
            game = game.play(find_move(text, game.position, rules))
        at = {"start": format_fen(game.position, rules), "variant": variant}
        alice.lay_out(opponent=opponent, player=player, **at)
        check_what_is_due(alice.page, variant)


@pytest.mark.parametrize("variant", DUE)
def test_a_table_names_the_captures_to_choose_from(ann, bob, clock, variant: str) -> None:
    rules, line = VARIANTS[variant], LINES[variant]
    begin(ann, bob, clock, line, variant=rules, side=rules.first_to_move)
    mover = (ann, bob)[len(line.split()) % 2]
    mover.look()
    check_what_is_due(mover.page, variant)


def test_by_a_house_rule_the_page_says_that_the_most_pieces_must_be_captured(
    alice: Player,
) -> None:
    two_ways = "B:W12,18,25-28,31,32:B1-3,5-8,K30"
    alice.lay_out(start=two_ways)
    assert alice.page.select_one(".due").get_text() == "You must jump with the king on 30."
    alice.lay_out(start=two_ways, house_rules={"takes_most": True})
    told = "You must capture the most pieces you can: jump with the king on 30."
    assert alice.page.select_one(".due").get_text() == told
