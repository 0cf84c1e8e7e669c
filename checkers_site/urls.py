"""The root URLs: every page belongs to `game.web`, error pages included."""

from django.urls import URLPattern, URLResolver, include, path

urlpatterns: list[URLPattern | URLResolver] = [path("", include("game.web.urls"))]

handler400 = "game.web.shared.errors.bad_request"
handler403 = "game.web.shared.errors.forbidden"
handler404 = "game.web.shared.errors.not_found"
handler500 = "game.web.shared.errors.server_error"
