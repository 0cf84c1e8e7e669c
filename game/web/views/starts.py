"""Choosing where a game starts: practice positions, openings, positions typed in."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from game.notation.ballots import BALLOTS_ARE_OF
from game.play import solo as solo_game
from game.play.solo_game import PLAYABLE, SoloGame
from game.play.starts import PRACTICE
from game.rules import VARIANTS, Variant
from game.web import labels
from game.web.forms import StartForm
from game.web.http import GameRequest, form_sent
from game.web.pages import after_start, ask


@require_http_methods(["GET", "HEAD", "POST"])
def start_page(request: GameRequest) -> HttpResponse:
    """All starts that can be chosen; sending one of them begins the game."""
    last, _ = solo_game.current(request.game_session)
    rules = _rules_kept(request)
    form = StartForm(request.POST if request.method == "POST" else None, rules)
    if form.is_bound and form.is_valid():
        return _start(request, form, last)
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


def _start(request: GameRequest, form: StartForm, last: SoloGame) -> HttpResponse:
    """The game begun; or whether the one under way is to end, where yes sends the same again."""
    sent = form_sent(request)
    if "asks" in request.POST and last.is_under_way and not last.was_begun_by(sent):
        return ask(request, labels.START_QUESTION, reverse("game:solo"), form.as_sent)
    begun = solo_game.start_from(request.game_session, form.game, sent)
    return after_start(request, begun, form.as_sent)


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
