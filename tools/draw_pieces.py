"""Draw the pieces: a file for each palette and style, in static/img/pieces/.

    python -m tools.draw_pieces

Every file is a strip of four squares: man and king of FEN's white, then king and man of its black.
The sides differ in lightness and in a mark (rings and a milled edge, a ring and a dot, or letters),
never in hue alone. A king is two stacked pieces with a crown. The light comes from the upper left:
what rises is bright there and dark at the lower right, what is hollow the other way round. All
strips, stacked, are static/img/samples.svg, for the page that shows them all; the site's icon is a
king.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "static" / "img" / "pieces"
SAMPLES = FOLDER.with_name("samples.svg")
ICON = FOLDER.with_name("icon.svg")
GROUND = "#276040"
"""The green of the board, behind the icon's king."""
LEFT, TOP = 53, 54
"""The centre of a man, off-centre to leave space for the square's number at the top left."""
RADIUS = 34
LIGHT = """<defs><linearGradient id="a" x2="1" y2="1"><stop stop-color="#fff" stop-opacity=".6"/>\
<stop offset=".5" stop-color="#888" stop-opacity="0"/><stop offset="1" stop-opacity=".6"/>\
</linearGradient></defs>"""
"""What lights a rise: the same in every file."""


@dataclass(frozen=True)
class Side:
    """The colours and the mark of one side's pieces."""

    letter: str
    has_rings: bool
    """Whether its mark is rings, as on lighter sides."""
    face: str
    edge: str
    """The side of the piece, visible below its face."""
    line: str
    """The outline, which contrasts where the face does not."""
    mark: str
    crown: str
    rim: str = ""
    """A second outline inside the first, for a face that is neither light nor dark."""


@dataclass(frozen=True)
class Palette:
    """Both sides, by their names in FEN."""

    white: Side
    black: Side


IVORY = Side("W", True, "#f8f1de", "#cdbf9b", "#1a1814", "#6d6146", "#5c3d00")
EBONY = Side("B", False, "#171512", "#000", "#e6dcc3", "#b9ae92", "#f6c945")
CARMINE = Side("R", False, "#98201a", "#5c0f0b", "#f6e3cf", "#efc3a6", "#ffd773")
VERMILION = Side("R", True, "#d8402f", "#8f1d12", "#1c0705", "#ffe9d8", "#fff1e0", rim="#ffe9d8")
MAPLE = Side("L", True, "#ecd3a0", "#b8975b", "#241708", "#755522", "#5c3a06")
WALNUT = Side("D", False, "#3b2415", "#1a0e06", "#f0ddb8", "#c9a671", "#f6c945")
PALETTES = {
    "black-white": Palette(white=IVORY, black=EBONY),
    "red-white": Palette(white=IVORY, black=CARMINE),
    # Red moves first: whether that is white or black depends on the variant.
    "red-black": Palette(white=EBONY, black=VERMILION),
    "black-red": Palette(white=VERMILION, black=EBONY),
    "dark-light": Palette(white=MAPLE, black=WALNUT),
}
STYLES = ("classic", "flat", "letters")

CROWN = "M-16 13l-5-23a3.5 3.5 0 1 1 5-2l8 8 5-13a4 4 0 1 1 6 0l5 13 8-8a3.5 3.5 0 1 1 5 2l-5 23z"
LETTERS = {
    "B": "M-9-16v32h11a8.5 8.5 0 0 0 0-17h-11h10a7.5 7.5 0 0 0 0-15z",
    "D": "M-10-16v32h6a16 16 0 0 0 0-32z",
    "L": "M-8-16v32h18",
    "R": "M-9 16v-32h11a8.5 8.5 0 0 1 0 17h-11m10 0l10 15",
    "W": "M-17-16l8 32 9-25 9 25 8-32",
}


def disc(y: float, fill: str = "", stroke: str = "", width: float = 0, r: float = RADIUS) -> str:
    """Return a circle around the centre of the square; missing colours are inherited."""
    colours = f' fill="{fill}"' if fill else ""
    colours += f' stroke="{stroke}"' if stroke else ""
    colours += f' stroke-width="{width:g}"' if width else ""
    return f'<circle cx="{LEFT}" cy="{y:g}" r="{r:g}"{colours}/>'


def shape(path: str, y: float, size: float, colours: str) -> str:
    """Return a crown or a letter centred ``y`` below the top of the square."""
    return f'<path transform="translate({LEFT} {y:g}) scale({size:g})" d="{path}" {colours}/>'


def lit(y: float, r: float, width: float = 0, *, hollow: bool = False) -> str:
    """Return the light on a disc, or with a width on a ring, that rises or is hollow."""
    turned = f' transform="rotate(180 {LEFT} {y:g})"' if hollow else ""
    painted = f'fill="none" stroke="url(#a)" stroke-width="{width:g}"' if width else ""
    painted = painted or 'fill="url(#a)" stroke="none"'
    return f'<circle cx="{LEFT}" cy="{y:g}" r="{r:g}" {painted}{turned}/>'


