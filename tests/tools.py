"""The programs that tests drive, and what to do on a machine that has none of them."""

import ctypes
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

# Parts of the browser's window that nobody sees cost 0.15 s of CPU for each new player.
# The browser heeds only the last list of features: Playwright's is repeated as far as it counts.
NEEDLESS_FEATURES = (
    *("WebUIOmniboxAimPopup", "WebUIOmniboxPopup"),
    *("DestroyProfileOnBrowserClose", "HttpsUpgrades", "MediaRouter", "NetworkTimeServiceQuerying"),
    *("OptimizationHints", "PaintHolding"),
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
    """Return the path of a program, or skip the test with a line that says what is missing.

    ``package`` is Debian's, where it has another name. With CI=true a skipped test fails: see
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
    """Skip the test with a line that says what is missing, unless the library is here."""
    try:
        ctypes.CDLL(name)
    except OSError:
        pytest.skip(f"{name} is missing on this machine: apt-get install {package}")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Yield Debian's Chromium, headless; Playwright's own browsers are never downloaded."""
    executable = tool("chromium")
    library("libatomic.so.1", "libatomic1")  # Playwright's own program is linked with it
    options = [*CHROMIUM_OPTIONS]
    if os.geteuid() == 0:
        options.append("--no-sandbox")  # Chromium refuses to run as root with it
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable, args=options)
        yield browser
        browser.close()
