"""The lobby as one player sees it: the order of their own tables, and who has just joined."""

from __future__ import annotations

import pytest

from game.models import Guest
from game.play.players import KEY
from game.play.sessions import SessionStore
from game.play.tables import lobby, moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.lobby_view import lobby_for
from tests.play.tables.seating import at_second, guest, options, play, seated, seen

pytestmark = pytest.mark.django_db


def visit(player: str) -> SessionStore:
    """Return a session of this player."""
    session = SessionStore()
    with session.exclusive():
        session[KEY] = player
    return session


def welcomed(player: str, table: str, second: float) -> bool:
    """Return whether the lobby tells this player that somebody has joined their table."""
    own = lobby_for(visit(player), at_second(second)).own
    return next(entry.is_just_joined for entry in own if entry.row.pk == table)


def begun_by(maker: Guest, second: float) -> str:
    """Return the id of a game that begins at a table which ``maker``, as Black, has created."""
    made = lobby.create(maker, maker.name, options(), at_second(second))
    other = guest()
    return lobby.join(made.id, other, other.name, at_second(second)).id


def test_a_players_own_tables_are_listed_by_what_they_ask_of_the_player() -> None:
    ann = guest()
    waiting = [lobby.create(ann, ann.name, options(), at_second(0)).id]
    own_turn = begun_by(ann, 1)
    over, theirs = begun_by(ann, 2), begun_by(ann, 3)
    for table, text in ((over, "11-15"), (theirs, "11-15")):
        at = table_storage.load(table, at_second(4))
        moves.play_move(table, ann.player_id, seen(at), text, at_second(4))
    moves.resign(over, ann.player_id, seen(table_storage.load(over, at_second(5))), at_second(5))
    waiting.append(lobby.create(ann, ann.name, options(), at_second(6)).id)
    listed = [entry.row.pk for entry in lobby_for(visit(ann.player_id), at_second(7)).own]
    assert listed[:3] == [own_turn, theirs, over]
    assert set(listed[3:]) == set(waiting)


def test_only_the_maker_of_a_table_is_told_that_somebody_joined_before_the_first_move() -> None:
    at, black, white = seated()
    assert welcomed(black, at.id, 1)
    assert not welcomed(white, at.id, 1)
    play(at, "11-15")
    assert not welcomed(black, at.id, 2)


def test_nobody_is_told_that_somebody_joined_a_rematch_or_a_game_on_one_device() -> None:
    at, black, white = seated()
    moves.resign(at.id, black, seen(at), at_second(1))
    offers.offer_rematch(at.id, black, at_second(2))
    again = offers.offer_rematch(at.id, white, at_second(3))
    alone = guest()
    here = lobby.create(alone, alone.name, options(is_on_one_device=True), at_second(0))
    joined = [(black, again.id), (white, again.id), (alone.player_id, here.id)]
    assert not any(welcomed(player, table, 4) for player, table in joined)
