"""The main heading of a game's pages: its rules, links to them, and who plays."""

from __future__ import annotations

import pytest

from game.rules import VARIANTS, HouseRules, with_house_rules
from tests.player import Player
from tests.table_player import Clock, TablePlayer, begin
from tests.web.sharing.test_sharing import shared

PLAYED = {"english": "English checkers", "brazilian": "Brazilian draughts"}
AGREED = "draw after 20 quiet moves each"


def links(player: Player) -> dict[str, str]:
    """Return the heading's links: their words and targets."""
    return {link.get_text(): str(link["href"]) for link in player.page.select("h1 a")}


@pytest.mark.parametrize("path", ["/", "/replay"])
@pytest.mark.parametrize("variant", PLAYED)
def test_the_heading_links_to_the_rules_of_the_game(alice: Player, variant: str, path: str) -> None:
    alice.lay_out(variant=variant)
    alice.open(path)
    assert links(alice) == {PLAYED[variant]: f"/rules/{variant}/"}
    assert alice.page.h1.get_text() == f"{PLAYED[variant]}: two players, one device"
    alice.open(links(alice)[PLAYED[variant]])
    assert alice.page.h1.get_text() == f"How to play {PLAYED[variant]}"


def test_house_rules_in_the_heading_link_to_their_explanation(alice: Player) -> None:
    alice.lay_out(house_rules={"quiet_plies": 40})
    assert links(alice) == {
        "English checkers": "/rules/english/",
        AGREED: "/rules/english/#house-rules",
    }
    assert alice.page.h1.get_text() == f"English checkers ({AGREED}): two players, one device"
    alice.open("/rules/english/")
    assert (
        "The game is a draw after 20, 25 or 50 moves each"
        in alice.page.find(id="house-rules").find_next("ul").get_text()
    )


def test_the_heading_at_a_table_links_to_the_rules_too(
    ann: TablePlayer, bob: TablePlayer, clock: Clock
) -> None:
    begin(ann, bob, clock, variant=with_house_rules("english", HouseRules(quiet_plies=40)))
    for player in (ann, bob):
        assert list(links(player).values()) == ["/rules/english/", "/rules/english/#house-rules"]
    assert ann.page.h1.get_text() == f"English checkers ({AGREED}): you are Black, Bob is White"
    ann.open(f"{ann.table}/replay")
    assert list(links(ann)) == ["English checkers", AGREED]


def test_the_rules_are_linked_once_beside_the_game(
    alice: Player, ann: TablePlayer, bob: TablePlayer, clock: Clock
) -> None:
    alice.lay_out()
    begin(ann, bob, clock, variant=VARIANTS["english"])
    for player in (alice, ann):
        assert len(player.page.select("h1 a[href^='/rules/english/']")) == 1


@pytest.mark.parametrize("path", ["/", "/replay"])
def test_a_game_on_two_devices_is_not_called_one_device(
    alice: Player, bob: Player, path: str
) -> None:
    shared(alice, bob)
    for player in (alice, bob):
        player.open(path)
        assert player.page.h1.get_text() == "English checkers: two players"
        player.open("/record")
        assert "two players. Black to move." in player.text
