"""Choosing a new game."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_http_methods

from game.play import solo as solo_game
from game.play.solo import Seen
from game.web import labels
from game.web.forms import NewGameForm
from game.web.guards import for_board_seen
from game.web.http import GameRequest, SeeOther, arrival_of, form_sent
from game.web.pages import after_start, ask_about_game, board_address


@require_http_methods(["GET", "HEAD", "POST"])
def new_game(request: GameRequest) -> HttpResponse:
    """The form of choices, filled in as the last game was; sending it begins the game."""
    if request.method != "POST":
        solo, _ = solo_game.current(request.game_session)
        rules = solo_game.last_rules(request.game_session, solo.variant.rule_set)
        context = {
            "form": NewGameForm.from_choices_of(solo, rules.house_rules),
            "goes_on": solo.is_under_way,
        }
        return render(request, "game/new.html", context)
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return render(request, "game/new.html", {"form": form}, status=422)
    if form.cleaned_data["opponent"] == labels.ELSEWHERE:
        return SeeOther(request, f"{reverse('game:table-new')}?{urlencode(form.agreed_on)}")
    asked = arrival_of(request).monotonic
    solo = solo_game.start(request.game_session, form=form_sent(request), **form.cleaned_data)
    if not solo.is_played_on:
        solo = solo_game.let_computer_begin(request.game_session, asked)
    return after_start(request, solo, form.as_sent)


@require_http_methods(["GET", "HEAD", "POST"])
def switch(request: GameRequest) -> HttpResponse:
    """Ask whether the other rule set's game is to begin; sending the answer begins it."""
    if request.method == "POST":
        return _switched(request)
    solo, _ = solo_game.current(request.game_session)
    return ask_about_game(request, "switch", solo)


@for_board_seen
def _switched(request: GameRequest, seen: Seen) -> HttpResponse:
    asked = arrival_of(request).monotonic
    solo_game.switch(request.game_session, seen, form_sent(request))
    solo = solo_game.let_computer_begin(request.game_session, asked)
    return SeeOther(request, f"{board_address(solo)}#turn")
