"""Labels for the choices of a new game: opponents, levels, rules, starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext

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
from game.rules import VARIANTS, Game, InvalidNotation, Position, Side, Variant
from game.web.board.labels import format_line, move_text, moves_numbered
from game.web.shared import wording
from game.web.shared.labels import listed_or, number_word, paragraph
from game.web.shared.rule_labels import DRAW_LIMIT, house_rules, unknown_ballot
from game.web.shared.terms import LEVELS, SIDES, game_name
from game.web.shared.wording import Wording

ELSEWHERE = "elsewhere"
"""The opponent choice that leads on to a new table in the lobby."""

LEVEL_HINTS = {
    "novice": gettext_lazy("for children and first games; often gives pieces away"),
    "beginner": gettext_lazy("takes what you leave, but walks into simple traps"),
    "easy": gettext_lazy("plans a little, but sometimes overlooks a jump"),
    "medium": gettext_lazy("plans well and seldom makes a mistake"),
    "hard": gettext_lazy("strong; punishes most mistakes"),
    "master": gettext_lazy("the strongest, and knows endings by heart"),
}
"""How each level feels to play against."""

CHOICES = {
    "player": gettext_lazy("You play"),
    "level": gettext_lazy("Level"),
    "first_level": gettext_lazy("First computer’s level"),
    "second_level": gettext_lazy("Second computer’s level"),
    "takes_most": gettext_lazy("You must capture the most pieces you can"),
    "draws": DRAW_LIMIT,
}
"""Labels of the fields of a new game."""

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

PRACTICE_NAMES = {
    "new": gettext_lazy("Standard start"),
    "crowning": gettext_lazy("Crowning jump"),
    "paths": gettext_lazy("Two ways to capture"),
    "centre": gettext_lazy("Open centre"),
}

OPPONENTS = {
    COMPUTER: gettext_lazy("The computer"),
    FRIEND: gettext_lazy("A friend on this device"),
    ELSEWHERE: gettext_lazy("Another person online"),
    WATCH: gettext_lazy("Watch the computer play itself"),
}

SUMMARIES = {
    COMPUTER: gettext_lazy("%(game)s against the computer"),
    FRIEND: gettext_lazy("%(game)s with a friend on this device"),
    ELSEWHERE: gettext_lazy("%(game)s with another person online"),
    WATCH: gettext_lazy("%(game)s, the computer against itself"),
}

VARIANT_HINTS = {
    "english": gettext_lazy("men jump forward only, kings move one square"),
    "brazilian": gettext_lazy("men also capture backward, kings fly"),
}
"""How each game differs from the others."""


@dataclass(frozen=True)
class QuickChoice:
    """A choice beside the board of a first visit: its field, its label, what there is."""

    name: str
    label: str
    options: list[tuple[str, str, bool]]
    """Each option's key and words, and whether it is chosen."""


def quick_choices(solo: SoloGame) -> list[QuickChoice]:
    """Return what a game can be started with in one press; the present game's are chosen.

    A POST to ``/new`` with these three fields starts the game; all others have defaults.
    """
    games = [(key, game_name(VARIANTS[key])) for key in PLAYABLE]
    rows = (
        ("variant", pgettext("kind of checkers", "Game"), games, solo.variant.rule_set),
        ("opponent", _("Opponent"), OPPONENTS.items(), solo.opponent),
        ("level", _("The computer’s level"), LEVELS.items(), solo.level),
    )
    return [
        QuickChoice(name, label, [(key, str(words), key == chosen) for key, words in options])
        for name, label, options, chosen in rows
    ]


def opponent_steps(chosen: str) -> list[dict[str, object]]:
    """Return the opponents to choose from, each with whether it is the chosen one."""
    return [
        {"key": key, "name": name, "is_chosen": key == chosen} for key, name in OPPONENTS.items()
    ]


def game_steps(chosen: str) -> list[dict[str, object]]:
    """Return the games to choose from, each with how it differs and whether it is chosen."""
    return [
        {
            "key": key,
            "name": game_name(VARIANTS[key]),
            "hint": VARIANT_HINTS[key],
            "is_chosen": key == chosen,
        }
        for key in PLAYABLE
    ]


def summary(opponent: str, variant: Variant) -> str:
    """Return what the form is about to start, for beside the button that does."""
    return SUMMARIES[opponent] % {"game": game_name(variant)}


def level_choice(key: str) -> str:
    """Return a level's label: its name and how it plays."""
    return _("%(level)s: %(hint)s") % {"level": LEVELS[key], "hint": LEVEL_HINTS[key]}


def level_descriptions(answers_within: Mapping[str, float]) -> list[tuple[str, str, str]]:
    """Return each level, how it plays, and the longest it takes to answer."""
    return [
        (str(LEVELS[key]), str(LEVEL_HINTS[key]), _seconds(seconds))
        for key, seconds in answers_within.items()
    ]


