"""Addresses, a list per page."""

from django.urls import path

from game.web.views import (
    breaking_off,
    hints,
    keys,
    learn,
    manifest,
    my_games,
    new,
    records,
    replays,
    results,
    room,
    settings,
    sharing,
    solo,
    starts,
    table_records,
    tables,
)

app_name = "game"

solo_urls = [
    path("", solo.solo_show, name="solo"),
    path("move", solo.solo_move, name="solo-move"),
    path("reply", solo.solo_reply, name="solo-reply"),
    path("undo", solo.solo_undo, name="solo-undo"),
    path("flip", solo.solo_flip, name="solo-flip"),
    path("again", solo.solo_again, name="solo-again"),
    path("resign", breaking_off.resign, name="resign"),
    path("record", records.record, name="record"),
    path("game.pdn", records.download, name="download"),
    path("draw", breaking_off.draw, name="draw"),
    path("keys", keys.keys_page, name="keys"),
    path("replay", replays.replay, name="replay"),
    path("hint", hints.hint, name="hint"),
]
new_urls = [
    path("new", new.new_game, name="new"),
    path("start", starts.start_page, name="start"),
    path("switch", new.switch, name="switch"),
    path("ballots", starts.ballots_page, name="ballots"),
]
my_games_urls = [
    path("games", my_games.games, name="games"),
    path("games/all.pdn", my_games.games_download, name="games-download"),
    path("games/delete", my_games.games_delete, name="games-delete"),
    path("games/<slug:game_id>", my_games.game, name="game"),
    path("games/<slug:game_id>/play", my_games.game_play, name="game-play"),
    path("games/<slug:game_id>/game.pdn", my_games.game_download, name="game-download"),
    path("games/<slug:game_id>/delete", my_games.game_delete, name="game-delete"),
    path("results", results.results, name="results"),
    path("results/reset", results.results_reset, name="results-reset"),
]
site_urls = [
    path("settings", settings.settings, name="settings"),
    path("manifest.webmanifest", manifest.manifest, name="manifest"),
    path("favicon.ico", manifest.favicon, name="favicon"),
]
sharing_urls = [
    path("share", sharing.share, name="share"),
    path("share/qr.svg", sharing.share_qr, name="share-qr"),
    path("share/drop", sharing.share_drop, name="share-drop"),
    path("share/leave", sharing.share_leave, name="share-leave"),
    path("news", sharing.solo_news, name="solo-news"),
    path("join", sharing.join, name="join"),
    path("join/<slug:link>", sharing.join_link, name="join-link"),
]
learn_urls = [
    path("rules/", learn.games_page, name="rules"),
    path("rules/<str:key>/", learn.rules_page, name="rules-of"),
    path("faq/", learn.faq_page, name="faq"),
    path("accessibility/", learn.accessibility_page, name="accessibility"),
]
room_urls = [
    path("tables/", room.room_page, name="room"),
    path("tables/new", room.table_new, name="table-new"),
    path("tables/name", room.room_name, name="room-name"),
    path("tables/news", room.room_news, name="room-news"),
    path("tables/join/<slug:secret>", room.table_invitation, name="table-invitation"),
    path("tables/<slug:table_id>/join", room.table_join, name="table-join"),
    path("tables/<slug:table_id>/close", room.table_close, name="table-close"),
    path("tables/<slug:table_id>/qr.svg", room.table_qr, name="table-qr"),
]
table_urls = [
    path("tables/<slug:table_id>", tables.table, name="table"),
    path("tables/<slug:table_id>/news", tables.table_news, name="table-news"),
    path("tables/<slug:table_id>/move", tables.table_move, name="table-move"),
    path("tables/<slug:table_id>/say", tables.table_say, name="table-say"),
    path("tables/<slug:table_id>/replay", table_records.table_replay, name="table-replay"),
    path("tables/<slug:table_id>/record", table_records.table_record, name="table-record"),
    path("tables/<slug:table_id>/game.pdn", table_records.table_pdn, name="table-pdn"),
    path("tables/<slug:table_id>/resign", tables.table_resign, name="table-resign"),
    path("tables/<slug:table_id>/draw", tables.table_draw, name="table-draw"),
    path("tables/<slug:table_id>/<slug:order>", tables.table_order, name="table-order"),
]

urlpatterns = [
    *(solo_urls + new_urls + my_games_urls + sharing_urls),
    *(room_urls + table_urls),  # The room's own names come before tables' ids.
    *(learn_urls + site_urls),
]
