"""The four text browsers: how each starts with clean settings, and its keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

ASKS_BEFORE_A_COOKIE = "Allow? (Y/N/Always/neVer)"
ASKS_BEFORE_A_POST = "Do you want to post"
NEVER = r"(?!)"
LINKS_LOADING = "Waiting in queue|Making connection|Request sent|Transferring|Received "


@dataclass(frozen=True)
class TextBrowser:
    """A text browser as its users know it."""

    name: str
    program: str
    prepare_home: Callable[[Path], list[str]]
    """Prepare an empty home folder; return options for the command."""
    top: int = 1
    """The browser's own lines above the page."""
    bottom: int = 1
    """The browser's own lines below the page."""
    next: str = "Down"
    """Key to the next link, button or field."""
    previous: str = "Up"
    home: str = "Home"
    """Key to the top of the page."""
    back: str = "Left"
    """Key to the previous page, which is shown from memory."""
    asks_before_a_cookie: bool = False
    asks_before_a_post: bool = False
    opens_fields: bool = False
    """Whether a field takes text only after Enter."""
    closes_fields: bool = False
    """Whether a field keeps taking keys until Enter is pressed again."""
    loading_line: str = NEVER
    """A pattern of its lowest line while it shows the part of a page that has arrived.

    Keys may be lost or mean something else then: lynx drops them, ELinks warns about the form.
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
    (home / ".links2").mkdir()  # or it greets a new user with a dialog
    return []


def _elinks(home: Path) -> list[str]:
    (home / ".elinks").mkdir()  # or it greets a new user with a dialog
    return ["-no-connect"]


LYNX = TextBrowser(
    "lynx",
    "lynx",
    _lynx,
    bottom=3,
    asks_before_a_cookie=True,
    loading_line="$",
)
"""Without the pauses after each message, which take most of a move's time."""
LYNX_AS_INSTALLED = replace(LYNX, name="lynx as installed", prepare_home=_as_installed)
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
LINKS = TextBrowser("links2", "links2", _links, loading_line=LINKS_LOADING)
ELINKS = TextBrowser(
    "elinks",
    "elinks",
    _elinks,
    asks_before_a_post=True,
    opens_fields=True,
    loading_line=LINKS_LOADING,
)
BROWSERS = (LYNX, W3M, LINKS, ELINKS)
