"""A session's game as JSON, and back.

Plain values only: rule set, house rules, start, moves as text, who plays whom.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from game.engine.levels import LEVELS
from game.notation import format_fen
from game.play.replays import movetext, replay
from game.play.solo.game import (
    COMPUTER,
    FRIEND,
    PLAYABLE,
    TABLE,
    WATCH,
    DrawOffer,
    SoloGame,
    TableRecord,
)
from game.rules import Game, HouseRules, Outcome, Side, Termination, agreed
from game.rules.clock import TimeControl

SCHEMA = 1
"""Raised when the stored form changes; older forms are then converted or refused."""
OFF_THE_BOARD = (Termination.FLAG.value, Termination.ABSENCE.value)
"""Endings at a table that are stored as they are called, with the winner."""
AGREED = "agreed"
"""Stored of a game that the players agreed to be a draw; of one given up, who gave up."""
MOST_VERSIONS = 10_000_000


def stored_form(solo: SoloGame) -> dict[str, Any]:
    """What ``read_form`` makes the game of again."""
    return (
        {
            "schema": SCHEMA,
            "variant": solo.variant.rule_set,
            "house_rules": stored_house_rules(solo.variant.house_rules),
            "start": format_fen(solo.game.start, solo.variant),
            "moves": movetext(solo.game),
            "opponent": solo.opponent,
            "level": solo.level,
            "rival": solo.rival,
            "hints": solo.hints,
            "hinted_version": solo.hinted_version,
            "forced_since": solo.forced_since,
            "player": solo.player.letter,
            "bottom": solo.bottom.letter,
            "seed": solo.seed,
            "version": solo.version,
            "id": solo.id,
            "begun": solo.begun,
            "form": solo.form,
            "untouched_version": solo.untouched_version,
        }
        | _ending(solo.game)
        | _offer(solo)
    )


def _offer(solo: SoloGame) -> dict[str, Any]:
    """The offer of a draw that stands, if one does."""
    device = solo.draw_offered_by
    return {"draw_offer": [device, solo.version]} if device else {}


def stored_house_rules(rules: HouseRules) -> dict[str, Any]:
    """Those that differ from the rulebook, by name."""
    return {name: value for name, value in asdict(rules).items() if value}


def _ending(game: Game) -> dict[str, str]:
    """How the players ended the game themselves, if they did: who resigned, or that they agreed."""
    if not game.was_broken_off or game.outcome is None:
        return {}
    winner = game.outcome.winner
    return {"ending": AGREED if winner is None else winner.other.letter}


def _ended(game: Game, stored: Any) -> Game:
    ending = stored.get("ending")
    if ending is None:
        return game
    if ending in OFF_THE_BOARD:
        winner = _side(stored["winner"]) if stored["winner"] else None
        return game.ended(Outcome(winner, Termination(ending)))
    return game.agree_draw() if ending == AGREED else game.resign(_side(ending))


def _record(stored: Any) -> TableRecord | None:
    if stored is None:
        return None
    base, increment, is_per_move = stored["control"] or (None, 0, False)
    return TableRecord(
        names=(str(stored["names"][0]), str(stored["names"][1])),
        control=None if base is None else TimeControl(base, increment, is_per_move),
        times=tuple(map(int, stored["times"])),
    )


def _draw_offer(stored: Any) -> DrawOffer | None:
    if stored is None:
        return None
    device, version = stored
    return DrawOffer(str(device), int(version))


def read_form(stored: Any) -> SoloGame:
    """The game a session's JSON describes; KeyError, TypeError or ValueError if it does not."""
    if not all(isinstance(stored[name], str) for name in ("start", "moves")):
        raise TypeError("the start and the moves are texts")
    if stored["schema"] != SCHEMA:
        raise ValueError(f"schema {stored['schema']!r} is not {SCHEMA}")
    if stored["opponent"] not in (COMPUTER, FRIEND, WATCH, TABLE):
        raise ValueError(f"unknown opponent {stored['opponent']!r}")
    # Games stored before computers played each other have no second level.
    rival = stored.get("rival", stored["level"])
    is_table = stored["opponent"] == TABLE
    if not is_table and (stored["level"] not in LEVELS or rival not in LEVELS):
        raise ValueError(f"unknown level {stored['level']!r} or {rival!r}")
    if stored["variant"] not in PLAYABLE:
        raise ValueError("rules that are not played here")
    rules = agreed(stored["variant"], HouseRules(**stored["house_rules"]))
    if not 0 <= stored["version"] < MOST_VERSIONS:
        raise ValueError(f"version {stored['version']!r} is out of range")
    return SoloGame(
        game=_ended(
            replay(rules, stored["start"], stored["moves"]),
            stored,
        ),
        opponent=stored["opponent"],
        level=stored["level"],
        player=_side(stored["player"]),
        bottom=_side(stored["bottom"]),
        seed=int(stored["seed"]),
        version=int(stored["version"]),
        rival=rival,
        id=str(stored.get("id", ""))[:24],
        begun=str(stored.get("begun", "")),
        hints=int(stored.get("hints", 0)),
        hinted_version=int(stored.get("hinted_version", -1)),
        forced_since=int(stored.get("forced_since", -1)),
        form=str(stored.get("form", "")),
        untouched_version=int(stored.get("untouched_version", -1)),
        draw_offer=_draw_offer(stored.get("draw_offer")),
        record=_record(stored.get("table")),
    )


def _side(letter: str) -> Side:
    return {"B": Side.BLACK, "W": Side.WHITE}[letter]
