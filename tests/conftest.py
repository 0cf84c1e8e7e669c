"""Fixtures and hooks for every test."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser

from tests.rotation import commits_so_far, mark_cases_left_for_later
from tests.tools import chromium

NOTHING_MAY_BE_SKIPPED = os.environ.get("CI") == "true"

# No machine is too slow for a test, and CI always runs the same examples.
settings.register_profile(
    "tests",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=NOTHING_MAY_BE_SKIPPED,
)
settings.load_profile("tests")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rotation",
        type=int,
        help="which of many combinations tests cover that cover one in each run; the default is "
        "the number of commits",
    )


def pytest_configure(config: pytest.Config) -> None:
    # Set in the first process; those that it starts inherit its options.
    if config.option.rotation is None:
        config.option.rotation = commits_so_far()


@pytest.fixture(scope="session")
def rotation(pytestconfig: pytest.Config) -> int:
    """Which of many combinations this run covers (tests/rotation.py)."""
    return int(pytestconfig.getoption("rotation"))


def pytest_report_header(config: pytest.Config) -> str:
    return f"rotation: {config.option.rotation}, to be repeated with --rotation"


def _fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    if NOTHING_MAY_BE_SKIPPED and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"With CI=true nothing may be skipped. {reason}"


DATABASES = {"db", "transactional_db", "django_db_reset_sequences"}
"""The fixtures requested by tests that use the database."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark what uses the database as stored, to be run again on PostgreSQL; choose what rotates."""
    if config.option.markexpr.startswith("stored"):
        # The second time, on the other database: of the tests of pages half are enough.
        for item in items:
            if "tests/web/" in item.nodeid and not item.get_closest_marker("rotates"):
                item.add_marker(pytest.mark.rotates(2))
    mark_cases_left_for_later(items, config.getoption("rotation"))
    for item in items:
        if item.get_closest_marker("sqlite"):
            continue
        if item.get_closest_marker("django_db") or DATABASES & set(
            getattr(item, "fixturenames", ())
        ):
            item.add_marker("stored")


def _timeout(item: pytest.Item) -> float:
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker else 0


@pytest.hookimpl(trylast=True, specname="pytest_collection_modifyitems")
def pytest_run_long_tests_first(items: list[pytest.Item]) -> None:
    """Begin with what may take longest, so that no process is left alone with it at the end."""
    items.sort(key=_timeout, reverse=True)


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
