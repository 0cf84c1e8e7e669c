"""A thorough inspection of a page: everything that can be measured in one visit.

Reaching a state takes longer than measuring it, so all findings are collected first and checked
afterwards.
"""

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

from tests.chromium.player import Player

SCREENS = {"a laptop": (1280, 1024), "a laptop at 400 %": (320, 256)}
SCHEMES = ("light", "dark")
VIEWS = tuple(product(SCREENS, SCHEMES))

AXE_RULES = {
    "runOnly": [
        *("wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag21aaa", "wcag22aa"),
        *("best-practice", "experimental"),
    ],
    "resultTypes": ["violations", "incomplete"],
    "ancestry": True,
}
ASK_AXE = """
rules => axe.run(rules).then(({violations, incomplete}) => ({violations, incomplete}))
"""

OUTLINE = """
() => ({
    levels: [...document.querySelectorAll("h1, h2, h3, h4")].map(it => Number(it.tagName[1])),
    parts: [...document.querySelectorAll("#game h2")].map(it => it.id || it.innerText),
    body: [...document.body.children].map(it => it.localName),
    ids: [...document.querySelectorAll("[id]")].map(it => it.id),
    buttons: [...document.querySelectorAll("button")]
        .map(it => [it, it.form?.getAttribute("action")])
        .map(([it, action]) => [it.ariaLabel || it.textContent.trim(), action, it.value]),
    status: (document.querySelector("#turn, #step") || document.querySelector("h1")).innerText,
    moved: document.querySelector("#last")?.innerText,
})
"""

OVERHANG = "document.scrollingElement.scrollWidth - window.innerWidth"

SMALL_TARGETS = """
() => [...document.querySelectorAll("a, button, input:not([type=hidden]), summary")]
    .filter(it => it.checkVisibility({visibilityProperty: true}) && !it.closest(".skip"))
    .map(it => [it, /radio|checkbox/.test(it.type) ? it.closest("label") : it])
    .map(([it, target]) => [it, target.getBoundingClientRect()])
    .map(([it, box]) => [it, box, it.matches(".moves :is(button, .button)") ? 44 : 24])
    .filter(([it, box, least]) => Math.min(box.width, box.height) < least - 0.01)
    .map(([it, box]) => `${it.outerHTML}: ${box.width.toFixed(1)} x ${box.height.toFixed(1)}`)
"""

STICKY = """
() => [...document.querySelectorAll("*")]
    .filter(it => !it.matches(":modal"))
    .filter(it => ["sticky", "fixed"].includes(getComputedStyle(it).position))
    .filter(it => it.offsetHeight > window.innerHeight / 2)
    .map(it => it.outerHTML)
"""

CUT_OFF = """
() => {
    const cut = []
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
        const text = texts.currentNode
        if (!text.data.trim() || !text.parentElement.checkVisibility()) continue
        const range = document.createRange()
        range.selectNodeContents(text)
        const words = range.getBoundingClientRect()
        for (let box = text.parentElement; box !== document.body; box = box.parentElement) {
            const style = getComputedStyle(box)
            if (style.clipPath !== "none" || style.fontSize === "1px") break  // screen readers only
            // What scrolls can be reached.
            const clips = /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`)
            if (!clips && !box.matches("button, .button, td, th, label")) continue
            const edge = box.getBoundingClientRect()
            const out = Math.max(edge.left - words.left, words.right - edge.right,
                edge.top - words.top, words.bottom - edge.bottom)
            if (out > 1) cut.push(`${text.data.trim()} by ${out.toFixed(1)} in ${box.tagName}`)
        }
    }
    return cut
}
"""

# The text spacing of WCAG 1.4.12. The page's policy allows no style element.
WIDER_SPACING = """
() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`* {
        line-height: 1.5 !important;
        letter-spacing: 0.12em !important;
        word-spacing: 0.16em !important;
    }
    p { margin-bottom: 2em !important }`)
    document.adoptedStyleSheets = [sheet]
}
"""

