"""Draw offers, takebacks and rematches, which need the opponent's consent, and quick chat."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from game.models import Table
from game.models.tables import Status
from game.play.refusals import (
    AlreadyOffered,
    AnswerFirst,
    GameOver,
    NoOffer,
    NoSuchCourtesy,
    NothingToTakeBack,
    OfferedTooOften,
    RateLimitExceeded,
    StillPlaying,
    TakebacksNotAllowed,
)
from game.play.tables import moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.options import game_clock
from game.rules import Outcome, Side, Termination
from tests.play.tables.seating import at_second, play, seated, seen

pytestmark = pytest.mark.django_db
SHUFFLE = "11-15 23-19 8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24"
DRAWN = Outcome(None, Termination.AGREEMENT)


def test_an_accepted_draw_offer_ends_the_game():
    at, black, white = seated()
    at = offers.offer_draw(at.id, white, seen(at), at_second(1))
    assert at.offers.draw_by is Side.WHITE
    assert offers.accept_draw(at.id, black, seen(at), at_second(2)).outcome == DRAWN


def test_a_draw_offer_made_with_a_move_awaits_an_answer():
    at, black, white = seated()
    at = moves.play_move(at.id, black, seen(at), "11-15", at_second(1), offers_draw=True)
    assert (at.ply, at.offers.draw_by) == (1, Side.BLACK)
    assert offers.accept_draw(at.id, white, seen(at), at_second(2)).outcome == DRAWN


def test_a_draw_offer_lapses_when_the_other_player_moves():
    at, black, white = seated()
    at = offers.offer_draw(at.id, black, seen(at), at_second(1))
    at = play(at, "11-15")
    assert at.offers.draw_by is Side.BLACK
    at = play(at, "23-19")
    assert at.offers.draw_by is None
    with pytest.raises(NoOffer):
        offers.accept_draw(at.id, white, seen(at), at_second(5))


def test_rejects_answering_your_own_draw_offer():
    at, black, _ = seated()
    at = offers.offer_draw(at.id, black, seen(at), at_second(1))
    for answer in (offers.accept_draw, offers.decline_draw):
        with pytest.raises(NoOffer):
            answer(at.id, black, seen(at), at_second(2))
    with pytest.raises(AlreadyOffered):
        offers.offer_draw(at.id, black, seen(at), at_second(2))


def test_mutual_draw_offers_end_the_game():
    at, black, white = seated()
    at = offers.offer_draw(at.id, black, seen(at), at_second(1))
    assert offers.offer_draw(at.id, white, seen(at), at_second(2)).outcome == DRAWN


def test_after_a_declined_draw_offer_the_next_waits_ten_plies():
    at, black, white = seated()
    at = offers.offer_draw(at.id, black, seen(at), at_second(1))
    at = offers.decline_draw(at.id, white, seen(at), at_second(2))
    at = play(at, "11-15 23-19")
    with pytest.raises(OfferedTooOften) as refused:
        moves.play_move(at.id, black, seen(at), "8-11", at_second(9), offers_draw=True)
    assert refused.value.plies == 8
    assert table_storage.load(at.id, at_second(9)).ply == 2
    assert offers.offer_draw(at.id, white, seen(at), at_second(9)).offers.draw_by is Side.WHITE
    at = play(
        table_storage.load(at.id, at_second(9)), "8-11 22-17 4-8 17-13 15-18 24-20 11-15 28-24"
    )
    assert offers.offer_draw(at.id, black, seen(at), at_second(99)).offers.draw_by is Side.BLACK


def test_an_accepted_takeback_returns_to_the_askers_move_not_the_time():
    at, black, white = seated(control=game_clock(5, 0), allows_take_backs=True)
    at = play(at, "11-15 23-19 8-11 22-17", each=10)
    at = offers.request_takeback(at.id, black, seen(at), at_second(45))
    at = offers.accept_takeback(at.id, white, seen(at), at_second(50))
    assert (at.ply, at.version, at.to_move) == (2, 5, Side.BLACK)
    assert Table.objects.get().ply == 2
    assert at.clock is not None
    assert (at.clock.left, at.clock.runs) == ((280_000, 290_000), Side.BLACK)
    assert at.times == [300_000, 300_000]
    assert play(at, "9-14", start=50).ply == 3


def test_the_player_who_just_moved_takes_back_only_that_move():
    at, black, white = seated(allows_take_backs=True)
    at = play(at, "11-15 23-19")
    at = offers.request_takeback(at.id, white, seen(at), at_second(3))
    assert offers.accept_takeback(at.id, black, seen(at), at_second(4)).ply == 1


def test_a_takeback_request_lapses_when_somebody_moves():
    at, black, white = seated(allows_take_backs=True)
    at = play(at, "11-15")
    at = offers.request_takeback(at.id, black, seen(at), at_second(2))
    at = play(at, "23-19")
    with pytest.raises(NoOffer):
        offers.accept_takeback(at.id, white, seen(at), at_second(4))


def test_rejects_repeating_a_declined_takeback_request():
    at, black, white = seated(allows_take_backs=True)
    at = play(at, "11-15")
    at = offers.request_takeback(at.id, black, seen(at), at_second(2))
    at = offers.decline_takeback(at.id, white, seen(at), at_second(3))
    with pytest.raises(OfferedTooOften):
        offers.request_takeback(at.id, black, seen(at), at_second(4))


def test_rejects_a_takeback_request_while_the_other_players_is_open():
    at, black, white = seated(allows_take_backs=True)
    at = play(at, "11-15 23-19")
    at = offers.request_takeback(at.id, black, seen(at), at_second(3))
    with pytest.raises(AnswerFirst) as refused:
        offers.request_takeback(at.id, white, seen(at), at_second(4))
    assert refused.value.game.offers.takeback_by is Side.BLACK


def test_rejects_a_takeback_not_allowed_or_with_no_moves():
    at, black, _ = seated()
    with pytest.raises(TakebacksNotAllowed):
        offers.request_takeback(at.id, black, seen(at), at_second(1))
    at, black, white = seated(allows_take_backs=True, opening="random")
    for player in (black, white):
        with pytest.raises(NothingToTakeBack):
            offers.request_takeback(at.id, player, seen(at), at_second(1))


def test_a_rematch_swaps_sides_and_links_both_games():
    at, black, white = seated(control=game_clock(3, 2), opening="ballot")
    with pytest.raises(StillPlaying):
        offers.offer_rematch(at.id, black, at_second(1))
    at = moves.resign(at.id, white, seen(at), at_second(1))
    asked = offers.offer_rematch(at.id, black, at_second(2))
    assert (asked.id, asked.offers.rematch_by) == (at.id, Side.BLACK)
    with pytest.raises(AlreadyOffered):
        offers.offer_rematch(at.id, black, at_second(3))
    again = offers.offer_rematch(at.id, white, at_second(4))
    assert again.id != at.id
    assert (again.side_of(white), again.side_of(black)) == (Side.BLACK, Side.WHITE)
    assert again.status is Status.PLAYING
    assert again.game.moves == at.game.moves
    assert again.control == at.control
    assert offers.rematch_of(at) == again.id
    assert again.row.rematch_of_id == at.id
    assert offers.offer_rematch(at.id, black, at_second(5)).id == again.id
    assert Table.objects.count() == 2


def test_a_rematch_offer_may_be_declined():
    at, black, white = seated()
    moves.resign(at.id, white, seen(at), at_second(1))
    offers.offer_rematch(at.id, black, at_second(2))
    assert offers.decline_rematch(at.id, white, at_second(3)).offers.rematch_by is None
    with pytest.raises(NoOffer):
        offers.decline_rematch(at.id, white, at_second(3))


def test_only_the_player_who_made_an_offer_may_withdraw_it():
    at, black, white = seated(allows_take_backs=True)
    at = play(at, "11-15")
    at = offers.offer_draw(at.id, black, seen(at), at_second(2))
    at = offers.request_takeback(at.id, black, seen(at), at_second(3))
    for withdraw in (offers.withdraw_draw, offers.withdraw_takeback):
        with pytest.raises(NoOffer):
            withdraw(at.id, white, seen(at), at_second(4))
        at = withdraw(at.id, black, seen(at), at_second(5))
    assert (at.offers.draw_by, at.offers.takeback_by) == (None, None)
    with pytest.raises(NoOffer):
        offers.accept_draw(at.id, white, seen(at), at_second(6))
    for ask in (offers.offer_draw, offers.request_takeback):
        with pytest.raises(OfferedTooOften):
            ask(at.id, black, seen(at), at_second(7))


def test_a_rematch_offer_may_be_withdrawn():
    at, black, white = seated()
    moves.resign(at.id, white, seen(at), at_second(1))
    at = offers.offer_rematch(at.id, black, at_second(2))
    with pytest.raises(NoOffer):
        offers.withdraw_rematch(at.id, white, at_second(3))
    after = offers.withdraw_rematch(at.id, black, at_second(4))
    assert (after.offers.rematch_by, after.revision) == (None, at.revision + 1)
    assert after.row.changed_at == at.row.changed_at
    with pytest.raises(NoOffer):
        offers.decline_rematch(at.id, black, at_second(5))


def test_quick_chat_leaves_the_board_alone_and_is_rate_limited():
    at, black, _ = seated()
    after = offers.say(at.id, black, "hello", "192.0.2.1", at_second(1))
    assert (after.version, after.revision) == (at.version, at.revision + 1)
    assert table_storage.load(at.id, at_second(1)).seats[Side.BLACK].courtesy == "hello"
    with pytest.raises(NoSuchCourtesy):
        offers.say(at.id, black, "you fool", "192.0.2.1", at_second(1))
    for second in range(2, 21):
        offers.say(at.id, black, "thanks", "192.0.2.1", at_second(second))
    with pytest.raises(RateLimitExceeded):
        offers.say(at.id, black, "thanks", "192.0.2.1", at_second(21))
    assert offers.say(at.id, black, "thanks", "192.0.2.1", at_second(700)).revision == 22


def test_a_flag_stays_fallen_though_the_quick_chat_is_rejected():
    for courtesy, before, why in (
        ("you fool", 0, NoSuchCourtesy),
        ("thanks", 20, RateLimitExceeded),
    ):
        at, black, _ = seated(control=game_clock(1, 0))
        at = play(at, "11-15 23-19")
        for _ in range(before):
            offers.say(at.id, black, courtesy, "192.0.2.1", at_second(3))
        with pytest.raises(why):
            offers.say(at.id, black, courtesy, "192.0.2.1", at_second(62))
        assert Table.objects.get(pk=at.id).status == Status.OVER


def test_rejects_offers_after_the_end():
    at, black, white = seated(allows_take_backs=True)
    at = moves.resign(at.id, white, seen(at), at_second(1))
    for verb in (offers.offer_draw, offers.accept_draw, offers.request_takeback):
        with pytest.raises(GameOver):
            verb(at.id, black, seen(at), at_second(2))


def test_quick_chat_locks_its_sender_before_the_table_as_every_counted_action() -> None:
    at, black, _ = seated()
    with CaptureQueriesContext(connection) as queries:
        offers.say(at.id, black, "hello", "192.0.2.1", at_second(1))
    read = [query["sql"] for query in queries if query["sql"].startswith("SELECT")]
    assert ['FROM "game_player"' in sql for sql in read[:2]] == [True, False]
