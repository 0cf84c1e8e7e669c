"""The WSGI application, for granian (`checkers_site.serve`) or any other WSGI server."""

import os
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from game.server.executor import request_executor
from game.web.shared.request_checks import content_type_read

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")

_django = get_wsgi_application()
_executor = request_executor()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request; requests are processed one at a time."""
    _read_body(environ)
    environ["CONTENT_TYPE"] = content_type_read(environ.get("CONTENT_TYPE", ""))
    started: list[tuple[Any, ...]] = []

    def start(*status_and_headers: Any) -> Callable[[bytes], object]:
        started.append(status_and_headers)
        return _write_nothing

    response: Iterable[bytes] = _executor.run(lambda: _django(environ, start))
    start_response(*started[-1])
    return response


def _write_nothing(_: bytes) -> None:
    """Do nothing: Django returns its response and never uses WSGI's write()."""


def _read_body(environ: dict[str, Any]) -> None:
    """Read the body here, however slowly it arrives, so that it does not block other requests.

    A body that is too long stays unread: Django rejects it by its length alone.
    """
    length = environ.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(int(length)))
