"""The rules pages: true to the traits, in the reader's words, with boards that can be tried."""

from __future__ import annotations

import itertools
import re

import html5lib
import pytest

from game.notation import square_name
from game.play.preferences import CHOICES, choose
from game.play.sessions import SessionStore
from game.play.solo.game import PLAYABLE
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS, Notation, Variant
from game.rules.draws import NOTHING, Event
from game.web.learn.lessons import LESSONS
from game.web.learn.rules import RulesText
from game.web.shared.wording import PALETTES
from tests.player import Player

every_game = pytest.mark.parametrize("rules", PLAYABLE)
READ = ("/faq/", "/accessibility/")
PAGES = ("/rules/", *(f"/rules/{rules}/" for rules in PLAYABLE), *READ, "/learn/", "/about/")
WITH_CONTENTS = [path for path in PAGES if path not in ("/rules/", "/learn/", "/about/")]
every_page = pytest.mark.parametrize("path", PAGES)
MOST_BYTES = 12_000
"""Of a page of text, compressed."""


def prefer(player: Player, **choices: str) -> None:
    player.lay_out()
    choose(SessionStore(player.client.cookies["crownhead"].value), **choices)


def boards(player: Player) -> list[str]:
    return [str(caption.get_text()) for caption in player.page.select(".diagram caption")]


def test_the_rules_index_links_to_each_games_rules(alice: Player) -> None:
    alice.open("/rules/")
    for rules in PLAYABLE:
        assert alice.page.find("a", href=f"/rules/{rules}/")
        assert alice.open(f"/rules/{rules}/").h1.get_text() == (
            f"How to play {VARIANTS[rules].name}"
        )
        alice.open("/rules/")


def test_differences_are_shown_side_by_side(alice: Player) -> None:
    table = alice.open("/rules/").select_one("table.facts")
    rows = [[cell.get_text() for cell in row.select("th, td")] for row in table.select("tbody tr")]
    assert ["Moves first", "Black", "White"] in rows
    assert ["Men jump", "forward only", "forward and backward"] in rows
    assert ["Kings", "move one square", "fly any distance"] in rows
    assert [
        "With several jumps",
        "take any, and finish it",
        "take the one that captures the most",
    ] in rows


@pytest.mark.parametrize("path", ["/rules/chess/", "/rules/English/", "/rules/russian/"])
def test_an_unknown_game_is_not_found_and_links_to_the_known_ones(alice: Player, path: str) -> None:
    alice.open(path)
    assert alice.response.status_code == 404
    assert path.split("/")[2] in alice.page.select_one("h1 + .notice").get_text()
    assert alice.page.find("a", href="/rules/english/")


