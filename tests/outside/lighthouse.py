"""Lighthouse's opinion of the main pages, as on a phone.

``python -m tests.outside.lighthouse`` (`make lighthouse`) serves the site and prints it, speed
included. Tests leave speed out: it is a figure of the machine and of what else it does.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.server import ENDED_WITH_THE_TESTS, running_site
from tests.tools import outside, tool

PAGES = ("", "new", "tables/", "settings", "rules/english/", "faq/", "accessibility/")
"""The main ones, below the site's address."""
TIMELESS = ("accessibility", "best-practices", "seo")
PATIENCE = 600
"""Seconds for all pages: far more than they take on a busy machine."""


@dataclass(frozen=True)
class Opinion:
    """What Lighthouse thinks of one page."""

    address: str
    scores: dict[str, int]
    """Of 100, by category."""
    lost: list[str]
    """The audits that cost points, but for those of speed."""
    times: dict[str, str]
    error: str


def opinions(site: str, categories: tuple[str, ...] = TIMELESS) -> list[Opinion]:
    """Ask about each main page of the site at an address, or skip where it cannot be asked."""
    outside("lighthouse/package.json")
    command = [tool("node", "nodejs"), str(Path(__file__).with_suffix(".mjs")), tool("chromium")]
    asked = subprocess.run(
        [*ENDED_WITH_THE_TESTS, *command, ",".join(categories), *(site + it for it in PAGES)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert asked.returncode == 0, asked.stderr
    return [Opinion(**json.loads(line)) for line in asked.stdout.splitlines()]


def main() -> None:
    """Print what there is to know about each page, a line for each."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder)) as site,
    ):
        for page in opinions(site.url, ("performance", *TIMELESS)):
            figures = {**page.scores, **page.times}
            told = ", ".join(f"{name} {value}" for name, value in figures.items())
            lines = [f"/{page.address.removeprefix(site.url)}: {told}", *page.lost]
            sys.stdout.write("\n  ".join(lines) + "\n")


if __name__ == "__main__":
    main()
