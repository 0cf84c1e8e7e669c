"""Labels for the choices of a new game: opponents, levels, rules, starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from game.notation.ballots import ballots
from game.play.openings import (
    MAX_SEED,
    MIN_SEED,
    OPENING_PLIES,
    NothingToPlay,
    OneSideOnly,
    Practice,
    SharedName,
)
from game.play.solo.game import COMPUTER, FRIEND, PLAYABLE, WATCH, SoloGame
from game.rules import VARIANTS, InvalidNotation, Variant
from game.web.board.labels import format_line, move_text, moves_numbered
from game.web.shared import wording
from game.web.shared.labels import WORDS, listed
from game.web.shared.rule_labels import house_rules, unknown_ballot
from game.web.shared.terms import LEVELS, SIDES
from game.web.shared.wording import Wording

ELSEWHERE = "elsewhere"
"""The opponent choice that leads on to a new table in the lobby."""

LEVEL_HINTS = {
    "beginner": "looks three moves ahead and answers at once",
    "easy": "looks a little further, but now and then overlooks a capture",
    "medium": "looks a few moves ahead and misses little",
    "hard": "thinks for up to a second",
    "master": "thinks for up to five seconds, and knows endings by heart",
}

CHOICES = {
    "opponent": "Opponent",
    "player": "Your side against the computer",
    "level": "Level of the computer",
    "second_level": "Level of the second computer, if two play",
}
"""Labels of the other fields of a new game."""

START_KINDS = {
    "practice": "practice",
    "seed": "seed",
    "ballot": "ballot",
    "lot": "ballot",
    "position": "fen",
}
"""Kinds of starts, each with the form field that says which."""

STARTS_OF_ANY_RULES = ("seed", "position")
"""Kinds that need a rule set to be chosen as well."""

PRACTICE = {
    "new": ("New game", "The usual start, 12 men a side."),
    "crowning": ("Crowning jump", "A jump onto the king row: the man is crowned and stops there."),
    "paths": ("Two ways to capture", "A king may take one piece or two: any complete way will do."),
    "centre": ("Open centre", "The position after {opening}."),
}

OPPONENTS = {
    COMPUTER: "Computer",
    FRIEND: "A friend on this device",
    ELSEWHERE: "A person elsewhere, at a table of the room",
    WATCH: "None: watch the computer play itself",
}


def level_choice(key: str) -> str:
    """Return a level's label: its name and how it plays."""
    return f"{LEVELS[key]}: {LEVEL_HINTS[key]}"


def level_descriptions(answers_within: Mapping[str, float]) -> list[tuple[str, str, str]]:
    """Return each level, how it plays, and the longest it takes to answer."""
    return [
        (str(LEVELS[key]), LEVEL_HINTS[key], f"{seconds:g} seconds")
        for key, seconds in answers_within.items()
    ]


def describe_start(solo: SoloGame, rules: Iterable[Variant]) -> str:
    """Say who will play a game started from another page, and by which house rules, if any."""
    kept = [f"{each.name}: {'; '.join(house_rules(each))}." for each in rules if each.parent]
    return " ".join([_describe_players(solo), *(["House rules are kept."] if kept else []), *kept])


def _describe_players(solo: SoloGame) -> str:
    if solo.is_watched:
        return (
            f"The computer plays both sides ({LEVELS[solo.level]} and {LEVELS[solo.second_level]})."
        )
    if solo.is_against_computer:
        return f"You take the side to move against the computer ({LEVELS[solo.level]})."
    return "You play with a friend on this device."


def practice(start: Practice, rules: Variant) -> dict[str, str]:
    """Return a practice position's labels: its name, what it shows and what can be played."""
    name, about = PRACTICE[start.key]
    if start.key == "paths" and rules.house_rules.takes_most:
        about = "A king could take one piece or two: by your house rule it must take two."
    game = start.game(rules)
    with wording.about(game.variant):
        side = SIDES[game.position.side]
    moves = game.legal_moves
    if moves[0].is_capture:
        texts = listed([move_text(move, game.variant) for move in moves], "or")
        todo = f"{side} must capture: {texts}."
    else:
        todo = f"{side} to move, {len(moves)} legal moves."
    opening = " ".join(moves_numbered(start.opening))
    return {"key": start.key, "name": name, "about": about.format(opening=opening), "todo": todo}


def ballot_choices() -> tuple[dict[str, object], ...]:
    """Return every three-move ballot: number, moves in the reader's square names, name."""
    return _describe_ballots(wording.active())


@lru_cache(maxsize=8)
def _describe_ballots(words: Wording) -> tuple[dict[str, object], ...]:
    """Describe all ballots, cached: playing them takes as long as ten pages.

    ``words`` is the active wording, an argument because the cached labels depend on it.
    """
    return tuple(
        {
            "number": ballot.number,
            "moves": format_line(ballot.game.moves, ballot.game.variant),
            "name": ballot.name,
        }
        for ballot in ballots().values()
    )


@cache
def opening_figures() -> dict[str, object]:
    """Return the figures that pages quote about seeded openings and ballots."""
    deck = ballots()
    return {
        "plies": WORDS[OPENING_PLIES],
        "seeds": (MIN_SEED, MAX_SEED),
        "ballots": len(deck),
        "barred": max(deck) - len(deck),
    }


def missing_rules() -> str:
    """Return the error for a missing or unknown rule set."""
    return f"Choose the rules: {listed([VARIANTS[key].name for key in PLAYABLE], 'or')}."


def start_error(kind: str | None, problem: Exception | None = None) -> str:
    """Say why the requested start is not possible, and what is."""
    match kind, problem:
        case "seed", _:
            return f"A seed is a whole number from {MIN_SEED} to {MAX_SEED}."
        case "ballot", SharedName():
            numbers = listed(map(str, problem.numbers), "or")
            return f"More than one ballot has that name. Type the number: {numbers}."
        case "ballot", _:
            return unknown_ballot()
        case "position", InvalidNotation():
            return f"That is no position: {problem.reason}. An example: B:W18,25,26:BK30."
        case "position", OneSideOnly():
            with wording.about(problem.rules):
                side = SIDES[problem.side]
            return f"In that position {side} has no piece: the game is over."
        case "position", NothingToPlay():
            return "In that position the side to move has no move: the game is over."
        case "position", _:
            return "That is no position: it is too long. An example: B:W18,25,26:BK30."
    return "Choose one of the starts below."
