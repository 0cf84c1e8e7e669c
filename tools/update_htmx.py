"""Fetch the newest htmx 2 from npm into ``tools/htmx`` and join it into the scripts of pages.

    python -m tools.update_htmx

`make lock` runs it, as it does the same for Python's packages. It needs npm; nothing else does.
"""

from __future__ import annotations

import subprocess
import tarfile
import tempfile
from pathlib import Path

from tools import join_scripts

NEWEST = "htmx.org@2"
KEPT = {"package/dist/htmx.min.js": join_scripts.HTMX, "package/LICENSE": join_scripts.LICENCE}
"""What is kept of npm's package, and where."""


def main() -> None:
    """Replace the kept files; npm checks the package against the registry's checksum."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["npm", "pack", "--silent", NEWEST], cwd=folder, check=True)
        with tarfile.open(next(Path(folder).glob("htmx.org-*.tgz"))) as package:
            for name, path in KEPT.items():
                member = package.extractfile(name)
                assert member is not None, f"{NEWEST} has no {name}"
                path.write_bytes(member.read())
    join_scripts.main()


if __name__ == "__main__":
    main()
