"""House rules, switching to the other rule set, and computers that play each other."""

from __future__ import annotations

import re

import pytest

from game.notation.pdn import read_pdn
from game.play.solo.game import PLAYABLE
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS
from tests.player import Player

CHOICES = {"variant": "english", "opponent": "friend", "player": "B", "level": "beginner"}
TWO_WAYS = "B:W12,18,25-28,31,32:B1-3,5-8,K30"


def begin(player: Player, **choices: str) -> int:
    player.open("/new")
    token = player.fields("/new")["csrfmiddlewaretoken"]
    return player.send("/new", CHOICES | choices | {"csrfmiddlewaretoken": token})


def heading(player: Player) -> str:
    assert player.page.h1
    return player.page.h1.get_text()


def test_house_rules_appear_in_the_heading_and_in_the_file(alice: Player) -> None:
    assert begin(alice, takes_most="on", draws="40") == 303
    agreed = "the most pieces must be captured; draw after 20 quiet moves each"
    assert heading(alice) == f"English checkers ({agreed}): two players, one device"
    assert "; 20 is a draw." in alice.draw_watch
    alice.open("/game.pdn")
    text = alice.response.content.decode()
    assert f'[HouseRules "{agreed}"]' in text
    assert not read_pdn(text)[0].problems


@pytest.mark.parametrize("key", PLAYABLE)
def test_only_the_house_rules_of_the_chosen_game_are_offered(alice: Player, key: str) -> None:
    alice.open(f"/new?variant={key}")
    own, *limits = (option.get_text() for option in alice.page.select("[name=draws] option"))
    quiet = {it.plies // 2 for it in VARIANTS[key].draw_counters if it.kind == "quiet"}
    assert {f"{moves} each, as in the rules" for moves in quiet} == {own}
    offered = HOUSE_RULE_OPTIONS[key]
    assert limits == [f"{plies // 2} each" for plies in offered.quiet_plies]
    assert (alice.page.select_one("[name=takes_most]") is not None) is offered.takes_most


@pytest.mark.parametrize(
    ("opponent", "words"),
    [
        ("computer", "Brazilian draughts against the computer"),
        ("friend", "Brazilian draughts with a friend on this device"),
        ("watch", "Brazilian draughts, the computer against itself"),
    ],
)
def test_beside_the_button_stands_what_it_starts(alice: Player, opponent: str, words: str) -> None:
    page = alice.open(f"/new?opponent={opponent}&variant=brazilian")
    bar = page.select_one(".go")
    assert bar is not None
    assert " ".join(bar.get_text().split()) == f"{words} Start game"


@pytest.mark.parametrize(
    ("opponent", "fields"),
    [
        ("computer", {"level", "player", "takes_most", "draws"}),
        ("friend", {"takes_most", "draws"}),
        ("watch", {"level", "second_level", "takes_most", "draws"}),
    ],
)
def test_only_what_applies_to_the_opponent_is_asked(
    alice: Player, opponent: str, fields: set[str]
) -> None:
    page = alice.open(f"/new?opponent={opponent}&variant=english")
    asked = page.select("form.choices select, form.choices input:not([type=hidden])")
    assert {str(it["name"]) for it in asked} == fields
    (chosen,) = page.select("nav[aria-labelledby=opponent] [aria-current]")
    assert f"opponent={opponent}&" in str(chosen["href"])
    assert alice.press("/new") == 303
    assert alice.stored["opponent"] == opponent


@pytest.mark.parametrize(("variant", "side"), [("english", "B"), ("brazilian", "W")])
def test_a_game_and_a_level_are_enough_to_start(alice: Player, variant: str, side: str) -> None:
    alice.open("/new")
    token = alice.fields("/new")["csrfmiddlewaretoken"]
    sent = {"variant": variant, "opponent": "computer", "level": "novice"}
    assert alice.send("/new", sent | {"csrfmiddlewaretoken": token}) == 303
    stored = alice.stored
    assert (stored["variant"], stored["level"], stored["player"]) == (variant, "novice", side)
    assert alice.heading.startswith("Your turn")


def test_an_unknown_step_shows_the_last_games_choices(alice: Player) -> None:
    page = alice.open("/new?opponent=chess&variant=go")
    assert page.select_one("nav [aria-current]").get_text() == "The computer"


def test_house_rules_of_the_settings_apply_to_every_start(alice: Player) -> None:
    alice.open("/settings")
    house = {"takes_most_english": "on", "draws_english": "50", "draws_brazilian": "50"}
    assert alice.press("/settings", **house) == 303
    alice.open("/new")
    token = alice.fields("/new")["csrfmiddlewaretoken"]
    short = {"variant": "english", "opponent": "friend"}
    agreed = {"takes_most": True, "quiet_plies": 50}
    assert alice.send("/new", short | {"csrfmiddlewaretoken": token}) == 303
    assert alice.stored["house_rules"] == agreed
    for kind in ({"kind": "practice", "practice": "paths"}, {"kind": "seed", "seed": "7"}):
        page = alice.open("/start")
        sent = alice.fields("/start", page) | {"asks": "", "variant": "english"} | kind
        alice.send("/start", sent)
        assert alice.stored["house_rules"] == agreed
    alice.open()
    alice.press("/switch")
    assert alice.stored["house_rules"] == {"quiet_plies": 50}
    alice.open("/settings")
    assert alice.page.select_one("[name=takes_most_english][checked]")


def test_another_opening_is_not_asked_about_before_a_person_has_moved(alice: Player) -> None:
    for start in (
        {"kind": "seed", "seed": "1"},
        {"kind": "seed", "seed": "2"},
        {"kind": "ballot", "ballot": "5"},
        {"kind": "practice", "practice": "paths"},
        {"kind": "position", "fen": "B:W18:B1,14"},
        {"kind": "seed", "seed": "1"},
    ):
        page = alice.open("/start")
        form = alice.fields("/start", page) | {"variant": "english"} | start
        assert alice.send("/start", form) == 303
        assert "ends the one you are playing" not in alice.client.get("/new").content.decode()
        alice.open()
    alice.move(next(iter(alice.moves)))
    alice.open("/start")
    alice.send(
        "/start", alice.fields("/start") | {"kind": "seed", "variant": "english", "seed": "3"}
    )
    assert heading(alice) == "End the game you are playing?"


@pytest.mark.parametrize("opponent", ["friend", "computer"])
def test_undo_leaves_the_moves_of_the_opening(alice: Player, opponent: str) -> None:
    begin(alice, opponent=opponent)
    alice.open("/ballots")
    alice.press("/start", ballot="5")
    assert alice.page.find("form", action="/undo") is None
    opening = alice.stored["moves"]
    alice.move(next(iter(alice.moves)))
    assert alice.press("/undo") == 303
    assert alice.stored["moves"] == opening
    assert alice.page.find("form", action="/undo") is None


@pytest.mark.parametrize("kind", ["position", "practice", "played on"])
def test_games_from_own_positions_do_not_count(alice: Player, kind: str) -> None:
    alice.lay_out()
    if kind == "played on":
        alice.move("11-15")
        alice.open("/resign")
        alice.press("/resign")
        counted = len(alice.open("/results").select("main tbody tr"))
        kept = str(alice.open("/games").select_one("main .kept a, main li a")["href"])
        kept = kept.partition("?")[0]
        alice.open(f"{kept}?ply=1")
        assert alice.press(f"{kept}/play") == 303
    else:
        counted = 0
        form = alice.fields("/start", alice.open("/start"))
        start = {"kind": kind, "fen": "B:W10,32:B6,K1", "practice": "crowning"}
        assert alice.send("/start", form | {"variant": "english"} | start) == 303
    alice.open("/resign")
    alice.press("/resign")
    assert alice.page.select_one(".status.over")
    assert "Score between" not in alice.text
    assert len(alice.open("/results").select("main tbody tr")) == counted


def test_openings_and_the_standard_start_count(alice: Player) -> None:
    alice.lay_out()
    for start in ({"kind": "seed", "seed": "7"}, {"kind": "practice", "practice": "new"}):
        form = alice.fields("/start", alice.open("/start"))
        assert alice.send("/start", form | {"variant": "english"} | start) == 303
        alice.open("/resign")
        alice.press("/resign")
    assert "Score between two players: Black 0, White 2, 0 drawn." in alice.text


def test_levels_say_what_they_feel_like(alice: Player) -> None:
    page = alice.open("/new")
    levels = {
        it.get_text().split(":")[0].strip(): it.get_text() for it in page.select("fieldset label")
    }
    assert "often gives pieces away" in levels["Novice"]
    assert "sometimes overlooks a jump" in levels["Easy"]
    about = page.select_one(".about").get_text()
    assert "picks at random among moves that look about equally good" in about
    assert "Novice and Easy also overlook things" in about
    for path in ("/new", "/faq/", "/"):
        text = alice.open(path).get_text(" ").casefold()
        assert not re.search(r"\b(ply|plies)\b", text)


def test_the_must_take_most_rule_allows_only_the_longest_capture(alice: Player) -> None:
    alice.lay_out(start=TWO_WAYS, house_rules={"takes_most": True})
    assert list(alice.moves) == ["30x23x14"]
    assert alice.move("30x21") == 422


def test_the_next_game_starts_from_the_same_choices(alice: Player) -> None:
    begin(alice, takes_most="on", draws="50", opponent="watch", second_level="medium")
    alice.open("/new")
    ticked = {str(it["name"]) for it in alice.page.select("input[type=checkbox][checked]")}
    assert ticked == {"takes_most"}
    values = [str(it["value"]) for it in alice.page.select("option[selected]")]
    assert values == ["beginner", "medium", "50"]


def test_house_rules_apply_to_an_opening_and_stay_chosen(alice: Player) -> None:
    begin(alice, takes_most="on", draws="40")
    alice.open("/start")
    seed = alice.page.select_one("form:has(#seed)")
    assert seed
    fields = {str(it["name"]): str(it.get("value", "")) for it in seed.select("input[type=hidden]")}
    alice.send("/start", fields | {"variant": "english", "seed": "7"})
    assert heading(alice).startswith(
        "English checkers (the most pieces must be captured; draw after 20"
    )
    alice.open("/new")
    assert alice.page.select_one("option[selected][value='40']")
    assert alice.page.select_one("input[name=takes_most][checked]")


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"variant": "brazilian", "takes_most": "on"}, "Brazilian draughts has its own draw rules"),
        ({"variant": "brazilian", "draws": "40"}, "a draw after 25 moves each"),
        ({"draws": "41"}, "Please choose again"),
        ({"draws": "9" * 300}, "Please choose again"),
        ({"second_level": "grandmaster"}, "Please choose again"),
    ],
)
def test_rejects_house_rules_that_are_not_offered(
    alice: Player, choices: dict[str, str], said: str
) -> None:
    alice.lay_out(moves="11-15")
    before = alice.stored
    assert begin(alice, **choices) == 422
    assert said in alice.text
    assert alice.stored == before


