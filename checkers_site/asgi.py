"""The ASGI application that granian serves: a request is received whole before it is processed.

Connections cost no thread: a client that stalls while sending, or reads a response slowly, holds up
nobody else. Each request is stamped with its arrival before it waits in any queue, and processed
one at a time (``game.server.executor``) by the Django application that WSGI servers use too.
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
from game.server.executor import request_executor
from game.web.shared.http import ARRIVED
from game.web.shared.request_checks import content_type_read

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

SECONDS_TO_SEND = 10.0
"""How long any body may take, however short: a phone may have to find its network again."""
BYTES_A_SECOND = 1000
"""How fast it must arrive beyond that. The longest body read, 64 kB, may take 75 seconds."""
PRINTABLE = "".join(map(chr, range(0x21, 0x7F)))

clock = SteadyClock()
_django = get_wsgi_application()
_executor = request_executor()


class TooSlow(Exception):
    """The body did not arrive in time."""


class Disconnected(Exception):
    """The client closed its side of the connection before the body's end."""


async def application(scope: Message, receive: Receive, send: Send) -> None:
    """Handle the lifespan protocol or answer one request."""
    if scope["type"] == "lifespan":
        await _handle_lifespan(receive, send)
        return
    arrived = clock.arrival()
    try:
        environ = await _receive_request(scope, receive, arrived)
    except Disconnected:
        await _reject(send, HTTPStatus.BAD_REQUEST, "This request broke off before its end.")
        return
    except TooSlow:
        await _reject(send, HTTPStatus.REQUEST_TIMEOUT, "This request took too long to arrive.")
        return
    except ValueError:
        await _reject(send, HTTPStatus.BAD_REQUEST, "This request could not be read.")
        return
    status, headers, body = await _respond(environ, arrived)
    start = {"type": "http.response.start", "status": status, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})


async def _handle_lifespan(receive: Receive, send: Send) -> None:
    """Confirm the server's startup and shutdown; granian first answers all pending requests."""
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            await send({"type": "lifespan.startup.complete"})
        else:
            await send({"type": "lifespan.shutdown.complete"})
            return


async def _receive_request(scope: Message, receive: Receive, arrived: Arrival) -> dict[str, Any]:
    """Return the whole request as a WSGI environ; raise TooSlow, Disconnected or ValueError."""
    headers = [
        (name, value)
        for name, value in scope["headers"]
        # To Django x_forwarded_for is x-forwarded-for, which only the proxy may set.
        if b"_" not in name
    ]
    query = quote_from_bytes(scope["query_string"], safe=PRINTABLE)
    scope = {**scope, "headers": headers, "query_string": query.encode()}
    translation = WsgiToAsgiInstance(None)  # type: ignore[no-untyped-call]
    translation.scope = scope
    environ: dict[str, Any] = translation.build_environ(scope, None)  # type: ignore[no-untyped-call]
    limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    declared = environ.get("CONTENT_LENGTH", "")
    is_too_long = declared.isdecimal() and int(declared) > limit
    body = b"" if is_too_long else await _receive_body(receive, limit)
    if is_too_long or len(body) > limit:
        # Django rejects a form of this type by its length alone.
        environ["CONTENT_TYPE"] = "application/x-www-form-urlencoded"
        environ["CONTENT_LENGTH"] = str(limit + 1)
        body = b""
    else:
        environ["CONTENT_TYPE"] = content_type_read(environ.get("CONTENT_TYPE", ""))
        environ["CONTENT_LENGTH"] = str(len(body))
    environ["wsgi.input"] = BytesIO(body)
    environ[ARRIVED] = arrived
    return environ


async def _receive_body(receive: Receive, limit: int) -> bytes:
    """Return the body, or a part longer than ``limit`` bytes; raise TooSlow or Disconnected."""
    loop = asyncio.get_running_loop()
    began, body = loop.time(), bytearray()
    while len(body) <= limit:
        deadline = began + SECONDS_TO_SEND + len(body) / BYTES_A_SECOND
        try:
            message = await asyncio.wait_for(receive(), deadline - loop.time())
        except TimeoutError:
            raise TooSlow from None
        if message["type"] == "http.disconnect":
            raise Disconnected
        body += message.get("body", b"")
        if not message.get("more_body", False):
            break
    return bytes(body)


async def _respond(
    environ: dict[str, Any], arrived: Arrival
) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Return Django's response; a request that blocks hands over to the next one."""
    done = _executor.submit(
        lambda: _call_django(environ), arrived, may_move=environ["REQUEST_METHOD"] == "POST"
    )
    answer = asyncio.wrap_future(done)
    while True:
        await asyncio.wait([answer], timeout=_executor.stuck_after)
        if answer.done():
            return answer.result()
        _executor.replace_stuck_threads()


def _call_django(environ: dict[str, Any]) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start(status: str, headers: list[tuple[str, str]], *_: object) -> Callable[[bytes], None]:
        started.append((status, headers))
        return _write_nothing

    response = _django(environ, start)
    try:
        body = b"".join(response)
    finally:
        # Files and connections must be closed in the thread that used them.
        response.close()
    status, headers = started[-1]
    named = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    return int(status[:3]), named, body


def _write_nothing(_: bytes) -> None:
    """Do nothing: Django returns its response and never uses WSGI's write()."""


async def _reject(send: Send, status: HTTPStatus, message: str) -> None:
    """Respond without Django and close the connection, as the rest of the body is unread."""
    page = (
        f"<!doctype html><html lang=en><title>{message}</title>"
        f"<p>{message} Your game is safe. Please go back and try again."
    )
    headers = [
        (b"content-type", b"text/html; charset=utf-8"),
        (b"connection", b"close"),
        (b"content-security-policy", b"default-src 'none'"),
    ]
    await send({"type": "http.response.start", "status": int(status), "headers": headers})
    await send({"type": "http.response.body", "body": page.encode()})
