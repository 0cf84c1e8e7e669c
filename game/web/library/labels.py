"""Labels for finished games and results, from their owner's point of view."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from game.models import FinishedGame
from game.play.library.results import Score
from game.play.solo.game import COMPUTER, TABLE, WATCH
from game.rules import VARIANTS, Side
from game.web.shared import wording
from game.web.shared.terms import LEVELS, SIDES, game_name

_BY_LETTER = {side.letter: side for side in Side}


def game_title(kept: FinishedGame) -> str:
    """Return how a game ended for its owner: ``You lost to the computer (Easy)``."""
    if kept.opponent == COMPUTER:
        sentences = {
            "won": _("You beat the computer (%(level)s)"),
            "lost": _("You lost to the computer (%(level)s)"),
            "draw": _("You drew with the computer (%(level)s)"),
        }
        return sentences[game_outcome(kept)] % {"level": LEVELS[kept.level]}
    if kept.opponent == TABLE:
        sentences = {
            "won": _("You beat %(name)s"),
            "lost": _("You lost to %(name)s"),
            "draw": _("You drew with %(name)s"),
        }
        return sentences[game_outcome(kept)] % {"name": _rival_name(kept)}
    if kept.opponent == WATCH:
        sentence = (
            _("Computer against computer: %(side)s won")
            if kept.winner
            else _("Computer against computer: a draw")
        )
    else:
        sentence = _("Two players: %(side)s won") if kept.winner else _("Two players: a draw")
    return sentence % {"side": _winner_word(kept)}


def game_link(kept: FinishedGame, number: int) -> str:
    """Return a game's link in the list; the number keeps any two apart."""
    if kept.opponent == COMPUTER:
        return _("Computer, %(level)s (game %(number)d)") % {
            "level": LEVELS[kept.level],
            "number": number,
        }
    if kept.opponent == TABLE:
        return _("%(name)s (game %(number)d)") % {"name": _rival_name(kept), "number": number}
    if kept.opponent == WATCH:
        return _("Computer against computer (game %(number)d)") % {"number": number}
    return _("Two players (game %(number)d)") % {"number": number}


def _rival_name(kept: FinishedGame) -> str:
    return str(kept.form["table"]["names"][_BY_LETTER[kept.player].other])


def game_outcome(kept: FinishedGame) -> str:
    """Return ``won``, ``lost`` or ``draw``; ``over`` if one side won and the owner had neither."""
    if not kept.winner:
        return "draw"
    if kept.opponent in (COMPUTER, TABLE):
        return "won" if kept.winner == kept.player else "lost"
    return "over"


def game_result(kept: FinishedGame) -> str:
    """Return the result in a word or two: ``Won``, ``Lost``, ``Draw`` or ``Black won``."""
    outcome = game_outcome(kept)
    if outcome == "over":
        return _("%(side)s won") % {"side": _winner_word(kept)}
    return {
        "won": pgettext("result", "Won"),
        "lost": pgettext("result", "Lost"),
        "draw": pgettext("result", "Draw"),
    }[outcome]


def _winner_word(kept: FinishedGame) -> str:
    return _side_word(kept, kept.winner) if kept.winner else ""


def _side_word(kept: FinishedGame, letter: str) -> str:
    """Return the colour word of a side in that game, whatever game the reader is playing now."""
    with wording.about(VARIANTS[kept.variant]):
        return SIDES[_BY_LETTER[letter]]


def move_count(kept: FinishedGame) -> str:
    """Return how many moves a game had."""
    return ngettext("%(count)d move", "%(count)d moves", kept.plies) % {"count": kept.plies}


def game_details(kept: FinishedGame) -> str:
    """Return which side the owner played, or which levels; empty between friends."""
    if kept.opponent in (COMPUTER, TABLE):
        return _("You played %(side)s.") % {"side": _side_word(kept, kept.player)}
    if kept.opponent == WATCH:
        return _("%(level)s moved first against %(rival)s.") % {
            "level": LEVELS[kept.level],
            "rival": LEVELS[kept.form["rival"]],
        }
    return ""


def score_kind(score: Score) -> str:
    """Return which games a row of results counts."""
    name = game_name(VARIANTS[score.variant])
    if score.level not in LEVELS:
        return name
    return _("%(game)s, %(level)s") % {"game": name, "level": LEVELS[score.level]}


def score_line(score: Score) -> dict[str, object]:
    """Return a row of the results table; the parts of its bar are placed on a scale of 100.

    Results between friends stand under the page's words for the sides, which may be swapped in
    this game.
    """
    meant = wording.active().side_meant(Side.BLACK, VARIANTS[score.variant])
    is_turned = not score.level and meant is Side.WHITE
    first, second = (score.first, score.second)[:: -1 if is_turned else 1]
    parts = (first, score.drawn, second)
    edges = [round(100 * sum(parts[:at]) / score.played, 2) for at in range(4)]
    return {
        "kind": score_kind(score),
        "first": first,
        "drawn": score.drawn,
        "second": second,
        "bar": [
            {"name": name, "x": left, "width": round(right - left, 2)}
            for name, left, right in zip(
                ("first", "drawn", "second"), edges, edges[1:], strict=False
            )
            if right > left
        ],
    }


def total(found: list[Score]) -> dict[str, int]:
    """Return the reader's own wins, draws and losses in all."""
    own = [score for score in found if score.level]
    return {
        "won": sum(score.first for score in own),
        "drawn": sum(score.drawn for score in own),
        "lost": sum(score.second for score in own),
    }


def score_so_far(score: Score) -> str:
    """Return the score as a sentence, shown below a finished game of this kind."""
    first, second, drawn = score.first, score.second, score.drawn
    if score.level:
        return _("Your score against %(level)s: %(won)d won, %(drawn)d drawn, %(lost)d lost.") % {
            "level": LEVELS[score.level],
            "won": first,
            "drawn": drawn,
            "lost": second,
        }
    black, white = (SIDES[side] for side in Side)
    return _(
        "Score between two players: %(black)s %(first)d, %(white)s %(second)d, %(drawn)d drawn."
    ) % {"black": black, "first": first, "white": white, "second": second, "drawn": drawn}


def reset_question() -> dict[str, str]:
    """Return the question before results are counted from zero, with both answers' labels."""
    return {
        "asks": _("Reset statistics?"),
        "means": _("Wins, losses and draws will start from zero. Your games stay in My games."),
        "does": _("Reset"),
        "leaves": _("Cancel"),
    }


def delete_question(kept: FinishedGame) -> dict[str, str]:
    """Return the question before a game is deleted, with both answers' labels."""
    return {
        "asks": _("Delete this game?"),
        "means": _("%(game)s. Its result goes too. This can’t be undone.")
        % {"game": game_title(kept)},
        "does": _("Delete the game"),
        "leaves": _("Keep it"),
    }


def delete_all_question(count: int) -> dict[str, str]:
    """Return the same question for all games."""
    means = ngettext(
        "You have %(count)d game here. Its result goes too. This can’t be undone.",
        "You have %(count)d games here. Their results go too. This can’t be undone.",
        count,
    )
    return {
        "asks": _("Delete all games?"),
        "means": means % {"count": count},
        "does": _("Delete all games"),
        "leaves": _("Keep them"),
    }
