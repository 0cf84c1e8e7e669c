"""Contrast in every combination, local files only, and no motion where that was asked for.

The colours are read from the custom properties in the style sheets and from the drawings of the
pieces, so a new board, palette or style is held to the same figures as soon as it is there."""

import re
from itertools import pairwise, product
from pathlib import Path

import pytest
from django.conf import settings

from checkers_site.static_files import without_space
from game.play.preferences import CHOICES, choose
from game.play.sessions import SessionStore
from game.rules import Side
from game.web.shared.wording import Wording
from tests.player import Player
from tools import draw_pieces

RIM = draw_pieces.RADIUS - 3
SHADOW = 36
STATIC = Path(__file__).parents[3] / "static"
FOLDER = STATIC / "css"


def sheet(name: str) -> str:
    """Return a style sheet without comments, with those that it imports in it."""
    bare = re.sub(r"/\*.*?\*/", "", (FOLDER / name).read_text(), flags=re.DOTALL)
    return re.sub(r'@import "(.+?)";', lambda found: sheet(found[1]), bare)


CSS = sheet("site.css")
THEMES = sheet("themes.css")
SHEETS_OF_SHEETS = {"library.css", "pages.css", "settings.css", "site.css"}


def block_after(opening: str, css: str = CSS) -> str:
    """Return what is between the braces after ``opening``, inner braces included."""
    start = css.index("{", css.index(opening)) + 1
    depth, at = 1, start
    while depth:
        depth += {"{": 1, "}": -1}.get(css[at], 0)
        at += 1
    return css[start : at - 1]


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


LIGHT = colours(block_after(":root"))
DARK = LIGHT | colours(block_after("@media (prefers-color-scheme: dark)"))
SCHEMES = {"light": LIGHT, "dark": DARK}
PRINT = LIGHT | colours(block_after("@media print"))
LOOKS = {
    f"{board}, {scheme}": colours_of_scheme
    | ({} if board == "green" else colours(block_after(f'[data-board="{board}"]', THEMES)))
    for board, (scheme, colours_of_scheme) in product(CHOICES["board"], SCHEMES.items())
} | {"print": PRINT}
every_look = pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
every_set = pytest.mark.parametrize(
    "drawing",
    [f"{palette}-{style}" for palette, style in product(draw_pieces.PALETTES, CHOICES["pieces"])],
)


class Piece:
    """The drawing of one piece: its face, the lines around it, and the marks on it."""

    def __init__(self, drawing: str, name: str) -> None:
        text = (STATIC / "img" / "pieces" / f"{drawing}.svg").read_text()
        side, _ = name.split("-")
        group = re.search(
            rf'<g id="{side}" fill="(#\w+)" stroke="(#\w+)" stroke-width="(.+?)"', text
        )
        own = re.search(rf'<g id="{name}".*?</g>', text)
        assert group
        assert own
        self.face, line, width = group.groups()
        self.drawn = own[0]
        self.discs = self.drawn.count(f' r="{draw_pieces.RADIUS}"/>')
        self.lines = {line} if float(width) >= 2 else set()
        self.lines |= set(re.findall(rf'r="{RIM}" fill="none" stroke="(#\w+)"', self.drawn))
        marks = re.sub(
            rf'<circle [^>]*r="({draw_pieces.RADIUS}|{RIM}|{SHADOW})"[^>]*>', "", self.drawn
        )
        self.marks = set(re.findall(r'(?:fill|stroke)="(#\w+)"', marks))


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_text_has_contrast_of_seven_to_one(scheme: dict[str, str]) -> None:
    written_on = {
        "paper": ("ink", "soft", "accent"),
        "card": ("ink", "accent"),
        "tint": ("ink", "accent"),
        "felt": ("on-felt",),
        "strong": ("on-strong",),
    }
    poor = {
        f"{text} on {ground}": ratio
        for ground, texts in written_on.items()
        for text in texts
        if (ratio := contrast(scheme[text], scheme[ground])) < 7
    }
    assert poor == {}
    assert min(contrast(PRINT[text], PRINT["paper"]) for text in ("ink", "soft")) >= 7


@every_look
def test_numbers_and_marks_stand_out_from_the_squares(look: dict[str, str]) -> None:
    assert contrast(look["number"], look["dark"]) >= 7
    assert contrast(look["mark"], look["dark"]) >= 3
    assert contrast(look["dark"], look["light"]) >= 1.8
    if look is not PRINT:
        # What is picked has a ring in the numbers' colour, on a square of another shade.
        assert contrast(look["number"], look["dark-picked"]) >= 7
        assert contrast(look["mark"], look["dark-picked"]) >= 3


