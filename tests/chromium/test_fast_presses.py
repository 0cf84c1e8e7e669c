"""Presses as fast as hands allow: none is silently dropped, by mouse or by touch."""

import random
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.chromium.interception import intercept
from tests.chromium.player import Player
from tests.chromium.states import MULTI_JUMP_FORK

pytestmark = [pytest.mark.browser, pytest.mark.rotates(3)]

AFTER = (0, 50, 100, 200)
"""Milliseconds from an update to the next press."""
TOO_LATE = "The board has changed since you pressed {}. Please press again."
HINT_OR_NONE = ".status :is(.hint, .notice)"
"""A busy machine may find no hint in time; the board is swapped either way."""
MAX_TURNS = 80
LANDED = """
([before, stood]) => document.querySelectorAll("td.via").length > stood
    || [...document.querySelectorAll(".record li")].flatMap(it => it.innerText.trim().split(/\\s+/))
        .length > before
"""
PLACE = """
target => {
    const squares = [...document.querySelectorAll("td")]
    const at = typeof target === "string"
        ? squares.find(it => it.textContent.match(/^\\w*/)[0] === target) : target
    at.scrollIntoView({block: "nearest"})
    const {x, y, width, height} = at.getBoundingClientRect()
    return [x + width / 2, y + height / 2]
}
"""
"""One script, because the board may be replaced between two calls."""
by_mouse_and_touch = pytest.mark.parametrize("by", ["mouse", "touch"])
DOUBLE_CLICK_TIME = 600
"""Milliseconds after which a press no longer belongs to a double click."""
FAR_APART = "B:W31,32:B1,2,3,4"
"""No move by White can force a capture on Black or block a piece."""
MARK = """
() => {
    const game = document.getElementById("game")
    game.dataset.shown = "before"
    document.addEventListener("board:picked", () => delete game.dataset.shown, {once: true})
}
"""
IS_ANSWERED = """
isBusy => !document.querySelector("#game[data-shown]")
    && !(isBusy && document.querySelector("#game [aria-busy]"))
"""


class FastPlayer:
    """A player who presses places, not elements: whatever is there gets the press."""

    def __init__(self, player: Player, by: str) -> None:
        self.player = player
        self.page = player.page
        self.by = by
        self.page.emulate_media(reduced_motion="no-preference")

    def place(self, target: str | Locator) -> tuple[float, float]:
        """Return the middle of a square, given by name, or of another element."""
        is_square = isinstance(target, str)
        x, y = self.page.evaluate(PLACE, target) if is_square else target.evaluate(PLACE)
        return x, y

    def press_at(self, place: tuple[float, float], count: int = 1) -> None:
        if self.by == "touch":
            self.page.touchscreen.tap(*place)
            return
        self.page.mouse.move(*place)
        self.page.mouse.down(click_count=count)
        self.page.mouse.up(click_count=count)

    def press(self, target: Locator) -> None:
        self.press_at(self.place(target))

    def press_square(self, name: str) -> None:
        self.press_at(self.place(name))

    def pause(self, milliseconds: int) -> None:
        self.page.wait_for_timeout(milliseconds)

    def wait_for_update(self, act: Callable[[], None], *, busy: bool = False) -> None:
        """Do ``act`` and wait for the next board; with ``busy`` for one that is not busy."""
        self.page.evaluate(MARK)
        act()
        self.page.wait_for_function(IS_ANSWERED, arg=busy)

    def start_far_apart(self) -> None:
        self.player.begin(opponent="computer")
        self.page.goto("/start")
        self.page.locator("#position ~ form input[value=english]").check()
        self.page.locator("#fen").fill(FAR_APART)
        # Until the new page's scripts run, a press would only send the form.
        self.player.press("Play this position")
        expect(self.page.locator("#turn")).to_contain_text("Your turn")

    def expect_picked(self, name: str) -> None:
        expect(self.page.locator("td.picked")).to_have_text(re.compile(rf"^{name}\b"))

    def expect_record(self, *moves: str) -> None:
        expect(self.page.locator(".record li").last).to_contain_text(moves[-1])
        assert self.player.record() == list(moves)

    def hold(self, pattern: str) -> list[Route]:
        """Hold back matching requests from now on; each ``continue_`` releases one."""
        held: list[Route] = []
        intercept(self.page, pattern, lambda route: held.append(route))
        return held

    def release(self, held: list[Route], at: int = 0) -> None:
        """Release a held request once it has been sent."""
        while len(held) <= at:
            self.pause(10)
        held[at].continue_()


