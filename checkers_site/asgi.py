"""The application as granian serves it: requests are received in full before they are worked on.

Connections cost no thread: a client that stalls in the middle of what it sends, or reads an answer
slowly, holds up nobody else. Each request is stamped with its arrival before it waits in any line,
and answered in the executor (``game.server.executor``) by the Django application that WSGI servers
use as well.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import quote_from_bytes

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")

from asgiref.wsgi import WsgiToAsgiInstance
from django.conf import settings
from django.core.wsgi import get_wsgi_application

from game.server.arrival import Arrival, SteadyClock
from game.server.executor import desk
from game.web.shared.http import ARRIVED
from game.web.shared.request_checks import content_type_read

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

SECONDS_TO_SEND = 10.0
"""How long a request's body may take however short it is: a phone that finds its network again."""
BYTES_A_SECOND = 1000
"""How fast it has to come beyond that. The longest that is read, 64 kB, may take 75 seconds."""
PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))

clock = SteadyClock()
_django = get_wsgi_application()
_desk = desk()


class TooSlow(Exception):
    """The body did not come in time."""


class BrokenOff(Exception):
    """The client closed the connection, or its half of it, before the body's end."""


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Answer one request."""
    if scope["type"] == "lifespan":
        await _live(receive, send)
        return
    arrived = clock.arrival()
    try:
        environ = await _received(scope, receive, arrived)
    except BrokenOff:
        await _refuse(send, HTTPStatus.BAD_REQUEST, "This request broke off before its end.")
        return
    except TooSlow:
        await _refuse(send, HTTPStatus.REQUEST_TIMEOUT, "This request took too long to arrive.")
        return
    except ValueError:
        await _refuse(send, HTTPStatus.BAD_REQUEST, "This request could not be read.")
        return
    status, headers, body = await _answered(environ, arrived)
    start = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})


async def _live(receive: Receive, send: Send) -> None:
    """Begin and end with the server; it ends once everything under way has been answered."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        else:
            await send({"type": "lifespan.shutdown.complete"})
            return


async def _received(scope: Message, receive: Receive, arrived: Arrival) -> dict[str, Any]:
    """The request as Django takes it, once it is here; raises TooSlow, BrokenOff or ValueError."""
    headers = [
        (name, value)
        for name, value in scope["headers"]
        # Django sees x_forwarded_for and x-forwarded-for as one; only the proxy may write that.
        if b"_" not in name
    ]
    query = quote_from_bytes(scope["query_string"], safe=PRINTABLE)
    scope = {**scope, "headers": headers, "query_string": query.encode()}
    translation = WsgiToAsgiInstance(None)  # type: ignore[no-untyped-call]
    translation.scope = scope
    environ: dict[str, Any] = translation.build_environ(scope, None)  # type: ignore[no-untyped-call]
    most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    announced = environ.get("CONTENT_LENGTH", "")
    is_too_much = announced.isdecimal() and int(announced) > most
    body = b"" if is_too_much else await _body(receive, most)
    if is_too_much or len(body) > most:
        # Django refuses a form of this type by its length alone.
        environ["CONTENT_TYPE"] = "application/x-www-form-urlencoded"
        environ["CONTENT_LENGTH"] = str(most + 1)
        body = b""
    else:
        environ["CONTENT_TYPE"] = content_type_read(environ.get("CONTENT_TYPE", ""))
        environ["CONTENT_LENGTH"] = str(len(body))
    environ["wsgi.input"] = BytesIO(body)
    environ[ARRIVED] = arrived
    return environ


async def _body(receive: Receive, most: int) -> bytes:
    """What is sent, up to a little more than ``most`` bytes, if it comes as fast as it has to."""
    loop = asyncio.get_running_loop()
    began, body = loop.time(), bytearray()
    while len(body) <= most:
        until = began + SECONDS_TO_SEND + len(body) / BYTES_A_SECOND
        try:
            message = await asyncio.wait_for(receive(), until - loop.time())
        except TimeoutError:
            raise TooSlow from None
        if message["type"] == "http.disconnect":
            raise BrokenOff
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(body)


async def _answered(
    environ: dict[str, Any], arrived: Arrival
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """What Django answers at the desk; others take over there from whoever is held up."""
    done = _desk.submit(
        lambda: _ask_django(environ), arrived, may_move=environ["REQUEST_METHOD"] == "POST"
    )
    answer = asyncio.wrap_future(done)
    while True:
        await asyncio.wait([answer], timeout=_desk.patience)
        if answer.done():
            return answer.result()
        _desk.relieve()


def _ask_django(environ: dict[str, Any]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    begun: list[tuple[str, list[tuple[str, str]]]] = []

    def begin(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], None]:
        begun.append((status, headers))
        return _write_nothing

    response = _django(environ, begin)
    try:
        body = b"".join(response)
    finally:
        # Files and connections are put away in the thread that used them.
        response.close()
    status, headers = begun[-1]
    named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return int(status[:3]), named, body


def _write_nothing(_: bytes) -> None:
    """Django returns what it answers and never writes it."""


async def _refuse(send: Send, status: HTTPStatus, words: str) -> None:
    """Answer without Django, and have the connection closed: what is left of the body is unread."""
    page = (
        f"<!doctype html><html lang=en><title>{words}</title>"
        f"<p>{words} Your game is safe. Please go back and try again."
    )
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"connection", b"close"),
        (b"content-security-policy", b"default-src 'none'"),
    ]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": page.encode()})
