"""The server as `make run` starts it: it prints its address, serves, and leaves nothing behind."""

import http.cookiejar
import os
import shutil
import signal
import socket
import subprocess
import sys
import textwrap
import time
import urllib.parse
import urllib.request
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from game.engine import compiled
from tests.ports import free_port

pytestmark = pytest.mark.rotates(3)

ROOT = Path(__file__).parent.parent
SECONDS_TO_START = SECONDS_TO_STOP = 60
"""Far more than it takes on a busy machine; a process left behind would stay for ever."""


@pytest.fixture
def port() -> int:
    return free_port()


class Server:
    """A running server in its own session, as in its own terminal."""

    def __init__(self, folder: Path, port: int, **environment: str) -> None:
        kept = {k: v for k, v in os.environ.items() if k != "DJANGO_SETTINGS_MODULE"}
        self.address = f"http://127.0.0.1:{port}/"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "checkers_site.serve"],
            cwd=ROOT,
            env=kept | {"CHECKERS_DATA_DIR": str(folder), "PORT": str(port)} | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        cookies = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.open = urllib.request.build_opener(cookies).open

    def wait_for_address(self) -> list[str]:
        """Return the output up to the address."""
        assert self.process.stdout
        output: list[str] = []
        for line in self.process.stdout:
            output.append(line)
            if f"Play at {self.address}" in line:
                return output
        pytest.fail("the server ended without printing its address")

    def play_move(self) -> str:
        """Post the first legal move of a new game, as a browser without scripts does."""
        with self.open(self.address) as answer:
            page = BeautifulSoup(answer.read(), "html.parser")
        button = page.select_one("button[name=move]")
        assert button
        form = button.find_parent("form")
        assert form
        fields = {str(item["name"]): str(item["value"]) for item in form.select("input[name]")}
        fields["move"] = str(button["value"])
        target = urllib.parse.urljoin(self.address, str(form["action"]))
        with self.open(target, urllib.parse.urlencode(fields).encode()) as answer:
            return str(answer.geturl())

    def processes(self, parent: int | None = None) -> list[int]:
        """Return the live processes of the server's session, or only the children of `parent`."""
        living = []
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text().rpartition(")")[2].split()
            except (FileNotFoundError, ProcessLookupError):
                continue
            is_ours = fields[0] != "Z" and int(fields[3]) == self.process.pid
            if is_ours and parent in {None, int(fields[1])}:
                living.append(int(status.parent.name))
        return living

    def has_ended(self) -> bool:
        deadline = time.monotonic() + SECONDS_TO_STOP
        while self.processes():
            if time.monotonic() > deadline:
                return False
            self.process.poll()
            time.sleep(0.02)
        return True

    def wait_for_search_processes(self) -> None:
        """Wait for the processes that search; the test's time limit ends a vain wait."""
        while len(self.processes()) <= 2:
            time.sleep(0.02)

    def kill(self) -> None:
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self.process.communicate()


@pytest.fixture
def server(tmp_path: Path, port: int) -> Iterator[Server]:
    running = Server(tmp_path / "var", port)
    try:
        yield running
    finally:
        running.kill()


@pytest.mark.parametrize(
    ("number", "goes_to_the_terminal"),
    [
        pytest.param(signal.SIGINT, True, id="Ctrl-C"),
        pytest.param(signal.SIGHUP, True, id="closing the terminal"),
        pytest.param(signal.SIGTERM, False, id="kill"),
        pytest.param(signal.SIGKILL, False, id="kill -9"),
    ],
)
def test_stopped_server_leaves_no_process_behind(
    server: Server, number: signal.Signals, goes_to_the_terminal: bool
) -> None:
    server.wait_for_address()
    assert "ply=" in server.play_move()
    server.wait_for_search_processes()
    if goes_to_the_terminal:
        os.killpg(server.process.pid, number)
    else:
        server.process.send_signal(number)
    assert server.has_ended()


def test_replaces_a_dead_worker(server: Server) -> None:
    server.wait_for_address()
    [worker] = server.processes(parent=server.process.pid)
    os.kill(worker, signal.SIGKILL)
    server.wait_for_address()
    with server.open(server.address) as answer:
        assert answer.status == 200


