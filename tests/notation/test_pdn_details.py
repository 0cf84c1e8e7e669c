"""What a reader of game files does with the less usual: problems, types, set-ups, clocks."""

import pytest

from game.notation import find_move, parse_fen
from game.notation.pdn import ReadGame, read_pdn
from game.notation.pdn_writer import clock_comments, format_pdn, short_move
from game.rules import VARIANTS, Game, Side

ENGLISH = VARIANTS["english"]


def read(text: str) -> ReadGame:
    (game,) = read_pdn(text)
    return game


def played(*moves: str, key: str = "english", start: str = "") -> Game:
    rules = VARIANTS[key]
    game = Game(rules, parse_fen(start, rules) if start else None)
    for move in moves:
        game = game.play(find_move(move, game.position, rules))
    return game


def test_an_empty_file_has_no_games() -> None:
    assert read_pdn("") == read_pdn(b"") == read_pdn(" \n") == []


def test_the_first_of_equal_tags_holds() -> None:
    assert read('[White "A"][White "B"] 1. 11-15 *').tags["White"] == "A"


def test_tags_of_other_languages_are_known_by_their_english_names() -> None:
    found = read('[Bianco "A"][nero "B"][RISULTATO "1-0"] 1. 11-15 *')
    assert found.tags == {"White": "A", "Black": "B", "Result": "1-0"}


def test_a_file_of_tags_alone_is_a_game_without_moves() -> None:
    found = read('[White "A"]')
    assert (found.plies, found.problems, found.result) == (0, [], "*")


@pytest.mark.parametrize(
    ("text", "line", "ply"),
    [
        ("1. 11-15\n23-19 )\n*", 2, 2),
        ("1. 11-15 ( 1. 9-14", 1, 0),
        ("1. 11-15\n23-19\n8-4 *", 3, 2),
    ],
)
def test_a_problem_says_on_which_line_and_after_how_many_moves(
    text: str, line: int, ply: int
) -> None:
    (problem,) = read(text).problems
    assert (problem.line, problem.ply) == (line, ply)


def test_one_problem_of_a_kind_is_reported_once() -> None:
    assert len(read("1. 11-15 hello ) there ) *").problems) == 1


def test_a_variation_that_closes_twice_does_not_swallow_what_follows() -> None:
    assert read("1. 11-15 (9-14)) (9-13) 23-19 *").plies == 2


def test_comments_of_a_variation_stay_in_it() -> None:
    assert read("1. 11-15 (9-14 {inside}) {outside} *").comments == {1: ["outside"]}


def test_several_comments_after_one_move_are_kept_in_order() -> None:
    found = read("{before} 1. 11-15 {one} {two} *")
    assert found.comments == {0: ["before"], 1: ["one", "two"]}


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("1. 11-15 23-19 *", "english"),
        ("1. 22-18 11-15 *", "italian"),
        ("1. c3-d4 d6-c5 2. b2-c3 *", "brazilian"),
        ("1. c3-d4 d6-c5 2. b2-c3 c5:e3 *", "russian"),
        ("1. 32-28 18-23 *", "international"),
        ("1. 40-34 1-2 33-34 50-49 *", "international"),
        ("1. 44-38 25-31 2. 50-44 19-25 3. 56-50 *", "canadian"),
    ],
)
def test_the_rules_of_a_file_without_a_type_are_those_its_moves_fit(text: str, key: str) -> None:
    assert read(text).variant.key == key


def test_most_games_decide_the_rules_of_a_file_and_the_likeliest_wins_a_tie() -> None:
    games = read_pdn("1. 11-15 *\n1. 21-17 *\n1. 21-17 *")
    assert {game.variant.key for game in games} == {"italian"}
    assert {game.variant.key for game in read_pdn("1. 11-15 *\n1. 21-17 *")} == {"english"}


def test_only_the_first_twenty_games_decide_the_rules() -> None:
    games = read_pdn("1. 11-15 *\n" * 10 + "1. 22-17 *\n" * 11)
    assert {game.variant.key for game in games} == {"english"}
    games = read_pdn("1. 11-15 *\n" * 9 + "1. 22-17 *\n" * 10 + "1. 11-15 *\n" * 9)
    assert {game.variant.key for game in games} == {"english"}


