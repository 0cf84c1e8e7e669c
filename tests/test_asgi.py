"""The ASGI application: requests are received whole and stamped before Django sees them."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any, TypeVar

import pytest
from asgiref.testing import ApplicationCommunicator
from django.conf import settings

from checkers_site import asgi
from game.web.shared.http import ARRIVED

Message = dict[str, Any]
T = TypeVar("T")
FORM = (b"content-type", b"application/x-www-form-urlencoded")


def scope(method: str = "POST", path: str = "/nowhere", **changes: Any) -> Message:
    headers = [(b"host", b"localhost"), *changes.pop("headers", [FORM])]
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "query_string": b"",
        "root_path": "",
        "client": ("192.0.2.1", 1234),
        "server": ("127.0.0.1", 8000),
        "headers": headers,
    } | changes


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def run(exchange: Coroutine[Any, Any, T]) -> T:
    """Return an exchange's result, run in another thread, as Playwright's loop may run in this."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, exchange).result()


def answer(asked: Message, *parts: Message) -> tuple[int, dict[bytes, bytes], bytes]:
    """Return the site's response; a client that has sent all ``parts`` stalls."""

    async def exchange() -> tuple[int, dict[bytes, bytes], bytes]:
        to_site = ApplicationCommunicator(asgi.application, asked)
        for sent in parts:
            await to_site.send_input(sent)
        start = await to_site.receive_output(60)
        body = await to_site.receive_output(60)
        await to_site.wait(60)
        return start["status"], dict(start["headers"]), body["body"]

    return run(exchange())


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The requests passed to Django, each with its body as ``sent``."""
    seen: list[dict[str, Any]] = []

    def django(environ: dict[str, Any], begin: Any) -> Any:
        sent = environ["wsgi.input"].read()
        seen.append(environ | {"sent": sent})
        return real(environ | {"wsgi.input": BytesIO(sent)}, begin)

    real = asgi._django
    monkeypatch.setattr(asgi, "_django", django)
    return seen


def test_responds_once_the_whole_body_has_arrived(received: list[dict[str, Any]]) -> None:
    status, _, page = answer(scope(), part(b"move=", more=True), part(b"11-15"))
    assert status == 404
    assert b"</html>" in page
    assert received[0]["sent"] == b"move=11-15"
    assert received[0]["CONTENT_LENGTH"] == "10"


def test_stamps_arrival_before_a_request_is_queued(
    received: list[dict[str, Any]],
) -> None:
    is_held, may_end = threading.Event(), threading.Event()

    def hold() -> None:
        is_held.set()
        may_end.wait(60)

    asgi._executor.submit(hold)
    assert is_held.wait(60)
    released: list[float] = []

    def release() -> None:
        released.append(time.monotonic())
        may_end.set()

    before = asgi.clock.now()
    threading.Timer(0.1, release).start()
    answer(scope("GET"), part(b""))
    stamp = received[0][ARRIVED]
    assert before <= stamp.moment
    assert stamp.monotonic < released[0]


def test_rejects_a_stalled_body(
    received: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "SECONDS_TO_SEND", 0.01)
    status, headers, page = answer(scope(), part(b"m", more=True))
    assert status == 408
    assert headers[b"connection"] == b"close"
    assert b"took too long to arrive" in page
    assert not received


def test_allows_more_time_for_a_longer_body(
    received: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(asgi, "SECONDS_TO_SEND", 0.01)
    monkeypatch.setattr(asgi, "BYTES_A_SECOND", 1 / 60)

    async def exchange() -> int:
        to_site = ApplicationCommunicator(asgi.application, scope())
        await to_site.send_input(part(b"m", more=True))
        await asyncio.sleep(0.05)
        await to_site.send_input(part(b"=11-15"))
        return int((await to_site.receive_output(60))["status"])

    assert run(exchange()) == 404


def test_does_not_wait_for_a_body_it_will_not_read(received: list[dict[str, Any]]) -> None:
    too_long = str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1).encode()
    kinds = [b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"]
    for kind in kinds:
        headers = [(b"content-length", too_long), (b"content-type", kind)]
        status, _, _ = answer(scope(path="/move", headers=headers))
        assert status in (403, 413)
    assert [it["sent"] for it in received] == [b"", b""]


def test_stops_reading_an_oversized_body_of_unknown_length(
    received: list[dict[str, Any]],
) -> None:
    chunk = part(b"x" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1), more=True)
    status, _, _ = answer(scope(path="/move"), chunk)
    assert status in (403, 413)
    assert received[0]["sent"] == b""


def test_rejects_an_interrupted_body(received: list[dict[str, Any]]) -> None:
    status, _, page = answer(scope(), part(b"m", more=True), {"type": "http.disconnect"})
    assert status == 400
    assert b"broke off before its end" in page
    assert not received


def test_only_the_proxy_may_set_the_client_address(
    received: list[dict[str, Any]],
) -> None:
    forged = [(b"x_forwarded_for", b"198.51.100.7"), (b"x-forwarded-for", b"203.0.113.9")]
    answer(scope("GET", headers=forged), part(b""))
    assert received[0]["HTTP_X_FORWARDED_FOR"] == "203.0.113.9"


def test_accepts_a_non_ascii_query_string(received: list[dict[str, Any]]) -> None:
    status, _, _ = answer(scope("GET", query_string=b"at=\xff%zz"), part(b""))
    assert status == 404
    assert received[0]["QUERY_STRING"] == "at=%FF%zz"


def test_rejects_too_many_headers_of_one_name() -> None:
    status, _, page = answer(scope("GET", headers=[(b"cookie", b"a=b")] * 101), part(b""))
    assert status == 400
    assert b"could not be read" in page
