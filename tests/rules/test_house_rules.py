"""House rules: what may be agreed on, and what then is another game."""

import pytest

from game.notation import format_move, parse_fen
from game.rules import VARIANTS, Game, HouseRules, Termination, find_variant, with_house_rules

MOST = HouseRules(takes_most=True)
TWO_WAYS = "B:W12,18,25-28,31,32:B1-3,5-8,K30"
"""A king may take one piece or two."""


def captures(key: str, fen: str) -> list[str]:
    rules = find_variant(key)
    return [format_move(move, rules) for move in Game(rules, parse_fen(fen, rules)).legal_moves]


def test_without_house_rules_the_rule_set_itself_is_played() -> None:
    assert with_house_rules("english", HouseRules()) is VARIANTS["english"]


def test_the_most_pieces_must_be_taken_where_that_was_agreed() -> None:
    assert captures("english", TWO_WAYS) == ["30x21", "30x23x14"]
    assert captures(with_house_rules("english", MOST).key, TWO_WAYS) == ["30x23x14"]


def test_a_king_and_a_man_that_take_as_many_may_both_be_chosen() -> None:
    key = with_house_rules("english", MOST).key
    assert captures(key, "W:WK10,32:B7,27") == ["10x3", "32x23"]


def test_a_key_holds_all_that_was_agreed() -> None:
    rules = with_house_rules("english", HouseRules(takes_most=True, quiet_plies=40))
    assert find_variant(rules.key) is rules
    assert (rules.rule_set, rules.house_rules.quiet_plies) == ("english", 40)


@pytest.mark.parametrize(
    ("rule_set", "plies"), [("english", 40), ("english", 100), ("brazilian", 50)]
)
def test_an_agreed_limit_takes_the_place_of_the_rulebooks(rule_set: str, plies: int) -> None:
    rules = with_house_rules(rule_set, HouseRules(quiet_plies=plies))
    game = Game(rules, parse_fen("W:WK29,K31:BK1,K3", rules))
    [counter] = rules.draw_counters
    assert counter.plies == plies
    assert game.running_counters == [(counter, 0)]


def test_a_game_is_drawn_when_the_agreed_plies_are_over() -> None:
    rules = with_house_rules("english", HouseRules(quiet_plies=40))
    game = Game(rules, parse_fen("B:WK31,K32:BK1,K2", rules))
    while game.outcome is None:
        fresh = [move for move in game.legal_moves if not move.is_capture]
        seen = set(game.earlier_positions)
        unseen = [move for move in fresh if game.position.after(move) not in seen]
        quiet = [
            move
            for move in unseen
            if not Game(rules, game.position.after(move)).legal_moves[0].is_capture
        ]
        game = game.play(quiet[0])
    assert (game.outcome.termination, game.ply) == (Termination.DRAW_COUNTER, 40)
    assert game.outcome.article == "house rule"


@pytest.mark.parametrize(
    ("rule_set", "rules"),
    [
        ("brazilian", MOST),
        ("brazilian", HouseRules(quiet_plies=40)),
        ("english", HouseRules(quiet_plies=41)),
        ("italian", MOST),
    ],
)
def test_what_is_not_offered_is_refused(rule_set: str, rules: HouseRules) -> None:
    with pytest.raises(ValueError, match=rule_set):
        with_house_rules(rule_set, rules)


def test_endings_are_alike_when_only_the_draws_differ() -> None:
    assert with_house_rules("english", HouseRules(quiet_plies=50)).moves_key == "english"
    assert with_house_rules("english", MOST).moves_key != "english"
