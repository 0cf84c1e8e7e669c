"""Pages to read: first steps, rules, the FAQ, about, accessibility, the board's keys."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from game.notation.ballots import ballots
from game.play import openings
from game.play.computer.opponent import ANSWERS_WITHIN
from game.play.preferences import CHOICES, preferences
from game.play.sharing.invitations import ATTEMPT_WINDOW, LIFETIME
from game.play.solo.actions import current, last_rules
from game.play.solo.game import PLAYABLE
from game.rules import VARIANTS
from game.web.learn import labels
from game.web.learn.diagrams import diagrams
from game.web.learn.family import family, traits
from game.web.learn.lessons import LESSONS
from game.web.learn.rules import RulesText, compared
from game.web.shared import labels as shared_labels
from game.web.shared import wording
from game.web.shared.http import GameRequest
from game.web.shared.labels import listed
from game.web.shared.terms import game_name
from game.web.solo import choices as solo_choices
from game.web.tables.lobby_labels import lobby_figures

DAYS_A_YEAR = 365


@require_safe
def games_page(request: GameRequest) -> HttpResponse:
    """List the games that can be played, and compare the whole family."""
    return _games(request)


@require_safe
def rules_page(request: GameRequest, key: str) -> HttpResponse:
    """Show how one game is played; for an unknown game, list the games there are."""
    if key not in PLAYABLE:
        return _games(request, asked=key)
    with wording.about(VARIANTS[key]):
        return render(request, "learn/rules.html", _rules_context(request, key))


def _rules_context(request: GameRequest, key: str) -> dict[str, Any]:
    last, _ = current(request.game_session)
    return {
        "rules": VARIANTS[key],
        "rules_text": RulesText(VARIANTS[key]),
        "boards": diagrams(key, preferences(request.session).bottom),
        "opening": labels.opening(LESSONS[key]["opening"]),
        "others": [VARIANTS[other] for other in PLAYABLE if other != key],
        "who": solo_choices.describe_start(last, [last_rules(request.game_session, key)]),
        "goes_on": last.is_under_way,
    }


def _games(request: GameRequest, asked: str = "") -> HttpResponse:
    games = [RulesText(VARIANTS[key]) for key in PLAYABLE]
    differences = zip(compared(), *(rules.in_brief for rules in games), strict=True)
    context = {
        "asked": asked,
        "games": games,
        "differences": list(differences),
        "traits": traits(),
        "family": family(),
    }
    return render(request, "learn/games.html", context, status=404 if asked else 200)


@require_safe
def faq_page(request: GameRequest) -> HttpResponse:
    """Show the FAQ; every figure in it is the one that the code uses."""
    context = {
        "games": [RulesText(VARIANTS[key]) for key in PLAYABLE],
        "names": listed(game_name(VARIANTS[key]) for key in PLAYABLE),
        "choices": CHOICES,
        "english": RulesText(VARIANTS["english"]),
        "example": labels.example_moves(),
        "minutes": shared_labels.minutes_left(LIFETIME.total_seconds()),
        "tries_counted": shared_labels.minutes_left(ATTEMPT_WINDOW.total_seconds()),
        "room": lobby_figures(),
        "levels": solo_choices.level_descriptions(ANSWERS_WITHIN),
        "number_of_levels": len(ANSWERS_WITHIN),
        "practice": [
            solo_choices.practice(at, VARIANTS[at.variant]) for at in openings.PRACTICE.values()
        ],
        "opening_moves": openings.OPENING_PLIES,
        "seeds": (openings.MIN_SEED, openings.MAX_SEED),
        "ballots": len(ballots()),
        "years": settings.SESSION_COOKIE_AGE // (DAYS_A_YEAR * 24 * 60 * 60),
        "cookies": (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME),
        "contact": settings.CONTACT,
    }
    return render(request, "learn/faq.html", context)


@require_safe
def learn_page(request: GameRequest) -> HttpResponse:
    """Show the first steps in five boards, and what else there is to read."""
    english = VARIANTS["english"]
    with wording.about(english):
        context = {
            "boards": diagrams(english.key, preferences(request.session).bottom),
            "games": [VARIANTS[key] for key in PLAYABLE],
        }
        return render(request, "learn/index.html", context)


@require_safe
def about_page(request: GameRequest) -> HttpResponse:
    """Show what this site is, who runs it, its licence and what it stores."""
    context = {
        "years": settings.SESSION_COOKIE_AGE // (DAYS_A_YEAR * 24 * 60 * 60),
        "cookies": (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME),
        "contact": settings.CONTACT,
    }
    return render(request, "learn/about.html", context)


@require_safe
def accessibility_page(request: GameRequest) -> HttpResponse:
    """Show what was done and tested so that everyone can play, and what was not."""
    context = {"order": labels.example_action(), "contact": settings.CONTACT}
    return render(request, "learn/accessibility.html", context)


@require_safe
def keys_page(request: GameRequest) -> HttpResponse:
    """Show all keys: as a page, or for htmx as the help that the script shows over the board."""
    template = "learn/_keys_help.html" if request.htmx else "learn/keys.html"
    response = render(request, template)
    patch_vary_headers(response, ["HX-Request"])
    return response
