"""Draw the bitmap images with Chromium: home-screen icons and the preview of shared links.

    python -m tools.draw_pictures

The icons are static/img/icon.svg without its rounded corners, since phones add their own; the
preview is a board in the site's own style sheet beside the site's name.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from game.notation import parse_fen
from game.rules import VARIANTS, Position, Side, Variant

STATIC = Path(__file__).parents[1] / "static"
IMAGES = STATIC / "img"
ICONS = {"touch-icon.png": 180, "icon-192.png": 192, "icon-512.png": 512}
"""File names and sizes; the central four fifths hold all that matters, whatever the crop."""
SHARED = "share.png"
SHARED_SIZE = (1200, 630)
POSITION = "B:W13,17,21,22,25,26,30,32,K3:B1,4,5,10,11,12,14,16,20,K28"
LAST_MOVE = (9, 14)

ICON_PAGE = """<!doctype html><style>
  body {{ margin: 0; background: #276040; display: grid; place-items: center; height: 100vh }}
  svg {{ width: {percent}% }}
</style>{drawing}"""
SHARED_PAGE = """<!doctype html><link rel="stylesheet" href="{css}"><style>
  body {{ background: #f6f1e4; display: grid; grid-template: 630px / 1fr 609px }}
  div.name {{ padding-left: 64px; align-self: center; align-content: center }}
  div.name::before {{
    content: ""; display: block; width: 176px; height: 176px; margin: 0 0 20px -26px;
    background: url("{pieces}") 33.333% 0 / 400% 100%;
  }}
  h1 {{ font-size: 80px; margin: 0; line-height: 1.1 }}
  p {{ font: 32px/1.35 var(--sans); color: #4a4436; margin: 16px 0 0 }}
  .board {{ --frame: 8px; --number-size: 13px; margin-top: 21px; width: 588px }}
</style><div class="name"><h1>Crownhead</h1><p>Checkers and draughts<br>in every browser</p></div>
<div class="board"><table>{rows}</table></div>"""


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
        page.screenshot(path=IMAGES / name)


def main() -> None:
    """Draw all images."""
    drawing = (IMAGES / "icon.svg").read_text().replace(' rx="14"', "")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        page = browser.new_page()
        for name, size in ICONS.items():
            percent = 84 if size == max(ICONS.values()) else 100
            picture(page, ICON_PAGE.format(percent=percent, drawing=drawing), size, size, name)
        html = SHARED_PAGE.format(
            css=(STATIC / "css" / "site.css").as_uri(),
            pieces=(IMAGES / "pieces" / "black-white-classic.svg").as_uri(),
            rows=board(),
        )
        picture(page, html, *SHARED_SIZE, SHARED)
        browser.close()


if __name__ == "__main__":
    main()