@pytest.mark.parametrize("house_rules", [{"takes_most": 7, "x": 1}, {"quiet_plies": 3}, [], "x"])
def test_unreadable_house_rules_lose_the_game_without_an_error(
    alice: Player, house_rules: object
) -> None:
    alice.lay_out(house_rules=house_rules)
    assert alice.response.status_code == 200
    assert "couldn’t be read" in alice.text


def test_one_press_switches_rules_when_no_game_is_under_way(alice: Player) -> None:
    alice.open()
    assert alice.press("/switch") == 303
    assert heading(alice).startswith("Brazilian draughts: you are White")
    assert alice.stored["moves"] == ""
    assert "White at the bottom" in alice.text
    assert alice.stored["bottom"] == "W"
    alice.open()
    assert alice.press("/switch") == 303
    assert heading(alice).startswith("English checkers: you are Black")
    assert "Black at the bottom" in alice.text
    alice.lay_out()
    alice.press("/switch")
    assert heading(alice) == "Brazilian draughts: two players, one device"
    assert "White at the bottom" in alice.text


def test_switching_asks_before_it_ends_the_current_game(alice: Player) -> None:
    alice.lay_out(moves="11-15")
    assert alice.page.find("form", action="/switch") is None
    link = alice.page.find("a", string="Play Brazilian draughts")
    assert link
    alice.open(str(link["href"]))
    assert heading(alice) == "Play Brazilian draughts instead?"
    assert alice.stored["variant"] == "english"
    alice.press("/switch")
    assert heading(alice).startswith("Brazilian draughts")


