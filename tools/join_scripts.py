"""Joins htmx and the site's own script into the one that pages load, static/js/scripts.js.

    python -m tools.join_scripts

One request less on every first visit. Run it again after a change of site.js or of django-htmx,
which brings htmx along.
"""

from __future__ import annotations

import re
from pathlib import Path

import django_htmx

HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
FOLDER = Path(__file__).parents[1] / "static" / "js"


def joined() -> str:
    """The text of the file: htmx first, which the site's own script sets up."""
    return f"{HTMX.read_text().rstrip()}\n{bare((FOLDER / 'site.js').read_text())}"


def bare(script: str) -> str:
    """A script of ours without what only its readers need: comments, margins, spaces around signs.

    It takes comments as we write them, on lines of their own or after two slashes and a space, and
    texts between double quotes or backticks, on one line.
    """
    script = re.sub(r"(^|\s)// .*|/\*\*.*?\*/", "", script, flags=re.MULTILINE)
    lines = "".join(f"{line.strip()}\n" for line in script.splitlines() if line.strip())
    pieces = re.split(r'("[^"\n]*"|`[^`\n]*`)', lines)
    pieces[::2] = [re.sub(r" *([-=<>!&|?:+*/,;{}()]) *", r"\1", code) for code in pieces[::2]]
    return "".join(pieces)


def main() -> None:
    """Write it."""
    (FOLDER / "scripts.js").write_text(joined())


if __name__ == "__main__":
    main()
