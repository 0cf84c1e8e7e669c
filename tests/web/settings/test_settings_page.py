"""Settings: what can be chosen, and that every page follows."""

from __future__ import annotations

import re

import pytest

from game.play.preferences import CHOICES, SWITCHES
from tests.player import Player

USUAL = {name: keys[0] for name, keys in CHOICES.items()} | {"hints": "on", "plans": "on"}
PALETTES = {
    "black-white": ("Black", "White"),
    "red-white": ("Red", "White"),
    "red-black": ("Red", "Black"),
    "dark-light": ("Dark", "Light"),
}


def choose(player: Player, **choices: str) -> int:
    player.open("/settings")
    token = player.fields("/settings")["csrfmiddlewaretoken"]
    sent = {key: value for key, value in (USUAL | choices).items() if value}
    return player.send("/settings", sent | {"csrfmiddlewaretoken": token})


def chosen(player: Player) -> dict[str, str | bool]:
    ticked = player.page.select("form[action='/settings'] input[checked]")
    return {str(field["name"]): str(field.get("value", "on")) for field in ticked}


def test_everything_starts_at_its_default(alice: Player) -> None:
    alice.open("/settings")
    assert chosen(alice) == USUAL
    assert "data-" not in str(alice.page.html).split(">")[0]


def test_sets_of_pieces_have_names_and_say_their_colours(alice: Player) -> None:
    alice.open("/settings")
    offered = alice.page.select("label:has([name=palette])")
    assert [" ".join(it.get_text().split()) for it in offered] == [
        "Club: Black and White",
        "Tournament: Red and White",
        "Fireside: Red and Black",
        "Walnut and maple: Dark and Light",
    ]


@pytest.mark.parametrize("name", CHOICES)
def test_every_choice_is_saved_and_shown_again(alice: Player, name: str) -> None:
    for key in CHOICES[name]:
        assert choose(alice, **{name: key}) == 303
        alice.open("/settings")
        assert chosen(alice)[name] == key


@pytest.mark.parametrize("name", SWITCHES)
def test_every_switch_is_saved(alice: Player, name: str) -> None:
    for value in ("on", ""):
        choose(alice, **{name: value})
        alice.open("/settings")
        assert (name in chosen(alice)) is bool(value)


@pytest.mark.parametrize(("palette", "words"), PALETTES.items())
def test_every_page_uses_the_chosen_pair_of_colour_words(
    alice: Player, palette: str, words: tuple[str, str]
) -> None:
    alice.lay_out(moves="11-15", opponent="friend")
    choose(alice, palette=palette)
    others = {word for pair in PALETTES.values() for word in pair} - set(words)
    for page in (
        "/",
        "/record",
        "/replay",
        "/start",
        "/new",
        "/resign",
        "/draw",
        "/?pick=22",
    ):
        alice.open(page)
        for part in alice.page.select("pre"):
            part.decompose()
        # Squares are dark and light in every palette.
        text = alice.text.replace("dark square", "").replace("a light one", "")
        said = set(re.findall(r"\w+", text))
        assert not said & (others | {word.lower() for word in others}), page
    alice.open()
    assert alice.heading == f"{words[1]} to move: {words[0]} moved 11 to 15"
    assert alice.square("22").get_text() == f"22, {words[1].lower()} man"


def test_red_moves_first_where_the_sides_are_red_and_black(alice: Player) -> None:
    alice.lay_out(opponent="friend")
    choose(alice, palette="red-black")
    assert alice.heading == "Red to move"
    assert 'data-palette="red-black"' in str(alice.page.html).split(">")[0]
    alice.lay_out(variant="brazilian", start="W:W21-32:B1-12", opponent="friend")
    choose(alice, palette="red-black")
    assert alice.heading == "Red to move"
    assert alice.square("c3").get_text() == "c3, red man"
    assert 'data-palette="black-red"' in str(alice.page.html).split(">")[0]


