"""The programs that tests drive; a test is skipped where its program is missing."""

import ctypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

# Invisible parts of the browser's window cost 0.15 s of CPU for each new player.
# Only the last list of features counts, so the relevant part of Playwright's is repeated.
NEEDLESS_FEATURES = (
    *("WebUIOmniboxAimPopup", "WebUIOmniboxPopup"),
    *("DestroyProfileOnBrowserClose", "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PaintHolding"),
    # A process in reserve, which each new player would start in vain.
    "SpareRendererForSitePerProcess",
)
CHROMIUM_OPTIONS = [
    "--disable-background-networking",
    "--disable-component-update",
    f"--disable-features={','.join(NEEDLESS_FEATURES)}",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
]


def tool(name: str, package: str = "") -> str:
    """Return the path of a program, or skip the test and say what is missing.

    ``package`` is the Debian package if its name differs. With CI=true a skipped test fails, see
    `tests/conftest.py`.
    """
    path = shutil.which(name)
    if path is None:
        pytest.skip(f"{name} is missing on this machine: apt-get install {package or name}")
    return path


def outside(name: str) -> Path:
    """Return the path of a file that npm installed in `tests/outside/`, or skip the test."""
    path = Path(__file__).parent / "outside" / "node_modules" / name
    if not path.exists():
        pytest.skip(f"{name} is missing on this machine: .ci/outside installs it with npm")
    return path


def library(name: str, package: str) -> None:
    """Skip the test and say what is missing unless the library is installed."""
    try:
        ctypes.CDLL(name)
    except OSError:
        pytest.skip(f"{name} is missing on this machine: apt-get install {package}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Run Debian's Chromium, headless; Playwright's own browsers are never downloaded."""
    executable = tool("chromium")
    library("libatomic.so.1", "libatomic1")  # Playwright's driver is linked with it
    options = [*CHROMIUM_OPTIONS]
    if os.geteuid() == 0:
        options.append("--no-sandbox")  # Chromium refuses to run as root with its sandbox
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=options)
        yield browser
        browser.close()
