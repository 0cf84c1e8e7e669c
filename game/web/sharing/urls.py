"""URLs for playing one game on several devices."""

from __future__ import annotations

from django.urls import path

from game.web.sharing import views

urlpatterns = [
    path("share", views.share, name="share"),
    path("share/qr.svg", views.share_qr, name="share-qr"),
    path("share/drop", views.share_drop, name="share-drop"),
    path("share/leave", views.share_leave, name="share-leave"),
    path("news", views.solo_news, name="solo-news"),
    path("join", views.join, name="join"),
    path("join/<slug:link>", views.join_link, name="join-link"),
]