def test_choosing_red_plays_red_in_every_game(alice: Player) -> None:
    choose(alice, palette="red-black")
    for variant in ("english", "brazilian", "english"):
        alice.open("/new")
        red = next(
            str(label.input["value"])
            for label in alice.page.select("label")
            if label.get_text().strip() == "Red" and label.input
        )
        alice.press("/new", variant=variant, opponent="computer", player=red, level="beginner")
        assert alice.page.h1
        assert "you are Red, the computer is Black" in alice.page.h1.get_text()


def test_files_use_black_and_white_whatever_the_page_says(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B", moves="11-15")
    choose(alice, palette="red-white")
    alice.open("/game.pdn")
    assert '[White "Computer, Beginner"]' in alice.response.content.decode()


def test_squares_are_named_as_chosen_and_moves_read_either_way(alice: Player) -> None:
    alice.lay_out(opponent="friend")
    choose(alice, numbering="algebraic")
    assert "d6-c5" in alice.moves
    assert alice.square("d6").get_text() == "d6, black man"
    assert alice.move("d6-c5") == 303
    assert alice.move("22-18") == 303
    assert [line.get_text() for line in alice.page.select(".record li")] == ["d6-c5 c3-d4"]


def test_the_chosen_side_is_at_the_bottom(alice: Player) -> None:
    choose(alice, bottom="white")
    alice.open("/new")
    alice.press("/new", variant="english", opponent="friend", player="B", level="easy")
    assert "White at the bottom" in alice.text
    choose(alice, bottom="mover")
    alice.open("/new")
    alice.press("/new", variant="english", opponent="friend", player="B", level="easy")
    assert "Black at the bottom" in alice.text
    alice.move("11-15")
    assert "White at the bottom" in alice.text


def test_rejects_unknown_choices_and_changes_nothing(alice: Player) -> None:
    choose(alice, palette="red-white")
    assert choose(alice, palette="pink", board="wood") == 422
    assert "nothing was changed" in alice.text
    alice.open("/settings")
    assert (chosen(alice)["palette"], chosen(alice)["board"]) == ("red-white", "green")


def test_settings_survive_a_new_game_and_belong_to_one_browser(alice: Player, bob: Player) -> None:
    choose(alice, palette="dark-light")
    alice.open("/new")
    alice.press("/new", variant="english", opponent="friend", player="B", level="easy")
    assert alice.heading == "Dark to move"
    assert "Dark" not in bob.open("/").get_text()


def test_a_forced_capture_plays_automatically_if_chosen(alice: Player) -> None:
    choose(alice, autoplay="on")
    # White has one capture after 11-15, and then nothing else is forced.
    alice.lay_out_again(start="B:W18,32:B11,1")
    assert alice.move("11-15") == 303
    assert "White jumped 18 to 11" in alice.heading
    assert alice.stored["moves"] == "11-15 18x11"


def test_captures_wait_if_there_is_a_choice_or_autoplay_is_off(alice: Player) -> None:
    alice.lay_out(start="B:W18,32:B11,1")
    alice.move("11-15")
    assert alice.stored["moves"] == "11-15"
    choose(alice, autoplay="on")
    alice.lay_out_again(start="B:W18,19,32:B11,1")
    alice.move("11-15")
    assert alice.stored["moves"] == "11-15"


def test_each_move_is_confirmed_if_chosen(alice: Player) -> None:
    alice.lay_out(opponent="friend")
    choose(alice, confirm="on")
    assert alice.move("11-15") == 200
    assert "Play 11 to 15?" in alice.text
    assert alice.stored["moves"] == ""
    assert alice.press("/move", move="11-15") == 303
    assert alice.stored["moves"] == "11-15"


def test_an_illegal_move_is_not_confirmed(alice: Player) -> None:
    alice.lay_out(opponent="friend")
    choose(alice, confirm="on")
    assert alice.move("11-14") == 422
    assert "11-14 is not a legal move." in alice.notice
