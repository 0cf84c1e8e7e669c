"""Every board, palette, style, scheme and size in a real browser."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT

from checkers_site.static_files import without_space
from game.play.preferences import CHOICES, Preferences
from tests.chromium.inspection import ASK_AXE, AXE_RULES, OVERHANG
from tests.chromium.player import Player
from tests.chromium.states import KINGS, MULTI_JUMP_FORK
from tests.rotation import rotated

pytestmark = [pytest.mark.browser, pytest.mark.rotates(2)]

# Every choice at least once, in the combinations that are hardest to see.
LOOKS: tuple[dict[str, str], ...] = (
    {"board": "wood", "palette": "dark-light"},
    {"board": "slate", "palette": "red-white", "pieces": "flat"},
    {"board": "sand", "palette": "red-black", "pieces": "letters"},
    {"board": "contrast", "size": "large"},
)
every_look = pytest.mark.parametrize("look", LOOKS, ids=lambda look: " ".join(look.values()))
READ_SHEETS = """
sheets => sheets.map((text) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return [...sheet.cssRules].map((it) => it.cssText.replaceAll(/,\\s+/g, ","))
})
"""
STYLE = "([selector, name]) => getComputedStyle(document.querySelector(selector))[name]"


def choose(player: Player, **look: str) -> None:
    """Save the settings with these choices and the defaults for the rest."""
    chosen = {**asdict(Preferences()), **look}
    form = player.context.request.get("/settings").text()
    token = form.split('name="csrfmiddlewaretoken" value="')[1].split('"')[0]
    # As a browser sends a form: nothing for what is switched off.
    sent = {name: str(value) for name, value in chosen.items() if value is not False}
    answer = player.context.request.post(
        "/settings",
        form={**sent, "csrfmiddlewaretoken": token},
        headers={"Referer": player.address},
    )
    assert answer.ok, answer.text()


def style(player: Player, selector: str, name: str) -> Any:
    with player.examining():
        return player.page.evaluate(STYLE, [selector, name])


@contextmanager
def media(player: Player, **features: Any) -> Iterator[None]:
    """Emulate media features while the block runs."""
    player.page.emulate_media(**features)
    yield
    player.page.emulate_media(**dict.fromkeys(features, "null"))


def test_sheet_means_the_same_without_its_space(new_player: Callable[..., Player]) -> None:
    page = new_player().page
    for path in sorted((Path(__file__).parents[2] / "static" / "css").glob("*.css")):
        # A sheet that a script makes may import none: those are read by themselves.
        written = re.sub(rb"@import [^;]+;", b"", path.read_bytes())
        if path.name == "settings.css":
            continue  # It only names others.
        sheets = [written.decode(), without_space(written).decode()]
        full, light = page.evaluate(READ_SHEETS, sheets)
        assert full
        assert light == full, path.name


def test_every_board_palette_and_style_is_covered() -> None:
    for name in ("board", "palette", "pieces"):
        assert {look.get(name, CHOICES[name][0]) for look in LOOKS} >= set(CHOICES[name][1:])


@pytest.mark.rotates(2)
@every_look
def test_look_passes_axe(
    new_player: Callable[..., Player], look: dict[str, str], rotation: int
) -> None:
    player = new_player()
    scheme = rotated(("light", "dark"), str(look), rotation)
    choose(player, **look, scheme=scheme)
    player.set_up(MULTI_JUMP_FORK)
    player.pick("26")
    with player.examining():
        player.page.evaluate(AXE_SCRIPT)
        found = player.page.evaluate(ASK_AXE, AXE_RULES)
    faults = [
        f"{rule['id']}: {node['html']} {node['failureSummary']}"
        for rule in found["violations"]
        for node in rule["nodes"]
    ]
    assert not faults, "\n".join(faults)
    assert style(player, "html", "colorScheme") == scheme


@pytest.mark.rotates(2)
@every_look
def test_look_fits_the_screen(new_player: Callable[..., Player], look: dict[str, str]) -> None:
    player = new_player()
    choose(player, **look)
    player.set_up(KINGS, "brazilian")
    for width in (320, 768, 1280, 1920):
        player.page.set_viewport_size({"width": width, "height": 900})
        assert player.page.evaluate(OVERHANG) <= 0, width


@pytest.mark.rotates(2)
@every_look
def test_look_loads_one_style_sheet_and_one_drawing(
    new_player: Callable[..., Player], look: dict[str, str]
) -> None:
    player = new_player()
    choose(player, **look)
    requested: list[str] = []
    player.page.on("request", lambda request: requested.append(request.url))
    player.page.goto("/", wait_until="networkidle")
    assert len([url for url in requested if "/css/" in url]) == 2
    drawings = [url for url in requested if "/img/pieces/" in url]
    assert len(drawings) == 1
    wanted = f"{look.get('palette', 'black-white')}-{look.get('pieces', 'classic')}."
    assert wanted in drawings[0]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (768, 1024), (1280, 900), (1920, 1080)])
def test_large_board_fills_the_window(
    new_player: Callable[..., Player], width: int, height: int
) -> None:
    player = new_player()
    player.page.set_viewport_size({"width": width, "height": height})
    sizes = []
    for size in ("normal", "large"):
        choose(player, size=size)
        player.page.goto("/")
        box = player.page.locator(".board tbody").bounding_box()
        assert box
        sizes.append(box["width"])
        assert abs(box["width"] - box["height"]) < 2  # its squares are square
    normal, large = sizes
    assert normal / 8 >= 44  # the side of a square, wherever eight of them fit
    assert large > normal
    assert large <= height
    # Header and strips take the rest of the height: tests/chromium/test_geometry.py.
    assert large >= min(width, height) * 0.8


DISC_GROWS_IN = "getComputedStyle(document.querySelector('.landing'), '::after').transitionDuration"


def test_nothing_moves_with_reduced_motion(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.page.goto("/")
    player.pick("11")
    for selector in (".moves button", "table a", "table button", ".actions button"):
        assert style(player, selector, "animationName") == "none"
        assert style(player, selector, "transitionDuration") == "0s"
    assert player.measure(DISC_GROWS_IN) == "0s"
    with media(player, reduced_motion="no-preference"):
        assert player.measure(DISC_GROWS_IN) == "0.1s"


def test_forced_colours_keep_pieces_lines_and_marks(new_player: Callable[..., Player]) -> None:
    player = new_player()
    player.set_up(KINGS, "brazilian")
    with media(player, forced_colors="active"):
        assert "black-white-classic" in style(player, "td.wk", "backgroundImage")
        assert style(player, "td", "borderTopStyle") == "solid"
        assert style(player, "td.last", "outlineStyle") in {"solid", "dashed"}


def test_print_shows_board_and_record_without_controls(
    new_player: Callable[..., Player],
) -> None:
    player = new_player()
    choose(player, board="wood", scheme="dark", palette="red-black")
    player.set_up(KINGS, "brazilian")
    with media(player, media="print"):
        shown = player.page.evaluate(
            """() => [...document.querySelectorAll("body *")].filter(it => it.checkVisibility())
                .map(it => it.tagName)"""
        )
        assert player.page.locator(".record li").first.is_visible()
        assert style(player, "body", "backgroundColor") == "rgb(255, 255, 255)"
        assert style(player, "td:not(:empty)", "color") == "rgb(0, 0, 0)"
        assert style(player, "td:not(:empty)", "backgroundColor") == "rgb(157, 191, 168)"
        assert "black-red-classic" in style(player, "td.wk", "backgroundImage")
    assert "TABLE" in shown
    assert not {"BUTTON", "INPUT", "NAV"} & set(shown)
