"""The WSGI application, for granian (`checkers_site.serve`) or any other WSGI server."""

import os
from collections.abc import Callable, Iterable
from io import BytesIO
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from game.server.executor import desk
from game.web.shared.request_checks import content_type_read

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")

_django = get_wsgi_application()
_desk = desk()


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer a request at the desk, where one is worked on at a time."""
    _read_what_is_sent(environ)
    environ["CONTENT_TYPE"] = content_type_read(environ.get("CONTENT_TYPE", ""))
    begun: list[tuple[Any, ...]] = []

    def begin(*status_and_headers: Any) -> Callable[[bytes], object]:
        begun.append(status_and_headers)
        return _write_nothing

    answer: Iterable[bytes] = _desk.serve(lambda: _django(environ, begin))
    start_response(*begun[-1])
    return answer


def _write_nothing(_: bytes) -> None:
    """Django returns what it answers and never writes it."""


def _read_what_is_sent(environ: dict[str, Any]) -> None:
    """Wait here for what is on its way, however slow it comes, and not at the desk.

    What is too much for the site it refuses by the length alone.
    """
    length = environ.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(int(length)))