@pytest.mark.parametrize("path", ["/rules", "/rules/english", "/faq", "/accessibility"])
def test_an_address_without_its_trailing_slash_redirects(alice: Player, path: str) -> None:
    answer = alice.client.get(path, follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain == [(f"{path}/", 301)]


def test_the_new_game_page_links_to_the_rules(alice: Player) -> None:
    assert alice.open("/new").select_one("main a[href='/rules/']")


def test_an_unknown_game_is_shown_escaped_and_shortened(alice: Player) -> None:
    alice.open("/rules/%3Cb%3E" + "x" * 300 + "/")
    assert alice.page.select_one(".notice b") is None
    assert len(alice.page.select_one("h1 + .notice").get_text()) < 120


def test_a_game_links_to_its_rules_with_house_rules_too(alice: Player) -> None:
    alice.lay_out(variant="brazilian", start="W:W21-32:B1-12")
    assert alice.page.find("a", href="/rules/brazilian/")
    alice.lay_out(house_rules={"takes_most": True, "quiet_plies": 0})
    assert alice.page.find("a", href="/rules/english/")


@every_page
def test_every_page_links_to_rules_questions_and_accessibility(alice: Player, path: str) -> None:
    footer = alice.open(path).select_one("footer")
    assert {"/rules/", "/faq/", "/accessibility/"} <= {a["href"] for a in footer.select("a")}
    assert len(footer.select("a")) <= 12


def trait_words(variant: Variant) -> list[str]:
    """Return what a page must say about the traits, in this test's own words."""
    left = "left" if variant.board.dark_corner_is_left else "right"
    return [
        f"{variant.board.rows} by {variant.board.columns} squares",
        f"{2 * variant.men_per_side} round pieces: {variant.men_per_side} of",
        f"{variant.board.size} dark squares",
        f"dark square in the near {left} corner",
        "moves any number of empty squares" if variant.king_is_flying else "moves one square diag",
        "jump both forward and backward" if variant.men_capture_backward else "jump forward only",
        "must take the one that captures the most"
        if variant.capture_precedence
        else "have to capture the most pieces, but you must finish",
        "must do so, and stays a man."
        if variant.men_capture_backward
        else "becomes a king and stops there",
        f"occurs {variant.max_repetitions} times",
        *(
            f"each side makes {c.plies // 2} moves"
            for c in variant.draw_counters
            if c.kind != "quiet"
        ),
        f"or {HOUSE_RULE_OPTIONS[variant.key].quiet_plies[-1] // 2} moves each without"
        if len(HOUSE_RULE_OPTIONS[variant.key].quiet_plies) > 1
        else f"after {HOUSE_RULE_OPTIONS[variant.key].quiet_plies[0] // 2} moves each without",
    ]


@every_game
def test_a_page_states_the_traits_and_no_other_figures(alice: Player, rules: str) -> None:
    variant = VARIANTS[rules]
    alice.open(f"/rules/{rules}/")
    assert [words for words in trait_words(variant) if words not in alice.text] == []
    told = {int(number) for number in re.findall(r"makes (\d+) moves", alice.text)}
    assert told == {counter.plies // 2 for counter in variant.draw_counters}
    offered = HOUSE_RULE_OPTIONS[rules].quiet_plies
    limits = re.search(r"a draw after ([\d, or]+) moves each", alice.text)
    assert limits is not None
    assert [int(number) for number in re.findall(r"\d+", limits[1])] == [
        plies // 2 for plies in offered
    ]
    first = PALETTES["black-white"][variant.first_to_move]
    shade = "lighter" if first == "White" else "darker"
    assert (
        f"{first} moves first. On a real board, that is the player with the {shade} pieces."
        in alice.text
    )


@every_game
def test_a_page_says_what_resets_each_count(alice: Player, rules: str) -> None:
    alice.open(f"/rules/{rules}/")
    quiet = "makes {} moves in a row without a capture or a man’s move."
    words = {
        Event.CAPTURE | Event.CROWNING: " A capture or a crowning restarts this count.",
        NOTHING: " Nothing restarts this count.",
    }
    lines = [line.get_text() for line in alice.page.select("#draws ~ ul")[0].select("li")]
    for counter, line in zip(VARIANTS[rules].draw_counters, lines[1:], strict=True):
        if counter.kind == "quiet":
            assert quiet.format(counter.plies // 2) in line
            assert "restarts" not in line
        else:
            assert line.endswith(words[counter.reset_by])
    assert ("then counts every move" in alice.text) == (len(lines) > 2)


@every_game
def test_the_tables_have_a_row_for_each_piece_and_ending(alice: Player, rules: str) -> None:
    pieces, results = alice.open(f"/rules/{rules}/").select("table.facts")
    assert [row.th.get_text() for row in pieces.select("tbody tr")] == ["Man", "King"]
    counters = VARIANTS[rules].draw_counters
    # No pieces, no move, resigned, agreed, and repetition.
    assert len(results.select("tbody tr")) == 5 + len(counters)


@every_game
def test_every_board_is_described_in_words_and_can_be_tried(alice: Player, rules: str) -> None:
    page = alice.open(f"/rules/{rules}/")
    figures = page.select("figure.diagram")
    assert len(figures) == len(LESSONS[rules])
    names = [figure.button.get_text() for figure in figures]
    assert len(set(names)) == len(names)
    for figure, lesson in zip(figures, LESSONS[rules].values(), strict=True):
        assert len(figure.select("td")) == 64
        assert not figure.select("td a, td button")
        assert len(figure.select(".pieces")) == 2
        sent = {str(field["name"]): str(field["value"]) for field in figure.select("input")}
        assert alice.send("/start", sent) == 303, lesson.key
        assert alice.stored["start"] == lesson.start
        assert alice.stored["variant"] == rules
        assert len(alice.moves) == len(lesson.game.legal_moves)
        alice.open(f"/rules/{rules}/")


def test_what_a_board_shows_is_marked_and_named(alice: Player) -> None:
    alice.open("/rules/english/")
    double = next(f for f in alice.page.select("figure") if "A double jump" in f.caption.get_text())
    said = {cell.get_text() for cell in double.select("td[class]")}
    assert said == {
        "1, black man",
        "10, black man, moves from here",
        "14, white man, jumped",
        "17, empty, lands here on the way",
        "22, white man, jumped",
        "26, empty, can go here",
        "32, white man",
    }
    assert "Black jumps 10 to 17 to 26, taking 14 and 22." in double.get_text()


def test_the_board_is_seen_from_the_side_to_move(alice: Player) -> None:
    alice.open("/rules/english/")
    assert {caption.rpartition(". ")[2] for caption in boards(alice)} >= {"Black at the bottom"}
    rows = alice.page.select_one("figure table").select("th")
    assert rows[0].get_text() == "row\u00a08"
    alice.open("/rules/brazilian/")
    assert boards(alice)[0] == "The start. White at the bottom"


@pytest.mark.parametrize(("bottom", "side"), [("black", "Black"), ("white", "White")])
def test_the_preferred_side_is_at_the_bottom(alice: Player, bottom: str, side: str) -> None:
    prefer(alice, bottom=bottom)
    for rules in PLAYABLE:
        alice.open(f"/rules/{rules}/")
        assert {caption.rpartition(". ")[2] for caption in boards(alice)} == {
            f"{side} at the bottom"
        }


def test_a_page_says_who_you_play_against_and_if_your_game_ends(alice: Player) -> None:
    alice.open("/rules/english/")
    assert "the computer plays at level Beginner" in alice.text
    assert "to end your current game" not in alice.text
    alice.lay_out(moves="11-15 23-19")
    alice.open("/rules/english/")
    assert "You play a friend on this device." in alice.text
    assert "You are asked first whether to end your current game." in alice.text


def test_trying_a_board_asks_before_it_ends_the_current_game(alice: Player) -> None:
    alice.lay_out(moves="11-15 23-19")
    before = alice.stored
    page = alice.open("/rules/english/")
    figure = page.select("figure")[4]
    sent = {str(field["name"]): str(field["value"]) for field in figure.select("input")}
    assert alice.send("/start", sent) == 200
    assert alice.page.h1.get_text() == "End the game you are playing?"
    assert alice.stored == before
    assert alice.press("/start") == 303
    assert alice.stored["start"] == list(LESSONS["english"].values())[4].start
    assert alice.stored["moves"] == ""


@pytest.mark.parametrize("palette", CHOICES["palette"])
@every_page
def test_a_page_uses_only_the_two_colour_words_of_its_reader(
    alice: Player, path: str, palette: str
) -> None:
    prefer(alice, palette=palette)
    alice.open(path)
    every_word = {word for pair in PALETTES.values() for word in pair}
    used = set(re.findall(rf"\b({'|'.join(every_word)})\b", alice.text))
    assert used <= set(PALETTES[palette])
    assert used or path in ("/accessibility/", "/about/")
    of_pieces = re.findall(r"\b(black|white|red|dark|light) (?:man|men|king|kings)\b", alice.text)
    assert set(of_pieces) <= {word.lower() for word in PALETTES[palette]}


@every_game
def test_with_red_and_black_pieces_red_begins_on_every_page(alice: Player, rules: str) -> None:
    for played in PLAYABLE:
        start = "W:W21-32:B1-12" if played == "brazilian" else "B:W21-32:B1-12"
        alice.lay_out(variant=played, start=start)
        choose(SessionStore(alice.client.cookies["crownhead"].value), palette="red-black")
        alice.open(f"/rules/{rules}/")
        assert "Red moves first." in alice.text
        assert "darker" not in alice.text
        assert "lighter" not in alice.text
        assert boards(alice)[0] == "The start. Red at the bottom"
        alice.open("/rules/")
        assert ["Moves first", "Red", "Red"] in [
            [cell.get_text() for cell in row.select("th, td")] for row in alice.page.select("tr")
        ]


@pytest.mark.parametrize("numbering", ["numeric", "algebraic"])
@every_game
def test_squares_follow_the_chosen_numbering(alice: Player, rules: str, numbering: str) -> None:
    prefer(alice, numbering=numbering)
    alice.open(f"/rules/{rules}/")
    variant = VARIANTS[rules]
    style = Notation.NUMERIC if numbering == "numeric" else Notation.ALGEBRAIC
    move = LESSONS[rules]["crowned"].shown[0]
    camp = {
        "numeric": "Black starts on squares 1 to 12. White starts on squares 21 to 32.",
        "algebraic": "Black starts on rows 6 to 8. White starts on rows 1 to 3.",
    }
    assert camp[numbering] in alice.text
    route = " to ".join(square_name(square, variant.board, style) for square in move.path)
    assert f"jumps {route}," in alice.text
    if style is Notation.ALGEBRAIC:
        assert not re.search(r"\d+[-x]\d+", alice.text)
    else:
        assert not re.search(r"\b[a-h][1-8]\b", alice.text)


@every_page
def test_a_page_is_valid_html_with_ordered_headings_and_links(alice: Player, path: str) -> None:
    page = alice.open(path)
    parser = html5lib.HTMLParser()
    parser.parse(alice.response.content.decode())
    assert [code for _, code, _ in parser.errors] == []
    levels = [int(heading.name[1]) for heading in page.find_all(["h1", "h2", "h3", "h4"])]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels))
    ids = [str(found["id"]) for found in page.select("[id]")]
    assert len(set(ids)) == len(ids)
    assert {str(a["href"])[1:] for a in page.select("main a[href^='#']")} <= set(ids)


@pytest.mark.parametrize("path", WITH_CONTENTS)
def test_the_table_of_contents_matches_its_headings(alice: Player, path: str) -> None:
    page = alice.open(path)
    links = page.select(".contents a")
    assert links
    for link in links:
        assert page.select_one(str(link["href"])).get_text() == link.get_text()


@every_page
def test_every_link_works(alice: Player, path: str) -> None:
    page = alice.open(path)
    inner = {str(a["href"]) for a in page.select("a[href^='/']")}
    assert inner
    for address in inner:
        assert alice.client.get(address).status_code == 200, address
    assert not page.select("script")


@every_page
def test_a_page_is_small(alice: Player, path: str) -> None:
    brotli = pytest.importorskip("brotli")
    alice.open(path)
    assert len(brotli.compress(alice.response.content, quality=5)) <= MOST_BYTES


@every_page
def test_a_page_is_read_only(alice: Player, path: str) -> None:
    alice.lay_out(moves="11-15")
    before = alice.stored
    assert alice.client.post(path).status_code in (403, 405)
    alice.open(path)
    assert alice.stored == before


def test_the_bridge_and_the_main_road_are_explained_where_they_matter() -> None:
    english, brazilian = (RulesText(VARIANTS[key]) for key in ("english", "brazilian"))
    assert "Black’s on 1 and 3" in english.bridge
    assert "White’s on 30 and 32" in english.bridge
    assert brazilian.bridge == english.main_road == ""
    assert "a1 to h8" in brazilian.main_road


def test_crowning_squares_are_read_from_the_board() -> None:
    told = RulesText(VARIANTS["english"]).crown_rows
    assert told == "Black is crowned on 29, 30, 31 or 32. White is crowned on 1, 2, 3 or 4."


def test_the_family_is_compared_game_by_game(alice: Player) -> None:
    table = alice.open("/rules/").select_one("table.family")
    games = {
        row.th.find(string=True).strip(): [cell.get_text() for cell in row.select("td")]
        for row in table.select("tbody tr")
    }
    assert list(games)[: len(PLAYABLE)] == [VARIANTS[key].name for key in PLAYABLE]
    assert set(games) == {rules.name for rules in VARIANTS.values()}
    assert games["Russian draughts"] == [
        "8 by 8",
        "White moves first",
        "men jump forward and backward",
        "kings fly",
        "take any jump",
        "A man crowned in mid-jump goes on as a king.",
    ]
    assert "take the most pieces; take with a king if possible" in games["Italian draughts"][4]
    assert games["Frisian draughts"][0] == "10 by 10"


def test_only_games_that_are_offered_have_a_play_link_and_rules(alice: Player) -> None:
    table = alice.open("/rules/").select_one("table.family")
    links = [str(link["href"]) for link in table.select("a")]
    wanted = [[f"/new?variant={key}", f"/rules/{key}/"] for key in PLAYABLE]
    assert links == [address for pair in wanted for address in pair]
    alice.open(links[2])
    assert alice.press("/new") == 303
    assert alice.stored["variant"] == "brazilian"