STOP = """
() => {
    const at = document.activeElement
    if (at === document.body) return null
    const box = at.getBoundingClientRect()
    const style = getComputedStyle(at)
    const shown = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return {
        name: at.outerHTML,
        ring: style.outlineStyle === "none" ? 0 : parseFloat(style.outlineWidth),
        off: Math.max(-box.top, -box.left, box.right - innerWidth, box.bottom - innerHeight),
        covered: !at.contains(shown) && !shown?.contains(at),
    }
}
"""
MAX_STOPS = 80

BLOCK_NAVIGATION = """
() => {
    window.navigations = []
    navigation.addEventListener("navigate", it => {
        navigations.push(`${it.navigationType} ${it.destination.url}`)
        it.preventDefault()
    })
}
"""
A_DAY = 24 * 60 * 60 * 1000


@dataclass
class Inspection:
    """What was found on a page."""

    sent: str
    """The last response: a whole page or, with scripts, the swapped fragment."""
    shown: str
    """The resulting page, as HTML."""
    title: str
    record: list[str]
    outline: dict[str, Any]
    axe: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Axe's results for each screen and colour scheme."""
    overhang: dict[str, int] = field(default_factory=dict)
    """How many pixels wider than each screen the page is."""
    small_targets: list[str] = field(default_factory=list)
    sticky: list[str] = field(default_factory=list)
    cut_off: list[str] = field(default_factory=list)
    stops: list[dict[str, Any]] = field(default_factory=list)
    """The page's tab stops in order; collected with scripts only."""
    reloads: list[str] = field(default_factory=list)
    """Everything that reloads the page unasked."""


def inspect(player: Player, views: Collection[tuple[str, str]] = VIEWS) -> Inspection:
    """Measure the player's current page; leaves it with wider text spacing.

    Axe, which takes longest, sees the page in the given views only.
    """
    page = player.page
    found = Inspection(
        sent=player.answer.text(),
        shown=page.content(),
        title=page.title(),
        record=player.record(),
        outline=page.evaluate(OUTLINE),
    )
    with player.examining():
        page.evaluate(AXE_SCRIPT)
        for screen, (width, height) in SCREENS.items():
            page.set_viewport_size({"width": width, "height": height})
            found.overhang[screen] = page.evaluate(OVERHANG)
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                if (screen, scheme) in views:
                    found.axe[f"{screen}, {scheme}"] = page.evaluate(ASK_AXE, AXE_RULES)
    found.small_targets = page.evaluate(SMALL_TARGETS)
    found.sticky = page.evaluate(STICKY)
    if player.scripts:
        found.stops = walk(player)
    found.cut_off = page.evaluate(CUT_OFF)
    page.evaluate(WIDER_SPACING)
    found.cut_off += page.evaluate(CUT_OFF)
    found.overhang["wider spacing"] = page.evaluate(OVERHANG)
    found.reloads = reloads(player)
    return found


def reloads(player: Player) -> list[str]:
    """Return what reloads the page by itself: its head, its headers or, within a day, a script."""
    page = player.page
    reasons = page.locator("meta[http-equiv=refresh i]").evaluate_all("all => all.map(String)")
    reasons += [it for name, it in player.answer.headers.items() if name.lower() == "refresh"]
    if player.scripts:
        page.evaluate(BLOCK_NAVIGATION)
        page.clock.fast_forward(A_DAY)
        reasons += page.evaluate("navigations")
    return reasons


def walk(player: Player) -> list[dict[str, Any]]:
    """Return every tab stop from the top of the page to its end, at most ``MAX_STOPS``."""
    stops: list[dict[str, Any]] = []
    player.page.evaluate("document.activeElement.blur()")
    while len(stops) < MAX_STOPS:
        player.page.keyboard.press("Tab")
        stop = player.page.evaluate(STOP)
        if stop is None:
            break
        stops.append(stop)
    return stops
