"""The pages of the room, as people come to them; others sit at browsers of their own."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.chromium.player import Player


def open_table(tab: Page, *chosen: str) -> None:
    """Open a table with these boxes ticked, under the name that is suggested."""
    tab.goto("/tables/new")
    for selector in chosen:
        tab.check(selector)
    tab.get_by_role("button", name="Open the table").click()
    tab.wait_for_url("**/tables/?made=**")


def someone_waits(player: Player, *chosen: str) -> str:
    """Somebody opens a table; the link to it, if it is a private one."""
    other = player.context.browser.new_context(base_url=player.address)
    tab = other.new_page()
    open_table(tab, *chosen)
    links = tab.locator("pre.wraps").all_inner_texts()
    other.close()
    return links[0] if links else ""


def the_room(player: Player) -> None:
    someone_waits(player)
    someone_waits(player, "[value=brazilian]", "[name=clock][value=days]", "#id_take_backs")
    player.page.goto("/tables/")


def ones_own_tables(player: Player) -> None:
    open_table(player.page)
    open_table(player.page, "[name=listed][value=link]")
    join_listed(player)
    player.page.goto("/tables/")


def join_listed(player: Player) -> None:
    """Somebody else sits down at the table that this player has listed."""
    name = player.page.locator("main strong bdi").inner_text()
    other = player.context.browser.new_context(base_url=player.address)
    tab = other.new_page()
    tab.goto("/tables/")
    tab.get_by_role("button", name=f"Join {name}").first.click()
    tab.locator("#turn").wait_for()
    other.close()


def own_table_is_refused(player: Player) -> None:
    """The button of another tab, which was opened before the table was one's own."""
    open_table(player.page)
    close = str(player.page.locator("form[action$='/close']").get_attribute("action"))
    player.page.evaluate(
        "join => { document.querySelector('form[action$=\"/close\"]').action = join }",
        close.replace("/close", "/join"),
    )
    player.press("Close this table")


def opening_a_table(player: Player) -> None:
    player.page.goto("/tables/new")


def table_cannot_be_had(player: Player) -> None:
    opening_a_table(player)
    player.page.evaluate("document.querySelector('[name=clock]:checked').value = 'hourglass'")
    player.page.fill("#id_ballot", "999")
    player.page.check("[name=opening][value=ballot]")
    player.page.fill("#id_name", "<b>")
    player.press("Open the table")


def name_in_the_room(player: Player) -> None:
    player.page.goto("/tables/name")


def name_cannot_be_had(player: Player) -> None:
    name_in_the_room(player)
    player.page.fill("#id_name", "Crownhead")
    player.press("Take this name")


def invited_to_a_table(player: Player) -> None:
    player.page.goto(someone_waits(player, "[name=listed][value=link]"))


def link_no_longer_good(player: Player) -> None:
    player.page.goto("/tables/join/somebody-sat-down")


ROOM_STATES: dict[str, Callable[[Player], None]] = {
    state.__name__.replace("_", " "): state
    for state in (
        the_room,
        ones_own_tables,
        own_table_is_refused,
        opening_a_table,
        table_cannot_be_had,
        name_in_the_room,
        name_cannot_be_had,
        invited_to_a_table,
        link_no_longer_good,
    )
}
