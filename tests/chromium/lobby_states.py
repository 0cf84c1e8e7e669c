"""The pages of the lobby, reached as players reach them; other players use their own browsers."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.chromium.player import Player


def open_table(tab: Page, *chosen: str) -> None:
    """Create a table with these boxes ticked, under the suggested name."""
    tab.goto("/tables/new")
    tab.locator("details.more summary").click()
    for selector in chosen:
        tab.check(selector)
    tab.get_by_role("button", name="Create table").click()
    tab.wait_for_url("**made=**")


def other_creates_table(player: Player, *chosen: str) -> str:
    """Have another player create a table; return the link to it if it is private."""
    other = player.context.browser.new_context(base_url=player.address)
    tab = other.new_page()
    open_table(tab, *chosen)
    links = tab.locator("pre.wraps").all_inner_texts()
    other.close()
    return links[0] if links else ""


def lobby(player: Player) -> None:
    other_creates_table(player)
    other_creates_table(player, "[value=brazilian]", "[name=clock][value=days]", "#id_take_backs")
    player.page.goto("/tables/")


def own_tables(player: Player) -> None:
    open_table(player.page)
    open_table(player.page, "[name=listed][value=link]")
    other_joins(player)
    player.page.goto("/tables/")


def other_joins(player: Player) -> None:
    """Have another player join the table that this player has listed."""
    other_joins_from(player, player.page)


def other_joins_from(player: Player, waiting: Page) -> None:
    """Have another player join the table of the player's tab that waits for an opponent."""
    name = waiting.locator("main strong bdi").inner_text()
    other = player.context.browser.new_context(base_url=player.address)
    tab = other.new_page()
    tab.goto("/tables/")
    tab.get_by_role("button", name=f"Join {name}").first.click()
    tab.locator("#turn").wait_for()
    other.close()


def joining_own_table_rejected(player: Player) -> None:
    """A Join button from a tab that was opened before the player created the table."""
    open_table(player.page)
    close = str(player.page.locator("form[action$='/close']").get_attribute("action"))
    player.page.evaluate(
        "join => { document.querySelector('form[action$=\"/close\"]').action = join }",
        close.replace("/close", "/join"),
    )
    player.press("Close this table")


def creating_a_table(player: Player) -> None:
    player.page.goto("/tables/new")


def table_form_rejected(player: Player) -> None:
    creating_a_table(player)
    player.page.evaluate("document.querySelector('[name=clock]:checked').value = 'hourglass'")
    player.page.locator("details.more summary").click()
    player.page.fill("#id_ballot", "999")
    player.page.check("[name=opening][value=ballot]")
    player.page.fill("#id_name", "<b>")
    player.press("Create table")


def choosing_a_name(player: Player) -> None:
    player.page.goto("/tables/name")


def name_rejected(player: Player) -> None:
    choosing_a_name(player)
    player.page.fill("#id_name", "Crownhead")
    player.press("Save name")


def invitation_to_a_table(player: Player) -> None:
    player.page.goto(other_creates_table(player, "[name=listed][value=link]"))


def expired_invitation(player: Player) -> None:
    player.page.goto("/tables/join/somebody-sat-down")


ROOM_STATES: dict[str, Callable[[Player], None]] = {
    state.__name__.replace("_", " "): state
    for state in (
        lobby,
        own_tables,
        joining_own_table_rejected,
        creating_a_table,
        table_form_rejected,
        choosing_a_name,
        name_rejected,
        invitation_to_a_table,
        expired_invitation,
    )
}
