"""The look keeps its promises: contrast in every theme, our own files only, calm on request.

The colours are read from the stylesheet's blocks of properties and from the drawing of the pieces,
so a new theme is held to the same figures as soon as it is a block.
"""

import re
from itertools import pairwise
from pathlib import Path

import pytest

STATIC = Path(__file__).parents[2] / "static"
SHEET = STATIC / "css" / "site.css"
CSS = re.sub(r"/\*.*?\*/", "", SHEET.read_text(), flags=re.DOTALL)
PIECES = (STATIC / "img" / "pieces.svg").read_text()


def block_after(opening: str) -> str:
    """What stands between the braces that follow ``opening``, inner braces included."""
    start = CSS.index("{", CSS.index(opening)) + 1
    depth, at = 1, start
    while depth:
        depth += {"{": 1, "}": -1}.get(CSS[at], 0)
        at += 1
    return CSS[start : at - 1]


def colours(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+):\s*(#[0-9a-f]+);", block))


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(digit * 2 for digit in colour[1:])
    channels = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def piece_colours(side: str) -> tuple[str, str]:
    """The fill of a side's pieces and the line around them."""
    found = re.search(rf'id="{side}" fill="(#\w+)" stroke="(#\w+)"', PIECES)
    assert found
    return found[1], found[2]


LIGHT = colours(block_after(":root"))
THEMES = {
    "light": LIGHT,
    "dark": LIGHT | colours(block_after("@media (prefers-color-scheme: dark)")),
    "print": LIGHT | colours(block_after("@media print")),
}
every_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


@every_theme
def test_text_stands_out_seven_to_one(theme: dict[str, str]) -> None:
    written_on = {
        "paper": ("ink", "soft", "accent"),
        "card": ("ink", "accent"),
        "tint": ("ink",),
        "dark": ("number",),
        "edge": ("on-edge",),
        "strong": ("on-strong",),
    }
    if theme is THEMES["print"]:
        written_on = {"paper": ("ink", "soft"), "dark": ("number",)}
    poor = {
        f"{text} on {ground}": ratio
        for ground, texts in written_on.items()
        for text in texts
        if (ratio := contrast(theme[text], theme[ground])) < 7
    }
    assert poor == {}


@every_theme
@pytest.mark.parametrize("side", ["black", "white"])
def test_a_piece_stands_out_from_its_square(theme: dict[str, str], side: str) -> None:
    fill, line = piece_colours(side)
    # By its own colour or by the line around it; and that line stands out from the piece.
    assert max(contrast(fill, theme["dark"]), contrast(line, theme["dark"])) >= 3
    assert contrast(fill, line) >= 3


def test_the_sides_differ_in_lightness() -> None:
    assert contrast(piece_colours("black")[0], piece_colours("white")[0]) >= 3


def test_men_and_kings_of_both_sides_are_drawn() -> None:
    drawn = set(re.findall(r'id="(\w+-\w+)"', PIECES))
    assert drawn == {"white-man", "white-king", "black-man", "black-king"}


@every_theme
def test_marks_stand_out_from_the_squares(theme: dict[str, str]) -> None:
    assert contrast(theme["mark"], theme["dark"]) >= 3
    assert (
        contrast(theme["number"], theme["dark-picked"] if theme is not THEMES["print"] else "#fff")
        >= 3
    )
    assert contrast(theme["dark"], theme["light"]) >= 1.8


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_focus_ring_shows_wherever_it_is(name: str) -> None:
    theme = THEMES[name]
    # Two tones that differ, so one of them differs from whatever lies beside them.
    for ring, gap in (("ring", "ring-gap"), ("board-ring", "board-ring-gap")):
        assert contrast(theme[ring], theme[gap]) >= 7
    for beside in ("paper", "card", "tint"):
        assert contrast(theme["ring"], theme[beside]) >= 3
    assert contrast(theme["board-ring"], theme["dark"]) >= 3
    # On the header, which is dark in both themes, the ring is the board's.
    assert contrast(theme["board-ring"], theme["edge"]) >= 3
    assert re.search(r":focus-visible\s*{\s*outline: [2-9]px solid var\(--ring\)", CSS)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_controls_have_a_border_that_shows(name: str) -> None:
    theme = THEMES[name]
    assert contrast(theme["line"], theme["paper"]) >= 3
    assert contrast(theme["line"], theme["card"]) >= 3


def test_sizes_follow_one_scale() -> None:
    sizes = [
        float(re.findall(rf"--{name}: ([\d.]+)rem", CSS)[0])
        for name in ("large", "larger", "largest")
    ]
    assert all(1.15 < bigger / smaller < 1.25 for smaller, bigger in pairwise((1.0, *sizes)))
    assert float(re.findall(r"--small: ([\d.]+)rem", CSS)[0]) >= 0.875


def test_stylesheets_and_drawings_use_only_files_of_ours() -> None:
    for sheet in STATIC.rglob("*.css"):
        text = sheet.read_text()
        assert "//" not in text
        assert "@import" not in text
        for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", text):
            assert (sheet.parent / address).resolve().is_relative_to(STATIC.resolve())
            assert (sheet.parent / address).is_file()
    for drawing in STATIC.rglob("*.svg"):
        text = drawing.read_text().replace('xmlns="http://www.w3.org/2000/svg"', "")
        # No style and no script inside: they would need exceptions from the page's policy.
        assert not re.search(r"//|href|<style|style=|<script|data:", text)


def test_nothing_moves_for_those_who_ask_for_calm() -> None:
    calm = block_after("@media (prefers-reduced-motion: reduce)")
    assert re.search(r"\*, ::before, ::after\s*{[^}]*animation: none !important", calm)
    assert re.search(r"\*, ::before, ::after\s*{[^}]*transition: none !important", calm)


def test_a_piece_moves_or_grows_in_a_fifth_of_a_second_at_most() -> None:
    times = re.findall(r"transition: \w+ ([\d.]+)s", CSS)
    assert times
    assert max(map(float, times)) <= 0.2


def test_words_for_screen_readers_are_clipped_not_removed() -> None:
    clipped = re.search(r"([^}]*)\{[^}]*clip-path: inset\(50%\)", CSS)
    assert clipped
    assert {".spoken", ".board i"} <= {name.strip() for name in clipped[1].split(",")}
    for hidden in re.findall(
        r"([^{}]+){[^}]*(?:display: none|visibility: hidden)", block_of_screen()
    ):
        assert "spoken" not in hidden
        assert ".board i" not in hidden


def block_of_screen() -> str:
    return CSS.replace(block_after("@media print"), "")


def test_the_look_is_light_to_carry() -> None:
    brotli = pytest.importorskip("brotli")
    assert len(brotli.compress(SHEET.read_bytes())) <= 5_000
    assert len(brotli.compress(PIECES.encode())) <= 2_000
    assert len(SHEET.read_text().splitlines()) <= 600