@every_look
@every_set
def test_pieces_stand_out_from_their_square(look: dict[str, str], drawing: str) -> None:
    for name in ("white-man", "white-king", "black-man", "black-king"):
        piece = Piece(drawing, name)
        # By its own colour or by a line around it; and one of the lines stands out from the piece.
        assert max(contrast(it, look["dark"]) for it in {piece.face, *piece.lines}) >= 3
        assert max(contrast(it, piece.face) for it in piece.lines) >= 3


@every_set
def test_the_sides_differ_in_lightness_and_mark(drawing: str) -> None:
    white, black = Piece(drawing, "white-man"), Piece(drawing, "black-man")
    assert contrast(white.face, black.face) >= 3
    # Black is the darker side wherever it is called so, dark or red on white; red is the lighter
    # one where the other is black.
    assert (luminance(white.face) > luminance(black.face)) is not drawing.startswith("red-black")
    shapes = [
        re.sub(r"#\w+|translate\(\d+\)", "", man.drawn.split(">", 1)[1]) for man in (white, black)
    ]
    assert shapes[0] != shapes[1]


@every_set
def test_rings_letters_and_crowns_stand_out_from_their_piece(drawing: str) -> None:
    for name in ("white-man", "white-king", "black-man", "black-king"):
        piece = Piece(drawing, name)
        assert piece.marks
        assert min(contrast(mark, piece.face) for mark in piece.marks) >= 3


@every_set
def test_a_king_is_drawn_as_two_pieces_and_a_crown(drawing: str) -> None:
    for side in ("white", "black"):
        man, king = Piece(drawing, f"{side}-man"), Piece(drawing, f"{side}-king")
        assert (man.discs, king.discs) == (1, 2)
        assert draw_pieces.CROWN in king.drawn
        assert draw_pieces.CROWN not in man.drawn


def test_the_drawings_match_their_generator() -> None:
    kept = {path.name: path.read_text() for path in draw_pieces.FOLDER.glob("*")}
    assert kept == draw_pieces.files()
    assert draw_pieces.SAMPLES.read_text() == draw_pieces.samples()
    assert draw_pieces.ICON.read_text() == draw_pieces.icon()
    assert list(draw_pieces.STYLES) == list(CHOICES["pieces"])


def test_pieces_carry_the_first_letter_of_their_side() -> None:
    spoken = [
        Wording(palette, first_to_move=first) for palette in CHOICES["palette"] for first in Side
    ]
    for words in spoken:
        drawn = draw_pieces.PALETTES[words.colours]
        assert (drawn.black.letter, drawn.white.letter) == (words.black[0], words.white[0])
    assert set(draw_pieces.PALETTES) == {words.colours for words in spoken}


def test_the_theme_sheet_has_every_choice_but_the_defaults() -> None:
    for board in CHOICES["board"][1:]:
        assert f'[data-board="{board}"]' in THEMES
    usual = CHOICES["palette"][0], CHOICES["pieces"][0]
    for palette, style in product(draw_pieces.PALETTES, CHOICES["pieces"]):
        chosen = f'[data-palette="{palette}"]' * (palette != usual[0])
        chosen += f'[data-pieces="{style}"]' * (style != usual[1])
        where, rule = (THEMES, f"{chosen} {{") if chosen else (CSS, ":root {")
        assert f'--pieces: url("../img/pieces/{palette}-{style}.svg")' in block_after(rule, where)


def test_the_theme_sheet_points_at_each_sample_drawn() -> None:
    places = {
        name: int(place)
        for name, place in re.findall(r':root\[data-\w+="([\w-]+)"\][^{]*{ --\w+: (\d+) }', THEMES)
    }
    styles = draw_pieces.STYLES
    assert places == {
        name: len(styles) * at for at, name in enumerate(draw_pieces.PALETTES) if at
    } | {name: at for at, name in enumerate(styles) if at}
    rows = len(draw_pieces.PALETTES) * len(styles)
    assert f"400% {rows}00%" in THEMES
    assert set(re.findall(r"/ (\d+) \* 100%", THEMES)) == {str(rows - 1)}


