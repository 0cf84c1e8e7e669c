"""My games and results: the list, each game's page, PDN files, deleting, resetting."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, QueryDict, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from game.models import FinishedGame
from game.notation.pdn_writer import format_pdn
from game.play.library.my_games import (
    ALL,
    comments,
    delete_all_games,
    delete_game,
    finished_games,
    from_here,
    readable,
)
from game.play.library.results import counted_from, reset_results, scores
from game.play.openings import can_begin
from game.play.removals import was_removed
from game.play.solo.actions import current, start_from
from game.play.solo.game import TABLE, SoloGame
from game.rules import VARIANTS
from game.web.board import sentences
from game.web.board.stepping import EVERY, every_board, record, requested_ply, stepper
from game.web.board.text import PDN, pdn_file
from game.web.library import labels
from game.web.shared import rule_labels, terms, wording
from game.web.shared.confirm import ask
from game.web.shared.http import GameRequest, SeeOther, form_sent, render_board, time_of
from game.web.shared.terms import game_name
from game.web.solo import labels as solo_labels
from game.web.solo import refusals as solo_refusals
from game.web.solo.page import after_start

PAGE_SIZE = 50
"""Games per page of the list."""


@require_safe
def games(request: GameRequest) -> HttpResponse:
    """List this player's finished games, the latest first."""
    pages = Paginator(finished_games(request.session), PAGE_SIZE)
    shown = pages.get_page(request.GET.get("page"))
    context = {
        "page": shown,
        "games": [
            {
                "finished": kept,
                # Numbered, so that no two links share a name; the first game is number 1.
                "link": labels.game_link(kept, number),
                "outcome": labels.game_outcome(kept),
                "result": labels.game_result(kept),
                "rules": game_name(VARIANTS[kept.variant]),
                "details": labels.game_details(kept),
                "moves": labels.move_count(kept),
            }
            for number, kept in zip(count(pages.count - shown.start_index() + 1, -1), shown)
        ],
        "is_deleted": was_removed(request.session, request.GET.get("deleted", "")),
    }
    return render(request, "library/list.html", context)


@require_safe
def game(request: GameRequest, game_id: str) -> HttpResponse:
    """Show a finished game at ``?ply=`` (by default the last), its record and what can be done."""
    kept, solo = _own_game(request, game_id)
    ply = _ply(request.GET, solo)
    with wording.about(solo.variant):
        if EVERY in request.GET:
            form = render_to_string("library/_from_here.html", {"finished": kept}, request)
            return every_board(solo, goes_on=can_begin(from_here(solo, solo.ply)), form=form)
        context = _game_context(kept, solo, ply) | {
            "steps": stepper(solo, ply, solo_labels.strip_names(solo)),
            "record": record(solo.game, ply, request.path),
        }
        return render_board(request, "library/game.html", context)


def _game_context(kept: FinishedGame, solo: SoloGame, ply: int) -> dict[str, object]:
    return {
        "finished": kept,
        "title": labels.game_title(kept),
        "rules": game_name(VARIANTS[kept.variant]),
        "details": labels.game_details(kept),
        "moves": labels.move_count(kept),
        "reason": sentences.reason(solo.game),
        "house_rules": rule_labels.house_rules(solo.variant),
        "ply": ply,
        "goes_on": can_begin(from_here(solo, ply)),
        "pdn": _pdn(kept, solo),
    }


@require_http_methods(["GET", "HEAD", "POST"])
def game_play(request: GameRequest, game_id: str) -> HttpResponse:
    """Start a game from a position of a finished one, by its rules; a GET leads back to it."""
    _, solo = _own_game(request, game_id)
    if request.method != "POST":
        return SeeOther(request, reverse("game:game", args=[game_id]))
    ply = _ply(request.POST, solo)
    start = from_here(solo, ply)
    if not can_begin(start):
        raise Http404
    form, last = form_sent(request), current(request.game_session)[0]
    if "asks" in request.POST and last.is_under_way and not last.was_begun_by(form):
        return ask(request, solo_refusals.start_question(), reverse("game:solo"), {"ply": ply})
    begun = start_from(request.game_session, start, form)
    return after_start(request, begun, {"ply": ply})


@require_safe
def game_download(request: GameRequest, game_id: str) -> HttpResponse:
    """Send one game as a PDN file."""
    kept, solo = _own_game(request, game_id)
    return pdn_file(_pdn(kept, solo), f"{kept.variant}-{kept.finished_at:%Y-%m-%d}")


@require_safe
def games_download(request: GameRequest) -> HttpResponseBase:
    """Stream all games as one PDN file."""
    response = StreamingHttpResponse(_all_pdn(request), content_type=PDN)
    response["Content-Disposition"] = 'attachment; filename="my-games.pdn"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def game_delete(request: GameRequest, game_id: str) -> HttpResponse:
    """Ask whether to delete a game; a POST deletes it."""
    if request.method == "POST":
        if not delete_game(request.session, game_id):
            raise Http404
        return SeeOther(request, f"{reverse('game:games')}?deleted={game_id}")
    kept = get_object_or_404(finished_games(request.session), game_id=game_id)
    return ask(request, labels.delete_question(kept), reverse("game:game", args=[game_id]), {})


@require_http_methods(["GET", "HEAD", "POST"])
def games_delete(request: GameRequest) -> HttpResponse:
    """Ask whether to delete all games; a POST deletes them."""
    if request.method == "POST":
        delete_all_games(request.session)
        return SeeOther(request, f"{reverse('game:games')}?deleted={ALL}")
    count = finished_games(request.session).count()
    return ask(request, labels.delete_all_question(count), reverse("game:games"), {})


def _own_game(request: GameRequest, game_id: str) -> tuple[FinishedGame, SoloGame]:
    """Return a game of this player's that can be read; raise Http404 for any other."""
    found = next(readable(finished_games(request.session).filter(game_id=game_id)), None)
    if found is None:
        raise Http404
    return found


def _ply(sent: QueryDict, solo: SoloGame) -> int:
    """Return the requested ply; raise Http404 if the game has no such ply."""
    ply = requested_ply(sent, solo.game)
    if ply is None:
        raise Http404
    return ply


def _pdn(kept: FinishedGame, solo: SoloGame) -> str:
    date = {"Date": f"{kept.finished_at:%Y.%m.%d}"}
    return format_pdn(solo.game, solo_labels.file_tags(solo) | date, comments(solo))


def _all_pdn(request: GameRequest) -> Iterator[str]:
    for kept, solo in readable(finished_games(request.session)):
        yield f"{_pdn(kept, solo)}\n"


@require_safe
def results(request: GameRequest) -> HttpResponse:
    """Show how this player's games ended, by rule set and level."""
    since = counted_from(request.session)
    found = scores(request.session, since)
    context = {
        "since": since,
        "total": labels.total(found),
        "computer": [labels.score_line(score) for score in found if score.level in terms.LEVELS],
        "friends": [labels.score_line(score) for score in found if not score.level],
        "tables": [labels.score_line(score) for score in found if score.level == TABLE],
    }
    return render(request, "library/results.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def results_reset(request: GameRequest) -> HttpResponse:
    """Ask whether to count results from now on; a POST does so."""
    if request.method == "POST":
        now = time_of(request)
        reset_results(request.session, now)
        return SeeOther(request, f"{reverse('game:results')}?since={int(now.timestamp())}")
    return ask(request, labels.reset_question(), reverse("game:results"), {})
