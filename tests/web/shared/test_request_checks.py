"""Requests that no browser would send are rejected with a page, and lose nothing."""

from __future__ import annotations

import socket
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.test import RequestFactory

from game.web.shared.request_checks import content_type_read
from tests.player import Player, RemotePlayer
from tests.running_site import running_site

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=limit"


def part(head: bytes, content: bytes = b"11-15") -> bytes:
    return b"--limit\r\nContent-Disposition: form-data; " + head + b"\r\n\r\n" + content + b"\r\n"


END = b"--limit--\r\n"
BODIES: dict[str, tuple[str, bytes]] = {
    "no boundary": ("multipart/form-data", END),
    "an empty boundary": ("multipart/form-data; boundary=", END),
    "a boundary that is too long": (f"multipart/form-data; boundary={'x' * 300}", END),
    "a boundary that is no text": ("multipart/form-data; boundary=\u00e9", END),
    "a boundary in an unknown encoding": ("multipart/form-data; boundary*=bogus''x", END),
    "a head that is too long": (MULTIPART, part(b"name=" + b"x" * 5000) + END),
    "too many parts": (MULTIPART, part(b"name=move") * 101 + END),
    "too many files": (MULTIPART, part(b"name=move; filename=a") * 101 + END),
    "a file that is no text": (MULTIPART, part(b"name=a; filename=a", b"\xff\xd8") + END),
    "parts that are no UTF-8": (MULTIPART, part(b"name=move", b"11\x9615") + END),
    "a NUL in a part": (MULTIPART, part(b"name=move", b"11-15\0") + END),
    "a hidden NUL": (
        MULTIPART,
        part(b"name=move\r\nContent-Transfer-Encoding: base64", b"AAAA") + END,
    ),
    "bytes that are no UTF-8": (URLENCODED, b"move=11\x9615"),
    "escaped bytes that are no UTF-8": (URLENCODED, b"move=11%9615"),
    "half a pair of surrogates": (URLENCODED, b"move=%ED%A0%80"),
    "a NUL": (URLENCODED, b"move=11-15%00"),
    "a NUL as it is": (URLENCODED, b"move=11-15\0"),
    "a NUL in a name": (URLENCODED, b"move=11-15&a%00=1"),
    "another encoding": (f"{URLENCODED}; charset=latin-1", b"move=11\x9615"),
    "an encoding of bytes": (f"{URLENCODED}; charset=base64", b"move=11-15"),
    "an encoding that is none": (f"{URLENCODED}; charset=undefined", b"move=11-15"),
    "an unknown type": ("application/json", b'{"move": "11-15"}'),
    "no type": ("", b"move=11-15"),
    "a type that is none": (";;;==", b"move=11-15"),
    "a type in an unknown encoding": (f"{URLENCODED}; a*=bogus''x", b"move=11-15"),
    "too many fields": (URLENCODED, b"&".join([b"a=1"] * 101)),
}


def answer(player: Player, path: str, **environ: Any) -> tuple[int, str]:
    """Send a request as a server would, with this player's cookies."""
    cookies = "; ".join(f"{name}={it.value}" for name, it in player.client.cookies.items())
    asked = RequestFactory(headers={"Cookie": cookies}).get(path).environ | environ
    asked["CONTENT_TYPE"] = content_type_read(asked.get("CONTENT_TYPE", ""))
    begun: list[str] = []
    page = b"".join(get_wsgi_application()(asked, lambda status, headers: begun.append(status)))
    return int(begun[0][:3]), page.decode()


def posted(player: Player, kind: str, body: bytes, length: object = None) -> tuple[int, str]:
    return answer(
        player,
        "/move",
        REQUEST_METHOD="POST",
        CONTENT_TYPE=kind,
        CONTENT_LENGTH=str(len(body) if length is None else length),
        HTTP_SEC_FETCH_SITE="same-origin",
        **{"wsgi.input": BytesIO(body)},
    )


@pytest.mark.parametrize("which", BODIES)
def test_rejects_an_unreadable_body_with_a_page(alice: Player, which: str) -> None:
    alice.lay_out()
    before = alice.stored
    status, page = posted(alice, *BODIES[which])
    assert status == 400
    assert "Your game is safe." in page
    assert "Go to your game" in page
    assert alice.stored == before


@pytest.mark.parametrize("length", [11, 500, "abc", "-1", "1e1", "\u0663"])
def test_rejects_a_body_of_the_wrong_length(alice: Player, length: object) -> None:
    alice.lay_out()
    order = "&".join(f"{name}={value}" for name, value in alice.fields("/move").items())
    sent = f"{order}&move=11-1".encode()
    length = len(sent) + length if isinstance(length, int) else length
    status, page = posted(alice, URLENCODED, sent, length)
    assert status == 400
    assert "Your game is safe." in page
    assert alice.stored["moves"] == ""


