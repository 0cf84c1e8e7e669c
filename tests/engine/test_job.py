import random
from dataclasses import replace
from itertools import islice

import pytest

from game.engine import OutOfTime, answer_job
from game.engine.evaluate import FLYING_KING, SHORT_KING
from game.engine.limits import DECISIVE
from game.notation import parse_fen
from game.rules import VARIANTS, Game, Move, Position, Side, Variant, legal_moves
from tests.engine.clocks import fake_clock
from tests.engine.jobs import FAR_OFF, job
from tests.engine.positions import LONG_THINK, midgame_positions

BOTH_GAMES = pytest.mark.parametrize(
    "variant", [VARIANTS["english"], VARIANTS["brazilian"]], ids=lambda variant: variant.key
)


def beginner_move(game: Game, seed: int) -> Move:
    request = job(game.position, game.variant, seed * 1000 + game.ply)
    return answer_job(replace(request, earlier=game.earlier_positions, counts=game.counts)).move


def material(position: Position, variant: Variant, depth: int) -> int:
    """Return the material won by best play, by minimax over ``depth`` plies plus captures."""
    moves = legal_moves(position, variant)
    if not moves:
        return -10_000
    if depth <= 0 and not moves[0].is_capture:
        side = position.side
        king = FLYING_KING if variant.king_is_flying else SHORT_KING
        men = position.men(side).bit_count() - position.men(side.other).bit_count()
        kings = position.kings(side).bit_count() - position.kings(side.other).bit_count()
        return men * 100 + kings * king
    return max(-material(position.after(move), variant, depth - 1) for move in moves)


@BOTH_GAMES
def test_beginner_loses_no_man_that_three_plies_would_save(variant: Variant) -> None:
    for number, position in enumerate(islice(midgame_positions(variant, 21), 30)):
        values = {
            move: -material(position.after(move), variant, 2)
            for move in legal_moves(position, variant)
        }
        for seed in range(3):
            found = answer_job(job(position, variant, seed))
            # In a lost position any move may lose more.
            is_lost = found.score < -DECISIVE
            assert is_lost or values[found.move] > max(values.values()) - 50, (number, position)


@pytest.mark.parametrize(
    ("variant", "fen", "blunder"),
    [
        ("english", "B:W19,23,24,27,32:B1,2,3,11", "11-15"),
        ("brazilian", "W:W22,26,27,31,32:B5,6,7,14", "22-18"),
    ],
)
def test_beginner_never_leaves_a_man_hanging(variant: str, fen: str, blunder: str) -> None:
    rules = VARIANTS[variant]
    position = parse_fen(fen, rules)
    assert blunder in map(str, legal_moves(position, rules))
    for seed in range(40):
        assert str(answer_job(job(position, rules, seed)).move) != blunder


@pytest.mark.parametrize("key", ["english", "brazilian"])
def test_beginner_picks_the_capture_that_is_not_recaptured(key: str) -> None:
    # 15x22 is recaptured by 25x18; 15x24 wins a man for nothing.
    position = parse_fen("B:W18,19,25,29:B1,2,15", VARIANTS[key])
    for seed in range(20):
        assert str(answer_job(job(position, VARIANTS[key], seed)).move) == "15x24"


@BOTH_GAMES
def test_same_seed_plays_the_same_game_and_others_differ(variant: Variant) -> None:
    def moves_with(seed: int) -> tuple[Move, ...]:
        game = Game(variant)
        while game.ply < 12:
            game = game.play(beginner_move(game, seed))
        return game.moves

    assert moves_with(1) == moves_with(1)
    assert len({moves_with(seed) for seed in range(4)}) == 4


@BOTH_GAMES
def test_first_move_varies_with_the_seed(variant: Variant) -> None:
    first = {answer_job(job(variant.start, variant, seed)).move for seed in range(30)}
    assert len(first) >= 4


@BOTH_GAMES
def test_beginner_beats_random_play(variant: Variant) -> None:
    wins = 0
    for seed in range(8):
        rng = random.Random(seed)
        beginner = Side(seed % 2)
        game = Game(variant)
        while game.outcome is None:
            is_beginners = game.position.side is beginner
            move = beginner_move(game, seed) if is_beginners else rng.choice(game.legal_moves)
            assert move in game.legal_moves
            game = game.play(move)
        wins += game.outcome.winner is beginner
    assert wins >= 7


@BOTH_GAMES
def test_novice_loses_to_a_beginner(variant: Variant) -> None:
    lost = 0
    for seed in range(4):
        novice = Side(seed % 2)
        game = Game(variant)
        while game.outcome is None:
            if game.position.side is novice:
                request = job(game.position, variant, seed * 1000 + game.ply)
                game = game.play(answer_job(replace(request, level="novice")).move)
            else:
                game = game.play(beginner_move(game, seed))
        lost += game.outcome.winner is novice.other
    assert lost >= 3


@BOTH_GAMES
def test_game_between_beginners_ends(variant: Variant) -> None:
    game = Game(variant)
    while game.outcome is None:
        assert game.ply < 400
        game = game.play(beginner_move(game, 31))


def test_expired_job_raises_before_searching(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request = job(LONG_THINK, VARIANTS["brazilian"], 1, seconds=-FAR_OFF)
    with pytest.raises(OutOfTime):
        answer_job(request)
    monkeypatch.setattr("game.engine.job.is_supported", lambda variant: False)
    clock = fake_clock(monkeypatch)
    with pytest.raises(OutOfTime):
        answer_job(replace(request, deadline=0))
    assert clock.reads == 1
