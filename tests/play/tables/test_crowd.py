"""Many threads send random actions to a few tables at once, and every game stays consistent."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from game.models import FinishedGame, Table
from game.models.tables import Status
from game.notation import format_move
from game.play.refusals import NoSuchTable, RateLimitExceeded, Refusal
from game.play.tables import lobby, moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.expiry import expire_tables
from game.play.tables.guests import delete_absent_guests
from game.play.tables.options import game_clock
from tests.play.tables.seating import at_second, guest, options, seated, seen

THREADS, TABLES, BOARD_ACTIONS = 6, 3, 120


def one_order(lots: random.Random, table: str, guests: list[object], now: float) -> None:
    at = table_storage.load(table, at_second(now))
    player = lots.choice([seat.player_id or "" for seat in at.seats.values()])
    order = (table, player, seen(at))
    moment = at_second(now)
    match lots.randrange(14):
        case 0:
            offers.offer_draw(*order, moment)
        case 1:
            offers.decline_draw(*order, moment)
        case 2:
            offers.request_takeback(*order, moment)
        case 3:
            offers.accept_takeback(*order, moment)
        case 4:
            offers.say(table, player, "hello", player, moment)
        case 5:
            lobby.join(table, lots.choice(guests), player, moment)  # type: ignore[arg-type]
        case 6:
            lobby.create(lots.choice(guests), player, options(), moment)  # type: ignore[arg-type]
        case 7:
            table_storage.record_presence(table, player, moment)
        case 8:
            offers.offer_rematch(table, player, moment)
        case 9 if lots.random() < 0.2:
            moves.resign(*order, moment)
        case 10 if lots.random() < 0.1:
            expire_tables(moment)
            delete_absent_guests(moment)
        case _ if at.game.legal_moves:
            text = format_move(lots.choice(at.game.legal_moves), at.variant)
            mover = at.seats[at.to_move].player_id or ""
            moves.play_move(table, mover, seen(at), text, moment)


@pytest.mark.django_db(transaction=True)
def test_random_concurrent_actions_break_nothing():
    chosen = {"control": game_clock(1, 2), "allows_take_backs": True}
    tables = [seated(**chosen)[0] for _ in range(TABLES)]
    # They sit at one table and join others meanwhile.
    guests = [seat.player.guest for at in tables for seat in at.seats.values()]  # type: ignore[union-attr]
    guests += [guest() for _ in range(2)]

    def crowd(seed: int) -> int:
        lots = random.Random(seed)
        carried_out = 0
        for number in range(BOARD_ACTIONS):
            try:
                one_order(lots, lots.choice(tables).id, guests, number)
            except (Refusal, RateLimitExceeded, NoSuchTable):
                continue
            else:
                carried_out += 1
        connection.close()
        return carried_out

    with ThreadPoolExecutor(THREADS) as threads:
        assert min(threads.map(crowd, range(THREADS))) > 0
    for table in Table.objects.all():
        at = table_storage.load(table.pk, at_second(BOARD_ACTIONS))
        assert at.ply == at.row.ply == len(at.row.moves.split())
        assert len(at.times) == (at.plies_played if at.control else 0)
        kept = FinishedGame.objects.filter(game_id=at.id).count()
        assert kept == (2 if at.status is Status.OVER else 0)
