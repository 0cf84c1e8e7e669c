"""What people do in the lobby: create a table, look for one, join."""

from __future__ import annotations

from tests.player import Player, Reader

CHOICES = {
    "variant": "english",
    "draws": "0",
    "player": "B",
    "clock": "game",
    "minutes": "5",
    "seconds": "3",
    "days": "3",
    "opening": "usual",
    "ballot": "",
    "listed": "room",
}


def open_table(maker: Reader, /, name: str = "Ann", **choices: str) -> int:
    """Fill in the form of a new table and send it."""
    maker.open("/tables/new")
    token = maker.fields("/tables/new")["csrfmiddlewaretoken"]
    return maker.send(
        "/tables/new", {"csrfmiddlewaretoken": token, "name": name} | CHOICES | choices
    )


def offers(player: Player) -> list[str]:
    """Return the buttons that join a table, with their full text."""
    player.open("/tables/")
    return [button.get_text() for button in player.page.select(".tables button")]


def join(player: Reader, which: int = 0) -> int:
    player.open("/tables/")
    action = str(player.page.select(".tables form")[which]["action"])
    return player.press(action)


def own_tables(player: Player) -> list[str]:
    player.open("/tables/")
    return [link.get_text() for link in player.page.select("section:has(#own) .kept a")]


def the_link(player: Player) -> str:
    player.open("/tables/")
    link = player.page.select_one("pre.wraps")
    assert link
    return link.get_text().removeprefix("http://testserver")
