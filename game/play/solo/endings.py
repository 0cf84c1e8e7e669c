"""Ending a game before the board decides it: resigning, and agreeing to a draw."""

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
"""How long the computer has at most to answer an offer; a tenth of a second does."""


class Declined(Refusal):
    """The computer plays on: it believes that it is ahead."""


class Undecided(Refusal):
    """The computer could not tell in time how it stands."""


def resigning(solo: SoloGame) -> Side:
    """Who gives up when somebody does now: the person, or of two friends the one to move."""
    return solo.player if solo.is_against_computer else solo.game.position.side


def resign(session: SessionStore, board: BoardReference) -> SoloGame:
    """Give the game up, also while the computer thinks; raises a ``Refusal`` if it is over."""
    with session.exclusive():
        solo, _ = current(session)
        if _is_done(solo, board, is_draw=False):
            return solo
        _check(solo, board)
        game = solo.game.resign(resigning(solo))
        solo = save(session, replace(solo, game=game, version=solo.version + 1))
    stop_thinking(asker_of(session))
    return solo


def agree_draw(session: SessionStore, board: BoardReference) -> SoloGame:
    """End the game as a draw that both players want.

    A friend has said so on the same device. The computer is asked, with nothing held; raises
    Declined if it plays on, Undecided if it cannot tell, another ``Refusal`` if the game has gone
    another way.
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
            raise Declined(solo)
    with session.exclusive():
        solo, _ = current(session)
        if _is_done(solo, board, is_draw=True):
            return solo
        _check(solo, board)
        return save(session, replace(solo, game=solo.game.agree_draw(), version=solo.version + 1))


def offer_draw(session: SessionStore, board: BoardReference, device: str) -> SoloGame:
    """Offer a draw on one device of a game that friends share, or agree to another's offer.

    A device that offers twice has offered once. Raises a ``Refusal`` if the game is over or has
    gone another way.
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
    """Whether the game was just ended so, on the very board that was seen: a button pressed twice.

    Only the end itself has changed the version since.
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
