"""A table under random sequences of actions, compared with a plain model of what was agreed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.models import FinishedGame
from game.models.tables import Status
from game.notation import format_move
from game.play.refusals import (
    AlreadyOffered,
    AnswerFirst,
    ClosedWithoutResult,
    GameOver,
    MovedOn,
    NoOffer,
    NotAbsent,
    NothingToTakeBack,
    NotYourTurn,
    OfferedTooOften,
    Refusal,
)
from game.play.tables import moves, offers
from game.play.tables import storage as table_storage
from game.play.tables.expiry import expire_tables
from game.play.tables.game import TableGame
from game.play.tables.options import game_clock
from game.rules import Game, Outcome, Side, Termination
from game.rules.clock import can_win_on_time
from tests.play.tables.seating import ENGLISH, at_second, seated, seen

MINUTES, INCREMENT, ABSENCE, PAUSE = 15, 10, 300, 10
sides = st.sampled_from(list(Side))


class TableMachine(RuleBasedStateMachine):
    """One table with a clock and takebacks; seconds are whole, and time passes only by a rule."""

    @initialize()
    def sit(self) -> None:
        self.at, *players = seated(control=game_clock(MINUTES, INCREMENT), allows_take_backs=True)
        self.players = dict(zip(Side, players, strict=True))
        self.now = 0
        self.game = Game(ENGLISH)
        self.outcome: Outcome | None = None
        self.is_closed = False
        self.left = dict.fromkeys(Side, MINUTES * 60)
        self.runs: Side | None = None
        self.since = self.moved = self.changed = 0
        self.seen_at = dict.fromkeys(Side, 0)
        self.draw_by: Side | None = None
        self.offered: dict[Side, int] = {}
        self.back_by: Side | None = None
        self.asked: set[Side] = set()

    # The model

    @property
    def mover(self) -> Side:
        return self.game.position.side

    def end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        if self.runs is not None:
            self.left[self.runs] = max(self.left[self.runs] - (self.now - self.since), 0)
        self.runs = self.draw_by = self.back_by = None

    def settle(self) -> None:
        if self.runs is not None and self.now - self.since >= self.left[self.runs]:
            lost = self.runs
            wins = can_win_on_time(self.game.position, lost.other)
            self.end(Outcome(lost.other if wins else None, Termination.FLAG))

    def board_changes(self, runs: Side) -> None:
        self.back_by, self.asked = None, set()
        self.runs = runs if self.game.ply >= 2 else None
        self.since = self.moved = self.now

    def order(
        self,
        side: Side,
        verb: Callable[..., TableGame],
        why_not: type[Refusal] | None,
        *words: str,
        **more: object,
    ) -> bool:
        """Send an action; return whether it was carried out, which must match the model."""
        before = self.at
        arguments = (self.at.id, self.players[side], seen(self.at), *words, at_second(self.now))
        self.settle()
        if self.outcome is not None or self.is_closed:
            why_not = ClosedWithoutResult if self.is_closed else GameOver
        if why_not is not None:
            with pytest.raises(Refusal) as refused:
                verb(*arguments, **more)
            assert type(refused.value) is why_not
            self.at = refused.value.game
            return False
        self.at = verb(*arguments, **more)
        assert self.at.revision == before.revision + 1
        self.changed = self.now
        self.seen_at[side] = self.now if self.now - self.seen_at[side] >= 10 else self.seen_at[side]
        return True

    # What people do

    @rule(seconds=st.sampled_from([1, 5, 10, 20, 60, 300, 900]))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(numbers=st.lists(st.integers(0, 50), min_size=1, max_size=4))
    def moves(self, numbers: list[int]) -> None:
        for number in numbers:
            self.move(number, offers_draw=False)

    @rule(number=st.integers(0, 50), offers_draw=st.booleans())
    def move(self, number: int, offers_draw: bool) -> None:
        side, legal = self.mover, self.game.legal_moves
        if not legal:
            return
        chosen = legal[number % len(legal)]
        after = self.game.play(chosen)
        why_not = self.no_offer(side) if offers_draw and after.outcome is None else None
        ply = self.game.ply
        text = format_move(chosen, ENGLISH)
        if self.order(side, moves.play_move, why_not, text, offers_draw=offers_draw):
            if self.runs is side:
                self.left[side] += INCREMENT - (self.now - self.since)
            self.game = after
            self.board_changes(self.mover)
            if self.draw_by is not side:
                self.draw_by = None
            if after.outcome is not None:
                self.runs = None
                self.end(after.outcome)
            elif offers_draw:
                self.draw_by, self.offered[side] = side, ply

    @rule()
    def move_out_of_turn(self) -> None:
        self.order(self.mover.other, moves.play_move, NotYourTurn, "11-15")

    @precondition(lambda self: self.game.ply)
    @rule(side=sides)
    def order_for_an_earlier_board(self, side: Side) -> None:
        self.settle()
        why_not = MovedOn
        if self.outcome is not None or self.is_closed:
            why_not = ClosedWithoutResult if self.is_closed else GameOver
        stale = seen(self.at).__class__(self.at.ply - 1, self.at.version - 1)
        with pytest.raises(why_not):
            moves.resign(self.at.id, self.players[side], stale, at_second(self.now))
        self.at = table_storage.load(self.at.id, at_second(self.now))

    @rule(side=sides, is_meant=st.integers(0, 9))
    def resign(self, side: Side, is_meant: int) -> None:
        if is_meant == 0 and self.order(side, moves.resign, None):
            self.end(Outcome(side.other, Termination.RESIGNATION))

    @rule(side=sides)
    def claim(self, side: Side) -> None:
        absent_since = max(self.seen_at[side.other], self.moved)
        may = self.mover is not side and self.now - absent_since >= ABSENCE
        if self.order(side, moves.claim, None if may else NotAbsent):
            if self.game.ply < 2:
                self.is_closed = True
                self.draw_by = self.back_by = None
            else:
                self.end(Outcome(side, Termination.ABSENCE))

    def no_offer(self, side: Side) -> type[Refusal] | None:
        if self.draw_by is side:
            return AlreadyOffered
        last = self.offered.get(side)
        return OfferedTooOften if last is not None and self.game.ply < last + PAUSE else None

    @rule(side=sides)
    def offer_draw(self, side: Side) -> None:
        is_answer = self.draw_by is side.other
        if self.order(side, offers.offer_draw, None if is_answer else self.no_offer(side)):
            if is_answer:
                self.end(Outcome(None, Termination.AGREEMENT))
            else:
                self.draw_by, self.offered[side] = side, self.game.ply

    @rule(side=sides, is_meant=st.integers(0, 4))
    def accept_draw(self, side: Side, is_meant: int) -> None:
        may = self.draw_by is side.other
        if (not may or is_meant == 0) and self.order(
            side, offers.accept_draw, None if may else NoOffer
        ):
            self.end(Outcome(None, Termination.AGREEMENT))

    @rule(side=sides)
    def decline_draw(self, side: Side) -> None:
        may = self.draw_by is side.other
        if self.order(side, offers.decline_draw, None if may else NoOffer):
            self.draw_by = None

    @rule(side=sides)
    def withdraw_draw(self, side: Side) -> None:
        may = self.draw_by is side
        if self.order(side, offers.withdraw_draw, None if may else NoOffer):
            self.draw_by = None

    @rule(side=sides)
    def withdraw_takeback(self, side: Side) -> None:
        may = self.back_by is side
        if self.order(side, offers.withdraw_takeback, None if may else NoOffer):
            self.back_by = None

    def plies_back(self, side: Side) -> int:
        plies = 2 if self.mover is side else 1
        return plies if plies <= self.game.ply else 0

    @rule(side=sides)
    def request_takeback(self, side: Side) -> None:
        why_not: type[Refusal] | None = None
        if not self.plies_back(side):
            why_not = NothingToTakeBack
        elif self.back_by is side:
            why_not = AlreadyOffered
        elif side in self.asked:
            why_not = OfferedTooOften
        elif self.back_by is not None:
            why_not = AnswerFirst
        if self.order(side, offers.request_takeback, why_not):
            self.asked.add(side)
            self.back_by = side

    @rule(side=sides)
    def accept_takeback(self, side: Side) -> None:
        may = self.back_by is side.other
        plies = self.plies_back(side.other)
        if self.order(side, offers.accept_takeback, None if may else NoOffer):
            if self.runs is not None:
                self.left[self.runs] -= self.now - self.since
            for _ in range(plies):
                self.game = self.game.undo()
            self.draw_by = None
            self.board_changes(side.other)

    @rule(side=sides)
    def decline_takeback(self, side: Side) -> None:
        may = self.back_by is side.other
        if self.order(side, offers.decline_takeback, None if may else NoOffer):
            self.back_by = None

    @rule(is_sweep=st.booleans())
    def look(self, is_sweep: bool) -> None:
        self.settle()
        if is_sweep:
            expire_tables(at_second(self.now))
            is_idle = self.now - self.changed >= 3600
            if is_idle and self.runs is None and self.outcome is None:
                self.is_closed = True
                self.draw_by = self.back_by = None
        self.at = table_storage.load(self.at.id, at_second(self.now))

    # What holds at any time

    @invariant()
    def the_table_is_as_the_model_says(self) -> None:
        at = self.at
        assert at.game.position == self.game.position
        assert at.game.moves == self.game.moves
        assert (at.outcome, at.status is Status.CLOSED) == (self.outcome, self.is_closed)
        assert (at.offers.draw_by, at.offers.takeback_by) == (self.draw_by, self.back_by)
        assert at.clock is not None
        assert at.clock.runs is self.runs
        assert at.clock.left == tuple(1000 * self.left[side] for side in Side)
        assert len(at.times) == at.ply

    def teardown(self) -> None:
        kept = FinishedGame.objects.filter(game_id=self.at.id).count()
        assert kept == (0 if self.outcome is None else 2)


@pytest.mark.django_db
def test_any_sequence_of_actions_matches_the_model():
    run_state_machine_as_test(
        TableMachine,
        settings=settings(
            max_examples=60,
            stateful_step_count=30,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
        ),
    )
