"""URLs of every page; each feature has its own list."""

from __future__ import annotations

from django.urls import include, path

app_name = "game"

urlpatterns = [
    path("", include("game.web.solo.urls")),
    path("", include("game.web.library.urls")),
    path("", include("game.web.sharing.urls")),
    path("tables/", include("game.web.tables.urls")),
    path("", include("game.web.learn.urls")),
    path("", include("game.web.settings.urls")),
    path("", include("game.web.shared.urls")),
]
