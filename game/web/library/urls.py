"""URLs of my games and results."""

from __future__ import annotations

from django.urls import path

from game.web.library import views

urlpatterns = [
    path("games", views.games, name="games"),
    path("games/all.pdn", views.games_download, name="games-download"),
    path("games/delete", views.games_delete, name="games-delete"),
    path("games/<slug:game_id>", views.game, name="game"),
    path("games/<slug:game_id>/play", views.game_play, name="game-play"),
    path("games/<slug:game_id>/game.pdn", views.game_download, name="game-download"),
    path("games/<slug:game_id>/delete", views.game_delete, name="game-delete"),
    path("results", views.results, name="results"),
    path("results/reset", views.results_reset, name="results-reset"),
]
