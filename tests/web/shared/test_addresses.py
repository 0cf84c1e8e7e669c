"""Which network a request counts against, however its address is written."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from game.play.sharing.invitations import ATTEMPTS_PER_ADDRESS
from game.web.shared.http import UNKNOWN, address_of
from tests.player import Player

PROXY = "192.0.2.1"


def seen(forwarded: str | None, at: str = PROXY) -> str:
    headers = {} if forwarded is None else {"X-Forwarded-For": forwarded}
    return address_of(RequestFactory(headers=headers).get("/", REMOTE_ADDR=at))


@pytest.fixture
def behind_a_proxy(settings) -> None:
    settings.BEHIND_PROXY = True


@pytest.mark.parametrize(
    "written",
    [
        "203.0.113.7",
        "203.0.113.7:5555",
        "203.0.113.7:",
        '"203.0.113.7"',
        '"203.0.113.7:5555"',
        " 203.0.113.7 ",
        "::ffff:203.0.113.7",
        "::FFFF:203.0.113.7",
        "::ffff:cb00:7107",
        "[::ffff:203.0.113.7]:5555",
        "64:ff9b::203.0.113.7",
        "8.8.8.8, 203.0.113.7:80",
        "for=evil, 203.0.113.7",
    ],
)
@pytest.mark.usefixtures("behind_a_proxy")
def test_an_address_counts_once_however_a_proxy_writes_it(written: str) -> None:
    assert seen(written) == "203.0.113.7"


@pytest.mark.parametrize(
    "written",
    [
        "2001:db8::1",
        "2001:db8::2",
        "2001:DB8:0:0::1",
        "2001:db8::1%eth0",
        "2001:db8::1%" + "x" * 5000 + "/",
        "[2001:db8::1]",
        "[2001:db8::1]:5555",
        "[2001:db8::1%25eth0]:5555",
        '"[2001:db8::1]:5555"',
    ],
)
@pytest.mark.usefixtures("behind_a_proxy")
def test_an_ipv6_network_counts_once_however_it_is_written(written: str) -> None:
    assert seen(written) == "2001:db8::/64"


@pytest.mark.usefixtures("behind_a_proxy")
def test_ipv4_visitors_are_told_apart_on_an_ipv6_server() -> None:
    assert seen("::ffff:198.51.100.1") != seen("::ffff:198.51.100.2")


@pytest.mark.parametrize(
    "junk",
    [
        "",
        " ",
        "unknown",
        "_hidden",
        "203.0.113.7,",
        "203.0.113",
        "203.0.113.7.8",
        "203.0.113.7:port",
        "203.0.113.7:1:2",
        "203.0.113.7/24",
        "[::1",
        "[::1]x",
        "[]:80",
        '"',
        "::1]:5",
        "٢٠٣.0.113.7",
        "x" * 5000,
        "203.0.113.7\x00",
    ],
)
@pytest.mark.usefixtures("behind_a_proxy")
def test_an_unreadable_forwarded_address_counts_as_the_proxys(junk: str) -> None:
    assert seen(junk) == PROXY


def test_requests_without_an_address_share_one_name() -> None:
    assert {seen(None, at) for at in ("", "unix:", "junk 1", "junk 2")} == {UNKNOWN}


def test_forwarded_addresses_are_ignored_without_a_proxy() -> None:
    assert seen("203.0.113.7") == PROXY
    assert seen(None, "::ffff:203.0.113.7") == "203.0.113.7"


@pytest.mark.usefixtures("behind_a_proxy")
def test_wrong_codes_count_against_an_address_whatever_its_port(bob: Player) -> None:
    for port in range(ATTEMPTS_PER_ADDRESS):
        visitor = Player()
        visitor.client.defaults["HTTP_X_FORWARDED_FOR"] = f"203.0.113.7:{5000 + port}"
        visitor.open("/join")
        visitor.press("/join", code="AAAA-AAAA")
    bob.client.defaults["HTTP_X_FORWARDED_FOR"] = "::ffff:203.0.113.7"
    bob.open("/join")
    assert bob.press("/join", code="AAAA-AAAA") == 429
    bob.client.defaults["HTTP_X_FORWARDED_FOR"] = "::ffff:203.0.113.8"
    assert bob.press("/join", code="AAAA-AAAA") == 404
