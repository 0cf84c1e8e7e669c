"""URLs of the solo game."""

from __future__ import annotations

from django.urls import path

from game.web.solo import record_views, start_views, views

urlpatterns = [
    path("", views.solo_show, name="solo"),
    path("move", views.solo_move, name="solo-move"),
    path("reply", views.solo_reply, name="solo-reply"),
    path("undo", views.solo_undo, name="solo-undo"),
    path("flip", views.solo_flip, name="solo-flip"),
    path("again", views.solo_again, name="solo-again"),
    path("resign", views.resign, name="resign"),
    path("draw", views.draw, name="draw"),
    path("hint", views.hint, name="hint"),
    path("record", record_views.record, name="record"),
    path("game.pdn", record_views.download, name="download"),
    path("replay", record_views.replay, name="replay"),
    path("new", start_views.new_game, name="new"),
    path("start", start_views.start_page, name="start"),
    path("switch", start_views.switch, name="switch"),
    path("ballots", start_views.ballots_page, name="ballots"),
]
