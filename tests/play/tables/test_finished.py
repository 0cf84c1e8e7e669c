"""Finished games at tables, in both players' libraries."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.models import FinishedGame, Table
from game.notation.pdn import read_pdn
from game.notation.pdn_writer import format_pdn
from game.play.library import my_games
from game.play.solo.game import TABLE
from game.play.tables import moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.game import TableGame
from game.play.tables.options import days_a_move, game_clock
from game.rules import Outcome, Side, Termination
from game.web.board import sentences
from game.web.library import labels as library_labels
from game.web.solo import labels as solo_labels
from tests.play.tables.seating import at_second, play, seated, seen

pytestmark = pytest.mark.django_db


def kept(player: str) -> FinishedGame:
    return FinishedGame.objects.get(owner=player)


def flagged() -> TableGame:
    at, _, _ = seated(control=game_clock(1, 5))
    at = play(at, "11-15 23-19 8-11", each=10)
    return table_storage.load(at.id, at_second(99))


def test_both_players_keep_the_game_from_their_own_side():
    at = flagged()
    for side, seat in at.seats.items():
        game = kept(seat.player_id or "")
        assert (game.opponent, game.player, game.winner) == (TABLE, side.letter, "B")
        solo = my_games.game_of(game)
        assert (solo.outcome, solo.bottom) == (Outcome(Side.BLACK, Termination.FLAG), side)
        assert solo.record is not None
        assert solo.record.names[side] == seat.name
        words = "You beat" if side is Side.BLACK else "You lost to"
        assert library_labels.game_title(game) == f"{words} {at.seats[side.other].name}"


def begun_at(fen: str) -> TableGame:
    at, _, _ = seated(control=game_clock(1, 0))
    Table.objects.filter(pk=at.id).update(start=fen)
    return table_storage.load(at.id, at_second(0))


def resigned() -> TableGame:
    at, black, _ = seated()
    return moves.resign(at.id, black, seen(at), at_second(1))


def agreed() -> TableGame:
    at, black, white = seated()
    offers.offer_draw(at.id, black, seen(at), at_second(1))
    return offers.accept_draw(at.id, white, seen(at), at_second(2))


def claimed() -> TableGame:
    at, _, white = seated()
    at = play(at, "11-15 23-19")
    return moves.claim(at.id, white, seen(at), at_second(5000))


def won() -> TableGame:
    return play(begun_at("B:W18:B15"), "15x22")


def flag_drawn() -> TableGame:
    at = play(begun_at("W:WK30,K29:BK1"), "30-26 1-6")
    return table_storage.load(at.id, at_second(99))


@pytest.mark.parametrize(
    ("end", "outcome"),
    [
        (resigned, Outcome(Side.WHITE, Termination.RESIGNATION)),
        (agreed, Outcome(None, Termination.AGREEMENT)),
        (claimed, Outcome(Side.WHITE, Termination.ABSENCE)),
        (won, Outcome(Side.BLACK, Termination.NO_PIECES)),
        (flagged, Outcome(Side.BLACK, Termination.FLAG)),
        (flag_drawn, Outcome(None, Termination.FLAG)),
    ],
)
def test_every_ending_is_recorded_once_per_player_and_read_back(
    end: Callable[[], TableGame], outcome: Outcome
):
    at = end()
    assert at.outcome == outcome
    assert table_storage.load(at.id, at_second(9999)).outcome == outcome
    games = FinishedGame.objects.filter(game_id=at.id)
    assert {game.player for game in games} == {"B", "W"}
    for game in games:
        solo = my_games.game_of(game)
        assert (solo.outcome, solo.game.moves) == (outcome, at.game.moves)
        assert sentences.reason(solo.game)


def test_game_files_show_the_clock():
    at = flagged()
    solo = my_games.game_of(kept(at.seats[Side.WHITE].player_id or ""))
    text = format_pdn(solo.game, solo_labels.file_tags(solo), my_games.comments(solo))
    assert f'[Black "{at.seats[Side.BLACK].name}"]' in text
    assert " ".join(text.split("\n\n")[1].split()) == (
        "1. 11-15 {[%clock W0:01:00 b0:01:00]} 23-19 {[%clock w0:01:00 B0:01:00]} "
        "2. 8-11 {[%clock W0:01:00 b0:00:55]} *"
    )
    (read,) = read_pdn(text)
    assert read.game.moves == solo.game.moves


def test_files_of_games_by_days_have_no_clock():
    at, black, _ = seated(control=days_a_move(7))
    at = play(at, "11-15 23-19")
    moves.resign(at.id, black, seen(at), at_second(9))
    assert my_games.comments(my_games.game_of(kept(black))) == {}
