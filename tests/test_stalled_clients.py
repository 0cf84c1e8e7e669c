"""Stalled clients hold up nobody else, and a stopping server finishes its requests."""

from __future__ import annotations

import http.client
import resource
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.player import RemotePlayer
from tests.running_site import RunningSite, running_site

HOST = b"Host: localhost\r\n"
STALLED_BODY = b"POST /move HTTP/1.1\r\n" + HOST + b"Content-Length: 200\r\n\r\nm"
IDLE = b"GET /keys HTTP/1.1\r\n" + HOST + b"\r\n"
SLOW_HEADERS = b"GET /keys HTTP/1.1\r\nHost: loc"
SLOW_READER = b"GET /static/js/scripts.js HTTP/1.1\r\n" + HOST + b"\r\n"


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
    with running_site(tmp_path) as site:
        yield site
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def hold(held: ExitStack, site: RunningSite, number: int, sent: bytes) -> None:
    for _ in range(number):
        connection = held.enter_context(socket.create_connection(("127.0.0.1", site.port), 60))
        connection.sendall(sent)


def test_game_continues_while_hundreds_of_clients_stall(site: RunningSite) -> None:
    player = RemotePlayer(site.url)
    player.open()
    with ExitStack() as held:
        hold(held, site, 400, STALLED_BODY)
        hold(held, site, 400, IDLE)
        hold(held, site, 200, SLOW_HEADERS)
        hold(held, site, 100, SLOW_READER)
        for _ in range(3):
            assert player.move(next(iter(player.moves))) == 200


def test_stalled_body_is_eventually_rejected(site: RunningSite) -> None:
    with socket.create_connection(("127.0.0.1", site.port), 60) as stalled:
        stalled.sendall(STALLED_BODY)
        assert stalled.recv(4096).startswith(b"HTTP/1.1 408 ")


def test_stopping_server_finishes_requests_in_progress(site: RunningSite) -> None:
    player = RemotePlayer(site.url)
    player.open("/new")
    choices = {"opponent": "computer", "level": "master", "player": "B", "variant": "english"}
    player.press("/new", **choices, draws="0", second_level="beginner")
    sent = urlencode(player.fields("/move") | {"move": next(iter(player.moves))})
    answers: list[int] = []

    def move() -> None:
        connection = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
        headers = player.cookies | {"Content-Type": "application/x-www-form-urlencoded"}
        connection.request("POST", "/move", sent, headers)
        answers.append(connection.getresponse().status)

    moving = threading.Thread(target=move)
    moving.start()
    while player.page.find("form", action="/undo") is None:
        player.open()
    assert not answers
    site.process.send_signal(signal.SIGTERM)
    moving.join()
    assert answers == [303]
