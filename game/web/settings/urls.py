"""The URL of the settings."""

from __future__ import annotations

from django.urls import path

from game.web.settings import views

urlpatterns = [
    path("settings", views.settings, name="settings"),
    path("settings/moves", views.moves_list, name="moves-list"),
]
