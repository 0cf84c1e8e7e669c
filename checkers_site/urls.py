"""The root URLs: every page belongs to `game.web`, error pages included."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("game.web.urls"))]

handler400 = "game.web.errors.bad_request"
handler403 = "game.web.errors.forbidden"
handler404 = "game.web.errors.not_found"
handler500 = "game.web.errors.server_error"
