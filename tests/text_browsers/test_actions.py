"""Actions other than a move's button: typed moves, the board's links, undo, a new game, cookies.

Each uses keys alone, in all four text browsers unless the test says why not.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.rules import VARIANTS, Game, Side
from tests.running_site import RunningSite
from tests.text_browsers.browsers import BROWSERS, LYNX, W3M, TextBrowser
from tests.text_browsers.games import moves_of
from tests.text_browsers.player import Player
from tests.text_browsers.wording import button_texts

pytestmark = pytest.mark.browser

in_each_browser = pytest.mark.parametrize("browser", BROWSERS, ids=str)
rotates = pytest.mark.rotates(2)
NewPlayer = Callable[..., Player]


@rotates
@in_each_browser
def test_plays_a_typed_move(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.begin(live_site.url)
    player.fill_in("Type a move", "11-15")
    player.send("Play it")
    player.see_after(moves_of("11-15", "english")[0])


@rotates
@in_each_browser
def test_rejects_an_illegal_typed_move_and_lists_legal_ones(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.begin(live_site.url)
    player.fill_in("Type a move", "11-18")
    player.send("Play it")
    player.see(
        "11-18 is not a legal move. You can play 9-13, 9-14, 10-14, 10-15, 11-15, 11-16 or 12-16.",
        "Your turn",
        *button_texts(player.game)[:3],
    )
    player.play(moves_of("9-13", "english")[0])


@rotates
@in_each_browser
def test_picks_a_piece_and_lands_it_on_the_board(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.begin(live_site.url)
    player.follow("11,")
    player.see("The man on 11 can go to 15 or 16.", "Let go")
    player.send_square("16")
    player.see_after(moves_of("11-16", "english")[0])


@rotates
@in_each_browser
def test_plays_multi_jump_step_by_step_on_the_board(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.choose_game(live_site.url, "brazilian", "friend")
    *before, jump = moves_of("a3-b4 b6-a5 c3-d4 a5xc3xe5", "brazilian")
    for move in before:
        player.play(move)
    player.follow("a5,")
    player.see("The man on a5 can go to ")
    player.send_square("c3")
    player.see("The man from a5 has jumped to c3 and must go on to e5.")
    player.send_square("e5")
    player.see_after(jump)


@rotates
@in_each_browser
def test_undo_takes_back_the_last_move(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.begin(live_site.url)
    player.play(moves_of("11-15", "english")[0])
    player.send("Undo")
    player.see("Your turn", *button_texts(Game(VARIANTS["english"]))[:3])


@rotates
@in_each_browser
def test_flips_the_board(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.begin(live_site.url)
    player.send("Flip board")
    player.see("White at the bottom")


@rotates
@in_each_browser
@pytest.mark.parametrize(
    ("variant", "opponent", "heading", "status"),
    [
        ("brazilian", "friend", "Brazilian draughts: two players, one device", "White to move"),
        (
            "english",
            "computer",
            "English checkers: you are White, the computer is Black",
            "Your turn The computer moved",
        ),
    ],
    ids=["with a friend", "as White"],
)
def test_chooses_a_new_game_by_keyboard(
    new_player: NewPlayer,
    live_site: RunningSite,
    browser: TextBrowser,
    variant: str,
    opponent: str,
    heading: str,
    status: str,
) -> None:
    player = new_player(browser)
    player.choose_game(live_site.url, variant, opponent, Side.WHITE)
    player.go_to_top()
    player.see(heading, status)


@rotates
@in_each_browser
def test_old_button_reached_with_back_changes_nothing(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    player = new_player(browser)
    player.begin(live_site.url)
    player.play(moves_of("9-13", "english")[0])
    board = player.game
    player.terminal.press(browser.back)
    player.see("Your turn", "Move 9 to 14")
    player.send("Move 9 to 14")
    player.see("Someone already moved in this game.")
    player.see_board(board)
    player.play(board.legal_moves[0])


@pytest.mark.parametrize("browser", [LYNX, W3M], ids=str)
def test_pressing_the_same_button_again_says_it_was_played(
    new_player: NewPlayer, live_site: RunningSite, browser: TextBrowser
) -> None:
    """Links and ELinks answer a repeated request from their cache, without asking the site."""
    player = new_player(browser)
    player.begin(live_site.url)
    player.play(moves_of("9-13", "english")[0])
    board = player.game
    player.terminal.press(browser.back)
    player.see("Your turn", "Move 9 to 13")
    player.send("Move 9 to 13")
    player.see("That move was already played. Here is the board now.")
    player.see_board(board)


@pytest.mark.parametrize(
    ("browser", "options", "answer", "remedy"),
    [
        pytest.param(LYNX, [], "Never", "press Ctrl-K", id="lynx"),
        pytest.param(W3M, ["-no-cookie"], "", "Accept cookies", id="w3m"),
    ],
)
def test_refused_cookies_page_explains_how_to_allow_them(
    new_player: NewPlayer,
    live_site: RunningSite,
    browser: TextBrowser,
    options: list[str],
    answer: str,
    remedy: str,
) -> None:
    player = new_player(browser, *options)
    player.open(live_site.url, "Your turn", cookies=answer)
    player.send("Move 9 to 13")
    player.see("This site needs its cookies", "Neither holds a name", remedy)
    player.follow("Go to your game")
    player.see("Your turn", "Move 9 to 13")


def test_lynx_allows_cookies_as_the_page_explains(
    new_player: NewPlayer, live_site: RunningSite
) -> None:
    player = new_player(LYNX)
    player.open(live_site.url, "Your turn", cookies="Never")
    player.send("Move 9 to 13")
    player.see("This site needs its cookies")
    player.terminal.press("C-k")
    player.see("Cookies never allowed")
    player.terminal.press_and_see("Down")  # past the link to lynx's own help
    player.terminal.press("Enter")
    player.terminal.wait_until(lambda now: "set allow A)lways" in now.text, "its question")
    player.terminal.press("A")
    player.see("Cookies always allowed")
    player.terminal.press(LYNX.back)
    player.see("This site needs its cookies")
    player.follow("Go to your game")
    player.see("Your turn")
    player.play(moves_of("9-13", "english")[0])


def test_lynx_user_accepting_one_cookie_learns_both_are_needed(
    new_player: NewPlayer, live_site: RunningSite
) -> None:
    player = new_player(LYNX)
    player.start(live_site.url)
    player.answer_about_cookie("crown", "N")
    player.answer_about_cookie("SameSite", "Y")  # as lynx calls a part of it
    player.answer_about_cookie("csrf", "Y")
    player.see("Your turn")
    player.send("Move 9 to 13")
    player.see("This site needs its cookies")
