"""Playing on the board without scripts: pick a piece, then press the square it goes to."""

from __future__ import annotations

from tests.player import Player


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
