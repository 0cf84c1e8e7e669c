"""Game as text: board, FEN and PDN."""

from __future__ import annotations

from django.utils import translation

from game.notation import format_fen
from game.notation.pdn import read_pdn
from game.rules import VARIANTS, HouseRules, with_house_rules
from game.web.board.text import computer_tag, pdn_tags
from game.web.shared.terms import LEVELS
from tests.player import Player
from tests.pseudo import LANGUAGE

BRAZILIAN = format_fen(VARIANTS["brazilian"].start, VARIANTS["brazilian"])


def board(player: Player) -> list[str]:
    shown = player.page.select_one(".textboard")
    assert shown
    return shown.get_text().splitlines()


def test_the_board_is_eight_lines_of_eight_letters(alice: Player) -> None:
    alice.lay_out(start="B:W18,K26:BK30,5", bottom="W")
    alice.open("/record")
    assert board(alice) == [
        " 1 -.-.-.-.",
        " 2 b-.-.-.-",
        " 3 -.-.-.-.",
        " 4 .-.-.-.-",
        " 5 -.-w-.-.",
        " 6 .-.-.-.-",
        " 7 -.-W-.-.",
        " 8 .-B-.-.-",
    ]


def test_the_board_is_flipped_as_in_the_session(alice: Player) -> None:
    alice.lay_out(bottom="B")
    alice.open("/record")
    assert board(alice)[0] == " 8 -w-w-w-w"
    assert board(alice)[-1] == " 1 b-b-b-b-"


def test_lettered_boards_show_ranks_and_files(alice: Player) -> None:
    alice.lay_out(variant="brazilian", start=BRAZILIAN, bottom="W")
    alice.open("/record")
    assert board(alice)[0] == " 8 -b-b-b-b"
    assert board(alice)[-2:] == [" 1 w-w-w-w-", "   abcdefgh"]


def test_position_and_moves_can_be_copied(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19")
    page = alice.open("/record")
    fen, pdn = (part.get_text() for part in page.select("pre.wraps"))
    assert fen.startswith("B:W19,21,")
    assert "1. 11-15 23-19 *" in pdn
    assert "Black, 12: men on 1," in alice.text


def test_the_file_is_a_game_any_program_reads(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19", opponent="computer", level="hard")
    answer = alice.client.get("/game.pdn")
    assert answer["Content-Type"] == "application/x-pdn; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="english.pdn"'
    (read,) = read_pdn(answer.content)
    assert (read.variant.key, read.plies, read.problems) == ("english", 2, [])
    assert read.tags["White"] == "Computer, Hard"


def test_the_file_has_the_day_on_which_the_game_was_begun(alice: Player) -> None:
    alice.open()
    alice.move("11-15")
    begun = str(alice.stored["begun"])[:10].replace("-", ".")
    (read,) = read_pdn(alice.client.get("/game.pdn").content)
    assert read.tags["Date"] == begun


def test_the_game_page_links_to_the_record(alice: Player) -> None:
    alice.lay_out()
    links = {link.get_text(): link["href"] for link in alice.page.select("a")}
    assert links["Game as text"] == "/record?version=1"


def test_pdn_is_in_english_whatever_the_language(alice: Player) -> None:
    alice.open("/new")  # the language that marks its words is there from now on
    with translation.override(LANGUAGE):
        assert str(LEVELS["hard"]) != "Hard"
        assert computer_tag("hard") == "Computer, Hard"
        tags = pdn_tags(with_house_rules("english", HouseRules(takes_most=True)), "", {})
    assert tags["HouseRules"] == "the most pieces must be captured"
