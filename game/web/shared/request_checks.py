"""Checks of requests before anything else reads them: unreadable ones are refused.

Our forms arrive complete and in UTF-8, and no field, URL or cookie contains a NUL, which
PostgreSQL does not store. So no view and no query has to think of any of that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from urllib.parse import unquote_to_bytes

from django.conf import settings
from django.core.exceptions import BadRequest, RequestDataTooBig
from django.http import HttpRequest, HttpResponse, QueryDict, UnreadablePostError
from django.utils.http import parse_header_parameters

FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
UTF_8 = ("", "utf-8", "utf8")
NO_FORM = "application/octet-stream"
"""Stands in for a content type that cannot be read."""


def content_type_read(sent: str) -> str:
    """Return a Content-Type that Django can parse; a form in another encoding is not a form.

    Django parses it when it makes the request, before it could answer with a page.
    """
    try:
        _, more = parse_header_parameters(sent)
    except (ValueError, LookupError):
        return NO_FORM
    return sent if more.get("charset", "").lower() in UTF_8 else NO_FORM


class Unreadable(BadRequest):
    """A request that our pages would never send; the message tells the sender what was wrong."""


class RequestCheckMiddleware:
    """Refuses unreadable requests with a page, before a session or a view sees them."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request; raise Unreadable, which becomes a page, if it cannot be read."""
        if request.method == "POST":
            _check_body(request)
        texts = (request.path_info, *request.COOKIES, *request.COOKIES.values())
        if _has_nul((*texts, *_texts(request.GET), *_texts(request.POST))):
            raise Unreadable("it had a NUL in it, which no text has")
        return self.get_response(request)


def _check_body(request: HttpRequest) -> None:
    """Refuse a body that is too long, cut short, not a form or not UTF-8; then it is in memory.

    Raises Unreadable, RequestDataTooBig, or whatever Django raises for a form.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not (length.isascii() and length.isdecimal()):
        raise Unreadable("it did not say how long it was")
    if len(length) > 18 or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        raise RequestDataTooBig("More than any form of this site sends")
    try:
        body = request.body
    except UnreadablePostError as problem:
        raise Unreadable("it broke off before its end") from problem
    if len(body) < int(length):
        raise Unreadable("it broke off before its end")
    if body and request.content_type not in FORMS:
        raise Unreadable("it was no form")
    is_encoded = request.content_type == FORMS[0]
    try:
        (unquote_to_bytes(body) if is_encoded else body).decode()
    except UnicodeDecodeError as problem:
        raise Unreadable("its text was not in UTF-8") from problem


def _texts(sent: QueryDict) -> Iterable[str]:
    """Yield the names and values of fields."""
    for name, values in sent.lists():
        yield name
        yield from values


def _has_nul(texts: Iterable[str]) -> bool:
    return any("\0" in text for text in texts)
