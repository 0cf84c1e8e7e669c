"""Tables joined by a link, and how many tables a person may have."""

from __future__ import annotations

import re
from datetime import timedelta

from django.utils import timezone

from game.models import RateLimitedAction, Seat, Table
from game.models.tables import Status
from game.play.preferences import CHOICES
from game.play.tables.lobby import MAX_WAITING_TABLES
from game.play.tables.rate_limits import PER_ADDRESS, PER_PLAYER, ActionKind
from tests.player import Player
from tests.web.visits import join, offers, open_table, own_tables, the_link

# Private tables


def test_a_private_table_is_joined_only_by_its_link(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    assert link.startswith("/tables/join/")
    assert offers(charlie) == []
    bob.open(link)
    assert bob.page.h1.get_text() == "Join this table?"
    assert "Ann wants to play English checkers with you: you play White." in bob.text
    assert Seat.objects.count() == 1
    assert bob.press(link, name="Bob") == 303
    assert own_tables(alice) == ["Bob joined your table: go to the game"]
    charlie.open(link)
    assert charlie.response.status_code == 410
    assert charlie.page.h1.get_text() == "This table is taken"
    assert charlie.page.select_one("section:has(#played) a") is None


def test_the_address_of_a_private_table_lets_nobody_join(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    open_table(alice)
    bob.open("/tables/")
    sent = bob.fields(str(bob.page.select(".tables form")[0]["action"]))
    private = Table.objects.get(is_listed=False)
    assert bob.send(f"/tables/{private.pk}/join", sent) == 403
    assert "That table is private." in bob.notice


def test_your_own_link_says_that_it_is_your_table(alice: Player) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    alice.open(link)
    assert alice.response.status_code == 409
    assert alice.page.h1.get_text() == "This is your own table"
    assert alice.page.select_one("main a[href='/new']")


def test_the_link_redirects_a_seated_player_to_the_game(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    bob.open(link)
    bob.press(link)
    answer = bob.client.get(link)
    assert answer.status_code == 303
    assert f"/tables/{Table.objects.get().pk}?" in answer["Location"]


def test_a_forged_link_leads_nowhere(bob: Player) -> None:
    bob.open("/tables/join/" + "a" * 24)
    assert bob.response.status_code == 410
    assert bob.page.select_one("main form") is None


def test_a_rejected_name_does_not_use_up_the_link(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    bob.open(link)
    assert bob.press(link, name="Ann") == 422
    assert "Someone here already has that name" in bob.text
    assert bob.press(link, name="Bob") == 303


def test_the_qr_code_is_shown_only_to_the_maker(alice: Player, bob: Player) -> None:
    open_table(alice, listed="link")
    alice.open("/tables/")
    picture = str(alice.page.select_one("img.qr")["src"])
    assert alice.client.get(picture)["Content-Type"] == "image/svg+xml"
    assert bob.client.get(picture).status_code == 404
    assert bob.client.get("/tables/nowhere/qr.svg").status_code == 404


def followed(watcher: Player, table: str, path: str) -> list[str]:
    """Open every page of the table that can be reached from this one."""
    opened: list[str] = []
    paths = [path]
    while paths:
        path = paths.pop().partition("#")[0]
        kind = re.sub(r"\b(at|looked|made|revision|version)=\w+", "", path)
        if kind in opened:
            continue
        opened.append(kind)
        watcher.open(path)
        assert watcher.response.status_code in (200, 204, 303), path
        is_page = watcher.response.headers["Content-Type"].startswith("text/html")
        links = watcher.page.select("main a[href], [data-hx-get]") if is_page else []
        found = {str(link.get("data-hx-get") or link["href"]) for link in links}
        paths += [link for link in found if link.startswith((table, "/settings?"))]
    return opened


def test_a_spectator_with_the_link_can_follow_every_link_of_the_table(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    bob.open(link)
    bob.press(link, name="Bob")
    table = f"/tables/{Table.objects.get().pk}"
    alice.open(table)
    assert alice.press(f"{table}/move", move="11-15") == 303
    charlie.open(link)
    watching = charlie.page.find("a", string="Watch the game")["href"]
    opened = followed(charlie, table, str(watching))
    for part in ("replay", "record", "game.pdn", "news", "settings"):
        assert any(part in path for path in opened), part
    assert len([path for path in opened if "replay" in path]) >= 2


def test_settings_link_back_to_a_watched_private_table(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    bob.open(link)
    bob.press(link)
    charlie.open(link)
    charlie.open(str(charlie.page.find("a", string="Watch the game")["href"]))
    charlie.open(str(charlie.page.find("a", string="Settings for this board")["href"]))
    back = str(charlie.page.find("a", string="Back to the table")["href"])
    chosen = {field: values[0] for field, values in CHOICES.items()} | {"palette": "dark-light"}
    assert charlie.press("/settings", **chosen) == 303
    assert charlie.heading == "Dark to move"
    charlie.open(back)
    assert charlie.response.status_code == 200


def test_a_spectator_of_a_private_game_follows_to_the_rematch(
    alice: Player, bob: Player, charlie: Player
) -> None:
    open_table(alice, listed="link")
    link = the_link(alice)
    bob.open(link)
    bob.press(link)
    table = f"/tables/{Table.objects.get().pk}"
    alice.open(f"{table}/resign")
    alice.press(f"{table}/resign")
    alice.press(f"{table}/rematch")
    bob.open(table)
    assert "Anyone with this link can watch" in bob.text
    handed_on = str(bob.page.find("summary", string="Invite spectators").parent.a["href"])
    bob.press(f"{table}/rematch")
    charlie.open(handed_on)
    charlie.open(str(charlie.page.find(id="next")["href"]))
    assert charlie.heading == "Black to move"
    charlie.open(str(charlie.page.find("a", string="Previous game")["href"]))
    assert charlie.heading.endswith("won: Ann resigned")


# Limits


def test_limits_how_many_tables_of_one_person_wait(alice: Player) -> None:
    for _ in range(MAX_WAITING_TABLES):
        assert open_table(alice) == 303
    assert open_table(alice, days="7") == 429
    assert "Close one first." in alice.notice
    assert alice.page.select_one("#id_name")["value"] == "Ann"


def test_limits_how_many_tables_a_person_creates_in_ten_minutes(alice: Player) -> None:
    for _ in range(PER_PLAYER[ActionKind.MAKE]):
        open_table(alice)
        Table.objects.update(status=Status.CLOSED)
    assert open_table(alice) == 429
    assert "Wait a little" in alice.notice
    RateLimitedAction.objects.update(at=timezone.now() - timedelta(minutes=11))
    assert open_table(alice) == 303


def test_limits_how_many_tables_are_joined_from_one_address(alice: Player, bob: Player) -> None:
    open_table(alice)
    deeds = RateLimitedAction.objects.get(kind="make")
    RateLimitedAction.objects.bulk_create(
        RateLimitedAction(kind="join", player_id="x", address=deeds.address, at=deeds.at)
        for _ in range(PER_ADDRESS[ActionKind.JOIN])
    )
    assert join(bob) == 429
    assert "You joined many tables" in bob.notice
    assert Table.objects.get().status == Status.WAITING
