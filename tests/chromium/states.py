"""Every page and state a player can reach, by name.

Each function takes a new player there as people get there: by pressing what is on the page, with or
without scripts.
"""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.chromium.beside_states import BESIDE_STATES
from tests.chromium.lobby_states import ROOM_STATES
from tests.chromium.player import Player
from tests.chromium.table_states import TABLE_STATES

CAPTURE_DUE = "11-15 22-18"
MULTI_JUMP_FORK = "12-16 24-20 9-14 28-24 10-15 23-18 14x23"
"""White's man on 26 jumps to 19, then to 10 or 12."""
MANY_MOVES = "11-16 23-18 10-14 18-15 9-13 15-11 8x15 26-23"
SEVERAL_ROUTES = "12-16 23-19 16x23 26x19 10-14 31-26 7-10 24-20 11-15 22-18"
"""Black's man on 15 can reach the same square over different pieces."""
KINGS = "c3-b4 h6-g5 g3-f4 g7-h6 h2-g3 f8-g7 g1-h2 d6-e5 f4xd6xf8 f6-e5 e3-f4 g5xe3xg1"
"""Brazilian, one king each."""
WON = (
    "10-15 23-19 12-16 19x12 9-13 21-17 7-10 26-23 3-7 12x3 4-8 3x12 5-9 23-18 15-19 24x15x8 "
    "10-14 17x10x3 9-14 18x9 13-17 22x13 2-7 9x2 1-5 2x11 5-9 13x6"
)


def first_page(player: Player) -> None:
    player.page.goto("/")


def computer_replied(player: Player) -> None:
    player.page.goto("/")
    player.press_move("11-15")


def capture_due(player: Player) -> None:
    player.set_up(CAPTURE_DUE)


def many_moves(player: Player) -> None:
    player.set_up(MANY_MOVES)


def several_routes(player: Player) -> None:
    player.set_up(SEVERAL_ROUTES)


def kings_on_the_board(player: Player) -> None:
    player.set_up(KINGS, "brazilian")


def piece_picked(player: Player) -> None:
    player.page.goto("/")
    player.pick("11")


def multi_jump_half_way(player: Player) -> None:
    player.set_up(MULTI_JUMP_FORK)
    player.pick("26")
    player.land("26x19")


def typed_move_rejected(player: Player) -> None:
    player.set_up(CAPTURE_DUE)
    player.type_move("9-13")


def typed_move_unreadable(player: Player) -> None:
    player.page.goto("/")
    player.type_move("<b>king me</b>")


def outdated_board(player: Player) -> None:
    player.page.goto("/")
    first = player.page
    player.open_tab().goto("/")
    player.press_move("11-15")
    player.page.close()
    player.page = first
    player.press_move("9-13")


def board_flipped(player: Player) -> None:
    player.set_up(CAPTURE_DUE)
    player.press("Flip board")


def computer_to_move(player: Player) -> None:
    """The request for the reply never arrived: a closed tab or a lost connection."""
    player.page.goto("/")
    fields = {
        name: str(player.page.locator(f"[name={name}]").first.get_attribute("value"))
        for name in ("csrfmiddlewaretoken", "ply", "version")
    }
    player.context.request.post(
        "/move", form={**fields, "move": "11-15"}, headers={"HX-Request": "true"}
    )
    player.page.goto("/")


def computer_thinking(player: Player) -> None:
    """With scripts the page requests the reply at once; here it never arrives."""
    player.page.route("**/reply", lambda route: None)
    computer_to_move(player)


def game_won(player: Player) -> None:
    player.set_up(WON)


def new_game_choices(player: Player) -> None:
    player.page.goto("/new")


def new_game_choice_unknown(player: Player) -> None:
    player.page.goto("/new")
    player.page.evaluate("document.querySelector('[name=variant]').value = 'chess'")
    player.press("Start game")


def keys_of_the_board(player: Player) -> None:
    player.page.goto("/keys")


def game_as_text(player: Player) -> None:
    player.set_up(CAPTURE_DUE)
    player.page.goto("/record")


def no_such_page(player: Player) -> None:
    player.page.goto("/checkers-on-mars")


def wrong_method(player: Player) -> None:
    player.page.goto("/")
    player.page.evaluate(
        """() => {
            const form = document.querySelector("form.play")
            form.action = "/rules/"
            delete form.dataset.hxPost
            form.replaceWith(form.cloneNode(true))  // which htmx has not seen
        }"""
    )
    player.press_move("11-15")


def expired_form(player: Player) -> None:
    player.page.goto("/")
    player.page.evaluate(
        "document.querySelectorAll('[name=csrfmiddlewaretoken]').forEach(f => f.value = 'x')"
    )
    player.press_move("11-15")


def missing_cookie(player: Player) -> None:
    player.page.goto("/")
    player.context.clear_cookies()
    player.press_move("11-15")


def too_much_text(player: Player) -> None:
    player.page.goto("/")
    player.page.evaluate("document.querySelector('#typed').removeAttribute('maxlength')")
    player.type_move("11-15 " * 12_000)