def shadow(y: float) -> str:
    """Return the shadow that a piece throws to the lower right."""
    return f'<circle cx="57" cy="{y + 6:g}" r="36" fill="#000" stroke="none" opacity=".4"/>'


def body(side: Side, y: float, style: str) -> str:
    """Return one piece without its mark; only the flat style shows no thickness and no light."""
    thick = "" if style == "flat" else disc(y + 4, side.edge)
    rim = disc(y, "none", side.rim, 3, RADIUS - 3) if side.rim else ""
    bevel = "" if style == "flat" else lit(y, RADIUS - 4, 5)
    return thick + disc(y) + rim + bevel


def mark(side: Side, y: float, style: str) -> str:
    """Return the mark that identifies a side without colour."""
    if style == "letters":
        return letter(side, y, 1.05)
    if style == "flat":
        return (
            disc(y, "none", side.mark, 5, 19)
            if side.has_rings
            else disc(y, side.mark, "none", 0, 9)
        )
    if side.has_rings:
        rings = disc(y, "none", side.mark, 2, 25) + disc(y, "none", side.mark, 2, 16.5)
        return rings + lit(y, 20.5, 6)
    return milled(side, y, 25, 6) + lit(y, 20.5, hollow=True)


def milled(side: Side, y: float, r: float, width: float) -> str:
    """Return a ring of sixty notches, as on the edge of a coin."""
    notch = 6.28318 * r / 60
    ring = disc(y, "none", side.mark, width, r)
    return ring.replace("/>", f' stroke-dasharray="{notch:.3f}"/>')


def letter(side: Side, y: float, size: float) -> str:
    """Return the side's initial as a path, which looks the same everywhere, unlike a font."""
    pen = f'fill="none" stroke="{side.mark}" stroke-width="6.5" stroke-linejoin="round"'
    return shape(LETTERS[side.letter], y, size, f'{pen} stroke-linecap="round"')


def king(side: Side, style: str) -> str:
    """Return two stacked pieces and a crown, with any letter below the crown."""
    crown = f'fill="{side.crown}" stroke="none"'
    low, high = TOP + 6, TOP - 3
    stack = body(side, low, style) + body(side, high, style)
    if style == "letters":
        return stack + shape(CROWN, high - 9, 0.98, crown) + letter(side, high + 18, 0.6)
    if style == "flat":
        return stack + shape(CROWN, high + 1, 1.15, crown)
    ring = disc(high, "none", side.mark, 2, 30) if side.has_rings else milled(side, high, 29.5, 4)
    return stack + ring + shape(CROWN, high + 1, 1.2, crown)


def strip(palette: Palette, style: str) -> str:
    """Return the whole SVG file of a palette and style."""
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100">']
    lines += [LIGHT] if style != "flat" else []
    at = 0
    for name, side in (("white", palette.white), ("black", palette.black)):
        drawn = {
            "man": body(side, TOP, style) + mark(side, TOP, style),
            "king": king(side, style),
        }
        if style != "flat":
            drawn = {"man": shadow(TOP) + drawn["man"], "king": shadow(TOP + 4) + drawn["king"]}
        lines.append(f'<g id="{name}" fill="{side.face}" stroke="{side.line}" stroke-width="2.5">')
        for kind in ("man", "king") if name == "white" else ("king", "man"):
            place = f' transform="translate({at})"' if at else ""
            lines.append(f'<g id="{name}-{kind}"{place}>{drawn[kind]}</g>')
            at += 100
        lines.append("</g>")
    return "\n".join((*lines, "</svg>", ""))


def files() -> dict[str, str]:
    """Return the content of each file by its name."""
    return {
        f"{key}-{style}.svg": strip(palette, style)
        for key, palette in PALETTES.items()
        for style in STYLES
    }


def samples() -> str:
    """Return all strips stacked, palette by palette, each in every style."""
    strips = [re.sub(' id="[^"]*"', "", text).splitlines()[1:-1] for text in files().values()]
    strips = [[line for line in lines if not line.startswith("<defs>")] for lines in strips]
    rows = [
        (f'<g transform="translate(0 {100 * row})">', *lines, "</g>")
        for row, lines in enumerate(strips)
    ]
    opening = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 {100 * len(rows)}">'
    return "\n".join((opening, LIGHT, *(line for row in rows for line in row), "</svg>", ""))


def icon() -> str:
    """Return the site's icon, a king that fills its square; the ground is its first shape."""
    opening = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">'
    ground = f'<rect id="ground" width="100" height="100" rx="22" fill="{GROUND}"/>'
    colours = f'fill="{IVORY.face}" stroke="{IVORY.line}" stroke-width="2.5"'
    drawn = f'<g transform="translate(-6.7 -11.4) scale(1.05)" {colours}>'
    return "\n".join(
        (
            opening,
            LIGHT,
            ground,
            drawn,
            shadow(TOP + 4) + king(IVORY, "classic"),
            "</g>",
            "</svg>",
            "",
        )
    )


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, text in files().items():
        (FOLDER / name).write_text(text)
    SAMPLES.write_text(samples())
    ICON.write_text(icon())


if __name__ == "__main__":
    main()