def test_a_game_with_a_type_does_not_decide_for_those_without() -> None:
    typed = '[GameType "20"] 1. 32-28 *\n'
    assert [game.variant.key for game in read_pdn(typed + "1. 11-15 *")] == [
        "international",
        "english",
    ]


def test_an_unreadable_set_up_ends_the_game() -> None:
    found = read("1. 11-15 /FEN nonsense/ 23-19 *")
    assert (found.plies, [problem.kind for problem in found.problems]) == (1, ["bad_fen"])


def test_a_blank_position_is_the_start() -> None:
    found = read('[FEN " "] 1. 11-15 *')
    assert (found.plies, found.problems) == (1, [])


def test_a_capture_jump_by_jump_may_have_many_parts_and_another_move_after_it() -> None:
    start = '[GameType "21"][FEN "B:W6,14,23,31:B2,12"]'
    found = read(start + " 1. 2x9 9x18 18x27 31x24 *")
    assert (found.plies, found.problems) == (2, [])


def test_an_ambiguous_capture_may_be_followed_by_another_ambiguous_one() -> None:
    head = '[GameType "21"][FEN "B:W6,7,14,15,30:B2,12"] 1. 2x18 '
    assert [problem.kind for problem in read(head + "*").problems] == ["ambiguous_move"]


def test_a_draw_by_rule_is_not_held_against_a_result() -> None:
    moves = " ".join(["1-5 32-28 5-1 28-32"] * 3)
    assert not read(f'[GameType "21"][FEN "B:WK32:BK1"][Result "1-0"] {moves} *').problems


def test_clocks_are_written_as_they_stood_after_each_move() -> None:
    game = played("11-15", "23-19", "8-11")
    hour = 3_600_000
    assert clock_comments(game, hour, [hour, hour - 1_000, 3_599_999 - 65_000]) == {
        1: "{[%clock W1:00:00 b1:00:00]}",
        2: "{[%clock w0:59:59 B1:00:00]}",
        3: "{[%clock W0:59:59 b0:58:54]}",
    }


def test_clocks_of_the_last_moves_are_written_where_the_first_are_not_known() -> None:
    game = played("11-15", "23-19", "8-11")
    assert clock_comments(game, 10_000, [9_000]) == {3: "{[%clock W0:00:10 b0:00:09]}"}
    assert clock_comments(game, 10_000, []) == {}


def test_comments_stand_after_the_moves_of_their_numbers() -> None:
    text = format_pdn(played("11-15", "23-19", "8-11"), {}, {1: "{a}", 3: "{b}"})
    assert text.splitlines()[-1] == "1. 11-15 {a} 23-19 2. 8-11 {b} *"


def test_lines_are_filled_up_to_eighty_characters() -> None:
    comments = dict.fromkeys(range(1, 4), "{123456789 123456789 123456789}")
    lines = format_pdn(played("11-15", "23-19", "8-11"), {}, comments).splitlines()
    assert max(map(len, lines)) <= 80
    exact = {1: "{" + "x" * 58 + "}"}
    assert format_pdn(played("11-15", "23-19"), {}, exact).splitlines()[-1].endswith("23-19 *")
    assert len(format_pdn(played("11-15", "23-19"), {}, exact).splitlines()[-1]) == 77
    three = {1: "{" + "x" * 61 + "}"}
    assert len(format_pdn(played("11-15", "23-19"), {}, three).splitlines()[-1]) == 80


def test_a_game_from_the_start_has_no_position_and_one_from_elsewhere_has() -> None:
    assert "[FEN" not in format_pdn(played("11-15"), {})
    assert '[SetUp "1"]' in format_pdn(played(start="B:W32:B1"), {})


@pytest.mark.parametrize(
    ("key", "winner", "result"),
    [
        ("frisian", Side.WHITE, "1-0"),
        ("canadian", Side.WHITE, "2-0"),
        ("canadian", Side.BLACK, "0-2"),
        ("italian", Side.BLACK, "0-1"),
        ("pool", Side.BLACK, "1-0"),
    ],
)
def test_a_win_is_two_points_where_the_game_type_says_so(
    key: str, winner: Side, result: str
) -> None:
    assert f'[Result "{result}"]' in format_pdn(played(key=key).resign(winner.other), {})


