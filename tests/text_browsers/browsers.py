"""The four text browsers: how each is started clean, and which keys do what in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

ASKS_BEFORE_A_COOKIE = "Allow? (Y/N/Always/neVer)"
ASKS_BEFORE_A_POST = "Do you want to post"
NEVER = r"(?!)"
LINKS_LOADS = "Waiting in queue|Making connection|Request sent|Transferring|Received "


@dataclass(frozen=True)
class TextBrowser:
    """A text browser as its users know it."""

    name: str
    program: str
    furnish: Callable[[Path], list[str]]
    """Prepare an empty home folder; returns options for the command."""
    top: int = 1
    """Lines above the page that are the browser's own."""
    bottom: int = 1
    """Lines below the page that are the browser's own."""
    next: str = "Down"
    """Key to the next link, button or field."""
    previous: str = "Up"
    home: str = "Home"
    """Key to the top of the page."""
    back: str = "Left"
    """Key to the page before, which is shown from memory."""
    asks_before_a_cookie: bool = False
    asks_before_a_post: bool = False
    opens_fields: bool = False
    """Whether a field takes text only once Enter was pressed on it."""
    closes_fields: bool = False
    """Whether a field holds on to the keys until Enter is pressed again."""
    says_of_a_part: str = NEVER
    """What its lowest line looks like while it shows a part of a page and the rest is on its way.

    Keys may be lost or mean something else then: lynx forgets them, ELinks warns of the form.
    """

    def __str__(self) -> str:
        return self.name


WITHOUT_PAUSES = """\
CHARACTER_SET:utf-8
INFOSECS:0
MESSAGESECS:0
ALERTSECS:0
SHOW_CURSOR:TRUE
"""


def _lynx(home: Path) -> list[str]:
    settings = home / "lynx.cfg"
    settings.write_text(WITHOUT_PAUSES)
    return [f"-cfg={settings}"]


def _as_installed(home: Path) -> list[str]:
    return []


def _links(home: Path) -> list[str]:
    (home / ".links2").mkdir()  # else it welcomes a new user with a dialog
    return []


def _elinks(home: Path) -> list[str]:
    (home / ".elinks").mkdir()  # else it welcomes a new user with a dialog
    return ["-no-connect"]


LYNX = TextBrowser(
    "lynx",
    "lynx",
    _lynx,
    bottom=3,
    asks_before_a_cookie=True,
    says_of_a_part="$",
)
"""Without the pauses after each message, which are most of a move's time."""
LYNX_AS_INSTALLED = replace(LYNX, name="lynx as installed", furnish=_as_installed)
W3M = TextBrowser(
    "w3m",
    "w3m",
    _as_installed,
    top=0,
    next="Tab",
    previous="M-Tab",
    home="g",
    back="B",
    opens_fields=True,
    closes_fields=True,
)
LINKS = TextBrowser("links2", "links2", _links, says_of_a_part=LINKS_LOADS)
ELINKS = TextBrowser(
    "elinks",
    "elinks",
    _elinks,
    asks_before_a_post=True,
    opens_fields=True,
    says_of_a_part=LINKS_LOADS,
)
BROWSERS = (LYNX, W3M, LINKS, ELINKS)
