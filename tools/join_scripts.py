"""Joins htmx and the site's own script into the one that pages load, static/js/scripts.js.

    python -m tools.join_scripts

One request less on every first visit. Run it again after a change of site.js or of django-htmx,
which brings htmx along.
"""

from __future__ import annotations

from pathlib import Path

import django_htmx

HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"
FOLDER = Path(__file__).parents[1] / "static" / "js"


def joined() -> str:
    """The text of the file: htmx first, which the site's own script sets up."""
    return f"{HTMX.read_text().rstrip()}\n{(FOLDER / 'site.js').read_text()}"


def main() -> None:
    """Write it."""
    (FOLDER / "scripts.js").write_text(joined())


if __name__ == "__main__":
    main()