@pytest.fixture
def fast(new_player: Callable[..., Player]) -> Callable[[str], FastPlayer]:
    """A function that makes a player who is quick with the mouse or by touch."""
    return lambda by: FastPlayer(new_player(touch=by == "touch"), by)


@by_mouse_and_touch
def test_landing_square_pressed_right_after_a_pick_plays(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up("")
    moves = ("11-15", "23-18", "8-11", "27-23")
    for count, (move, wait) in enumerate(zip(moves, AFTER, strict=True)):
        piece, goal = move.split("-")
        place = hand.place(goal)
        hand.wait_for_update(lambda piece=piece: hand.press_square(piece))
        hand.pause(wait)
        hand.press_at(place)
        hand.expect_record(*moves[: count + 1])
        hand.pause(DOUBLE_CLICK_TIME)


@by_mouse_and_touch
def test_piece_pressed_right_after_the_reply_is_picked(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.start_far_apart()
    hand.wait_for_update(lambda: hand.press_square("1"))
    for wait, goal, piece in zip(AFTER, "5678", "2345", strict=True):
        place = hand.place(piece)
        hand.wait_for_update(lambda goal=goal: hand.press_square(goal), busy=True)
        hand.pause(wait)
        hand.press_at(place)
        hand.expect_picked(piece)


@by_mouse_and_touch
def test_piece_pressed_right_after_a_hint_is_picked(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up("")
    for wait, piece in zip(AFTER, ("9", "10", "11", "12"), strict=True):
        hand.wait_for_update(lambda: hand.press(hand.page.get_by_role("button", name="Hint")))
        hand.pause(wait)
        hand.press_square(piece)
        hand.expect_picked(piece)


@by_mouse_and_touch
def test_next_jump_pressed_right_after_a_landing_plays(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up(MULTI_JUMP_FORK)
    for wait in AFTER:
        goal = hand.place("12")
        hand.wait_for_update(lambda: hand.press_square("26"))
        hand.wait_for_update(lambda: hand.press_square("19"))
        hand.pause(wait)
        hand.press_at(goal)
        hand.expect_record(*MULTI_JUMP_FORK.split(), "26x19x12")
        hand.wait_for_update(lambda: hand.press(hand.page.get_by_role("button", name="Undo")))


@by_mouse_and_touch
def test_landing_square_pressed_right_with_the_piece_plays(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up("")
    hand.press_square("11")
    hand.press_square("15")
    hand.expect_record("11-15")


@by_mouse_and_touch
def test_multi_jump_pressed_in_one_go_plays(fast: Callable[[str], FastPlayer], by: str) -> None:
    hand = fast(by)
    hand.player.set_up(MULTI_JUMP_FORK)
    for name in ("26", "19", "12"):
        hand.press_square(name)
    hand.expect_record(*MULTI_JUMP_FORK.split(), "26x19x12")


@by_mouse_and_touch
def test_second_of_two_quickly_pressed_pieces_is_picked(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up("")
    hand.press_square("11")
    hand.press_square("9")
    hand.expect_picked("9")


@by_mouse_and_touch
def test_piece_pressed_while_computer_thinks_is_picked_after_its_move(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.start_far_apart()
    held = hand.hold("**/reply")
    hand.press(hand.page.locator(".moves button[value='1-5']"))
    expect(hand.page.locator("table")).to_have_attribute("aria-busy", "true")
    hand.press_square("2")
    hand.release(held)
    hand.expect_picked("2")


@by_mouse_and_touch
def test_does_not_play_on_an_unseen_board_and_says_so(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    """A piece and its landing square, pressed while the computer thinks: all may have changed."""
    hand = fast(by)
    hand.start_far_apart()
    held = hand.hold("**/reply")
    hand.press(hand.page.locator(".moves button[value='1-5']"))
    expect(hand.page.locator("table")).to_have_attribute("aria-busy", "true")
    hand.press_square("2")
    hand.press_square("6")
    hand.release(held)
    expect(hand.page.locator("#keys-hint")).to_have_text(TOO_LATE.format("6"))
    expect(hand.page.locator("#keys-hint")).to_be_visible()
    expect(hand.page.locator("#said")).to_contain_text(TOO_LATE.format("6"))
    hand.expect_picked("2")
    assert len(hand.player.record()) == 2
    hand.pause(DOUBLE_CLICK_TIME)
    hand.wait_for_update(lambda: hand.press_square("6"))
    assert hand.player.record()[2] == "2-6"


@pytest.mark.rotates(2)
@by_mouse_and_touch
@pytest.mark.parametrize("button", ["10 to 14", "Undo", "Hint"])
def test_button_pressed_during_a_move_is_answered_with_a_notice(
    fast: Callable[[str], FastPlayer], by: str, button: str
) -> None:
    hand = fast(by)
    hand.player.set_up("12-16 24-20")
    held = hand.hold("**/move")
    hand.press(hand.page.locator(".moves button[value='11-15']"))
    hand.press(hand.page.get_by_role("button", name=re.compile(f"^(Move )?{button}")))
    hand.release(held)
    hint = expect(hand.page.locator("#keys-hint"))
    hint.to_have_text(re.compile(rf"changed since you pressed (Move )?{button}\. Please press"))
    hand.expect_record("12-16", "24-20", "11-15")


@by_mouse_and_touch
def test_button_pressed_with_a_piece_picked_takes_effect(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up("")
    hand.press_square("11")
    hand.press(hand.page.locator(".moves button[value='9-13']"))
    hand.expect_record("9-13")


@pytest.mark.parametrize("target", [".moves button[value='11-15']", "#typed"])
def test_double_enter_sends_one_request(fast: Callable[[str], FastPlayer], target: str) -> None:
    """The second press repeats the move already on its way, so nothing is too late."""
    hand = fast("mouse")
    hand.player.set_up("")
    held = hand.hold("**/move")
    hand.page.locator("#typed").fill("11-15")
    for _ in range(2):
        hand.page.locator(target).press("Enter")
    hand.release(held)
    hand.expect_record("11-15")
    hand.pause(100)
    assert hand.page.locator(".told").count() == 0
    assert len(held) == 1


def test_move_typed_with_a_piece_picked_plays(
    fast: Callable[[str], FastPlayer],
) -> None:
    hand = fast("mouse")
    hand.player.set_up("")
    hand.press_square("11")
    hand.page.locator("#typed").fill("9-13")
    hand.page.locator("#typed").press("Enter")
    hand.expect_record("9-13")


@by_mouse_and_touch
def test_queued_presses_are_dropped_with_a_notice_on_failure(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up("")
    held = hand.hold("**/flip")
    hand.press(hand.page.get_by_role("button", name="Flip board"))
    hand.press_square("15")
    while not held:
        hand.pause(10)
    held[0].abort()
    expect(hand.page.locator("#trouble")).to_contain_text("You seem to be offline.")
    assert hand.player.record() == []
    assert len(held) == 1
    hand.player.errors[:] = [it for it in hand.player.errors if "ERR_FAILED" not in it]
    noted = re.compile("htmx:(afterRequest|sendError)")
    hand.player.errors[:] = [it for it in hand.player.errors if not noted.match(it)]


def test_press_counts_when_the_board_is_replaced_mid_click(
    fast: Callable[[str], FastPlayer],
) -> None:
    """The mouse goes down on one board and up on the next: to browsers that is no click."""
    hand = fast("mouse")
    hand.player.set_up("")
    held = hand.hold("**/hint")
    hand.press(hand.page.get_by_role("button", name="Hint"))
    hand.page.mouse.move(*hand.place("11"))
    hand.page.mouse.down()
    hand.release(held)
    expect(hand.page.locator(HINT_OR_NONE)).to_be_visible()
    hand.page.mouse.up()
    hand.expect_picked("11")


def test_dragged_piece_survives_a_swap_of_the_same_board(
    fast: Callable[[str], FastPlayer],
) -> None:
    hand = fast("mouse")
    hand.player.set_up("")
    held = hand.hold("**/hint")
    hand.press(hand.page.get_by_role("button", name="Hint"))
    hand.page.mouse.move(*hand.place("11"))
    expect(hand.page.locator("[role=grid]")).to_have_count(1)
    hand.page.mouse.down()
    x, y = hand.place("15")
    hand.page.mouse.move(x - 10, y - 10)
    hand.release(held)
    expect(hand.page.locator(HINT_OR_NONE)).to_be_visible()
    hand.page.mouse.move(*hand.place("15"))
    hand.page.mouse.up()
    hand.expect_record("11-15")


@by_mouse_and_touch
def test_double_click_on_a_piece_leaves_it_picked(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.set_up("")
    piece = hand.place("11")
    hand.press_at(piece)
    hand.press_at(piece, count=2)
    hand.expect_picked("11")
    hand.pause(DOUBLE_CLICK_TIME)
    hand.press_at(piece)
    expect(hand.page.locator("td.picked")).to_have_count(0)
    hand.press_at(piece, count=2)
    hand.pause(DOUBLE_CLICK_TIME)
    assert hand.page.locator("td.picked").count() == 0


@by_mouse_and_touch
def test_double_click_on_a_landing_square_plays_one_move(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    hand = fast(by)
    hand.player.begin(opponent="computer")
    hand.page.goto("/")
    hand.press_square("11")
    expect(hand.page.locator("td.landing")).to_have_count(2)
    goal = hand.place("15")
    hand.press_at(goal)
    hand.press_at(goal, count=2)
    expect(hand.page.locator("#last")).to_contain_text("The computer")
    hand.pause(100)
    assert len(hand.player.record()) == 2
    assert hand.page.locator("td.picked").count() == 0


@by_mouse_and_touch
def test_every_fast_tap_of_a_whole_game_has_an_effect(
    fast: Callable[[str], FastPlayer], by: str
) -> None:
    """Each press comes as soon as its target is shown; a lost press fails the test."""
    hand, chance, last = fast(by), random.Random(11), ""
    hand.player.begin(opponent="computer")
    hand.page.goto("/")
    presses = 0
    for _ in range(MAX_TURNS):
        hand.page.wait_for_selector("td.can, td.must, .status.over")
        if hand.page.locator(".status.over").count():
            break
        names = hand.page.locator("td.can, td.must").evaluate_all(
            "all => all.map(it => it.textContent.match(/^\\w+/)[0])"
        )
        piece = chance.choice([name for name in names if name != last] or names)
        if piece == last:
            hand.pause(DOUBLE_CLICK_TIME)  # or it is a double click on the same square
        before = len(hand.player.record())
        hand.press_square(piece)
        hand.expect_picked(piece)
        presses += 1
        while len(hand.player.record()) == before:
            landings = hand.page.locator("td.landing")
            last = landings.nth(chance.randrange(landings.count())).inner_text()
            stood = hand.page.locator("td.via").count()
            hand.press_square(last)
            hand.page.wait_for_function(
                LANDED,
                arg=[before, stood],
            )
            presses += 1
    assert presses >= 20
