"""Reading game files: real ones, awkward ones, broken ones, and arbitrary text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.notation import format_fen, format_move
from game.notation.pdn import MAX_NESTING, ReadGame, read_pdn
from game.rules import VARIANTS
from tests.kit import random_games, thorough

FILES = Path(__file__).parents[1] / "data" / "pdn"
CASES: dict[str, dict[str, Any]] = json.loads((FILES / "cases" / "expected.json").read_text())
PLAYED_OUT = [name for name, case in CASES.items() if "expect" in case]


def read(text: str) -> ReadGame:
    (game,) = read_pdn(text)
    return game


def kinds(game: ReadGame) -> list[str]:
    return [problem.kind for problem in game.problems]


def final(game: ReadGame) -> str:
    assert game.game is not None
    return format_fen(game.game.position, game.variant)


@pytest.mark.parametrize(
    ("name", "games", "variant"),
    [
        ("english-inferno", 68, "english"),
        ("russian-ussr1947", 60, "russian"),
        ("italian-2005", 53, "italian"),
        ("czech-2006", 19, "czech"),
        ("international-playok", 4, "international"),
    ],
)
def test_replays_real_games_to_their_last_move(name: str, games: int, variant: str) -> None:
    found = read_pdn((FILES / f"{name}.pdn").read_bytes())
    assert len(found) == games
    assert {game.variant.key for game in found} == {variant}
    assert all(game.plies > 10 for game in found)
    stopped = [(game.plies, game.problems[0].message) for game in found if game.problems]
    # The last move of one Italian game may be either of two captures, and nothing says which.
    ambiguous = [(25, "'3x26' could be any of 3x10x17x26, 3x10x19x26")]
    assert stopped == (ambiguous if variant == "italian" else [])


@pytest.mark.parametrize("name", PLAYED_OUT)
def test_reads_awkward_files_correctly(name: str) -> None:
    found = read_pdn((FILES / "cases" / name).read_bytes())
    expected = CASES[name]["expect"]
    assert [(g.variant.key, g.plies, final(g), g.result) for g in found] == [
        (game["variant"], game["plies"], game["final_fen"], game["result"]) for game in expected
    ]
    assert all(not game.problems for game in found)


@pytest.mark.parametrize(
    "name",
    [
        "p16_ambiguous_short.pdn",
        "p19_ambiguous_flying_short.pdn",
        "p22_wrong_intermediate.pdn",
        "p37_fen_out_of_range.pdn",
        "p40_fen_too_many.pdn",
        "p43_white_first_english.pdn",
        "p49_deep_nesting.pdn",
    ],
)
def test_names_what_is_wrong_with_a_file(name: str) -> None:
    (found,) = read_pdn((FILES / "cases" / name).read_bytes())
    assert kinds(found) == [CASES[name]["error"]]


@pytest.mark.parametrize(
    ("depth", "problems"), [(MAX_NESTING, []), (MAX_NESTING + 1, ["too_deep"])]
)
def test_variations_may_be_nested_up_to_the_limit(depth: int, problems: list[str]) -> None:
    (found,) = read_pdn(f"1. 11-15 {'(11-16 ' * depth}{')' * depth} 23-19 *".encode())
    assert kinds(found) == problems
    assert found.plies == 2


def test_reads_files_in_other_encodings() -> None:
    (utf16,) = read_pdn((FILES / "cases" / "p10_utf16.pdn").read_bytes())
    assert (utf16.plies, utf16.tags["White"]) == (2, "Player Two")
    (latin,) = read_pdn('[White "Jörg"]\n1. 11-15 *'.encode("latin-1"))
    assert latin.tags["White"] == "Jörg"


def test_reads_moves_with_spaces_inside() -> None:
    (found,) = read_pdn((FILES / "cases" / "p25_spaces_in_moves.pdn").read_bytes())
    assert final(found) == "B:W18,21,23,24,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,12"


def test_setup_among_the_moves_changes_the_position() -> None:
    (found,) = read_pdn((FILES / "cases" / "p55_inline_setup.pdn").read_bytes())
    assert (found.plies, final(found)) == (3, "W:W21:B13")


def test_next_moves_settle_an_ambiguous_capture_if_only_one_fits() -> None:
    # 2x9x18 captures 6 and 14, 2x11x18 captures 7 and 15; then only one of 14-9 and 15-11 is legal.
    head = '[GameType "21"][FEN "B:W6,7,14,15,30:B2,12"] 1. 2x18 '
    assert not read(head + "14-9 *").problems
    assert not read(head + "15-11 *").problems
    assert kinds(read(head + "30-26 *")) == ["ambiguous_move"]


def test_capture_written_jump_by_jump_is_one_move() -> None:
    whole = read('[GameType "21"][FEN "B:W18,26,32:B14"] 1. 14x23x30 32-28 *')
    pieces = read('[GameType "21"][FEN "B:W18,26,32:B14"] 1. 14x23 23x30 32-28 *')
    assert not pieces.problems
    assert final(pieces) == final(whole)
    assert pieces.plies == 2


def test_illegal_move_ends_its_game_and_no_other() -> None:
    first, second = read_pdn("1. 11-15 23-19 2. 1-2 22-18 * 1. 9-14 *")
    assert (first.plies, kinds(first)) == (2, ["illegal_move"])
    assert (second.plies, kinds(second)) == (1, [])
    assert (first.problems[0].line, first.problems[0].ply) == (1, 2)


def test_tag_starts_the_next_game_without_a_terminator() -> None:
    found = read_pdn('[Event "A"]\n1. 11-15\n[Event "B"]\n1. 9-14 22-18')
    assert [(game.tags["Event"], game.plies) for game in found] == [("A", 1), ("B", 2)]


def test_result_tag_takes_precedence_over_the_terminator() -> None:
    assert read('[Result "1-0"] 1. 11-15 *').result == "1-0"
    assert read('[Result "*"] 1. 11-15 0-1').result == "0-1"
    assert read("1. 11-15 2-0").result == "2-0"
    assert read("1. 11-15").result == "*"


LAST_MAN = '[GameType "21"][FEN "B:W17:B14"]'
"""English checkers: Black, who moves first and whose win is 1-0, can capture White's last man."""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            LAST_MAN + '[Result "0-1"] 1. 14x21 *',
            "the Result tag says 0-1 (White won), but Black won: White has no pieces left",
        ),
        (
            LAST_MAN + '[Result "1/2-1/2"] 1. 14x21 *',
            "the Result tag says 1/2-1/2 (a draw), but Black won: White has no pieces left",
        ),
        (
            LAST_MAN + '[Result "0-0"] 1. 14x21 *',
            "the Result tag says 0-0 (both lost), but Black won: White has no pieces left",
        ),
        (
            LAST_MAN + "1. 14x21 0-1",
            "the result after the moves says 0-1 (White won), but Black won: "
            "White has no pieces left",
        ),
        (
            '[GameType "26"][FEN "W:W22:B18"][Result "0-1"] 1. 22x15 *',
            "the Result tag says 0-1 (Black won), but White won: Black has no pieces left",
        ),
        (
            '[GameType "20"][FEN "W:W28:B22"][Result "0-2"] 1. 28x17 *',
            "the Result tag says 0-2 (Black won), but White won: Black has no pieces left",
        ),
    ],
)
def test_reports_result_that_contradicts_a_game_without_pieces_left(
    text: str, message: str
) -> None:
    found = read(text)
    assert [(problem.kind, problem.message) for problem in found.problems] == [("result", message)]