def test_a_move_is_short_in_the_games_own_notation() -> None:
    game = played(key="russian")
    assert short_move(game.legal_moves[0], game) in {"a3-b4", "c3-b4", "c3-d4", "e3-d4", "e3-f4"}
    taking = played(key="russian", start="W:Wc3:Bd4")
    assert short_move(taking.legal_moves[0], taking) == "c3:e5"


def test_an_unprintable_character_in_a_tag_is_left_out() -> None:
    assert '[White "AB"]' in format_pdn(played(), {"White": "A\x07\nB"})


def test_fifty_nested_variations_are_followed_and_fifty_one_are_not() -> None:
    assert not read(f"1. 11-15 {'(11-16 ' * 50}{')' * 50} *").problems
    (problem,) = read(f"1. 11-15 {'(11-16 ' * 51}{')' * 51} *").problems
    assert problem.message == "more than 50 nested variations"


def test_a_position_that_cannot_be_read_is_reported_where_its_game_begins() -> None:
    _, second = read_pdn('1. 11-15 *\n\n[Event "x"]\n[FEN "nonsense"]\n1. 11-15 *')
    assert [(problem.kind, problem.line) for problem in second.problems] == [("bad_fen", 3)]


@pytest.mark.parametrize("after", ["*", "{a comment} *", "/FEN B:W32:B1/ *", "24-28 *", "24x28 *"])
def test_an_illegal_move_is_quoted_whatever_comes_after_it(after: str) -> None:
    (problem,) = read(f"1. 11-15 23-24 {after}").problems
    assert problem.message.startswith("'23-24' is not a legal move in W:")
    assert (problem.kind, problem.ply) == ("illegal_move", 1)


@pytest.mark.parametrize("after", ["*", "99-28 *"])
def test_a_move_to_a_square_off_the_board_is_quoted(after: str) -> None:
    (problem,) = read(f'[GameType "21"] 1. 11-15 23-99 {after}').problems
    assert problem.message.startswith("'99': squares are numbered 1 to 32")


def test_an_ambiguous_capture_later_in_a_game_is_settled_by_what_follows() -> None:
    head = '[GameType "21"][FEN "W:W6,7,14,15,30:B2,12"] 1... 30-26 2. 2x18 '
    (left, right) = (read(head + move + " *") for move in ("14-9", "15-11"))
    assert (left.problems, right.problems) == ([], [])
    assert left.game is not None
    assert right.game is not None
    assert left.game.moves[1] != right.game.moves[1]


def test_jumps_on_a_lettered_board_join_in_any_case() -> None:
    assert read('[GameType "25"][FEN "W:Wa1:Bb2,d4"] 1. a1:c3 C3:e5 *').plies == 1


def test_lines_that_begin_with_a_percent_sign_are_skipped() -> None:
    found = read("% first\n1. 11-15\n% 9-14 (\n23-19 *")
    assert (found.plies, found.problems) == (2, [])


def test_a_variant_tag_names_the_game_by_name_or_key() -> None:
    for tags, key in (
        ('[GameType "20"][Variant "Killer draughts"]', "killer"),
        ('[GameType "20"][Variant "killer"]', "killer"),
        ('[Variant "International draughts"]', "international"),
        ('[GameType "20"][Variant "Rapid"]', "international"),
    ):
        assert read(f"{tags} 1. 32-28 *").variant.key == key
    assert read('[Variant "Russian draughts"] 1. c3-d4 *').variant.key == "russian"


def test_a_blank_before_the_number_of_a_game_type_does_not_matter() -> None:
    assert read('[GameType " 20"] 1. 32-28 *').variant.key == "international"


def test_an_unknown_game_type_is_a_problem_before_the_first_move() -> None:
    (problem,) = read('\n[GameType "99"] 1. 11-15 *').problems
    assert (problem.kind, problem.line, problem.ply) == ("game_type", 2, 0)


def test_of_two_results_the_first_is_compared_with_the_moves_and_located() -> None:
    start = '[GameType "21"][FEN "B:W17:B14"]'
    found = read(start + '\n[Result "0-1"]\n1. 14x21\n1-0')
    assert [problem.line for problem in found.problems] == [2, 2]
    assert "but Black won" in found.problems[1].message


def test_jumps_are_not_joined_across_another_move() -> None:
    found = read('[GameType "21"][FEN "B:W18,26,32:B14"] 1. 14x23 32-28 23x30 *')
    assert (found.plies, [problem.kind for problem in found.problems]) == (0, ["illegal_move"])
