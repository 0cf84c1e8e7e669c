"""Other starts: practice positions, seeded openings, ballots and typed positions."""

from __future__ import annotations

import pytest

from game.notation.ballots import ballots, find_ballots
from game.play.openings import MAX_SEED, MIN_SEED, OPENING_PLIES, seeded_opening
from game.play.openings import ballot as ballot_called
from game.play.solo.game import PLAYABLE
from game.rules import HouseRules, with_house_rules
from game.web.shared import labels as shared_labels
from tests.player import START, Player


def begin(player: Player, **chosen: str) -> int:
    player.open("/start")
    token = player.fields("/start")["csrfmiddlewaretoken"]
    rules = {"variant": "english"}
    return player.send("/start", {"csrfmiddlewaretoken": token} | rules | chosen)


def practise(player: Player, key: str) -> None:
    player.lay_out()
    assert begin(player, kind="practice", practice=key) == 303


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        ("new", {"9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"}),
        ("crowning", {"21x30"}),
        ("paths", {"30x21", "30x23x14"}),
    ],
)
def test_a_practice_position_offers_the_moves_it_teaches(
    alice: Player, key: str, moves: set[str]
) -> None:
    practise(alice, key)
    assert set(alice.moves) == moves


def test_the_open_centre_has_eight_moves(alice: Player) -> None:
    practise(alice, "centre")
    assert len(alice.moves) == 8


def test_the_page_says_what_can_be_played_in_each_position(alice: Player) -> None:
    alice.open("/start")
    for words in (
        "Black to move, 7 legal moves.",
        "Black must capture: 21x30.",
        "Black must capture: 30x21 or 30x23x14.",
        "Black to move, 8 legal moves.",
        "The position after 1. 11-15 23-19 2. 8-11 22-17. Black: 12 men. White: 12 men.",
        "Black: 8 men. White: 9 men.",
        "Black: 7 men and 1 king. White: 8 men.",
    ):
        assert words in alice.text


def test_a_man_jumping_onto_the_king_row_is_crowned_and_stops(alice: Player) -> None:
    practise(alice, "crowning")
    alice.move("21x30")
    assert "crowned" in alice.heading