@pytest.mark.parametrize("kind", [URLENCODED, MULTIPART, "application/json", ""])
@pytest.mark.parametrize("length", [settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1, 10**12, "9" * 5000])
def test_rejects_an_oversized_body_of_any_kind_unread(
    alice: Player, kind: str, length: object
) -> None:
    alice.lay_out()
    status, page = posted(alice, kind, b"", length)
    assert status == 413
    assert "</html>" in page


LONGEST_BODY = b"move=" + b"1" * (settings.DATA_UPLOAD_MAX_MEMORY_SIZE - len(b"move="))


@pytest.mark.parametrize(
    "body",
    [b"move=11-15", b"move=%zz%", b"%=%&&=&;", b"", pytest.param(LONGEST_BODY, id="the longest")],
)
def test_a_readable_form_reaches_the_csrf_check(alice: Player, body: bytes) -> None:
    alice.lay_out()
    assert posted(alice, URLENCODED, body)[0] == 403


def test_a_multipart_form_plays_like_any_other(alice: Player) -> None:
    alice.lay_out()
    order = alice.fields("/move") | {"move": "11-15"}
    parts = [part(f"name={name}".encode(), value.encode()) for name, value in order.items()]
    assert posted(alice, MULTIPART, b"".join(parts) + END)[0] == 303
    assert alice.stored["moves"] == "11-15"


@pytest.mark.parametrize(
    "kind",
    ["text/plain; charset=rot13", "text/plain; charset=undefined", "text/plain; a*=bogus''x", ";"],
)
def test_ignores_the_content_type_of_an_empty_body(alice: Player, kind: str) -> None:
    alice.lay_out()
    assert answer(alice, "/?pick=11", CONTENT_TYPE=kind)[0] == 200


@pytest.mark.parametrize(
    "environ",
    [
        {"PATH_INFO": "/\0"},
        {"PATH_INFO": "/tables/a\0b"},
        {"PATH_INFO": "/static/\0"},
        {"QUERY_STRING": "pick=%00"},
        {"QUERY_STRING": "a%00=1"},
        {"HTTP_COOKIE": f'{settings.SESSION_COOKIE_NAME}="abcdefgh\\000"'},
        {"HTTP_COOKIE": f'{settings.CSRF_COOKIE_NAME}="abcdefgh\\000"'},
        {"HTTP_COOKIE": 'other="\\000"'},
    ],
)
def test_rejects_a_nul_anywhere(alice: Player, environ: dict[str, str]) -> None:
    alice.lay_out()
    before = alice.stored
    status, page = answer(alice, "/", **environ)
    assert status == 400
    assert "a NUL" in page
    assert alice.stored == before


def raw(port: int, request: bytes, *, hangs_up: bool) -> bytes:
    """Return the server's answer to exactly these bytes, whether or not more could follow."""
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall(request)
        if hangs_up:
            line.shutdown(socket.SHUT_WR)
        answered = b""
        try:
            while more := line.recv(65536):
                answered += more
        except ConnectionResetError:
            pass
    return answered


HEAD = b"POST /move HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
FORM = HEAD + b"Content-Type: application/x-www-form-urlencoded\r\n"
BROKEN: dict[str, bytes] = {
    "cut short": FORM + b"Content-Length: 100\r\n\r\nmove=11-15",
    "a chunk that is none": FORM
    + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nmove=11-15\r\n0\r\n\r\n",
    "a chunk that is cut short": FORM + b"Transfer-Encoding: chunked\r\n\r\nff\r\nmove=11-15",
    "chunks without an end": FORM + b"Transfer-Encoding: chunked\r\n\r\n5\r\nmove=\r\n",
    "a length that is none": FORM + b"Content-Length: abc\r\n\r\nmove=11-15",
    "two lengths": FORM + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\nmove=11-15",
    "an impossible head": b"\xff\xfe\xfd\r\n\r\n",
}


def test_a_server_logs_at_most_one_line_per_unreadable_request(tmp_path: Path) -> None:
    with running_site(tmp_path) as site:
        player = RemotePlayer(site.url)
        player.open()
        before = player.moves
        said = len(site.log.read_text().splitlines())
        requests = [(request, True) for request in BROKEN.values()]
        for kind, body in BODIES.values():
            told = f"Content-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
            requests.append((HEAD + told.encode("latin-1") + body, False))
        for request, hangs_up in requests:
            status = raw(site.port, request, hangs_up=hangs_up).split(b" ", 2)[1:2]
            # Who has hung up need not be answered.
            assert status[0][:1] == b"4" if status else hangs_up, request
            lines = site.log.read_text().splitlines()
            assert len(lines) <= said + 1, lines[said:]
            said = len(lines)
        player.open()
        assert player.moves == before
