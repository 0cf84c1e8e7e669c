"""Join htmx and the site's own scripts into the two files that pages load (``JOINED``).

    python -m tools.join_scripts

This saves a request on every first visit. Run it again after a change to site.js, instant.js or
django-htmx, which includes htmx.
"""

from __future__ import annotations

import re
from pathlib import Path

import django_htmx

HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
FOLDER = Path(__file__).parents[1] / "static" / "js"
JOINED = {"scripts.js": ("site.js", "no-board.js"), "game.js": ("site.js", "instant.js")}
"""The scripts in each file: a page with a board that can be pressed loads the second."""


def joined(name: str) -> str:
    """Return the content of a file: htmx first, which the site's own script configures."""
    own = "".join((FOLDER / script).read_text() for script in JOINED[name])
    return f"{HTMX.read_text().rstrip()}\n{bare(own)}"


def bare(script: str) -> str:
    """Return a script of this project without comments, indentation and spaces around operators.

    It understands only the project's style: comments on their own lines or after two slashes and a
    space, and strings in double quotes or backticks, on one line.
    """
    script = re.sub(r"(^|\s)// .*|/\*\*.*?\*/", "", script, flags=re.MULTILINE)
    lines = "".join(f"{line.strip()}\n" for line in script.splitlines() if line.strip())
    pieces = re.split(r'("[^"\n]*"|`[^`\n]*`)', lines)
    pieces[::2] = [re.sub(r" *([-=<>!&|?:+*/,;{}()]) *", r"\1", code) for code in pieces[::2]]
    return "".join(pieces)


def main() -> None:
    """Write the files."""
    for name in JOINED:
        (FOLDER / name).write_text(joined(name))


if __name__ == "__main__":
    main()