def test_reports_result_that_contradicts_a_blocked_game() -> None:
    found = read('[GameType "21"][FEN "W:W13,14:B5"][Result "1-0"]\n1. 13-9 *')
    assert kinds(found) == ["result"]
    (problem,) = found.problems
    assert problem.message == (
        "the Result tag says 1-0 (Black won), but White won: Black has no moves left"
    )
    assert (problem.line, problem.ply, found.result) == (1, 1, "1-0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[Result "1-0"] 1. 11-15 0-1', "the Result tag says 1-0, but the moves end with 0-1"),
        ('[Result "1-1"] 1. 11-15 2-0', "the Result tag says 1-1, but the moves end with 2-0"),
        (
            '[Result "0-0"] 9-14 1/2-1/2',
            "the Result tag says 0-0, but the moves end with 1/2-1/2",
        ),
        ('[Result "1-0"][Result "0-1"] 1. 11-15 *', "one Result tag says 1-0, another 0-1"),
    ],
)
def test_reports_results_that_contradict_each_other(text: str, message: str) -> None:
    found = read("\n" + text)
    assert [(problem.kind, problem.message) for problem in found.problems] == [("result", message)]
    assert found.problems[0].line == 2
    assert found.result == text.split('"')[1]


@pytest.mark.parametrize(
    "text",
    [
        '[Result "1-0"] 1. 11-15 *',
        '[Result "1-0"] 1. 11-15 2-0',
        '[Result "1-1"] 1. 11-15 1/2-1/2',
        '[Result "*"] 1. 11-15 0-1',
        '[Result "?"] 1. 11-15 0-1',
        '[Result "White won"] 1. 11-15 0-1',
        '[Result "1-0"][Result "1-0"] 1. 11-15 *',
        LAST_MAN + '[Result "1-0"] 1. 14x21 *',
        LAST_MAN + '[Result "2-0"] 1. 14x21 *',
        LAST_MAN + '[Result "*"] 1. 14x21 *',
        LAST_MAN + "1. 14x21",
        LAST_MAN + '[Result "0-1"] *',
    ],
)
def test_result_that_may_be_true_is_not_a_problem(text: str) -> None:
    assert not read(text).problems


