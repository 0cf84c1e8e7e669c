import subprocess
import sys
import textwrap
from pathlib import Path

from game.notation import find_move, parse_fen
from game.programs.players import LEVELS, FullEngine, LevelPlayer, allowed_move
from game.rules import VARIANTS, Game, Move

FRISIAN = VARIANTS["frisian"]


def game_at_the_move_limit() -> Game:
    game = Game(FRISIAN, parse_fen("W:WK46,50:BK1,15", FRISIAN))
    for text in ("46-41", "1-6", "41-46", "6-1", "46-41", "1-6"):
        game = game.play(find_move(text, game.position, FRISIAN))
    return game


def test_no_player_moves_a_king_at_its_move_limit() -> None:
    game = game_at_the_move_limit()
    assert allowed_move(game, Move((41, 46))).origin == 50
    for player in (FullEngine(), LevelPlayer(LEVELS["beginner"], seed=1)):
        assert player.choose(game, 0.3).origin == 50


def test_legal_move_is_left_alone() -> None:
    game = Game(FRISIAN)
    assert allowed_move(game, game.legal_moves[3]) == game.legal_moves[3]


def test_levels_play_matches_with_the_compiled_engine() -> None:
    program = """
        from game.engine import LEVELS, compiled
        from game.programs.players import LevelPlayer
        LevelPlayer(LEVELS["hard"], seed=1)
        print(compiled.loaded() is not None)
    """
    ran = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)],
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parents[2],
    )
    assert ran.stdout.strip() == "True"
