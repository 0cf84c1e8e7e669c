"""Screenshots of a board and how much one square differs from another."""

from __future__ import annotations

import base64
from dataclasses import dataclass

from playwright.sync_api import Browser

from tests.chromium.player import Player

MIN_CONTRAST = 3.0
"""The contrast that distinguishes shapes: WCAG 1.4.11."""
# The names of squares differ anyway, so they are hidden.
WITHOUT_NAMES = """
() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(".board b { visibility: hidden }")
    document.adoptedStyleSheets = [sheet]
}
"""
SQUARES = """
() => {
    const board = document.querySelector(".board tbody").getBoundingClientRect()
    return [...document.querySelectorAll(".board td:not(:empty)")].map(it => {
        const {x, y, width, height} = it.getBoundingClientRect()
        const place = [x - board.x, y - board.y, width, height].map(Math.round)
        return [it.textContent.match(/^\\w+/)[0], place]
    })
}
"""
DEVELOP = """
([name, address]) => new Promise(resolve => {
    const picture = new Image()
    picture.onload = () => {
        const paper = new OffscreenCanvas(picture.width, picture.height).getContext("2d")
        paper.drawImage(picture, 0, 0)
        window.papers ??= {}
        papers[name] = paper
        resolve()
    }
    picture.src = address
})
"""
COMPARE = """
([pairs, contrast]) => pairs.map(([one, other]) => {
    const linear = it => it <= 10 ? it / 3294.6 : ((it / 255 + 0.055) / 1.055) ** 2.4
    const [bright, brighter] = [one, other].map(([name, place]) => {
        const {data} = papers[name].getImageData(...place)
        return Array.from({length: data.length / 4}, (_, at) => 0.2126 * linear(data[4 * at])
            + 0.7152 * linear(data[4 * at + 1]) + 0.0722 * linear(data[4 * at + 2]))
    })
    if (bright.length !== brighter.length) throw new Error("squares of two sizes")
    const distinct = bright.filter((it, at) =>
        Math.max(it, brighter[at]) + 0.05 >= contrast * (Math.min(it, brighter[at]) + 0.05))
    return distinct.length / bright.length
})
"""


@dataclass(frozen=True)
class Square:
    """A square in one of the screenshots."""

    picture: str
    place: list[int]


class Camera:
    """Takes screenshots of boards and compares their squares."""

    def __init__(self, browser: Browser) -> None:
        # A page of its own, as the site's policy blocks scripts that read the pixels of an image.
        self._darkroom = browser.new_page()
        self._taken = 0

    def squares(self, player: Player) -> dict[str, Square]:
        """Return every playing square as its player sees it now, by the square's name."""
        self._taken += 1
        name = str(self._taken)
        player.page.evaluate(WITHOUT_NAMES)
        player.page.evaluate("document.activeElement.blur()")  # the focus ring is not a mark
        # Hiding the caret would need a style that the page's policy forbids.
        taken = player.page.locator(".board tbody").screenshot(caret="initial")
        drawn = base64.b64encode(taken).decode()
        self._darkroom.evaluate(DEVELOP, [name, f"data:image/png;base64,{drawn}"])
        return {it: Square(name, place) for it, place in player.page.evaluate(SQUARES)}

    def differences(self, pairs: dict[str, tuple[Square, Square]]) -> dict[str, float]:
        """Return for each pair the share of the first square that contrasts with the second."""
        places = [[[it.picture, it.place] for it in pair] for pair in pairs.values()]
        shares = self._darkroom.evaluate(COMPARE, [places, MIN_CONTRAST])
        return dict(zip(pairs, shares, strict=True))

    def close(self) -> None:
        self._darkroom.close()