def test_only_chosen_themes_load_the_theme_sheet(alice: Player) -> None:
    assert b"themes.css" not in alice.client.get("/").content
    session = SessionStore()
    choose(session, palette="red-black", numbering="algebraic")
    alice.client.cookies[settings.SESSION_COOKIE_NAME] = str(session.session_key)
    page = alice.client.get("/").content.decode()
    assert page.index("css/site.css") < page.index("css/themes.css")
    assert '<html lang="en" data-palette="red-black">' in page


def test_a_chosen_scheme_matches_the_systems_own() -> None:
    by_system = block_after(":root", block_after("@media (prefers-color-scheme: dark)"))
    assert colours(block_after('[data-scheme="dark"]', THEMES)) == colours(by_system)
    assert ':root:where(:not([data-scheme="light"]))' in CSS


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_the_focus_ring_is_visible_everywhere(scheme: dict[str, str]) -> None:
    # Two tones that differ, so one of them differs from whatever lies beside them.
    assert contrast(scheme["ring"], scheme["ring-gap"]) >= 7
    for beside in ("paper", "card", "tint"):
        assert contrast(scheme["ring"], scheme[beside]) >= 3
    # On the header, which is dark in both schemes, the ring is white.
    assert contrast("#fff", scheme["felt"]) >= 3
    assert re.search(r":focus-visible\s*{\s*outline: [2-9]px solid var\(--ring\)", CSS)


@every_look
def test_the_focus_ring_is_visible_on_every_board(look: dict[str, str]) -> None:
    assert contrast(look["board-ring"], look["board-ring-gap"]) >= 7
    if look is not PRINT:
        assert contrast(look["board-ring"], look["dark"]) >= 3


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_controls_have_a_visible_border(scheme: dict[str, str]) -> None:
    assert contrast(scheme["line"], scheme["paper"]) >= 3
    assert contrast(scheme["line"], scheme["card"]) >= 3


def test_sizes_follow_one_scale() -> None:
    sizes = [
        float(re.findall(rf"--{name}: ([\d.]+)rem", CSS)[0])
        for name in ("large", "larger", "largest")
    ]
    assert all(1.15 < bigger / smaller < 1.25 for smaller, bigger in pairwise((1.0, *sizes)))
    assert float(re.findall(r"--small: ([\d.]+)rem", CSS)[0]) >= 0.875


def test_text_scales_with_the_browsers_font_size() -> None:
    for css in (CSS, THEMES, *map(sheet, ("pages.css", "learn.css", "library.css"))):
        fixed = set(re.findall(r"font(?:-size)?:[^;}]*?\b([\d.]+px)", css))
        assert fixed <= {"1px"}, "only words for ears alone have a size of their own"


def test_stylesheets_and_drawings_use_only_local_files() -> None:
    for sheet in STATIC.rglob("*.css"):
        text = sheet.read_text()
        assert "//" not in text
        # What imports another sheet holds it as served.
        assert ("@import" in text) is (sheet.name in SHEETS_OF_SHEETS)
        for address in re.findall(r"url\(\s*['\"]?([^'\")]+)", text):
            assert (sheet.parent / address).resolve().is_relative_to(STATIC.resolve())
            assert (sheet.parent / address).is_file()
    for drawing in STATIC.rglob("*.svg"):
        text = drawing.read_text().replace('xmlns="http://www.w3.org/2000/svg"', "")
        # No style and no script inside: they would need exceptions from the page's policy.
        assert not re.search(r"//|href|<style|style=|<script|data:", text)


def test_nothing_moves_under_reduced_motion() -> None:
    calm = block_after("@media (prefers-reduced-motion: reduce)")
    assert re.search(r"\*, ::before, ::after\s*{[^}]*animation: none !important", calm)
    assert re.search(r"\*, ::before, ::after\s*{[^}]*transition: none !important", calm)


def test_pieces_move_or_grow_within_a_fifth_of_a_second() -> None:
    times = re.findall(r"transition: \w+ ([\d.]+)s", CSS)
    assert times
    assert max(map(float, times)) <= 0.2


def test_text_for_screen_readers_is_clipped_not_removed() -> None:
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


def test_stylesheets_and_drawings_are_small() -> None:
    brotli = pytest.importorskip("brotli")
    for name in ("site.css", "pages.css", "library.css", "themes.css"):
        assert len(brotli.compress(without_space(sheet(name).encode()))) <= 5_500
    for drawing in draw_pieces.FOLDER.glob("*.svg"):
        assert len(brotli.compress(drawing.read_bytes())) <= 1_000
    assert len(brotli.compress(draw_pieces.SAMPLES.read_bytes())) <= 3_000