def test_server_plays_while_a_damaged_engine_is_recompiled(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    subprocess.run([sys.executable, "manage.py", "compile_engine"], cwd=ROOT, check=True)
    whole = compiled.cache_folder()
    assert whole
    kept = tmp_path / "engine" / whole.name
    shutil.copytree(whole, kept)
    damaged = min(kept.rglob("perft.run_perft-*.nbc"))
    damaged.write_bytes(damaged.read_bytes()[:1000])
    monkeypatch.setenv("CHECKERS_ENGINE_DIR", str(tmp_path / "engine"))
    assert compiled.is_damaged()
    server = Server(tmp_path / "var", port)
    try:
        output = server.wait_for_address()
        assert "Engine: its compiled code is damaged and will be made again\n" in output
        assert "ply=" in server.play_move()
        while not compiled.is_ready():
            assert server.process.poll() is None
            time.sleep(0.1)
    finally:
        server.kill()


def worker_of(server: Server, *dead: int) -> int:
    """Wait for a worker that is not one of the ``dead``; return its process id."""
    while not (living := set(server.processes(parent=server.process.pid)) - set(dead)):
        assert server.process.poll() is None, "the server has ended"
        time.sleep(0.005)
    return living.pop()


def test_server_survives_workers_dying_in_quick_succession(server: Server) -> None:
    server.wait_for_address()
    dead: list[int] = []
    for _ in range(5):
        dead.append(worker_of(server, *dead))
        os.kill(dead[-1], signal.SIGKILL)
    server.wait_for_address()
    with server.open(server.address) as answer:
        assert answer.status == 200
    assert "ply=" in server.play_move()


def test_server_can_be_stopped_while_its_workers_die(server: Server) -> None:
    server.wait_for_address()
    dead: list[int] = []
    for _ in range(2):
        dead.append(worker_of(server, *dead))
        os.kill(dead[-1], signal.SIGKILL)
    server.process.send_signal(signal.SIGTERM)
    assert server.has_ended()
    assert server.process.wait(SECONDS_TO_STOP) == 0


def test_worker_that_dies_as_the_server_is_stopped_is_no_error(server: Server) -> None:
    server.wait_for_address()
    # Both reach the server in one instant, as it is paused.
    server.process.send_signal(signal.SIGSTOP)
    os.kill(worker_of(server), signal.SIGKILL)
    server.process.send_signal(signal.SIGTERM)
    server.process.send_signal(signal.SIGCONT)
    assert server.has_ended()
    assert server.process.wait(SECONDS_TO_STOP) == 0


def test_server_gives_up_if_its_workers_cannot_start(tmp_path: Path, port: int) -> None:
    broken = """
        import os
        from checkers_site import serve, workers

        workers.GIVE_UP_AFTER = 2
        serve.load_application = lambda: os.abort()
        serve.serve(int(os.environ["PORT"]))
    """
    ended = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(broken)],
        cwd=ROOT,
        env=os.environ
        | {
            "CHECKERS_DATA_DIR": str(tmp_path),
            "PORT": str(port),
            "DJANGO_SETTINGS_MODULE": "checkers_site.settings",
        },
        capture_output=True,
        text=True,
        timeout=SECONDS_TO_START,
        check=False,
    )
    assert ended.returncode == 1
    assert "No worker has lived for long" in ended.stdout + ended.stderr


def test_pages_and_static_files_are_compressed_once(server: Server) -> None:
    server.wait_for_address()
    accept = {"Accept-Encoding": "br"}
    with server.open(urllib.request.Request(server.address, headers=accept)) as answer:
        assert answer.headers.get_all("Content-Encoding") == ["br"]
    both = {"Accept-Encoding": "gzip, deflate, br, zstd"}
    with server.open(urllib.request.Request(server.address, headers=both)) as answer:
        assert answer.headers.get_all("Content-Encoding") == ["br"], "zstd pages are larger"
    with server.open(server.address) as answer:
        page = BeautifulSoup(answer.read(), "html.parser")
    script = page.select_one("script[src*=game]")
    assert script
    address = urllib.parse.urljoin(server.address, str(script["src"]))
    with server.open(urllib.request.Request(address, headers=accept)) as answer:
        assert answer.headers.get_all("Content-Encoding") == ["br"]
        assert "immutable" in answer.headers["Cache-Control"]


def test_reports_a_port_in_use_in_one_line(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        failed = Server(tmp_path, port)
        output, _ = failed.process.communicate(timeout=SECONDS_TO_START)
    assert failed.process.returncode == 1
    assert output == (
        f"Cannot start on port {port}: another program is using it. "
        "Try another: PORT=8001 make run\n"
    )


def test_reports_an_invalid_setting_in_one_line(tmp_path: Path, port: int) -> None:
    failed = Server(tmp_path, port, CHECKERS_DEBUG="perhaps")
    output, _ = failed.process.communicate(timeout=SECONDS_TO_START)
    assert failed.process.returncode == 1
    assert output == (
        "Cannot start: CHECKERS_DEBUG='perhaps' is not understood: expected true or false.\n"
    )
