"""URLs that browsers request on their own."""

from __future__ import annotations

from django.urls import path

from game.web.shared import manifest

urlpatterns = [
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("favicon.ico", manifest.favicon, name="favicon"),
]