def test_a_practice_game_has_its_own_record_and_counters(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19")
    begin(alice, kind="practice", practice="paths")
    assert alice.stored["moves"] == ""
    assert "; 40 is a draw." in alice.draw_watch


def test_against_the_computer_you_take_the_side_to_move(alice: Player) -> None:
    alice.lay_out(opponent="computer", player="B", level="medium")
    begin(alice, kind="position", fen="W:W18,25,26:BK30", variant="english")
    assert (alice.stored["player"], alice.stored["level"]) == ("W", "medium")
    assert alice.heading.startswith("Your turn")


@pytest.mark.parametrize("variant", PLAYABLE)
def test_a_seed_always_gives_the_same_opening_of_four_moves(alice: Player, variant: str) -> None:
    begin(alice, kind="seed", seed="4711", variant=variant)
    first = alice.stored["moves"]
    begin(alice, kind="seed", seed="4711", variant=variant)
    assert alice.stored["moves"] == first
    assert len(first.split()) == 4
    assert alice.stored["variant"] == variant
    assert len({str(seeded_opening(variant, seed).position) for seed in range(1, 60)}) > 40


def test_a_seed_gives_the_same_opening_on_every_machine() -> None:
    assert " ".join(map(str, seeded_opening("english", 1).moves)) == "9-13 24-19 12-16 19x12"


@pytest.mark.parametrize("opponent", ["friend", "computer"])
def test_an_opening_is_not_told_as_a_players_move(alice: Player, opponent: str) -> None:
    alice.lay_out(opponent=opponent)
    for start, plies in (
        ({"kind": "seed", "seed": "8"}, 4),
        ({"kind": "ballot", "ballot": "5"}, 3),
    ):
        begin(alice, **start)
        told = f"The opening is on the board: {plies} moves were played for both sides."
        assert told in alice.page.select_one(".status").get_text()
        for text in (alice.heading, alice.title):
            assert "moved" not in text
            assert "jumped" not in text
        alice.move(next(iter(alice.moves)))
        assert alice.page.select_one("#last")
        assert told not in alice.text
        alice.press("/undo")
        assert told in alice.text


@pytest.mark.parametrize("number", [1, 5, 174])
def test_a_ballot_is_chosen_by_number(alice: Player, number: int) -> None:
    begin(alice, kind="ballot", ballot=str(number))
    assert alice.stored["moves"] == ballots()[number].moves
    assert alice.stored["start"] == START


@pytest.mark.parametrize(
    ("typed", "number"),
    [
        ("9-13 21-17 5-9", 1),
        ("1. 9-13 21-17 2. 5-9", 1),
        ("9-13, 22-17, 13x22", 4),
        ("dreaded  edinburgh", 5),
        ("005", 5),
    ],
)
def test_a_ballot_is_chosen_by_its_moves_or_name(alice: Player, typed: str, number: int) -> None:
    assert begin(alice, kind="ballot", ballot=typed) == 303
    assert alice.stored["moves"] == ballots()[number].moves


def test_every_ballot_is_found_by_number_and_by_moves() -> None:
    for ballot in ballots().values():
        assert find_ballots(str(ballot.number)) == [ballot]
        assert find_ballots(ballot.moves) == [ballot]


def test_more_moves_than_a_ballot_has_are_not_looked_up(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[str] = []
    monkeypatch.setattr("game.notation.ballots.find_move", lambda text, *_: played.append(text))
    assert find_ballots("9-13 21-17 5-9 25-21") == []
    assert not played


def test_ballots_of_the_same_name_are_told_apart_by_number(alice: Player) -> None:
    assert begin(alice, kind="ballot", ballot="Octopus") == 422
    assert alice.notice.endswith("Type its number: 86 or 133.")


def test_a_random_ballot_comes_from_the_deck(alice: Player) -> None:
    drawn = set()
    for _ in range(6):
        begin(alice, kind="lot")
        drawn.add(alice.stored["moves"])
    assert drawn <= {ballot.moves for ballot in ballots().values()}
    assert len(drawn) > 1


def test_the_figures_of_openings_match_what_is_played(alice: Player) -> None:
    alice.open("/start")
    assert len(seeded_opening("english", 1).moves) == OPENING_PLIES
    assert f"{shared_labels.number_word(OPENING_PLIES)} random moves" in alice.text
    assert f"Seed, from {MIN_SEED} to {MAX_SEED}" in alice.text
    assert f"one of {len(ballots())} openings" in alice.text
    alice.open("/ballots")
    assert f"The {max(ballots()) - len(ballots())} barred ones" in alice.text
    begin(alice, kind="ballot", ballot="none")
    assert f"number from {min(ballots())} to {max(ballots())}" in alice.notice


def test_every_ballot_has_a_button_and_a_name(alice: Player) -> None:
    page = alice.open("/ballots")
    buttons = {b["value"]: b.get_text() for b in page.select("button[name=ballot]")}
    assert len(buttons) == 156
    assert buttons["5"] == "5: 9 to 13, 22 to 18, 6 to 9"
    assert "Dreaded Edinburgh" in alice.text
    assert alice.press("/start", ballot="5") == 303
    assert alice.stored["moves"] == "9-13 22-18 6-9"


def test_any_position_can_be_typed_in(alice: Player) -> None:
    assert begin(alice, kind="position", fen="B:W18,25,26:BK30", variant="english") == 303
    assert alice.stored["start"] == "B:W18,25,26:BK30"
    assert set(alice.moves) == {"30x21", "30x23x14"}


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"kind": "seed", "seed": "0"}, "Enter a seed from 1 to 999999."),
        ({"kind": "seed", "seed": "1000000"}, "Enter a seed from 1 to 999999."),
        ({"kind": "seed", "seed": "seven"}, "Enter a seed from 1"),
        ({"kind": "seed", "seed": ""}, "Enter a seed from 1"),
        ({"kind": "seed", "seed": "9" * 5000}, "Enter a seed from 1"),
        ({"kind": "ballot", "ballot": "3"}, "Type a ballot’s number from 1 to 174"),
        ({"kind": "ballot", "ballot": "175"}, "Type a ballot’s number from 1 to 174"),
        ({"kind": "ballot", "ballot": "\u0665"}, "Type a ballot’s number from 1 to 174"),
        ({"kind": "ballot", "ballot": "9-13 21-17"}, "Type a ballot’s number from 1 to 174"),
        ({"kind": "ballot", "ballot": "9-13 21-17 5-9 25-21"}, "Type a ballot’s number"),
        ({"kind": "ballot", "ballot": ""}, "Type a ballot’s number from 1 to 174"),
        ({"kind": "ballot", "ballot": "9" * 50}, "Type a ballot’s number from 1 to 174"),
        ({"kind": "position", "fen": "hello"}, "We can’t read that position"),
        ({"kind": "position", "fen": ""}, "We can’t read that position"),
        ({"kind": "position", "fen": "B:W33:B1"}, "squares are numbered 1 to 32"),
        ({"kind": "position", "fen": "B:W1:B5"}, "would be a king"),
        ({"kind": "position", "fen": "B:W5:B"}, "The side to move has no legal move"),
        ({"kind": "position", "fen": "B:W" + "1," * 5000}, "it is too long"),
        ({"kind": "practice", "practice": "nothing"}, "Choose one of the starts below."),
        ({"kind": "chess"}, "Choose one of the starts below."),
        ({"kind": "seed", "seed": "5", "variant": "chess"}, "Choose a game: English checkers"),
        ({"kind": "seed", "seed": "5", "variant": ""}, "Choose a game: English checkers"),
        ({"kind": "position", "fen": START, "variant": ""}, "Choose a game: English checkers"),
        ({}, "Choose one of the starts below."),
    ],
)
def test_rejects_an_impossible_start_with_the_reason_and_keeps_the_game(
    alice: Player, chosen: dict[str, str], words: str
) -> None:
    alice.lay_out(moves="11-15 23-19")
    before = alice.stored
    assert begin(alice, **chosen) == 422
    assert words in alice.notice
    assert alice.stored == before


