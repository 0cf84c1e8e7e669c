"""Join htmx and the site's own scripts into the files that pages load (``JOINED``).

    python -m tools.join_scripts

This saves a request on every first visit. Run it again after a change to one of them;
``tools/update_htmx.py`` runs it after it has fetched another htmx. It needs npm, whose terser gives
the site's own names fewer letters; the files are kept, so that nothing else does.
"""

from __future__ import annotations

import re
import subprocess
from hashlib import sha256
from pathlib import Path

HTMX = Path(__file__).parent / "htmx" / "htmx.min.js"
LICENCE = HTMX.with_name("LICENSE")
FOLDER = Path(__file__).parents[1] / "static" / "js"
JOINED = {
    "pages.js": ("common.js", "record-links.js"),
    "scripts.js": ("common.js", "site.js", "no-board.js", "record-links.js"),
    "game.js": ("common.js", "site.js", "instant.js", "record-links.js"),
}
"""The scripts in each file: the first is for pages of which no part changes, the last for those
with a board that can be pressed.
"""
TERSER = ("terser@5.51.4", "--compress", "--mangle")


def stamp(name: str) -> str:
    """Return the first line of a file, which changes with whatever it is made of."""
    made_of = "".join([*TERSER, htmx_for(name), own_scripts(name)])
    return f"/* {sha256(made_of.encode()).hexdigest()[:12]} */"


def htmx_for(name: str) -> str:
    """Return htmx for the files that need it: it stands first, and site.js configures it."""
    return f"{HTMX.read_text().strip()}\n" if "site.js" in JOINED[name] else ""


def own_scripts(name: str) -> str:
    """Return the scripts of this project that are joined in a file."""
    return "".join((FOLDER / script).read_text() for script in JOINED[name])


def htmx_version() -> str:
    """Return the version of the htmx that is kept."""
    found = re.search(r'version:"([0-9.]+)"', HTMX.read_text())
    assert found is not None, f"{HTMX} does not tell its version"
    return found[1]


def shortened(script: str) -> str:
    """Return a script without comments and with short names, which nothing outside it can use."""
    command, whole = ["npx", "--yes", *TERSER], f"(() => {{{script}}})();"
    done = subprocess.run(command, input=whole, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> None:
    """Write the files."""
    for name in JOINED:
        made = f"{stamp(name)}\n{htmx_for(name)}{shortened(own_scripts(name))}\n"
        (FOLDER / name).write_text(made)


if __name__ == "__main__":
    main()
