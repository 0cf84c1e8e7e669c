"""Whole games in Chromium, played to the end with every way of entering a move.

The rules alone play a copy alongside: at every turn the page must offer exactly its legal moves,
and at the end show its outcome.
"""

import random
from collections.abc import Callable, Sequence

import pytest

from game.notation import find_move, format_move, square_name
from game.rules import VARIANTS, Game, Move, Outcome, Side, Termination
from tests.chromium.board import IS_ON_THE_BOARD, focus_board, keys, square
from tests.chromium.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900), pytest.mark.rotates(3)]

MAX_PLIES = 400
REASONS = {
    Termination.NO_PIECES: "no pieces left",
    Termination.BLOCKED: "no moves left",
    Termination.REPETITION: "third repetition",
    Termination.DRAW_COUNTER: "Draw: ",
}


def press_in_the_list(player: Player, game: Game, move: Move) -> None:
    player.press_move(format_move(move, game.variant))


def type_in_full(player: Player, game: Game, move: Move) -> None:
    player.type_move(format_move(move, game.variant))


def type_both_ends(player: Player, game: Game, move: Move) -> None:
    """Type the short form unless it is ambiguous, as for some multi-jumps."""
    text = f"{_name(move.origin, game)} {_name(move.destination, game)}"
    ends = (move.origin, move.destination)
    alike = [other for other in game.legal_moves if (other.origin, other.destination) == ends]
    player.type_move(text if len(alike) == 1 else format_move(move, game.variant))


def jump_square_by_square(player: Player, game: Game, move: Move) -> None:
    player.pick(_name(move.origin, game))
    names = [_name(square, game) for square in move.path]
    for visited in range(2, len(names)):
        player.land("x".join(names[:visited]))
    player.land(format_move(move, game.variant))


def jump_to_the_last_square(player: Player, game: Game, move: Move) -> None:
    """Land in one step where the board offers it, that is where only one result ends there."""
    player.pick(_name(move.origin, game))
    for offered in player.landings():
        if find_move(offered, game.position, game.variant).result == move.result:
            player.land(offered)
            return
    player.press("Let go")
    jump_square_by_square(player, game, move)


def walk_and_land(player: Player, game: Game, move: Move) -> None:
    """Use the board's arrow keys alone, passing every square on the way."""
    for name in [_name(number, game) for number in move.path]:
        keys(player, "Control+Home")
        while square(player) != name:
            at = square(player)
            if keys(player, "ArrowRight") == at:
                keys(player, "Home", "ArrowDown")
        player.wait_for_update(lambda: player.page.keyboard.press("Enter"))
        assert square(player) == name


def name_and_land(player: Player, game: Game, move: Move) -> None:
    """Use the board's keys alone, typing the names of the squares."""
    for name in [_name(number, game) for number in move.path]:
        assert keys(player, *name) == name
        player.wait_for_update(lambda: player.page.keyboard.press("Space"))
        assert player.page.evaluate(IS_ON_THE_BOARD)


WAYS = (
    press_in_the_list,
    type_in_full,
    type_both_ends,
    jump_square_by_square,
    jump_to_the_last_square,
)
BY_KEYS = (walk_and_land, name_and_land)


def _name(square: int, game: Game) -> str:
    return square_name(square, game.variant.board, game.variant.notation)


def catch_up(game: Game, record: list[str]) -> Game:
    """Return the game with the moves that the page's record adds."""
    for text in record[game.ply :]:
        game = game.play(find_move(text, game.position, game.variant))
    return game


def verdict(outcome: Outcome, opponent: str, player: Side) -> str:
    if outcome.winner is None:
        return "Draw"
    if opponent == "friend":
        return "Black won" if outcome.winner is Side.BLACK else "White won"
    return "You won" if outcome.winner is player else "You lost"


def play_to_the_end(
    player: Player,
    variant: str,
    opponent: str,
    side: Side,
    chance: random.Random,
    ways: Sequence[Callable[[Player, Game, Move], None]] = WAYS,
) -> Outcome:
    player.begin(variant, opponent, side.letter)
    player.page.goto("/")
    if ways is BY_KEYS:
        focus_board(player)
    game = catch_up(Game(VARIANTS[variant]), player.record())
    while game.outcome is None:
        played_so_far = f"after {' '.join(map(str, game.moves))}"
        assert game.ply < MAX_PLIES, played_so_far
        legal = [format_move(move, game.variant) for move in game.legal_moves]
        assert sorted(player.listed_moves()) == sorted(legal), played_so_far
        move, way = chance.choice(game.legal_moves), chance.choice(ways)
        way(player, game, move)
        played = catch_up(game, player.record())
        assert played.ply > game.ply, f"{way.__name__} {move} {played_so_far}: {player.heading()}"
        assert played.moves[game.ply].result == move.result, played_so_far
        game = played
    played_so_far = f"after {' '.join(map(str, game.moves))}"
    assert player.heading().startswith(verdict(game.outcome, opponent, side)), played_so_far
    assert REASONS[game.outcome.termination] in player.heading(), played_so_far
    assert player.listed_moves() == player.landings() == [], played_so_far
    return game.outcome


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    ("scripts", "variant", "side"),
    [
        pytest.param(False, "english", Side.BLACK, id="English without scripts"),
        pytest.param(True, "brazilian", Side.BLACK, id="Brazilian with scripts"),
        pytest.param(
            True, "english", Side.WHITE, id="English with scripts", marks=pytest.mark.slow
        ),
        pytest.param(
            False, "brazilian", Side.WHITE, id="Brazilian without scripts", marks=pytest.mark.slow
        ),
    ],
)
def test_plays_a_whole_game_against_the_computer(
    new_player: Callable[..., Player], scripts: bool, variant: str, side: Side
) -> None:
    play_to_the_end(new_player(scripts=scripts), variant, "computer", side, random.Random(1))


# Moves between friends are random: these seeds give games with known endings and with multi-jumps
# that are played on the board.
SHORT_GAMES = [
    pytest.param(True, "english", 2388, Termination.NO_PIECES, id="English, no pieces left"),
    pytest.param(False, "brazilian", 1900, Termination.BLOCKED, id="Brazilian, blocked"),
]
LONG_GAMES = [
    pytest.param(False, "english", 535, Termination.BLOCKED, id="English, blocked"),
    pytest.param(False, "english", 365, Termination.REPETITION, id="English, three times"),
    pytest.param(True, "brazilian", 2068, Termination.NO_PIECES, id="Brazilian, no pieces left"),
    pytest.param(True, "brazilian", 868, Termination.DRAW_COUNTER, id="Brazilian, draw counter"),
]


@pytest.mark.rotates(2)
@pytest.mark.parametrize(
    ("scripts", "variant", "seed", "ending"),
    SHORT_GAMES
    + [pytest.param(*game.values, id=game.id, marks=pytest.mark.slow) for game in LONG_GAMES],
)
def test_two_friends_play_a_whole_game(
    new_player: Callable[..., Player],
    scripts: bool,
    variant: str,
    seed: int,
    ending: Termination,
) -> None:
    player = new_player(scripts=scripts)
    outcome = play_to_the_end(player, variant, "friend", Side.BLACK, random.Random(seed))
    assert outcome.termination is ending


def test_plays_a_whole_game_with_board_keys_alone(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    play_to_the_end(player, "brazilian", "friend", Side.BLACK, random.Random(1900), BY_KEYS)
    assert any(text.count("x") > 1 for text in player.record()), "no multi-jump in this game"
