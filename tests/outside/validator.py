"""The Nu HTML checker, run as a local server that checks every page."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.running_site import END_WITH_TESTS
from tests.tools import outside, tool

PATIENCE = 300
"""Seconds to wait for its start or response: far more than it takes on a busy machine."""
OPTIONS = [
    # A page takes milliseconds to check, so a quick start of Java counts for more.
    *("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m"),
    "-Xss8m",  # it reads its schemas recursively
    "-Dnu.validator.servlet.bind-address=127.0.0.1",
    # The names of squares are in no language it could detect.
    "-Dnu.validator.checker.enableLangDetection=0",
]


class Validator:
    """A running checker; see https://validator.github.io/validator/ for what it checks."""

    def __init__(self, port: int) -> None:
        self._port = port

    def faults(self, page: str) -> list[str]:
        """Return every error, warning and note on a whole page, each with its place."""
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        headers = {"Content-Type": "text/html; charset=utf-8", "User-Agent": "Crownhead's tests"}
        connection.request("POST", "/?out=json", page.encode(), headers)
        answer = connection.getresponse()
        text = answer.read().decode()
        connection.close()
        assert answer.status == 200, text
        return [
            f"{it.get('subType', it['type'])}: {it['message']} {it.get('extract', '')}"
            for it in json.loads(text)["messages"]
        ]


@contextmanager
def running_validator(folder: Path) -> Iterator[Validator]:
    """Run the checker while the block runs; skip the test if it is not installed."""
    program = outside("vnu-jar/build/dist/vnu.jar")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = int(probe.getsockname()[1])
    command = [tool("java", "default-jre-headless"), *OPTIONS, "-cp", str(program)]
    with (folder / "validator.log").open("wb") as log:
        process = subprocess.Popen(
            [*END_WITH_TESTS, *command, "nu.validator.servlet.Main", str(port)],
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=subprocess.STDOUT,
        )
    try:
        _wait(process, port, folder / "validator.log")
        yield Validator(port)
    finally:
        process.kill()
        process.wait()


def _wait(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    deadline = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail(f"the validator did not start:\n{log.read_text()[:2000]}")