def too_many_fields(player: Player) -> None:
    player.page.goto("/")
    player.page.evaluate(
        """() => {
            const field = document.querySelector("form.play [name=ply]")
            for (let i = 0; i < 120; i++) field.after(field.cloneNode())
        }"""
    )
    player.press_move("11-15")


def some_finished_games(player: Player) -> None:
    player.set_up(WON)
    player.begin()
    player.page.goto("/draw")
    player.press("Agree to a draw")
    player.set_up(WON)


def my_games(player: Player) -> None:
    some_finished_games(player)
    player.page.goto("/games")


def finished_game(player: Player) -> None:
    my_games(player)
    player.press(player.page.locator(".played a").last)
    player.press("Back")


def deleting_a_game(player: Player) -> None:
    finished_game(player)
    player.press("Delete this game")


def results_of_games(player: Player) -> None:
    some_finished_games(player)
    player.page.goto("/results")


def sharing_the_game(player: Player) -> None:
    player.page.goto("/share")
    player.press("Make a link")


def _guest_of(player: Player) -> Page:
    """Return another player's browser, which has joined by the link on the page."""
    sharing_the_game(player)
    link = player.page.locator("pre.wraps").inner_text()
    tab = player.context.browser.new_context(base_url=player.address).new_page()
    tab.goto(link)
    tab.get_by_role("button", name="Join the game").click()
    tab.wait_for_selector("#turn")
    return tab


def shared_with_a_device(player: Player) -> None:
    _guest_of(player).context.close()


def draw_offered(player: Player) -> None:
    """By the opponent, on the other device."""
    player.begin()
    guest = _guest_of(player)
    guest.goto("/draw")
    guest.get_by_role("button", name="Offer a draw").click()
    guest.wait_for_selector(".offers")
    guest.context.close()
    player.page.goto("/")


def automatic_capture(player: Player) -> None:
    player.page.goto("/settings")
    player.page.get_by_label("Play forced captures automatically").check()
    player.press("Save settings")
    player.set_up("11-15")
    player.press_move("22-18")


def list_of_devices(player: Player) -> None:
    shared_with_a_device(player)
    player.page.goto("/share")


def game_shared(player: Player) -> None:
    shared_with_a_device(player)
    player.page.goto("/")


def joining_by_a_link(player: Player) -> None:
    """The link comes from another player, who made it in another browser."""
    host = player.context.browser.new_context(base_url=player.address)
    tab = host.new_page()
    tab.goto("/share")
    tab.get_by_role("button", name="Make a link").click()
    link = tab.locator("pre.wraps").inner_text()
    host.close()
    player.page.goto(link)


def shared_game_joined(player: Player) -> None:
    joining_by_a_link(player)
    player.press("Join the game")


def leaving_a_shared_game(player: Player) -> None:
    shared_game_joined(player)
    player.page.goto("/share")


def joining_with_a_code(player: Player) -> None:
    player.page.goto("/join")
    player.page.locator("#code").fill("2222-2222")
    player.press("Join the game")


def list_of_variants(player: Player) -> None:
    player.page.goto("/rules/")


def rules_not_found(player: Player) -> None:
    player.page.goto("/rules/chess/")


def rules_of_english_checkers(player: Player) -> None:
    player.page.goto("/rules/english/")


def trying_a_board_during_a_game(player: Player) -> None:
    player.set_up(CAPTURE_DUE)
    player.page.goto("/rules/english/")
    player.press("Try it: a double jump")


def rules_of_brazilian_draughts(player: Player) -> None:
    player.page.goto("/rules/brazilian/")


def questions_and_answers(player: Player) -> None:
    player.page.goto("/faq/")


def about_accessibility(player: Player) -> None:
    player.page.goto("/accessibility/")


def first_steps(player: Player) -> None:
    player.page.goto("/learn/")


def about_the_site(player: Player) -> None:
    player.page.goto("/about/")


STATES: dict[str, Callable[[Player], None]] = (
    {
        state.__name__.replace("_", " "): state
        for state in (
            first_page,
            computer_replied,
            capture_due,
            many_moves,
            several_routes,
            kings_on_the_board,
            piece_picked,
            multi_jump_half_way,
            typed_move_rejected,
            typed_move_unreadable,
            outdated_board,
            board_flipped,
            computer_thinking,
            game_won,
            my_games,
            finished_game,
            deleting_a_game,
            results_of_games,
            sharing_the_game,
            list_of_devices,
            game_shared,
            draw_offered,
            automatic_capture,
            joining_by_a_link,
            shared_game_joined,
            leaving_a_shared_game,
            joining_with_a_code,
            new_game_choices,
            new_game_choice_unknown,
            keys_of_the_board,
            game_as_text,
            no_such_page,
            wrong_method,
            expired_form,
            missing_cookie,
            too_much_text,
            too_many_fields,
            list_of_variants,
            rules_not_found,
            rules_of_english_checkers,
            trying_a_board_during_a_game,
            rules_of_brazilian_draughts,
            questions_and_answers,
            about_accessibility,
            first_steps,
            about_the_site,
        )
    }
    | BESIDE_STATES
    | ROOM_STATES
    | TABLE_STATES
)