def test_does_not_check_the_result_of_a_partly_replayed_game() -> None:
    found = read(LAST_MAN + '[Result "0-1"] 1. 14x21 30-26 *')
    assert kinds(found) == ["illegal_move"]


def test_wrong_result_does_not_affect_the_guessed_rules() -> None:
    english = "1. 11-15 23-19 2. 8-11 22-17 *\n"
    games = read_pdn('[FEN "B:W17:B14"][Result "0-1"] 1. 14x21 *\n' + english)
    assert {game.variant.key for game in games} == {"english"}


@pytest.mark.parametrize("text", ["9-14 1/2-1/2", "9-14 \u00bd-\u00bd"])
def test_reads_both_spellings_of_a_draw(text: str) -> None:
    assert read(text).result == "1/2-1/2"


def test_comments_and_variations_are_not_moves() -> None:
    game = read("1. 11-15 {best (so they say)} (1. 9-14 {or} (1. 12-16)) 1... 23-19 $1 ; so\n *")
    assert (game.plies, game.comments) == (2, {1: ["best (so they say)"], 2: ["so"]})
    assert not game.problems


@pytest.mark.parametrize(
    "text", ["1. 11-15 {no end", "1. 11-15 )", "1. 11-15 (1. 9-14", "1. 11-15 hello there"]
)
def test_reports_unexpected_text_once_and_reads_the_rest(text: str) -> None:
    first, *others = read_pdn(text + '\n[Event "next"] 1. 9-14 *')
    assert (first.plies, kinds(first)) == (1, ["syntax"])
    assert [game.plies for game in others] == [1]


def test_reports_unknown_game_type() -> None:
    chess = read('[GameType "0"] 1. 11-15 *')
    assert (kinds(chess), chess.game, chess.plies) == (["game_type"], None, 0)


def test_ignores_wrong_suffix_of_the_game_type() -> None:
    assert read('[GameType "20,W,10,10,N1,0"] 1. 32-28 *').variant.key == "international"


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_reads_back_every_variant_as_written(key: str) -> None:
    variant = VARIANTS[key]
    for _, game in zip(range(4), random_games(variant, seed=3, longest=60), strict=False):
        moves = " ".join(format_move(move, variant) for move in game.moves)
        tags = f'[GameType "{variant.pdn_game_type}"][Variant "{variant.name}"]'
        found = read(f"{tags}\n{moves} *")
        assert not found.problems
        assert found.game is not None
        assert (found.game.position, found.plies) == (game.position, game.ply)


@thorough
@given(st.text(alphabet='[]"{}()*/%;.-x:$! \n0123456789abKWB\u2013', max_size=80) | st.text())
def test_no_text_breaks_the_reader(text: str) -> None:
    for game in read_pdn(text):
        assert game.plies >= 0


@thorough
@given(st.binary())
def test_no_bytes_break_the_reader(content: bytes) -> None:
    read_pdn(content)
