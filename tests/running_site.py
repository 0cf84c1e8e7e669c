"""The site as `make run` serves it, for tests that play in any kind of browser."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.conf import settings

from checkers_site.static_files import NOTE, digest_of_sources
from tests.ports import free_port

ROOT = Path(__file__).parent.parent
END_WITH_TESTS = ["setpriv", "--pdeathsig", "TERM"] if shutil.which("setpriv") else []
"""On Linux: killed tests clean nothing up, and their server would run on."""
SECONDS_TO_START = 120
SECONDS_TO_STOP = 60
"""Far more than it takes on a busy machine."""


class RunningSite:
    """The real server with its own database, secret key and search processes."""

    def __init__(self, folder: Path, wrapped_in: Sequence[str] = (), **environment: str) -> None:
        self.port = free_port()
        self.wrapped_in = wrapped_in
        self.environment = environment
        self.url = f"http://127.0.0.1:{self.port}/"
        self.folder = folder
        self.log = folder / "server.log"
        collected = folder / "var" / "static"
        if settings.configured and not collected.exists() and _kept_static_files().exists():
            shutil.copytree(_kept_static_files(), collected)
        self.process = self._started()
        if settings.configured:
            _keep_static_files(collected)

    def kill(self) -> None:
        """Kill the server, as a crash does; return once nothing answers."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop the server as Ctrl-C does."""
        self._end(signal.SIGINT)

    def restart(self) -> None:
        """Serve again at the same URL with the same database."""
        self.process = self._started()

    def _started(self) -> subprocess.Popen[bytes]:
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [
                    *END_WITH_TESTS,
                    *self.wrapped_in,
                    sys.executable,
                    "-m",
                    "checkers_site.serve",
                ],
                cwd=ROOT,
                env=environment(self.folder, self.port) | self.environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        deadline = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            if process.poll() is not None or time.monotonic() > deadline:
                process.kill()
                pytest.fail(f"the server did not start:\n{self.log.read_text()}")
            time.sleep(0.05)
        return process

    def _answers(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
        except OSError:
            return False
        return True

    def _end(self, how: signal.Signals) -> None:
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(SECONDS_TO_STOP)
        # The worker, a separate process, ends when it sees that its parent is gone.
        deadline = time.monotonic() + SECONDS_TO_STOP
        while self._answers():
            if time.monotonic() > deadline:
                pytest.fail(f"something still answers at {self.url}")
            time.sleep(0.05)


def _kept_static_files() -> Path:
    """Return where the static files are kept that a server of these tests has collected.

    Compressing them is half of the processor's time of a start, of which a run has a hundred.
    """
    return ROOT / "var" / "collected" / digest_of_sources()[:16]


def _keep_static_files(collected: Path) -> None:
    kept = _kept_static_files()
    if kept.exists() or not (collected / NOTE).exists():
        return
    kept.parent.mkdir(parents=True, exist_ok=True)
    copy = Path(tempfile.mkdtemp(dir=kept.parent)) / "static"
    shutil.copytree(collected, copy)
    with suppress(OSError):  # another worker was first
        copy.rename(kept)
    shutil.rmtree(copy.parent)


def environment(folder: Path, port: int) -> dict[str, str]:
    """Return the environment of a server with its data below `folder`."""
    inherited = {
        name: value
        for name, value in os.environ.items()
        # With PostgreSQL, servers must be given their secret key.
        if not name.startswith("CHECKERS_") or name == "CHECKERS_SECRET_KEY"
    }
    inherited.pop("DJANGO_SETTINGS_MODULE", None)
    return inherited | {
        "CHECKERS_DATA_DIR": str(folder / "var"),
        "CHECKERS_ENGINE_DIR": str(ROOT / "var" / "engine"),
        "PORT": str(port),
    }


def output_of_failed_start(folder: Path, *wrapped_in: str, **chosen: str) -> str:
    """Return the output of a server that does not start; it must exit with code 1."""
    ended = subprocess.run(
        [*wrapped_in, sys.executable, "-m", "checkers_site.serve"],
        cwd=ROOT,
        env=environment(folder, free_port()) | chosen,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS_TO_START,
        check=False,
    )
    assert ended.returncode == 1, ended.stdout
    return ended.stdout


@contextmanager
def running_site(
    folder: Path, wrapped_in: Sequence[str] = (), **environment: str
) -> Iterator[RunningSite]:
    """Serve the site from a data folder below `folder` while the block runs."""
    folder.mkdir(parents=True, exist_ok=True)
    site = RunningSite(folder, wrapped_in, **environment)
    try:
        yield site
    finally:
        site.stop()


@pytest.fixture(scope="session")
def live_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    """One server for all tests of this process; every browser has its own session.

    A conftest that imports this name has the fixture. Tests that kill the server use
    `running_site`.
    """
    with running_site(tmp_path_factory.mktemp("site")) as site:
        yield site
