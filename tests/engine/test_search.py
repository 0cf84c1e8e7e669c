from itertools import islice

import pytest

from game.engine import Limit, OutOfTime, search
from game.engine.evaluate import evaluation_of
from game.engine.limits import MAX_DEPTH, WIN
from game.notation import parse_fen
from game.rules import VARIANTS, Game, Move, Position, Variant, legal_moves
from tests.engine.clocks import fake_clock
from tests.engine.positions import LONG_THINK, endings_with_kings, midgame_positions

ENGLISH, BRAZILIAN = VARIANTS["english"], VARIANTS["brazilian"]


def minimax(position: Position, variant: Variant, depth: int) -> int:
    """Return the minimax score without pruning: the reference for alpha-beta."""
    moves = legal_moves(position, variant)
    if not moves:
        return -WIN
    if depth <= 0 and not moves[0].is_capture:
        return evaluation_of(variant).score(position)
    best = max(-minimax(position.after(move), variant, depth - 1) for move in moves)
    return best - (best > WIN // 2) + (best < -WIN // 2)


@pytest.mark.parametrize("variant", [ENGLISH, BRAZILIAN], ids=lambda variant: variant.key)
def test_choices_have_their_minimax_scores(variant: Variant) -> None:
    positions = [
        *islice(midgame_positions(variant, 11), 15),
        *islice(endings_with_kings(variant, 12), 3),
    ]
    for position in positions:
        found = search(position, variant, Limit(depth=2), margin=20)
        truth = {
            move: -minimax(position.after(move), variant, 1)
            for move in legal_moves(position, variant)
        }
        best = max(truth.values())
        if found.depth == 2 and abs(best) < WIN // 2:
            assert found.score == best
            assert {choice.move: choice.score for choice in found.choices} == {
                move: score for move, score in truth.items() if score >= best - 20
            }


def test_choices_are_in_list_order_and_within_the_margin() -> None:
    for position in islice(midgame_positions(BRAZILIAN, 13), 20):
        found = search(position, BRAZILIAN, Limit(depth=3), margin=20)
        moves = [choice.move for choice in found.choices]
        assert moves == [move for move in legal_moves(position, BRAZILIAN) if move in moves]
        assert min(choice.score for choice in found.choices) >= found.score - 20
        assert found.move in moves


def test_search_is_deterministic() -> None:
    for position in islice(midgame_positions(ENGLISH, 14), 10):
        assert search(position, ENGLISH, Limit(depth=3)) == search(
            position, ENGLISH, Limit(depth=3)
        )


@pytest.mark.parametrize(
    ("variant", "fen", "winning"),
    [
        (ENGLISH, "W:W6,22,23,26,29:B9,18", ["23x14x5"]),
        (ENGLISH, "B:W20:B11,12,14,27,K31", ["12-16"]),
        (ENGLISH, "B:W21:B1,3,8,9,16,17,K18", ["9-14", "18-14"]),
        (BRAZILIAN, "W:WK14,22:B28", ["14-32"]),
        (BRAZILIAN, "B:W5:B8,16,K19", ["19-1"]),
        (BRAZILIAN, "B:W21:B6,7,K13,14,15", ["13-17"]),
    ],
)
def test_finds_a_win_in_one_and_offers_nothing_slower(
    variant: Variant, fen: str, winning: list[str]
) -> None:
    found = search(parse_fen(fen, variant), variant, Limit(depth=3), margin=20)
    assert found.score == WIN - 1
    assert [str(choice.move) for choice in found.choices] == winning


@pytest.mark.parametrize(
    ("variant", "fen", "longest"),
    [
        (ENGLISH, "B:WK10,11,18,27:B9", "9-13"),
        (ENGLISH, "B:WK31:B14", "14-17"),
        (BRAZILIAN, "B:WK17,20,25:B18", "18-23"),
        (BRAZILIAN, "B:W20,25,K26:B14", "14-18"),
    ],
)
def test_prefers_the_longest_defence_in_a_lost_position(
    variant: Variant, fen: str, longest: str
) -> None:
    found = search(parse_fen(fen, variant), variant, Limit(depth=7), margin=20)
    assert found.score < -WIN // 2
    assert [str(choice.move) for choice in found.choices] == [longest]


def test_resolves_captures_at_the_horizon() -> None:
    # One ply deep 11-15 looks as good as any move; White's jump comes after the horizon.
    position = parse_fen("B:W19,23,24,27,32:B1,2,3,11", ENGLISH)
    offered = Move((11, 15))
    found = search(position, ENGLISH, Limit(depth=1), margin=20)
    assert offered in legal_moves(position, ENGLISH)
    assert offered not in [choice.move for choice in found.choices]


def test_scores_a_repetition_of_an_earlier_position_as_a_draw() -> None:
    game = Game(ENGLISH, parse_fen("W:WK32,K31:BK1,K2,K3,4", ENGLISH))
    for path in [(32, 27), (1, 6), (27, 32)]:
        game = game.play(Move(path))
    back = Move((6, 1))
    earlier = [game.undo().undo().undo().position, game.undo().undo().position]
    earlier.append(game.undo().position)
    found = search(game.position, ENGLISH, Limit(depth=1), margin=10_000, earlier=earlier)
    scores = {choice.move: choice.score for choice in found.choices}
    assert scores[back] == 0
    assert found.score > 100


def test_scores_an_expiring_draw_counter_as_a_draw() -> None:
    # Brazilian: two kings against one must win within five moves each (FMJD-64 7.2.8).
    game = Game(BRAZILIAN, parse_fen("W:WK32,K31:BK4", BRAZILIAN))
    shuffle = [(32, 28), (4, 8), (28, 32), (8, 4), (31, 27), (4, 8), (27, 31), (8, 4), (31, 26)]
    for path in shuffle:
        game = game.play(Move(path))
    assert game.counts[-1] == 9
    found = search(
        game.position,
        BRAZILIAN,
        Limit(depth=1),
        margin=10_000,
        earlier=game.earlier_positions,
        counts=game.counts,
    )
    for choice in found.choices:
        after = game.play(choice.move)
        if after.outcome is not None and after.outcome.winner is None:
            assert choice.score == 0
    assert found.score == 0


def test_returns_the_last_completed_depth_at_the_deadline(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = next(endings_with_kings(BRAZILIAN, 15))
    clock = fake_clock(monkeypatch)
    found = search(position, BRAZILIAN, Limit(deadline=5_000))
    assert clock.reads == 5_000
    assert 1 < found.depth < MAX_DEPTH
    assert found == search(position, BRAZILIAN, Limit(depth=found.depth))


def test_raises_out_of_time_before_depth_one_is_complete(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = fake_clock(monkeypatch)
    with pytest.raises(OutOfTime):
        search(LONG_THINK, BRAZILIAN, Limit(deadline=1_000))
    assert clock.reads == 1_000
    with pytest.raises(OutOfTime):
        search(BRAZILIAN.start, BRAZILIAN, Limit(nodes=3))
