"""House rules: which are options, and what they change."""

import pytest

from game.notation import format_move, parse_fen
from game.rules import VARIANTS, Game, HouseRules, Termination, find_variant, with_house_rules

MOST = HouseRules(takes_most=True)
TWO_WAYS = "B:W12,18,25-28,31,32:B1-3,5-8,K30"
"""A king may capture one piece or two."""


def captures(key: str, fen: str) -> list[str]:
    rules = find_variant(key)
    return [format_move(move, rules) for move in Game(rules, parse_fen(fen, rules)).legal_moves]


def test_no_house_rules_give_the_rule_set_itself() -> None:
    assert with_house_rules("english", HouseRules()) is VARIANTS["english"]


def test_house_rule_makes_capturing_the_most_pieces_compulsory() -> None:
    assert captures("english", TWO_WAYS) == ["30x21", "30x23x14"]
    assert captures(with_house_rules("english", MOST).key, TWO_WAYS) == ["30x23x14"]


def test_king_and_man_may_both_capture_if_they_capture_equally_many() -> None:
    key = with_house_rules("english", MOST).key
    assert captures(key, "W:WK10,32:B7,27") == ["10x3", "32x23"]


def test_key_includes_all_house_rules() -> None:
    rules = with_house_rules("english", HouseRules(takes_most=True, quiet_plies=40))
    assert find_variant(rules.key) is rules
    assert (rules.rule_set, rules.house_rules.quiet_plies) == ("english", 40)


@pytest.mark.parametrize(
    ("rule_set", "plies"), [("english", 40), ("english", 100), ("brazilian", 50)]
)
def test_house_limit_replaces_the_rulebooks_counters(rule_set: str, plies: int) -> None:
    rules = with_house_rules(rule_set, HouseRules(quiet_plies=plies))
    game = Game(rules, parse_fen("W:WK29,K31:BK1,K3", rules))
    [counter] = rules.draw_counters
    assert counter.plies == plies
    assert game.running_counters == [(counter, 0)]


def test_game_is_drawn_at_the_house_limit() -> None:
    rules = with_house_rules("english", HouseRules(quiet_plies=40))
    game = Game(rules, parse_fen("B:WK31,K32:BK1,K2", rules))
    while game.outcome is None:
        quiet = [move for move in game.legal_moves if not move.is_capture]
        seen = set(game.earlier_positions)
        unseen = [move for move in quiet if game.position.after(move) not in seen]
        safe = [
            move
            for move in unseen
            if not Game(rules, game.position.after(move)).legal_moves[0].is_capture
        ]
        game = game.play(safe[0])
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
def test_refuses_house_rules_that_are_not_options(rule_set: str, rules: HouseRules) -> None:
    with pytest.raises(ValueError, match=rule_set):
        with_house_rules(rule_set, rules)


def test_house_limit_keeps_the_endgame_tables_of_the_rule_set() -> None:
    assert with_house_rules("english", HouseRules(quiet_plies=50)).moves_key == "english"
    assert with_house_rules("english", MOST).moves_key != "english"
