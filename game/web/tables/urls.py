"""URLs of the lobby and of tables; the lobby's paths come before the tables' ids."""

from __future__ import annotations

from django.urls import path

from game.web.tables import lobby_views, record_views, views

urlpatterns = [
    path("", lobby_views.lobby_show, name="lobby"),
    path("new", lobby_views.table_new, name="table-new"),
    path("now", lobby_views.table_now, name="table-now"),
    path("name", lobby_views.lobby_name, name="lobby-name"),
    path("news", lobby_views.lobby_news, name="lobby-news"),
    path("awaited", lobby_views.table_awaited, name="table-awaited"),
    path("join/<slug:secret>", lobby_views.table_invitation, name="table-invitation"),
    path("<slug:table_id>/join", lobby_views.table_join, name="table-join"),
    path("<slug:table_id>/close", lobby_views.table_close, name="table-close"),
    path("<slug:table_id>/qr.svg", lobby_views.table_qr, name="table-qr"),
    path("<slug:table_id>", views.table_show, name="table"),
    path("<slug:table_id>/news", views.table_news, name="table-news"),
    path("<slug:table_id>/move", views.table_move, name="table-move"),
    path("<slug:table_id>/say", views.table_say, name="table-say"),
    path("<slug:table_id>/replay", record_views.table_replay, name="table-replay"),
    path("<slug:table_id>/record", record_views.table_record, name="table-record"),
    path("<slug:table_id>/game.pdn", record_views.table_pdn, name="table-pdn"),
    path("<slug:table_id>/resign", views.table_resign, name="table-resign"),
    path("<slug:table_id>/draw", views.table_draw, name="table-draw"),
    path("<slug:table_id>/<slug:action>", views.table_action, name="table-action"),
]
