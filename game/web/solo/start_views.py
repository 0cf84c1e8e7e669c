"""Starting a game: the new game form, openings, positions, ballots, another rule set."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from game.notation.ballots import BALLOT_RULE_SET
from game.play.active_game import BoardReference
from game.play.openings import PRACTICE
from game.play.solo import actions
from game.play.solo.game import PLAYABLE, SoloGame
from game.rules import VARIANTS, Variant
from game.web.shared.confirm import ask
from game.web.shared.http import GameRequest, SeeOther, arrival_of, form_sent
from game.web.solo import choices, refusals
from game.web.solo.forms import NewGameForm, StartForm
from game.web.solo.guards import acts_on_board
from game.web.solo.page import after_start, ask_about_game, board_address


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: GameRequest) -> HttpResponse:
    """Show the choices that apply to the game and opponent of the query; a POST starts the game."""
    last, _ = actions.current(request.game_session)
    rules = _rules_kept(request)
    if request.method != "POST":
        return _choose(request, NewGameForm(None, last, rules, request.GET.dict()), last)
    form = NewGameForm(request.POST, last, rules, request.POST.dict())
    if not form.is_valid():
        return _choose(request, form, last, 422)
    if form.cleaned_data["opponent"] == choices.ELSEWHERE:
        return SeeOther(request, f"{reverse('game:table-new')}?{urlencode(form.agreed_on)}")
    arrived = arrival_of(request).monotonic
    solo = actions.start(request.game_session, form=form_sent(request), **form.cleaned_data)
    if not solo.is_played_on:
        solo = actions.let_computer_begin(request.game_session, arrived)
    return after_start(request, solo, form.as_sent)


def _choose(
    request: GameRequest, form: NewGameForm, last: SoloGame, status: int = 200
) -> HttpResponse:
    """Show the form; opponents and games are links, so that only what applies is on the page."""
    context = {
        "form": form,
        "goes_on": last.is_under_way,
        "opponents": choices.opponent_steps(form.chosen_opponent),
        "games": choices.game_steps(form.rule_set),
        "summary": choices.summary(form.chosen_opponent, VARIANTS[form.rule_set]),
    }
    return render(request, "solo/new.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def switch(request: GameRequest) -> HttpResponse:
    """Ask whether to start a game of the other rule set; a POST starts it."""
    if request.method == "POST":
        return _switch(request)
    solo, _ = actions.current(request.game_session)
    return ask_about_game(request, "switch", solo)


@acts_on_board
def _switch(request: GameRequest, board: BoardReference) -> HttpResponse:
    arrived = arrival_of(request).monotonic
    actions.switch(request.game_session, board, form_sent(request))
    solo = actions.let_computer_begin(request.game_session, arrived)
    return SeeOther(request, f"{board_address(solo)}#turn")


@require_http_methods(["GET", "HEAD", "POST"])
def start_page(request: GameRequest) -> HttpResponse:
    """Show all starts to choose from; a POST starts the game."""
    last, _ = actions.current(request.game_session)
    rules = _rules_kept(request)
    form = StartForm(request.POST if request.method == "POST" else None, rules)
    if form.is_bound and form.is_valid():
        return _start(request, form, last)
    context = {
        "form": form,
        "who": choices.describe_start(last, rules.values()),
        "openings": choices.opening_figures(),
        "practice": [choices.practice(at, rules[at.variant]) for at in PRACTICE.values()],
        "variants": [VARIANTS[key] for key in PLAYABLE],
        "variant": request.POST.get("variant", last.variant.rule_set),
    }
    return render(request, "solo/start.html", context, status=422 if form.is_bound else 200)


def _rules_kept(request: GameRequest) -> dict[str, Variant]:
    """Return each rule set with the house rules last chosen for it."""
    return {key: actions.last_rules(request.game_session, key) for key in PLAYABLE}


def _start(request: GameRequest, form: StartForm, last: SoloGame) -> HttpResponse:
    """Start the game; or ask whether to end the one in progress, where yes sends this again."""
    sent = form_sent(request)
    if "asks" in request.POST and last.is_under_way and not last.was_begun_by(sent):
        return ask(request, refusals.start_question(), reverse("game:solo"), form.as_sent)
    begun = actions.start_from(request.game_session, form.game, sent)
    return after_start(request, begun, form.as_sent)


@require_safe
def ballots_page(request: GameRequest) -> HttpResponse:
    """Show every three-move ballot, each with its button."""
    last, _ = actions.current(request.game_session)
    context = {
        "ballots": choices.ballot_choices(),
        "openings": choices.opening_figures(),
        "who": choices.describe_start(last, [_rules_kept(request)[BALLOT_RULE_SET]]),
    }
    return render(request, "solo/ballots.html", context)
