"""A real server with its own data folder, for measurements, and browsers that talk to it."""

from __future__ import annotations

import http.client
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

from django.conf import settings

RESPONSE_TIMEOUT = 60
STOP_TIMEOUT = 30


@dataclass
class Server:
    """A server process under measurement."""

    process: subprocess.Popen[bytes]
    port: int

    def cpu_of(self, request: Callable[[], object]) -> float:
        """Return the milliseconds of processor time that the server spends on ``request``."""
        before = self.cpu()
        request()
        # The response arrives before the thread that made it has cleaned up.
        time.sleep(0.003)
        return self.cpu() - before

    def cpu(self) -> float:
        """Return the worker's processor time so far in milliseconds, threads summed."""
        spent = 0
        for thread in Path(f"/proc/{self._worker}/task").iterdir():
            spent += int((thread / "schedstat").read_text().split()[0])
        return spent / 1e6

    @property
    def _worker(self) -> int:
        """The worker process: granian's first child."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text().split()[0])


@contextmanager
def server(folder: str, **environment: str) -> Iterator[Server]:
    """Run a real server on a free port, with its data in ``folder``."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = {
        "DJANGO_SETTINGS_MODULE": "checkers_site.settings",
        "CHECKERS_DATA_DIR": folder,
        # Share the engine that is compiled already.
        "CHECKERS_ENGINE_DIR": settings.ENGINE_DIR,
        # A database on a server is shared with this site, so the secret key must be too.
        "CHECKERS_SECRET_KEY": settings.SECRET_KEY,
        "PORT": str(port),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "checkers_site.serve"],
        env=os.environ | chosen | environment,
        stdout=subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        for line in process.stdout:
            if line.startswith(b"Play at"):
                break
        yield Server(process, port)
    finally:
        process.terminate()
        process.wait(STOP_TIMEOUT)
        process.stdout.close()


@dataclass
class Browser:
    """A player's browser: a connection, its cookies and the current page."""

    port: int
    headers: Mapping[str, str] = field(default_factory=dict)
    """Sent with every request."""
    page: str = ""
    bytes_received: int = 0
    redirect: str = ""
    """The address of the last response's redirect, by HTTP or htmx; else empty."""
    _cookies: dict[str, str] = field(default_factory=dict)
    _connection: http.client.HTTPConnection | None = None

    @property
    def moves(self) -> list[str]:
        """The moves that have a button."""
        return re.findall(r'<li><button name="move" value="([^"]+)"', self.page)

    def field(self, name: str) -> str:
        """Return the value of the page's first field of that name; empty if there is none."""
        found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', self.page)
        return unescape(found[1]) if found else ""

    def close(self) -> None:
        """Close the connection."""
        if self._connection is not None:
            self._connection.close()

    def form(self, **more: str) -> dict[str, str]:
        """Return the fields that every form of a board sends, and those of a button."""
        return {name: self.field(name) for name in ("csrfmiddlewaretoken", "ply", "version")} | more

    def request(
        self, path: str, sent: Mapping[str, str] | None = None, headers: Mapping[str, str] = {}
    ) -> int:
        """GET, or POST what is ``sent``, and return the status; a body becomes the current page.

        Raises OSError or HTTPException if there is no response.
        """
        method = "GET" if sent is None else "POST"
        status, body = self.fetch(method, path, sent, headers)
        if body:
            from brotli import decompress

            self.page = decompress(body).decode()
            self.bytes_received = len(body)
        return status

    def fetch(
        self,
        method: str,
        path: str,
        sent: Mapping[str, str] | None = None,
        headers: Mapping[str, str] = {},
    ) -> tuple[int, bytes]:
        """Return the status and the raw body; the current page stays."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=RESPONSE_TIMEOUT
            )
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": cookies, "Accept-Encoding": "br", **self.headers, **headers}
        if sent is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = None if sent is None else urlencode(sent)
        self._connection.request(method, path, body, headers)
        response = self._connection.getresponse()
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.strip().partition("=")
                self._cookies[key] = rest.partition(";")[0]
        received = response.headers
        self.redirect = received.get("Location") or received.get("HX-Redirect") or ""
        return response.status, response.read()
