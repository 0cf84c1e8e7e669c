"""The URL of the settings."""

from __future__ import annotations

from django.urls import path

from game.web.settings import views

urlpatterns = [
    path("settings", views.settings, name="settings"),
]
