"""The Nu HTML checker, run as a local server that checks every page."""

from __future__ import annotations

import fcntl
import json
import socket
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.running_site import ROOT
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

_running: list[subprocess.Popen[bytes]] = []
"""Kept, because nobody waits for its end, of which Python would complain."""


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


def shared_validator(folder: Path, run: int) -> Validator:
    """Return the checker of a test run, started by whichever of its workers asks first.

    ``folder`` is one that the workers share, ``run`` the process that has started them. Skips the
    test if the checker is not installed.
    """
    program = outside("vnu-jar/build/dist/vnu.jar")
    java = tool("java", "default-jre-headless")
    with (folder / "validator.port").open("a+") as ports:
        fcntl.flock(ports, fcntl.LOCK_EX)
        ports.seek(0)
        if started := ports.read():
            return Validator(int(started))
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        command = [java, *OPTIONS, "-cp", str(program), "nu.validator.servlet.Main", str(port)]
        with (folder / "validator.log").open("wb") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", "tests.outside.lifetime", str(run), *command],
                cwd=ROOT,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        _running.append(process)
        _wait(process, port, folder / "validator.log")
        ports.write(str(port))
    return Validator(port)


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