def test_what_was_typed_stays_for_correction(alice: Player) -> None:
    begin(alice, kind="position", fen="B:W33:B1", variant="brazilian")
    field = alice.page.find(id="fen")
    assert field["value"] == "B:W33:B1"
    assert (field["aria-invalid"], field["aria-describedby"]) == ("true", "notice")
    checked = [radio["value"] for radio in alice.page.select("input[name=variant][checked]")]
    assert checked == ["brazilian", "brazilian"]


@pytest.mark.parametrize(
    ("path", "pressed", "start"),
    [
        ("/start", {"kind": "practice", "practice": "crowning"}, "B:W12,18"),
        ("/start", {"kind": "lot"}, "B:W21"),
        (
            "/start",
            {"kind": "position", "fen": "B:W18:BK30", "variant": "english"},
            "B:W18:BK30",
        ),
        ("/ballots", {"ballot": "5"}, "B:W21"),
    ],
)
def test_a_start_asks_before_it_ends_the_current_game(
    alice: Player, path: str, pressed: dict[str, str], start: str
) -> None:
    alice.lay_out(moves="11-15 23-19")
    alice.open(path)
    assert alice.press("/start", **pressed) == 200
    assert alice.page.h1.get_text() == "End the game you are playing?"
    assert alice.stored["moves"] == "11-15 23-19"
    assert alice.press("/start") == 303
    assert alice.stored["start"].startswith(start)


