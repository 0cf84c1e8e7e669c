"""Ending a game before the board decides it: resignation and agreed draws."""

from __future__ import annotations

import time
from dataclasses import replace

from game.engine import NoAnswer
from game.play.active_game import BoardReference
from game.play.computer.opponent import believes_it_is_ahead
from game.play.computer.workers import stop_thinking
from game.play.refusals import GameOver, NotYourTurn, OnlyWatching, Refusal
from game.play.sessions import SessionStore
from game.play.solo.actions import asker_of, check_board, current, save
from game.play.solo.game import DrawOffer, SoloGame
from game.rules import Side

JUDGING_SECONDS = 5.0
"""Time limit for the computer's answer to a draw offer; it usually takes a tenth of a second."""

DECLINED = "draw_declined"
"""Session key of the board on which the computer declined a draw: the game's id and version."""


class Declined(Refusal):
    """The computer declines the draw: it thinks it is ahead."""


class Undecided(Refusal):
    """The computer could not judge the position in time."""


def resign(session: SessionStore, board: BoardReference, side: Side | None = None) -> SoloGame:
    """Resign, also while the computer is thinking; raises a ``Refusal`` if the game is over.

    Between friends ``side`` says who resigns, by default the side to move.
    """
    with session.exclusive():
        solo, _ = current(session)
        if _is_done(solo, board, is_draw=False):
            return solo
        _check(solo, board)
        resigning = side or solo.game.position.side
        game = solo.game.resign(solo.player if solo.is_against_computer else resigning)
        solo = save(session, replace(solo, game=game, version=solo.version + 1))
    stop_thinking(asker_of(session))
    return solo


def agree_draw(session: SessionStore, board: BoardReference) -> SoloGame:
    """End the game as a draw if both players agree.

    A friend agrees on the same device. The computer is asked, without any lock: raises Declined if
    it plays on, Undecided if it cannot judge in time, another ``Refusal`` if the game has changed.
    """
    solo, _ = current(session)
    if _is_done(solo, board, is_draw=True):
        return solo
    _check(solo, board)
    if solo.is_against_computer:
        if solo.is_computers_turn:
            raise NotYourTurn(solo)
        try:
            is_ahead = believes_it_is_ahead(solo.game, time.monotonic() + JUDGING_SECONDS)
        except NoAnswer as late:
            raise Undecided(solo) from late
        if is_ahead:
            with session.exclusive():
                session[DECLINED] = [solo.id, solo.version]
            raise Declined(solo)
    with session.exclusive():
        solo, _ = current(session)
        if _is_done(solo, board, is_draw=True):
            return solo
        _check(solo, board)
        return save(session, replace(solo, game=solo.game.agree_draw(), version=solo.version + 1))


def is_draw_declined(session: SessionStore, solo: SoloGame) -> bool:
    """Return whether the computer has declined a draw on this very board."""
    return bool(session.get(DECLINED) == [solo.id, solo.version])


def offer_draw(session: SessionStore, board: BoardReference, device: str) -> SoloGame:
    """Offer a draw from one device of a shared game, or accept another device's offer.

    A repeated offer from the same device changes nothing. Raises a ``Refusal`` if the game is over
    or has changed.
    """
    with session.exclusive():
        solo, _ = current(session)
        if _is_done(solo, board, is_draw=True):
            return solo
        _check(solo, board)
        if solo.draw_offered_by in ("", device):
            return save(session, replace(solo, draw_offer=DrawOffer(device, solo.version)))
        return save(session, replace(solo, game=solo.game.agree_draw(), version=solo.version + 1))


def _is_done(solo: SoloGame, board: BoardReference, *, is_draw: bool) -> bool:
    """Return whether this action has already ended the game on the board seen: a double press.

    The version has changed once since, by the ending itself.
    """
    if solo.outcome is None or not solo.game.ended_off_board:
        return False
    is_next = (board.ply, board.version + 1) == (solo.ply, solo.version)
    return is_next and (solo.outcome.winner is None) is is_draw


def _check(solo: SoloGame, board: BoardReference) -> None:
    check_board(solo, board)
    if solo.outcome is not None:
        raise GameOver(solo)
    if solo.is_watched:
        raise OnlyWatching(solo)
