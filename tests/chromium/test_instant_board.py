"""The board answers before the server does: picks, landings, moves, and what goes wrong."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.chromium.interception import intercept
from tests.chromium.player import Player
from tests.chromium.states import CAPTURE_DUE, MULTI_JUMP_FORK, SEVERAL_ROUTES

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

LATENCY = 800
PRESS_AND_LOOK = """
([name, wanted]) => {
    const cell = (it) => [...document.querySelectorAll("td")]
        .find((td) => td.textContent.match(/^\\w*/)[0] === it)
    cell(name).querySelector("a, button").click()
    return cell(wanted[0]).matches(wanted[1])
}
"""
"""Presses a square; returns whether another looks as wanted before anything else can happen."""


def square(page: Page, name: str) -> Locator:
    return page.locator("#game td").filter(has_text=re.compile(rf"^{name}\b"))


def press(page: Page, name: str) -> None:
    square(page, name).locator("a, button").click()


def slow_down(player: Player) -> None:
    """Delay every answer from now on."""
    player.tabs[0].send("Network.enable")
    line = {"offline": False, "downloadThroughput": -1, "uploadThroughput": -1}
    player.tabs[0].send("Network.emulateNetworkConditions", line | {"latency": LATENCY})


def forbid_requests(player: Player) -> list[Route]:
    """Hold back every request from now on; return those that were made."""
    made: list[Route] = []
    intercept(player.page, "**/*", lambda route: made.append(route))
    made.clear()
    return made


def test_answers_at_once_on_a_slow_line(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("")
    slow_down(player)
    page = player.page
    assert page.evaluate(PRESS_AND_LOOK, ["11", ["15", ".landing"]])
    assert page.evaluate(PRESS_AND_LOOK, ["15", ["15", ".bm.last"]])
    assert square(page, "11").get_attribute("class") == "last"
    assert player.record() == []
    expect(page.locator(".record li")).to_contain_text(["11-15"])


def test_picks_and_lets_go_without_a_request(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("")
    page = player.page
    before = page.locator("#game table").inner_html()
    held = forbid_requests(player)
    press(page, "11")
    assert page.locator(".pick").inner_text() == "The man on 11 can go to 15 or 16. Let go"
    assert sorted(player.landings()) == ["11-15", "11-16"]
    press(page, "10")
    assert sorted(player.landings()) == ["10-14", "10-15"]
    page.get_by_role("link", name="Let go").click()
    assert page.locator(".pick, .picked, .landing").count() == 0
    assert page.locator("#turn").evaluate("it => it === document.activeElement")
    assert page.locator("#game table").inner_html().replace(' class=""', "") == before
    assert [it.request.url for it in held if "pick=" in it.request.url] == []


@pytest.mark.parametrize("line", ["", CAPTURE_DUE, MULTI_JUMP_FORK, SEVERAL_ROUTES])
def test_shows_what_the_server_would_show(new_player: Callable[..., Player], line: str) -> None:
    """The same marks, landings and sentence as on the page that a text browser gets."""
    looks = """() => [document.querySelector(".pick").innerText,
        ...[...document.querySelectorAll("#game td:not(:empty)")].map((it) =>
            `${it.textContent.match(/^\\w+/)[0]} ${[...it.classList].sort().join(" ")} `
            + [...it.querySelectorAll("button")].map((b) => `${b.name} ${b.value} ${b.ariaLabel}`))]
    """
    player = new_player()
    player.set_up(line)
    page = player.page
    for link in page.locator("#game table a").evaluate_all("all => all.map(it => it.href)"):
        page.locator(
            f"#game table a[href='{link.removeprefix(player.address.rstrip('/'))}']"
        ).click()
        here = page.evaluate(looks)
        page.goto(link)
        assert page.evaluate(looks) == here
        page.goto("/")


def test_jumps_square_by_square_without_a_request(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(MULTI_JUMP_FORK)
    page = player.page
    held = forbid_requests(player)
    press(page, "26")
    press(page, "19")
    assert (
        page.locator(".pick")
        .inner_text()
        .startswith("The man from 26 has jumped to 19 and must go on to 10 or 12.")
    )
    assert [it for it in held if "pick=" in it.request.url or it.request.method == "POST"] == []
    cells = """() => [...document.querySelectorAll("#game td")].map((it) =>
        `${it.textContent} ${[...it.classList].sort().join(" ")}`)"""
    seen = page.evaluate(cells)
    assert "19, white man, picked must picked wm" in seen
    assert "26, empty, jumped from here via" in seen
    tab = player.open_tab()
    tab.goto("/?pick=26x19")
    assert tab.evaluate(cells) == seen
    page.bring_to_front()
    press(page, "19")
    expect(square(page, "26")).to_have_text("26, white man")
    press(page, "26")
    press(page, "19")
    press(page, "12")
    expect(square(page, "12")).to_have_class("wm last")
    taken = page.locator(".moves button[value='26x19x12']").get_attribute("data-takes")
    for name in str(taken).split():
        expect(square(page, name)).to_have_class("gone")
    expect(square(page, "19")).to_have_class("passed")


def test_refused_move_is_put_back_and_explained(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("")
    old = player.page
    player.open_tab().goto("/")
    player.press_move("9-13")
    press(old, "11")
    press(old, "15")
    expect(old.locator("#notice")).to_contain_text("already moved")
    expect(square(old, "11")).to_have_class(re.compile("bm"))
    expect(square(old, "13")).to_have_class(re.compile("bm"))
    assert square(old, "15").get_attribute("class") in (None, "")


def test_lost_move_stays_shown_and_is_sent_again_once(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("")
    page = player.page
    intercept(page, "**/move", lambda route: route.abort("internetdisconnected"))
    press(page, "11")
    press(page, "15")
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("You seem to be offline.")
    expect(square(page, "15")).to_have_class("bm last")
    page.unroute("**/move")
    # The move arrives, but its answer is lost: sent once more it must not play another.
    intercept(page, "**/move", lambda route: (route.fetch(), route.abort()))
    trouble.get_by_role("button", name="Try again").click()
    expect(trouble).to_contain_text("You seem to be offline.")
    page.unroute("**/move")
    trouble.get_by_role("button", name="Try again").click()
    expect(page.locator(".record li")).to_contain_text(["11-15"])
    expect(trouble).to_be_empty()
    assert player.record() == ["11-15"]
    player.errors.clear()


def test_pick_after_a_lost_move_puts_it_back(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("")
    page = player.page
    intercept(page, "**/move", lambda route: route.abort())
    press(page, "11")
    press(page, "15")
    expect(page.locator("#trouble button")).to_be_visible()
    press(page, "9")
    assert square(page, "15").get_attribute("class") == ""
    assert sorted(player.landings()) == ["9-13", "9-14"]
    expect(page.locator("#trouble")).to_be_empty()
    player.errors.clear()


def test_move_to_be_confirmed_is_asked_before_it_is_shown(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    player.begin()
    player.page.goto("/settings")
    player.page.locator("[name=confirm]").check()
    player.press("Save")
    player.page.goto("/")
    page = player.page
    press(page, "11")
    held = forbid_requests(player)
    press(page, "15")
    expect(square(page, "11")).to_have_class(re.compile("picked"))
    while not [it for it in held if it.request.method == "POST"]:
        page.wait_for_timeout(10)
    next(it for it in held if it.request.method == "POST").continue_()
    expect(page.locator(".question")).to_contain_text("11 to 15")
    assert player.record() == []


def test_waiting_is_marked_on_the_board(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up("")
    held = forbid_requests(player)
    press(player.page, "11")
    press(player.page, "15")
    expect(player.page.locator("#game table")).to_have_attribute("aria-busy", "true")
    next(it for it in held if it.request.method == "POST").continue_()
    expect(player.page.locator("#game table[aria-busy]")).to_have_count(0)


def test_piece_that_must_wait_says_which_jumps_are_due(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(CAPTURE_DUE)
    square(player.page, "9").click()
    for place in ("#keys-hint", "#said"):
        expect(player.page.locator(place)).to_contain_text("another piece must jump")
        expect(player.page.locator(place)).to_contain_text("You must jump with the man on 15.")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_slide_unless_motion_is_unwanted(
    new_player: Callable[..., Player], motion: str
) -> None:
    player = new_player()
    player.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    player.set_up("")
    page = player.page
    with page.expect_response("**/motion*.js"):
        square(page, "11").hover()
    page.wait_for_load_state("networkidle")
    page.evaluate("""() => {
        window.slid = []
        document.addEventListener("board:shown", () => slid.push(document.getAnimations()
            .filter((it) => it.effect.target.matches("td") && !it.effect.pseudoElement).length))
    }""")
    player.press_move("11-15")
    expect(page.locator(".record li")).to_contain_text(["11-15"])
    assert page.evaluate("slid") == [1 if motion == "no-preference" else 0]
