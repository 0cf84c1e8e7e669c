"""Draw the bitmap images with Chromium: home-screen icons and the preview of shared links.

    python -m tools.draw_pictures

The icons are static/img/icon.svg without its rounded corners, since phones add their own; the
preview is a board in the site's own style sheet beside the site's name. Each file has a palette of
256 colours, which weighs a third of what the browser would write.
"""

from __future__ import annotations

import base64
import shutil
import struct
import tempfile
import zlib
from collections import Counter
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from game.notation import parse_fen
from game.rules import VARIANTS, Position, Side, Variant
from tools.draw_pieces import GROUND

STATIC = Path(__file__).parents[1] / "static"
IMAGES = STATIC / "img"
ICONS = {"touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}
"""File names and sizes; the central four fifths hold all that matters, whatever the crop."""
SHARED = "share.png"
SHARED_SIZE = (1200, 630)
POSITION = "B:W13,17,21,22,25,26,30,32,K3:B1,4,5,10,11,12,14,16,20,K28"
LAST_MOVE = (9, 14)

ICON_PAGE = """<!doctype html><style>
  body {{ margin: 0; background: {ground}; display: grid; place-items: center; height: 100vh }}
  svg {{ width: {percent}% }}
</style>{drawing}"""
SHARED_PAGE = """<!doctype html><link rel="stylesheet" href="{css}"><style>
  body {{ background: #f6f1e4; display: grid; grid-template: 630px / 1fr 609px }}
  div.name {{ padding-left: 64px; align-self: center; align-content: center }}
  div.name::before {{
    content: ""; display: block; width: 176px; height: 176px; margin: 0 0 20px -26px;
    background: url("{pieces}") 33.333% 0 / 400% 100%;
  }}
  h1 {{ font-size: 72px; margin: 0; line-height: 1.1 }}
  p {{ font: 32px/1.35 var(--sans); color: #4a4436; margin: 16px 0 0 }}
  .board {{ --frame: 8px; --number-size: 13px; margin-top: 21px; width: 588px }}
</style><div class="name"><h1>Crownhead</h1><p>Checkers and draughts<br>in every browser</p></div>
<div class="board"><table>{rows}</table></div>"""


PIXELS = """
async (picture) => {
    const bitmap = await createImageBitmap(await (await fetch(picture)).blob())
    const paper = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d")
    paper.drawImage(bitmap, 0, 0)
    const {data} = paper.getImageData(0, 0, bitmap.width, bitmap.height)
    const parts = []
    for (let at = 0; at < data.length; at += 8192) {
        parts.push(String.fromCharCode(...data.subarray(at, at + 8192)))
    }
    return btoa(parts.join(""))
}
"""
COLOURS = 256
STEP = 4
"""Colours closer than this are one when the most frequent ones are chosen."""


def cell(position: Position, variant: Variant, row: int, column: int) -> str:
    """Return the HTML of a square as on the site's own pages."""
    number = variant.board.square_at.get((row, column))
    if number is None:
        return "<td></td>"
    owner = position.owner(number)
    names = ["last"] if number in LAST_MOVE else []
    if owner is not None:
        side = "w" if owner is Side.WHITE else "b"
        names.append(side + ("k" if position.is_king(number) else "m"))
    return f'<td class="{" ".join(names)}">{number}</td>'


def board() -> str:
    """Return the HTML rows of a board in a busy position."""
    variant = VARIANTS["english"]
    position = parse_fen(POSITION, variant)
    return "".join(
        "<tr>" + "".join(cell(position, variant, row, column) for column in range(8)) + "</tr>"
        for row in range(8)
    )


def picture(page: Page, html: str, width: int, height: int, name: str) -> None:
    """Render ``html`` and save it as an image."""
    page.set_viewport_size({"width": width, "height": height})
    with tempfile.NamedTemporaryFile("w", suffix=".html") as file:
        file.write(html)
        file.flush()
        page.goto(Path(file.name).as_uri())
        taken = base64.b64encode(page.screenshot()).decode()
    page.goto("about:blank")
    pixels = base64.b64decode(page.evaluate(PIXELS, f"data:image/png;base64,{taken}"))
    (IMAGES / name).write_bytes(png(pixels, width, height))


def png(pixels: bytes, width: int, height: int) -> bytes:
    """Return RGBA pixels as a PNG file with a palette of the most frequent colours."""
    every = [pixels[at : at + 3] for at in range(0, len(pixels), 4)]
    counts: Counter[bytes] = Counter()
    stands_for: dict[bytes, bytes] = {}
    for colour, count in Counter(every).most_common():
        alike = bytes(it // STEP for it in colour)
        counts[stands_for.setdefault(alike, colour)] += count
    palette = [colour for colour, _ in counts.most_common(COLOURS)]

    def distance(at: int, colour: bytes) -> int:
        return sum((a - b) ** 2 for a, b in zip(palette[at], colour, strict=True))

    nearest = {
        colour: min(range(len(palette)), key=lambda at: distance(at, colour))
        for colour in set(every)
    }
    indexes = bytes(nearest[colour] for colour in every)
    rows = b"".join(b"\0" + indexes[at : at + width] for at in range(0, len(indexes), width))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        (
            chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)),
            chunk(b"PLTE", b"".join(palette)),
            chunk(b"IDAT", zlib.compress(rows, 9)),
            chunk(b"IEND", b""),
        )
    )


def chunk(name: bytes, content: bytes) -> bytes:
    """Return a chunk of a PNG file."""
    checksum = zlib.crc32(name + content)
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", checksum)


def main() -> None:
    """Draw all images."""
    drawing = (IMAGES / "icon.svg").read_text().replace(' rx="22"', "")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for name, size in ICONS.items():
            percent = 84 if size == max(ICONS.values()) else 100
            picture(
                page,
                ICON_PAGE.format(ground=GROUND, percent=percent, drawing=drawing),
                size,
                size,
                name,
            )
        html = SHARED_PAGE.format(
            css=(STATIC / "css" / "site.css").as_uri(),
            pieces=(IMAGES / "pieces" / "black-white-classic.svg").as_uri(),
            rows=board(),
        )
        picture(page, html, *SHARED_SIZE, SHARED)
        browser.close()


if __name__ == "__main__":
    main()
