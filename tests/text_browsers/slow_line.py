"""A slow line to a site: the end of each page arrives some time after its beginning."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.ports import free_port
from tests.running_site import RunningSite

LATE_BYTES = 40
"""Bytes of a page that arrive late; all its text is there before."""
LAG = 2.0
"""Seconds of delay, time enough to press several keys."""
HOP_BY_HOP = {"accept-encoding", "connection", "date", "server", "transfer-encoding"}


@contextmanager
def slow_line(site: RunningSite) -> Iterator[str]:
    """Forward requests to the site while the block runs; yield the URL to use."""

    class Line(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.forward(None)

        def do_POST(self) -> None:
            self.forward(self.rfile.read(int(self.headers["Content-Length"])))

        def forward(self, sent: bytes | None) -> None:
            to_site = HTTPConnection("127.0.0.1", site.port, timeout=60)
            to_site.request(self.command, self.path, sent, dict(_kept(self.headers.items())))
            answer = to_site.getresponse()
            text = answer.read()
            to_site.close()
            self.send_response(answer.status)
            for name, value in _kept(answer.getheaders()):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text[:-LATE_BYTES])
            if "html" in answer.getheader("Content-Type", ""):
                time.sleep(LAG)
            self.wfile.write(text[-LATE_BYTES:])

        def log_message(self, *args: object) -> None:
            pass

    port = free_port()
    with ThreadingHTTPServer(("127.0.0.1", port), Line) as line:
        threading.Thread(target=line.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{port}/"
        line.shutdown()


def _kept(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() not in HOP_BY_HOP]