def _seconds(seconds: float) -> str:
    return ngettext("%(count)s second", "%(count)s seconds", 1 if seconds == 1 else 2) % {
        "count": f"{seconds:g}"
    }


def describe_start(solo: SoloGame, rules: Iterable[Variant]) -> str:
    """Say who will play a game started from another page, and by which house rules, if any."""
    kept = [
        _("House rules of %(game)s: %(rules)s.")
        % {"game": game_name(each), "rules": "; ".join(house_rules(each))}
        for each in rules
        if each.parent
    ]
    return paragraph([_describe_players(solo), *kept])


def _describe_players(solo: SoloGame) -> str:
    if solo.is_watched:
        levels = {"first": LEVELS[solo.level], "second": LEVELS[solo.second_level]}
        return _("The computer plays itself: %(first)s against %(second)s.") % levels
    if solo.is_against_computer:
        level = {"level": LEVELS[solo.level]}
        return _("You play the side to move; the computer plays at level %(level)s.") % level
    return _("You play a friend on this device.")


def practice(start: Practice, rules: Variant) -> dict[str, str]:
    """Return a practice position's labels: its name, what it shows and what can be played."""
    game = start.game(rules)
    with wording.about(game.variant):
        side = SIDES[game.position.side]
    moves = game.legal_moves
    if moves[0].is_capture:
        texts = listed_or(move_text(move, game.variant) for move in moves)
        todo = _("%(side)s must capture: %(moves)s.") % {"side": side, "moves": texts}
    else:
        todo = ngettext(
            "%(side)s to move, %(count)d legal move.",
            "%(side)s to move, %(count)d legal moves.",
            len(moves),
        ) % {"side": side, "count": len(moves)}
    about = paragraph([_about_practice(start, rules), _pieces(game)])
    return {"key": start.key, "name": str(PRACTICE_NAMES[start.key]), "about": about, "todo": todo}


def _about_practice(start: Practice, rules: Variant) -> str:
    if start.key == "crowning":
        return _("A jump onto the king row: the man is crowned and stops there.")
    if start.key == "paths" and rules.house_rules.takes_most:
        return _("A king could take one piece or two: by your house rule it must take two.")
    if start.key == "paths":
        return _("A king may take one piece or two: you may choose either jump.")
    if start.key == "centre":
        opening = " ".join(moves_numbered(start.opening))
        return _("The position after %(moves)s.") % {"moves": opening}
    return _("Where every game begins.")


def _pieces(game: Game) -> str:
    """Say how many men and kings each side has."""
    with wording.about(game.variant):
        counts = [_count(game.position, side) for side in (Side.BLACK, Side.WHITE)]
    return paragraph(counts)


def _count(position: Position, side: Side) -> str:
    men, kings = position.men(side).bit_count(), position.kings(side).bit_count()
    counted = {
        "side": SIDES[side],
        "men": ngettext("%(count)d man", "%(count)d men", men) % {"count": men},
        "kings": ngettext("%(count)d king", "%(count)d kings", kings) % {"count": kings},
    }
    if not kings:
        return _("%(side)s: %(men)s.") % counted
    if not men:
        return _("%(side)s: %(kings)s.") % counted
    return _("%(side)s: %(men)s and %(kings)s.") % counted


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


def opening_figures() -> dict[str, object]:
    """Return the figures that pages quote about seeded openings and ballots."""
    deck = ballots()
    return {
        "plies": number_word(OPENING_PLIES),
        "seeds": (MIN_SEED, MAX_SEED),
        "ballots": len(deck),
        "barred": max(deck) - len(deck),
    }


def missing_rules() -> str:
    """Return the error for a missing or unknown rule set."""
    names = listed_or(game_name(VARIANTS[key]) for key in PLAYABLE)
    return _("Choose a game: %(games)s.") % {"games": names}


def start_error(kind: str | None, problem: Exception | None = None) -> str:
    """Say why the requested start is not possible, and what is."""
    match kind, problem:
        case "seed", _:
            limits = {"least": MIN_SEED, "most": MAX_SEED}
            return _("Enter a seed from %(least)d to %(most)d.") % limits
        case "ballot", SharedName():
            numbers = listed_or(map(str, problem.numbers))
            return _("More than one ballot has that name. Type its number: %(numbers)s.") % {
                "numbers": numbers
            }
        case "ballot", _:
            return unknown_ballot()
        case "position", InvalidNotation():
            return _("We can’t read that position: %(reason)s. Example: B:W18,25,26:BK30.") % {
                "reason": problem.reason
            }
        case "position", OneSideOnly():
            with wording.about(problem.rules):
                side = SIDES[problem.side]
            return _("%(side)s has no pieces there, so the game is already over.") % {"side": side}
        case "position", NothingToPlay():
            return _("The side to move has no legal move there, so the game is already over.")
        case "position", _:
            return _("We can’t read that position: it is too long. Example: B:W18,25,26:BK30.")
    return _("Choose one of the starts below.")
