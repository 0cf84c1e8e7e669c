"""Boards without their colours: with colour vision deficiencies and in forced colours.

Screenshots are compared square by square.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser

from tests.chromium.pictures import Camera, Square
from tests.chromium.player import Player
from tests.chromium.test_themes import LOOKS, choose, media

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600), pytest.mark.rotates(3)]

TWO_OF_EACH = "B:W23,30,K32:B2,9,K4"
MIN_PIECE_DIFFERENCE = 0.05
"""The share of a square's area in which two pieces, or a piece and none, must differ."""
MIN_MARK_DIFFERENCE = 0.05
DEFICIENCIES = ("none", "achromatopsia", "protanopia", "deuteranopia", "tritanopia")
FORCED = ("light", "dark")
EVERY_LOOK: tuple[dict[str, str], ...] = ({}, *LOOKS)


@pytest.fixture
def camera(browser: Browser) -> Iterator[Camera]:
    camera = Camera(browser)
    yield camera
    camera.close()


def sights(player: Player) -> Iterator[str]:
    """Yield each kind of sight in turn, emulated until the next one."""
    session = player.context.new_cdp_session(player.page)
    for deficiency in DEFICIENCIES:
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": deficiency})
        yield deficiency
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
    for scheme in FORCED:
        with media(player, forced_colors="active", color_scheme=scheme):
            yield f"forced colours, {scheme}"


def pictures(player: Player, camera: Camera) -> dict[str, dict[str, Square]]:
    return {sight: camera.squares(player) for sight in sights(player)}


@pytest.mark.rotates(2)
@pytest.mark.parametrize("look", EVERY_LOOK, ids=lambda look: " ".join(look.values()) or "usual")
def test_pieces_and_marks_differ_without_colour(
    new_player: Callable[..., Player],
    camera: Camera,
    subtests: pytest.Subtests,
    look: dict[str, str],
) -> None:
    player = new_player()
    choose(player, **look)
    player.begin()
    player.page.goto("/start")
    player.page.locator("#fen").fill(TWO_OF_EACH)
    player.press("Play this position")
    of_black = pictures(player, camera)
    player.press_move("9-14")
    of_white = pictures(player, camera)
    player.pick("23")
    of_picked = pictures(player, camera)
    for sight in of_black:
        before, after, picked = of_black[sight], of_white[sight], of_picked[sight]
        white_man, white_king, empty = before["23"], before["32"], before["14"]
        black_man, black_king = after["2"], after["4"]
        pieces = {
            "men of both sides": (white_man, black_man),
            "kings of both sides": (white_king, black_king),
            "white men and kings": (white_man, white_king),
            "black men and kings": (black_man, black_king),
            "white men and empty squares": (white_man, empty),
            "black men and empty squares": (black_man, empty),
        }
        marks = {
            "where the last move began": (after["9"], empty),
            "where the last move ended": (after["14"], black_man),
            "a piece that can move": (after["23"], white_man),
            "the picked piece": (picked["23"], after["23"]),
            "its landing square": (picked["18"], empty),
        }
        with subtests.test(sight):
            assert too_similar(camera.differences(pieces), MIN_PIECE_DIFFERENCE) == {}
            assert too_similar(camera.differences(marks), MIN_MARK_DIFFERENCE) == {}


def too_similar(differences: dict[str, float], minimum: float) -> dict[str, float]:
    """Return the pairs that differ by less than ``minimum``."""
    return {pair: share for pair, share in differences.items() if share < minimum}
