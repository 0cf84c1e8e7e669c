"""Moves are seen to move, heard and felt, as far as somebody wants it, however they were made."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.chromium.board import focus_board, keys
from tests.chromium.player import Player
from tests.chromium.states import MULTI_JUMP_FORK
from tests.chromium.tables import start_table
from tests.chromium.test_themes import choose, style

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

WATCH = """
window.slid = {}
window.faded = {}
window.heard = []
window.felt = []
const animate = Element.prototype.animate
Element.prototype.animate = function (frames, options) {
    if (this.matches("body > span")) {
        const { x, y } = this.getBoundingClientRect()
        const under = [...document.querySelectorAll("#game td:not(:empty)")].find((it) => {
            const place = it.getBoundingClientRect()
            return Math.hypot(place.x - x, place.y - y) < 1
        })
        const name = under.textContent.match(/^\\w+/)[0]
        if (frames.length) slid[name] = [frames.length - 1, options.duration]
        else faded[name] = options.delay
    }
    return animate.call(this, frames, options)
}
const createOscillator = AudioContext.prototype.createOscillator
AudioContext.prototype.createOscillator = function () {
    const made = createOscillator.call(this)
    const set = made.frequency.setValueAtTime
    made.frequency.setValueAtTime = function (pitch, at) {
        heard.push(pitch)
        return set.call(this, pitch, at)
    }
    return made
}
navigator.vibrate = (pattern) => Boolean(felt.push(pattern))
"""
"""Where pieces slid to, in how many steps and milliseconds; what was heard and felt."""
IS_READY = (
    "() => performance.getEntriesByType('resource').some((it) => it.name.includes('/motion'))"
)


def watch(player: Player, *, motion: str = "no-preference") -> None:
    player.page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    player.page.add_init_script(WATCH)


def come_to_the_game(player: Player) -> None:
    """Do what any reader does before the first move: bring the mouse or the focus to the game."""
    player.page.locator("#moves").hover()
    player.page.wait_for_function(IS_READY)
    player.page.wait_for_load_state("networkidle")


@pytest.mark.parametrize(("speed", "step"), [("normal", 160), ("fast", 80), ("slow", 320)])
def test_every_way_to_move_slides_jump_by_jump(
    new_player: Callable[..., Player], speed: str, step: int
) -> None:
    player = new_player()
    watch(player)
    choose(player, motion=speed)
    player.set_up(MULTI_JUMP_FORK)
    come_to_the_game(player)
    page = player.page
    # Typed in a notation that the page cannot know for one of its moves.
    player.type_move("26 19 12")
    assert page.evaluate("slid") == {"12": [2, 2 * step]}
    assert page.evaluate("faded") == {"23": 0, "16": step}
    player.press_move("5-9")
    assert page.evaluate("slid['9']") == [1, step]
    focus_board(player)
    keys(player, "2", "7", "Enter", "2", "3")
    player.wait_for_update(lambda: page.keyboard.press("Enter"))
    assert page.evaluate("slid['23']") == [1, step]


def test_reply_of_the_computer_slides_after_a_move_made_by_touch(
    new_player: Callable[..., Player],
) -> None:
    player = new_player(touch=True)
    watch(player)
    player.page.goto("/", wait_until="networkidle")
    player.page.locator("td a").nth(1).tap()
    player.page.wait_for_function(IS_READY)
    player.wait_for_update(lambda: player.page.locator("td button").first.tap())
    assert len(player.page.evaluate("slid")) == 2


def test_move_taken_back_slides_home_and_is_not_heard(new_player: Callable[..., Player]) -> None:
    player = new_player()
    watch(player)
    choose(player, sounds="True")
    player.set_up(f"{MULTI_JUMP_FORK} 26x19x12")
    come_to_the_game(player)
    player.press("Undo")
    assert player.page.evaluate("[slid, heard]") == [{"26": [2, 320]}, []]
    player.press("Flip board")
    assert player.page.evaluate("slid") == {"26": [2, 320]}


@pytest.mark.parametrize(("motion", "speed"), [("reduce", "slow"), ("no-preference", "off")])
def test_nothing_slides_where_motion_is_unwanted(
    new_player: Callable[..., Player], motion: str, speed: str
) -> None:
    player = new_player()
    watch(player, motion=motion)
    choose(player, motion=speed)
    player.set_up("")
    come_to_the_game(player)
    player.press_move("11-15")
    assert player.page.evaluate("[slid, faded]") == [{}, {}]
    assert style(player, ".board", "animationName") == "none"
    player.pick("22")
    assert (
        player.page.evaluate(
            "getComputedStyle(document.querySelector('.landing'), '::after').transitionDuration"
        )
        == "0s"
    )


def test_move_that_arrives_slides_and_is_heard(new_player: Callable[..., Player]) -> None:
    black, white = new_player(), new_player()
    watch(white)
    choose(white, sounds="True")
    start_table(black, white, clock="game")
    white.page.reload()
    come_to_the_game(white)
    white.page.mouse.click(1, 1)  # Before the first press browsers play nothing.
    black.press_move("11-15")
    expect(white.page.locator(".record li")).to_contain_text(["11-15"])
    assert white.page.evaluate("slid") == {"15": [1, 160]}
    white.page.wait_for_function("() => heard.length === 1")
    # Whoever is to move hears once that little time is left.
    white.press_move("23-19")
    black.page.wait_for_selector(".moves [name=move]")
    black.press_move("8-11")
    white.page.wait_for_selector(".moves [name=move]")
    before = white.page.evaluate("heard.length")
    is_running = "() => document.querySelector('[data-own][data-left]')?.shownAt"
    white.page.wait_for_function(is_running)
    clocks = white.page.locator("[data-left]")
    clocks.evaluate_all("all => all.forEach((it) => (it.dataset.left = 9000))")
    white.page.wait_for_function("() => heard.at(-2) === 880")
    white.page.wait_for_timeout(1200)
    assert white.page.evaluate("heard.length") == before + 2


def test_moves_are_heard_and_felt_only_on_request(new_player: Callable[..., Player]) -> None:
    player = new_player()
    watch(player)
    player.set_up("11-15")
    come_to_the_game(player)
    player.press_move("22-18")
    assert player.page.evaluate("[heard, felt]") == [[], []]
    assert not player.page.evaluate(IS_READY.replace("/motion", "/signals"))
    choose(player, sounds="True", vibration="True")
    player.page.goto("/")
    come_to_the_game(player)
    player.press_move("15x22")
    assert player.page.evaluate("heard") == [240, 160]
    assert player.page.evaluate("felt") == [[20, 40, 30]]
    player.press_move("25x18")
    player.press_move("12-16")
    assert player.page.evaluate("heard") == [240, 160, 240, 160, 320]


def test_new_king_and_end_of_the_game_are_heard(new_player: Callable[..., Player]) -> None:
    player = new_player()
    watch(player)
    choose(player, sounds="True")
    player.page.goto("/start")
    fen = player.page.locator("#fen")
    fen.fill("B:W26:B22")
    with player.page.expect_navigation():
        fen.press("Enter")
    come_to_the_game(player)
    player.press_move("22x31")
    expect(player.page.locator("#game.won")).to_be_visible()
    player.page.wait_for_function("() => heard.length > 5")
    assert player.page.evaluate("heard.slice(0, 6)") == [240, 160, 523, 659, 784, 392]
    player.page.evaluate("slid = {}, heard = []")
    player.page.locator("#to-1").click()
    player.page.wait_for_function("() => '22' in slid")
    assert 523 not in player.page.evaluate("heard")


def test_settings_let_hear_what_they_offer(new_player: Callable[..., Player]) -> None:
    player = new_player()
    watch(player)
    player.page.goto("/settings")
    player.page.get_by_role("button", name="Try a sound").click()
    player.page.wait_for_function("() => heard.length > 3")
    assert player.page.url.endswith("/settings")


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no scripts"])
def test_preview_follows_each_choice_before_it_is_saved(
    new_player: Callable[..., Player], scripts: bool
) -> None:
    player = new_player(scripts=scripts)
    choose(player, board="sand", palette="red-white")
    player.page.goto("/settings")

    def seen() -> tuple[str, str]:
        return (
            str(style(player, ".preview b", "backgroundColor")),
            str(style(player, ".preview .wm", "backgroundPositionY")),
        )

    assert seen() == ("rgb(203, 168, 115)", "21.4286%")
    player.page.locator("[value=green]").check()
    player.page.locator("[value=dark-light]").check()
    player.page.locator("[value=letters]").check()
    assert seen() == ("rgb(39, 96, 64)", "100%")
