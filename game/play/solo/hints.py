"""Hints: the engine's advice for the person to move, counted with the game."""

from __future__ import annotations

from dataclasses import replace

from game.engine.levels import LEVELS
from game.play.active_game import BoardReference
from game.play.computer.advice import Advice
from game.play.computer.hints import ADVISER, advise
from game.play.refusals import GameOver, NotYourTurn
from game.play.sessions import SessionStore
from game.play.solo.actions import SPARE_SECONDS, asker_of, check_board, current, save
from game.play.solo.game import SoloGame


def take_hint(
    session: SessionStore, board: BoardReference, asked: float
) -> tuple[SoloGame, Advice]:
    """Return the game with one more hint counted, and advice for the board that the person saw.

    Requested again on the same board (a double press, a resubmitted form), it is counted once.
    ``asked`` is when the request arrived (``time.monotonic()`` seconds). Raises a ``Refusal`` if it
    is not the person's turn or the game is over.
    """
    solo, _ = current(session)
    _check(solo, board)
    deadline = asked + LEVELS[ADVISER].budget_ms / 1000 - SPARE_SECONDS
    advice = advise(solo.game, deadline, asker_of(session))
    with session.exclusive():
        solo, _ = current(session)
        _check(solo, board)
        if solo.hinted_version == solo.version:
            return solo, advice
        counted = replace(solo, hints=solo.hints + 1, hinted_version=solo.version)
        return save(session, counted), advice


def _check(solo: SoloGame, board: BoardReference) -> None:
    check_board(solo, board)
    if solo.outcome is not None:
        raise GameOver(solo)
    if solo.is_computers_turn:
        raise NotYourTurn(solo)
