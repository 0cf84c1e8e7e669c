"""What holds for every test."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from tests.tools import chromium

NOTHING_MAY_BE_SKIPPED = os.environ.get("CI") == "true"

# No machine is too slow for a test, and where a change is judged it is judged by the same examples.
settings.register_profile(
    "tests",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=NOTHING_MAY_BE_SKIPPED,
)
settings.load_profile("tests")


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    if NOTHING_MAY_BE_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"With CI=true nothing may be skipped. {reason}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    report = yield
    _fail_if_skipped(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    report = yield
    _fail_if_skipped(report)
    return report


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, started once; open a `browser.new_context()` for each player."""
    with chromium() as running:
        yield running