def test_a_script_is_told_a_question_from_every_other_answer(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19")
    alice.open("/start")
    sent = alice.fields("/start")
    script = {"HX-Request": "true", "HX-Target": "question"}
    question = alice.client.post("/start", sent, headers=script)
    assert (question.status_code, question["HX-Retarget"]) == (200, "#question")
    assert b"<html" not in question.content
    assert b"data-leaves>Cancel<" in question.content
    assert alice.stored["moves"] == "11-15 23-19"
    wrong = alice.client.post("/start", sent | {"kind": "ballot", "ballot": "0"}, headers=script)
    assert (wrong.status_code, "HX-Retarget" in wrong) == (422, False)
    alice.lay_out()
    alice.open("/start")
    begun = alice.client.post("/start", alice.fields("/start"), headers=script)
    assert begun.status_code == 204
    assert begun["Location"].endswith(f"?ply=0&version={alice.stored['version']}#turn")


AGREED = {"takes_most": True, "quiet_plies": 40}
"""House rules of English checkers."""


def agree(player: Player, rules: str = "english") -> None:
    """Begin a game with house rules through the form."""
    fields = player.fields("/new") if player.open("/new") else {}
    most = {"takes_most": "on"} if rules == "english" else {}
    chosen = {"variant": rules, "opponent": "friend", "player": "B", "level": "beginner"}
    limit = {"english": "40", "brazilian": "50"}[rules]
    assert player.send("/new", fields | chosen | most | {"draws": limit}) == 303


@pytest.mark.parametrize(
    "chosen",
    [
        {"kind": "practice", "practice": "crowning"},
        {"kind": "practice", "practice": "centre"},
        {"kind": "seed", "seed": "4711"},
        {"kind": "ballot", "ballot": "4"},
        {"kind": "lot"},
        {"kind": "position", "fen": "B:W18,25,26:BK30"},
    ],
    ids=lambda chosen: " ".join(chosen.values()),
)
def test_a_start_keeps_the_house_rules_last_chosen(alice: Player, chosen: dict[str, str]) -> None:
    agree(alice)
    assert begin(alice, **chosen) == 303
    assert (alice.stored["variant"], alice.stored["house_rules"]) == ("english", AGREED)
    assert "; 20 is a draw." in alice.draw_watch
    assert "the most pieces must be captured" in alice.text


def test_consecutive_starts_keep_the_house_rules(alice: Player) -> None:
    agree(alice)
    for kind in ({"kind": "lot"}, {"kind": "seed", "seed": "1"}, {"kind": "lot"}):
        begin(alice, **kind)
    assert alice.stored["house_rules"] == AGREED


def test_each_rule_set_keeps_its_own_house_rules(alice: Player) -> None:
    agree(alice)
    agree(alice, "brazilian")
    begin(alice, kind="seed", seed="5", variant="english")
    assert alice.stored["house_rules"] == AGREED
    begin(alice, kind="seed", seed="5", variant="brazilian")
    assert alice.stored["house_rules"] == {"quiet_plies": 50}


def test_a_start_keeps_the_current_games_house_rules_by_default(alice: Player) -> None:
    alice.lay_out(house_rules=AGREED)
    begin(alice, kind="lot")
    assert alice.stored["house_rules"] == AGREED
    begin(alice, kind="seed", seed="5", variant="brazilian")
    assert alice.stored["house_rules"] == {}


def test_dropped_house_rules_do_not_come_back(alice: Player) -> None:
    agree(alice)
    chosen = {"variant": "english", "opponent": "friend", "player": "B", "level": "beginner"}
    alice.open("/new")
    alice.send("/new", alice.fields("/new") | chosen | {"draws": "0"})
    begin(alice, kind="lot")
    assert alice.stored["house_rules"] == {}


def test_switching_and_playing_again_keep_the_house_rules(alice: Player) -> None:
    agree(alice, "brazilian")
    agree(alice)
    alice.press("/switch")
    assert alice.stored["house_rules"] == {"quiet_plies": 50}
    alice.press("/switch")
    assert alice.stored["house_rules"] == AGREED
    alice.move("11-15")
    alice.press("/undo")
    assert alice.stored["house_rules"] == AGREED
    begin(alice, kind="position", fen="B:W10:B6")
    alice.move("6x15")
    assert alice.press("/again") == 303
    assert alice.stored["house_rules"] == AGREED


def test_the_start_page_says_which_house_rules_are_kept(alice: Player) -> None:
    alice.open("/start")
    assert "House rules" not in alice.page.main.get_text()
    agree(alice)
    for path in ("/start", "/ballots"):
        alice.open(path)
        assert (
            "House rules of English checkers: the most pieces must be captured; "
            "draw after 20 quiet moves each." in alice.text
        )
    checked = alice.open("/start").select("input[name=variant][checked]")
    assert [radio["value"] for radio in checked] == ["english", "english"]


def test_a_practice_position_accounts_for_the_house_rules(alice: Player) -> None:
    agree(alice)
    alice.open("/start")
    assert "Black must capture: 30x23x14." in alice.text
    assert "you may choose either jump" not in alice.text
    begin(alice, kind="practice", practice="paths")
    assert set(alice.moves) == {"30x23x14"}


def test_house_rules_change_no_seeded_opening_and_no_ballot() -> None:
    most = with_house_rules("english", HouseRules(takes_most=True))
    for seed in range(1, 200):
        with_rules = seeded_opening(most.key, seed)
        assert with_rules.variant == most
        assert with_rules.moves == seeded_opening("english", seed).moves
    for number, ballot in ballots().items():
        assert ballot_called(str(number), most).moves == ballot.game.moves


@pytest.mark.parametrize(
    ("fen", "variant", "side"),
    [
        ("B:W:B1-12", "english", "White"),
        ("W:W21-32:B", "english", "Black"),
        ("W:WK32:B", "brazilian", "Black"),
        ("B:BK3", "brazilian", "White"),
    ],
)
def test_rejects_a_position_in_which_a_side_has_no_piece(
    alice: Player, fen: str, variant: str, side: str
) -> None:
    alice.lay_out(moves="11-15 23-19")
    before = alice.stored
    assert begin(alice, kind="position", fen=fen, variant=variant) == 422
    assert f"{side} has no pieces there, so the game is already over." in alice.notice
    assert alice.page.find(id="fen")["value"] == fen
    assert alice.stored == before


def test_a_finished_game_cannot_be_played_on_without_an_opponent(alice: Player) -> None:
    # Such games were begun before they were refused.
    alice.lay_out(start="B:W:B1")
    alice.move("1-5")
    assert alice.page.select_one(".status.over")
    (link,) = alice.open("/games").select("main li a")
    address = str(link["href"])
    assert "Play from this position" not in str(alice.open(f"{address}?ply=0"))
    before = alice.stored
    assert (
        alice.send(f"{address}/play", alice.fields("/start", alice.open("/start")) | {"ply": "0"})
        == 404
    )
    assert alice.stored == before


def test_openings_use_the_chosen_square_names(alice: Player) -> None:
    alice.lay_out()
    session = alice.client.session
    with session.exclusive():
        session["preferences"] = {"numbering": "algebraic"}
    alice.open("/start")
    assert "The position after 1. f6-e5 e3-f4 2. " in alice.text
    button = alice.open("/ballots").select_one("button[name=ballot]")
    assert button is not None
    assert button.get_text().startswith("1: b6 to a5, ")
    assert alice.press("/start", ballot=str(button["value"])) == 303
