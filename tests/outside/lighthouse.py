"""Lighthouse reports on the main pages, emulating a phone.

``python -m tests.outside.lighthouse`` (`make lighthouse`) serves the site and prints the scores,
speed included. Tests leave speed out: it depends on the machine and its load.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.running_site import END_WITH_TESTS, running_site
from tests.tools import outside, tool

PAGES = ("", "new", "tables/", "settings", "rules/english/", "faq/", "accessibility/")
"""The main pages, as paths on the site."""
CATEGORIES_WITHOUT_SPEED = ("accessibility", "best-practices", "seo")
PATIENCE = 600
"""Seconds for all pages: far more than they take on a busy machine."""


@dataclass(frozen=True)
class Report:
    """Lighthouse's report on one page."""

    address: str
    scores: dict[str, int]
    """Scores out of 100, by category."""
    lost: list[str]
    """The audits that cost points, except those on speed."""
    times: dict[str, str]
    error: str


def reports(
    site: str,
    pages: Sequence[str],
    categories: tuple[str, ...] = CATEGORIES_WITHOUT_SPEED,
    cookies: str = "",
) -> list[Report]:
    """Return a report on each of the pages of the site at a URL; skip without Lighthouse.

    ``cookies`` are a player's, for pages of their games.
    """
    outside("lighthouse/package.json")
    command = [tool("node", "nodejs"), str(Path(__file__).with_suffix(".mjs")), tool("chromium")]
    ran = subprocess.run(
        [*END_WITH_TESTS, *command, ",".join(categories), cookies, *(site + it for it in pages)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ran.returncode == 0, ran.stderr
    return [Report(**json.loads(line)) for line in ran.stdout.splitlines()]


def main() -> None:
    """Print the scores of each page and the audits that cost points."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running_site(Path(folder)) as site,
    ):
        for page in reports(site.url, PAGES, ("performance", *CATEGORIES_WITHOUT_SPEED)):
            figures = {**page.scores, **page.times}
            summary = ", ".join(f"{name} {value}" for name, value in figures.items())
            lines = [f"/{page.address.removeprefix(site.url)}: {summary}", *page.lost]
            sys.stdout.write("\n  ".join(lines) + "\n")


if __name__ == "__main__":
    main()