def test_an_old_page_does_not_switch_the_game(alice: Player) -> None:
    old = alice.open()
    alice.move("11-15")
    before = alice.stored
    assert alice.press("/switch", page=old) == 409
    assert alice.stored == before


def test_the_computer_plays_itself_one_move_per_press(alice: Player) -> None:
    begin(alice, opponent="watch", level="beginner", second_level="easy")
    assert heading(alice) == "English checkers: the computer plays itself"
    assert "Black is Beginner, White is Easy." in alice.text
    for mover in ("White to move: Black moved", "Black to move: White moved"):
        alice.press("/reply")
        assert alice.heading.startswith(mover)
    assert not alice.moves
    assert alice.press("/undo") == 303
    assert alice.heading.startswith("White to move")


@pytest.mark.rotates(4)
def test_a_watched_game_ends(alice: Player) -> None:
    begin(alice, opponent="watch")
    # Lots decide between moves that are as good, so some games are long.
    while not alice.page.select_one(".status.over"):
        alice.press("/reply")
    alice.open("/game.pdn")
    text = alice.response.content.decode()
    assert '[Black "Computer, Beginner"]' in text
    assert '[White "Computer, Beginner"]' in text


def test_a_watcher_cannot_move_resign_or_offer_a_draw(alice: Player) -> None:
    begin(alice, opponent="watch")
    fields = alice.fields("/reply") | {"ply": "0", "version": str(alice.stored["version"])}
    assert alice.send("/move", fields | {"move": "11-15"}) == 409
    assert "computer’s turn" in alice.notice
    assert alice.send("/resign", fields) == 409
    assert "The computer plays both sides" in alice.notice
    assert alice.send("/draw", fields) == 409
    assert alice.page.find("a", string="Resign") is None


