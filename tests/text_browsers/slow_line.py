"""A slow line to a site: the end of each page comes some time after its beginning."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.ports import free_port
from tests.server import RunningSite

THE_END = 40
"""Bytes of a page that come late: all words have been there for long."""
LAG = 2.0
"""Seconds that they come late: time enough to press several keys."""
OF_ONE_CONNECTION = {"accept-encoding", "connection", "date", "server", "transfer-encoding"}


@contextmanager
def slow_line(site: RunningSite) -> Iterator[str]:
    """Pass requests on to the site while the block runs; yields the address to ask."""

    class Line(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.pass_on(None)

        def do_POST(self) -> None:
            self.pass_on(self.rfile.read(int(self.headers["Content-Length"])))

        def pass_on(self, sent: bytes | None) -> None:
            to_site = HTTPConnection("127.0.0.1", site.port, timeout=60)
            to_site.request(self.command, self.path, sent, dict(_kept(self.headers.items())))
            answer = to_site.getresponse()
            text = answer.read()
            to_site.close()
            self.send_response(answer.status)
            for name, value in _kept(answer.getheaders()):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(text[:-THE_END])
            if "html" in answer.getheader("Content-Type", ""):
                time.sleep(LAG)
            self.wfile.write(text[-THE_END:])

        def log_message(self, *told: object) -> None:
            pass

    port = free_port()
    with ThreadingHTTPServer(("127.0.0.1", port), Line) as line:
        threading.Thread(target=line.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{port}/"
        line.shutdown()


def _kept(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(name, value) for name, value in headers if name.lower() not in OF_ONE_CONNECTION]
