"""The WSGI application: a body is read before the request is queued, so it blocks nobody."""

import os
import subprocess
import sys
import threading
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import RequestFactory

from checkers_site.wsgi import application
from tests.running_site import ROOT


class Body(BytesIO):
    """A request body that records the threads it is read in."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.read_in: set[int] = set()

    def read(self, size: int | None = -1, /) -> bytes:
        self.read_in.add(threading.get_ident())
        return super().read(size)


def post(body: Body, length: int, kind: str = "application/x-www-form-urlencoded") -> str:
    """POST to a path where nothing is; return the status."""
    environ: dict[str, Any] = RequestFactory().post("/nowhere").environ
    environ |= {"wsgi.input": body, "CONTENT_LENGTH": str(length), "CONTENT_TYPE": kind}
    begun: list[str] = []
    answer = application(environ, lambda status, headers: begun.append(status))
    assert b"</html>" in b"".join(answer)
    return begun[0]


def test_reads_the_body_in_the_server_thread() -> None:
    body = Body(b"move=11-15")
    assert post(body, 10) == "404 Not Found"
    assert body.read_in == {threading.get_ident()}


def test_does_not_read_an_oversized_body() -> None:
    body = Body(b"")
    too_much = settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1
    assert post(body, too_much) == "413 Request Entity Too Large"
    assert not body.read_in


@pytest.mark.parametrize("more", ["charset=rot13", "charset=undefined", "charset*=bogus''x"])
def test_rejects_an_unknown_content_type_with_a_page(more: str) -> None:
    body = Body(b"move=11-15")
    assert post(body, 10, f"application/x-www-form-urlencoded; {more}") == "400 Bad Request"


def test_loads_without_settings_in_the_environment(tmp_path: Path) -> None:
    kept = {name: it for name, it in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    loaded = subprocess.run(
        [sys.executable, "-c", "from checkers_site.wsgi import application"],
        cwd=ROOT,
        env=kept | {"CHECKERS_DATA_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert loaded.returncode == 0, loaded.stderr
