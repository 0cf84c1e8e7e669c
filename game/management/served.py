"""A real server with a folder of its own, for measuring, and browsers that ask it over HTTP."""

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

SECONDS_TO_ANSWER = 60
SECONDS_TO_STOP = 30


@dataclass
class Server:
    """A server process under measurement."""

    process: subprocess.Popen[bytes]
    port: int

    def cpu_of(self, request: Callable[[], object]) -> float:
        """Milliseconds of processor time that the server spends on one call of ``request``."""
        before = self.cpu()
        request()
        # The answer is here before the thread that made it has put its things away.
        time.sleep(0.003)
        return self.cpu() - before

    def cpu(self) -> float:
        """Milliseconds of processor time so far of the process that answers, threads summed."""
        spent = 0
        for thread in Path(f"/proc/{self._worker}/task").iterdir():
            spent += int((thread / "schedstat").read_text().split()[0])
        return spent / 1e6

    @property
    def _worker(self) -> int:
        """The process granian forked to answer: the first child."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text().split()[0])


@contextmanager
def server(folder: str, **environment: str) -> Iterator[Server]:
    """A real server on a free port, with its data in ``folder``, while the block runs."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = {
        "DJANGO_SETTINGS_MODULE": "checkers_site.settings",
        "CHECKERS_DATA_DIR": folder,
        # What this site has compiled is as good for that one.
        "CHECKERS_ENGINE_DIR": settings.ENGINE_DIR,
        # Where the database is on a server, that is this site's own, and so is its secret.
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
        process.wait(SECONDS_TO_STOP)
        process.stdout.close()


@dataclass
class Browser:
    """One player's browser: a connection, its cookies and the page it shows."""

    port: int
    headers: Mapping[str, str] = field(default_factory=dict)
    """Sent with whatever is asked."""
    page: str = ""
    bytes_received: int = 0
    redirect: str = ""
    """Where the last answer led: a redirect's address, or the one that htmx is told to load."""
    _cookies: dict[str, str] = field(default_factory=dict)
    _connection: http.client.HTTPConnection | None = None

    @property
    def moves(self) -> list[str]:
        """What the listed move buttons send."""
        return re.findall(r'<li><button name="move" value="([^"]+)"', self.page)

    def field(self, name: str) -> str:
        """What the page's first field of that name holds; empty without one."""
        found = re.search(rf'name="{name}"[^>]* value="([^"]*)"', self.page)
        return unescape(found[1]) if found else ""

    def close(self) -> None:
        """Give the connection up."""
        if self._connection is not None:
            self._connection.close()

    def order(self, **more: str) -> dict[str, str]:
        """What every form of a board sends, and what one button adds."""
        return {name: self.field(name) for name in ("csrfmiddlewaretoken", "ply", "version")} | more

    def ask(
        self, path: str, sent: Mapping[str, str] | None = None, headers: Mapping[str, str] = {}
    ) -> int:
        """GET, or POST what is ``sent``; the answer's status. The page stays if there is no other.

        Raises OSError or HTTPException where there is no answer.
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
        """The status and the body as it came, the page being left as it is."""
        if self._connection is None:
            self._connection = http.client.HTTPConnection(
                "127.0.0.1", self.port, timeout=SECONDS_TO_ANSWER
            )
        cookies = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        headers = {"Cookie": cookies, "Accept-Encoding": "br", **self.headers, **headers}
        if sent is not None:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        body = None if sent is None else urlencode(sent)
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, _, rest = value.strip().partition("=")
                self._cookies[key] = rest.partition(";")[0]
        self.redirect = answer.headers.get("Location") or answer.headers.get("HX-Redirect") or ""
        return answer.status, answer.read()