def test_with_scripts_a_watched_game_can_play_on_automatically(alice: Player) -> None:
    begin(alice, opponent="watch")
    scripts = {"HX-Request": "true"}
    token = alice.fields("/reply")
    alice.send("/reply", token, **scripts)
    assert "Play automatically" in alice.text
    alice.send("/reply", token | {"by_itself": "1"}, **scripts)
    form = alice.page.select_one("form[action='/reply']")
    assert form
    assert str(form["data-hx-trigger"]).startswith("load delay:")
    assert alice.page.find("a", string="Pause")


def test_an_agreed_draw_limit_ends_the_game_when_reached(alice: Player) -> None:
    # Rounds of four and of six moves: together they come round too late for a third time.
    rounds = (["1-5", "5-9", "9-6", "6-1"], ["31-27", "27-24", "24-19", "19-23", "23-26", "26-31"])
    alice.lay_out(house_rules={"quiet_plies": 40}, start="B:WK31:BK1")
    for ply in range(40):
        if ply:
            made = str(ply // 2) + ("½" if ply % 2 else "")
            assert f"{made} moves each without" in alice.draw_watch
        walk = rounds[ply % 2]
        alice.move(walk[ply // 2 % len(walk)])
    assert alice.heading.startswith("Draw")
    assert "Draw: 20 moves each without a capture" in alice.text
    alice.open("/games")
    assert "Draw" in alice.text


def test_a_first_visit_starts_another_game_in_one_press(alice: Player) -> None:
    page = alice.open()
    welcome = page.select_one("form.welcome")
    chosen = {
        str(choice["name"]): choice.select_one("[selected]").get_text()
        for choice in welcome.select("select")
    }
    assert chosen == {
        "variant": "English checkers",
        "opponent": "The computer",
        "level": "Beginner",
    }
    picked = {"variant": "brazilian", "opponent": "computer", "level": "novice"}
    assert alice.press("/new", **picked) == 303
    stored = alice.stored
    assert {name: stored[name] for name in picked} == picked
    assert (stored["player"], stored["bottom"]) == ("W", "W")
    assert alice.heading == "Your turn"
    again = alice.page.select("form.welcome [selected]")
    assert [it["value"] for it in again] == ["brazilian", "computer", "novice"]
    alice.move(next(iter(alice.moves)))
    assert alice.page.select_one("form.welcome") is None


def test_a_first_visit_leads_to_a_table_for_another_person_online(alice: Player) -> None:
    alice.open()
    assert alice.press("/new", variant="brazilian", opponent="elsewhere", level="easy") == 303
    assert "/tables/new" in alice.redirect
    assert alice.page.select_one("[name=variant][value=brazilian][checked]")


def test_the_heading_of_the_moves_counts_them(alice: Player) -> None:
    alice.lay_out(opponent="computer")
    assert alice.page.select_one("#moves").get_text() == "Your moves (7)"
    assert len(alice.moves) == 7
    alice.lay_out(start="B:W10:B6")
    assert alice.page.select_one("#moves").get_text() == "Moves for Black (1)"
