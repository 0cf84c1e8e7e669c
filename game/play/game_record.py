"""The JSON of a game, as stored in a session and in the archive of finished games.

Plain values only: rule set, house rules, start position, moves as text, opponent and so on. Only
this module reads and writes the format.
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
from game.rules import Game, HouseRules, Outcome, Side, Termination, with_house_rules
from game.rules.clock import TimeControl

SCHEMA = 1
"""Version of the format, incremented with each change; older ones are converted or rejected."""
CLOCK_ENDINGS = (Termination.FLAG.value, Termination.ABSENCE.value)
"""Endings by time or absence, which are stored by name and with the winner."""
AGREED = "agreed"
"""The stored ending of an agreed draw; for a resignation it is the letter of the side resigning."""
FROM_POSITION = "from_position"
"""Key of games that began at a practice position or one typed in; others do not have it."""
MAX_VERSION = 10_000_000


def encode_game(solo: SoloGame) -> dict[str, Any]:
    """Return the game as a JSON object that ``decode_game`` can read."""
    return (
        {
            "schema": SCHEMA,
            "variant": solo.variant.rule_set,
            "house_rules": _encode_house_rules(solo.variant.house_rules),
            "start": format_fen(solo.game.start, solo.variant),
            "moves": movetext(solo.game),
            "opponent": solo.opponent,
            "level": solo.level,
            "rival": solo.second_level,
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
            "opening": solo.opening,
            "untouched_version": solo.untouched_version,
        }
        | ({FROM_POSITION: True} if solo.is_from_position else {})
        | _encode_ending(solo.game)
        | _encode_draw_offer(solo)
        | _encode_table(solo.record)
    )


def _encode_draw_offer(solo: SoloGame) -> dict[str, Any]:
    """Return the draw offer, if one is open or was just passed over."""
    offer = solo.draw_offer
    is_told = bool(solo.draw_offered_by or solo.draw_refused_to)
    return {"draw_offer": [offer.device, offer.version]} if offer is not None and is_told else {}


def _decode_draw_offer(stored: Any) -> DrawOffer | None:
    if stored is None:
        return None
    device, version = stored
    return DrawOffer(str(device), int(version))


def _encode_house_rules(rules: HouseRules) -> dict[str, Any]:
    """Return the house rules that differ from the rulebook, by name."""
    return {name: value for name, value in asdict(rules).items() if value}


def _encode_ending(game: Game) -> dict[str, str]:
    """Return the ending if it was not on the board: resignation, agreement, flag or absence."""
    if not game.ended_off_board or game.outcome is None:
        return {}
    winner, termination = game.outcome.winner, game.outcome.termination
    if termination.value in CLOCK_ENDINGS:
        return {"ending": termination.value, "winner": "" if winner is None else winner.letter}
    return {"ending": AGREED if winner is None else winner.other.letter}


def _decode_ending(game: Game, stored: Any) -> Game:
    ending = stored.get("ending")
    if ending is None:
        return game
    if ending in CLOCK_ENDINGS:
        winner = _side(stored["winner"]) if stored["winner"] else None
        return game.ended(Outcome(winner, Termination(ending)))
    return game.agree_draw() if ending == AGREED else game.resign(_side(ending))


def _encode_table(record: TableRecord | None) -> dict[str, Any]:
    """Return the record of a game at a table, if it was one."""
    if record is None:
        return {}
    control = record.control
    return {
        "table": {
            "names": list(record.names),
            "control": control and [control.base, control.increment, control.is_per_move],
            "times": list(record.times),
        }
    }


def _decode_table(stored: Any) -> TableRecord | None:
    if stored is None:
        return None
    base, increment, is_per_move = stored["control"] or (None, 0, False)
    return TableRecord(
        names=(str(stored["names"][0]), str(stored["names"][1])),
        control=None if base is None else TimeControl(base, increment, is_per_move),
        times=tuple(map(int, stored["times"])),
    )


def decode_game(stored: Any) -> SoloGame:
    """Return the game of a JSON object; KeyError, TypeError or ValueError if it is invalid."""
    if not all(isinstance(stored[name], str) for name in ("start", "moves")):
        raise TypeError("start and moves must be strings")
    if stored["schema"] != SCHEMA:
        raise ValueError(f"schema {stored['schema']!r} is not {SCHEMA}")
    if stored["opponent"] not in (COMPUTER, FRIEND, WATCH, TABLE):
        raise ValueError(f"unknown opponent {stored['opponent']!r}")
    # Games stored before computers played each other have no second level.
    second_level = stored.get("rival", stored["level"])
    is_table = stored["opponent"] == TABLE
    if not is_table and (stored["level"] not in LEVELS or second_level not in LEVELS):
        raise ValueError(f"unknown level {stored['level']!r} or {second_level!r}")
    if stored["variant"] not in PLAYABLE:
        raise ValueError(f"unknown rule set {stored['variant']!r}")
    rules = with_house_rules(stored["variant"], HouseRules(**stored["house_rules"]))
    if not 0 <= stored["version"] < MAX_VERSION:
        raise ValueError(f"version {stored['version']!r} is out of range")
    return SoloGame(
        game=_decode_ending(replay(rules, stored["start"], stored["moves"]), stored),
        opponent=stored["opponent"],
        level=stored["level"],
        player=_side(stored["player"]),
        bottom=_side(stored["bottom"]),
        seed=int(stored["seed"]),
        version=int(stored["version"]),
        second_level=second_level,
        id=str(stored.get("id", ""))[:24],
        begun=str(stored.get("begun", "")),
        hints=int(stored.get("hints", 0)),
        hinted_version=int(stored.get("hinted_version", -1)),
        forced_since=int(stored.get("forced_since", -1)),
        form=str(stored.get("form", "")),
        opening=int(stored.get("opening", 0)),
        is_from_position=FROM_POSITION in stored,
        untouched_version=int(stored.get("untouched_version", -1)),
        draw_offer=_decode_draw_offer(stored.get("draw_offer")),
        record=_decode_table(stored.get("table")),
    )


def _side(letter: str) -> Side:
    return {"B": Side.BLACK, "W": Side.WHITE}[letter]
