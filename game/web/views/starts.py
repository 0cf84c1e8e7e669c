"""Choosing where a game starts: practice positions, openings, positions typed in."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from game.notation.ballots import BALLOTS_ARE_OF
from game.play import solo as solo_game
from game.play.solo_game import PLAYABLE
from game.play.starts import PRACTICE
from game.rules import VARIANTS, Variant
from game.web import labels
from game.web.forms import StartForm
from game.web.http import GameRequest, SeeOther
from game.web.pages import ask, board_address


@require_http_methods(["GET", "HEAD", "POST"])
def start_page(request: GameRequest) -> HttpResponse:
    """All starts that can be chosen; sending one of them begins the game."""
    last, _ = solo_game.current(request.game_session)
    rules = _rules_kept(request)
    form = StartForm(request.POST if request.method == "POST" else None, rules)
    if form.is_bound and form.is_valid():
        if "asks" in request.POST and last.is_under_way:
            return _ask(request, form)
        solo = solo_game.start_from(request.game_session, form.game)
        return SeeOther(request, f"{board_address(solo)}#turn")
    context = {
        "form": form,
        "who": labels.who_starts(last, rules.values()),
        "openings": labels.openings_told(),
        "practice": [labels.practice(at, rules[at.variant]) for at in PRACTICE.values()],
        "variants": [VARIANTS[key] for key in PLAYABLE],
        "variant": request.POST.get("variant", last.variant.rule_set),
    }
    return render(request, "game/start.html", context, status=422 if form.is_bound else 200)


def _rules_kept(request: GameRequest) -> dict[str, Variant]:
    """What games of each rule set are played by, with the house rules last chosen for it."""
    return {key: solo_game.last_rules(request.game_session, key) for key in PLAYABLE}


def _ask(request: GameRequest, form: StartForm) -> HttpResponse:
    """Whether the game under way is to end; yes sends the same order, which asks no more."""
    sent = {name: form.data[name] for name in form.fields if name in form.data}
    return ask(request, labels.START_QUESTION, reverse("game:solo"), sent)


@require_safe
def ballots_page(request: GameRequest) -> HttpResponse:
    """Every three-move ballot, each with its button."""
    last, _ = solo_game.current(request.game_session)
    context = {
        "ballots": labels.ballot_choices(),
        "openings": labels.openings_told(),
        "who": labels.who_starts(last, [_rules_kept(request)[BALLOTS_ARE_OF]]),
    }
    return render(request, "game/ballots.html", context)
