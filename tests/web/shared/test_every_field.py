"""Every address, form field, header and cookie, filled with values nobody should send.

Nothing here is a list of fields: addresses come from the URL conf, forms from the pages as they are
drawn, and the names an address reads from its query are recorded while it reads them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag
from django.conf import settings
from django.db import transaction
from django.http import HttpResponse, QueryDict
from django.urls import URLPattern, URLResolver, get_resolver

from game.models import FinishedGame, Seat, Table
from game.play.tables import lobby
from tests.player import Player
from tests.rotation import rotated
from tests.table_player import TablePlayer
from tests.web.visits import open_table

pytestmark = [pytest.mark.django_db, pytest.mark.heavy, pytest.mark.rotates(3)]
NULS = ["a\0b"]
ODD = [
    "9" * 5000,
    "9" * 19,
    "-1",
    "\u0663\u00b2",
    "x" * 5000,
    "\ufffe\U0010ffff\u202e",
    "%s%(a)s{0}{{a}}",
]
"""Too long, too large, no number though it looks so, no letter though it is one."""
Values = Callable[[object], list[str]]
"""Chooses what to try for a case."""


@pytest.fixture(params=["some", pytest.param("all", marks=pytest.mark.slow)])
def odd_values(request: pytest.FixtureRequest, rotation: int) -> Values:
    """The NUL and, of seven other values, two that are others after the next commit."""
    if request.param == "all":
        return lambda case: NULS + ODD
    return lambda case: [*NULS, *(rotated(ODD, f"{case}{n}", rotation + 3 * n) for n in range(2))]


@dataclass
class Scene:
    """A player who has everything a page can show, and the addresses where it is."""

    player: TablePlayer
    names: dict[str, list[str]]
    """Values for what stands in addresses, by the name that the URL conf has for it."""
    read: dict[str, set[str]] = field(default_factory=dict)
    """What was read of the query, by address."""


def routes() -> list[str]:
    """Return all routes as the URL conf has them: ``tables/<slug:table_id>/join``."""

    def walk(patterns: list[URLPattern | URLResolver], before: str) -> Iterator[str]:
        for pattern in patterns:
            route = before + str(pattern.pattern)
            if isinstance(pattern, URLResolver):
                yield from walk(pattern.url_patterns, route)
            else:
                yield route

    return [f"/{route}" for route in walk(get_resolver().url_patterns, "")]


def filled(route: str, names: dict[str, list[str]]) -> list[str]:
    """Return the addresses a route stands for, with valid values."""
    paths = [route]
    for converter in re.findall(r"<\w+:\w+>", route):
        values = names[converter.strip("<>").partition(":")[2]]
        paths = [path.replace(converter, value, 1) for path in paths for value in values]
    return paths


@pytest.fixture
def scene(monkeypatch: pytest.MonkeyPatch) -> Scene:
    """Give Ann a game under way, one finished, one shared, and a table of every kind."""
    ann, bob = TablePlayer(), TablePlayer()
    open_table(ann, "Ann", listed="link", clock="none", take_backs="on")
    open_table(bob, "Bob", clock="days", take_backs="on")
    waiting = Table.objects.get(is_listed=False).pk
    open_table(ann, "Ann")
    own = Table.objects.get(is_listed=True, base_ms=300_000).pk
    played = Table.objects.get(is_per_move=True).pk
    ann.open("/tables/")
    ann.press(f"/tables/{played}/join")
    open_table(ann, "Ann", opposite="here", clock="none")
    here = Table.objects.exclude(pk__in=[waiting, own, played]).get().pk
    phone, link = Player(), invited(ann)
    phone.open(f"/join/{link}")
    phone.press(f"/join/{link}")
    ann.lay_out_again(start="B:W30:B1", moves="", version=3)
    ann.open("/resign")
    ann.press("/resign")
    finished = FinishedGame.objects.get().game_id
    ann.lay_out_again(version=9)
    names = {
        "game_id": [finished],
        "link": [invited(ann)],
        "key": ["english"],
        "secret": [lobby.invitation_secret(waiting)],
        "table_id": [played, own, waiting, here],
        "action": ["offer-draw", "rematch"],
    }
    scene = Scene(ann, names)
    note_what_is_read(monkeypatch, scene)
    return scene


def invited(player: Player) -> str:
    """Return the link to this player's game."""
    player.open("/share")
    player.press("/share")
    link = re.search(r"/join/([\w-]+)", player.text)
    assert link
    return link[1]


def note_what_is_read(monkeypatch: pytest.MonkeyPatch, scene: Scene) -> None:
    """Have queries and forms record the names that are read from them."""

    def noting(asked: Callable[..., Any]) -> Callable[..., Any]:
        def note(sent: QueryDict, name: str, *more: Any) -> Any:
            scene.read.setdefault("now", set()).add(name)
            return asked(sent, name, *more)

        return note

    for name in ("get", "getlist", "__getitem__", "__contains__"):
        monkeypatch.setattr(QueryDict, name, noting(getattr(QueryDict, name)), raising=False)


@contextmanager
def undone(player: Player) -> Iterator[None]:
    """Undo everything done in the block, so that every try starts from the same position."""
    cookies = {name: it.value for name, it in player.client.cookies.items()}
    point = transaction.savepoint()
    try:
        yield
    finally:
        transaction.savepoint_rollback(point)
        for name in list(player.client.cookies):
            del player.client.cookies[name]
        for name, value in cookies.items():
            player.client.cookies[name] = value


def stored(player: Player) -> tuple[Any, ...]:
    """Return everything that an action could damage."""
    return (
        player.stored,
        list(Table.objects.order_by("pk").values_list("pk", "status", "moves", "revision")),
        list(Seat.objects.order_by("pk").values_list("pk", "name", "player_id")),
        FinishedGame.objects.count(),
    )


def check(player: Player, answer: HttpResponse, before: tuple[Any, ...], what: object) -> None:
    """Check that no answer is a server error, and that a rejection says so and changes nothing."""
    assert answer.status_code < 500, what
    if answer.status_code >= 400:
        page = BeautifulSoup(answer.content.decode(), "html.parser")
        assert page.get_text(strip=True), what
        assert stored(player) == before, what


def ask(player: Player, method: str, path: str, **sent: Any) -> HttpResponse:
    answer: HttpResponse = getattr(player.client, method)(path, **sent)
    return answer


def post(player: Player, path: str, sent: dict[str, str]) -> HttpResponse:
    kind = "application/x-www-form-urlencoded"
    return ask(player, "post", path, data=urlencode(sent), content_type=kind)


@pytest.mark.parametrize("method", ["get", "post"])
def test_no_address_breaks_on_odd_path_values(scene: Scene, method: str) -> None:
    player = scene.player
    before = stored(player)
    tried = 0
    for route in routes():
        for converter in re.findall(r"<\w+:\w+>", route):
            broken = [route.replace(converter, quote(value, safe="")) for value in NULS + ODD]
            for path in broken:
                for whole in filled(path, scene.names)[:1]:
                    with undone(player):
                        answer = ask(player, method, whole)
                        check(player, answer, before, whole[:80])
                        assert answer.status_code != 200, whole[:80]
                        assert answer.status_code == 400 or "%00" not in whole, whole[:80]
                        tried += 1
    assert tried >= 20 * len(NULS + ODD)


def names_read(scene: Scene, path: str, known: dict[str, str]) -> set[str]:
    """Return the names that an address reads from its query."""
    scene.read["now"] = set()
    with undone(scene.player):
        for headers in ({}, {"HX-Request": "true"}):
            ask(scene.player, "get", path, data=known, headers=headers)
    return scene.read["now"]


def test_no_address_breaks_on_odd_query_values(scene: Scene, odd_values: Values) -> None:
    player = scene.player
    before = stored(player)
    everything: set[str] = set()
    for route in routes():
        for path in filled(route, scene.names)[:2]:
            names = names_read(scene, path, {})
            names |= names_read(scene, path, dict.fromkeys(names, "1"))
            everything |= names
            for value in odd_values(path):
                every = dict.fromkeys(names, value[:1000])
                tries = [(every, {"HX-Request": "true"})] if names else []
                tries += [({name: value}, {}) for name in [*names, "other"]]
                for sent, headers in tries:
                    with undone(player):
                        answer = ask(player, "get", path, data=sent, headers=headers)
                        what = (path, list(sent), value[:20])
                        check(player, answer, before, what)
                        assert answer.status_code == 400 or "\0" not in value, what
    expected = {"pick", "ply", "version", "page", "games", "seen", "waits", "revision", "claim"}
    assert everything >= expected | {"made", "link", "refresh", "turned", "asked", "board"}


def forms(scene: Scene) -> dict[tuple[str, tuple[str, ...]], dict[str, str]]:
    """Return each form of each page, keyed by its target and fields, with valid values."""
    found: dict[tuple[str, tuple[str, ...]], dict[str, str]] = {}
    for route in routes():
        for path in filled(route, scene.names):
            with undone(scene.player):
                answer = ask(scene.player, "get", path)
            if "text/html" not in answer.headers.get("Content-Type", ""):
                continue
            page = BeautifulSoup(answer.content.decode(), "html.parser")
            for form in page.select("form[method=post]"):
                action = str(form.get("action") or path)
                for sent in filled_in(form):
                    found.setdefault((urlsplit(action).path, tuple(sorted(sent))), sent)
    return found


def filled_in(form: Tag) -> Iterator[dict[str, str]]:
    """Return what a form sends as it is drawn, once for each kind of button."""
    sent: dict[str, str] = {}
    for box in form.select("input[name], textarea[name]"):
        if box.get("type") not in ("radio", "checkbox") or box.has_attr("checked"):
            sent[str(box["name"])] = str(box.get("value", ""))
        else:
            sent.setdefault(str(box["name"]), str(box.get("value", "on")))
    for box in form.select("select[name]"):
        chosen = box.select_one("option[selected]") or box.select_one("option")
        sent[str(box["name"])] = str(chosen["value"]) if chosen else ""
    buttons = {str(it["name"]): str(it.get("value", "")) for it in form.select("button[name]")}
    for name, value in buttons.items() or [("", "")]:
        yield sent | ({name: value} if name else {})


def test_no_form_breaks_on_odd_field_values(scene: Scene, odd_values: Values) -> None:
    player = scene.player
    before = stored(player)
    tried = set()
    for (path, names), sent in forms(scene).items():
        for name in names:
            tried.add(name)
            for value in odd_values((path, name)):
                with undone(player):
                    answer = post(player, path, sent | {name: value})
                    what = (path, name, value[:20])
                    check(player, answer, before, what)
                    assert answer.status_code == 400 or "\0" not in value, what
    expected = {"move", "ply", "version", "csrfmiddlewaretoken", "name", "code", "fen", "seed"}
    assert tried >= expected | {"ballot", "minutes", "courtesy", "device", "variant", "palette"}


def test_no_action_breaks_on_odd_values_of_fields_no_form_has(
    scene: Scene, odd_values: Values
) -> None:
    player = scene.player
    before = stored(player)
    for (path, names), sent in forms(scene).items():
        scene.read["now"] = set()
        with undone(player):
            post(player, path, {name: it for name, it in sent.items() if name != "move"})
            post(player, path, sent)
        for name in scene.read["now"] - set(names):
            for value in odd_values((path, name)):
                with undone(player):
                    answer = post(player, path, sent | {name: value})
                    check(player, answer, before, (path, name, value[:20]))
                    assert answer.status_code == 400 or "\0" not in value, (path, name)


ODD_HEADERS = (
    "Accept",
    "Accept-Encoding",
    "Accept-Language",
    "HX-Boosted",
    "HX-Current-URL",
    "HX-History-Restore-Request",
    "HX-Prompt",
    "HX-Target",
    "HX-Trigger",
    "HX-Trigger-Name",
    "If-Modified-Since",
    "If-None-Match",
    "Origin",
    "Range",
    "Referer",
    "Sec-Fetch-Site",
    "Triggering-Event",
    "User-Agent",
    "X-CSRFToken",
    "X-Forwarded-For",
    "X-Forwarded-Proto",
    "X-HTTP-Method-Override",
    "X-Requested-With",
)
ODD_WORDS = ["", "9" * 5000, "http://[", "\u00e9\u00ff", "bytes=9-1", "gzip;q=x", "*" * 300, "\0"]


@pytest.mark.parametrize("share", [2, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("https", [False, True])
def test_no_page_or_action_breaks_on_odd_headers(
    scene: Scene, https: bool, share: int, rotation: int, settings: Any
) -> None:
    settings.BEHIND_PROXY = True
    player = scene.player
    before = stored(player)
    table = f"/tables/{scene.names['table_id'][0]}"
    player.open()
    order = player.fields("/move") | {"move": "x", "ply": "0"}
    for name in ODD_HEADERS[(rotation + https) % share :: share]:
        for value in ODD_WORDS:
            headers = {"HX-Request": "true", name: value}
            for path in ("/", table, f"{table}/news", "/tables/", "/static/css/site.css"):
                with undone(player):
                    answer = ask(player, "get", path, headers=headers, secure=https)
                    list(answer)  # which closes a file
                    assert answer.status_code < 500, (name, value, path)
            with undone(player):
                answer = ask(player, "post", "/move", data=order, headers=headers, secure=https)
                check(player, answer, before, (name, value))


@pytest.mark.parametrize("share", [2, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["SESSION_COOKIE_NAME", "CSRF_COOKIE_NAME"])
def test_no_page_or_action_breaks_on_odd_cookies(
    scene: Scene, name: str, share: int, rotation: int
) -> None:
    player = scene.player
    before = stored(player)
    values = [*ODD, "", "a\\000b", '"\\000"', '"abcdefgh\\000"', "\u00e9" * 40, "a" * 32, "'; --"]
    stays = {it.key: it.value for it in player.client.cookies.values()}
    for value in values[rotation % share :: share]:
        told = stays | {getattr(settings, name): value}
        # As servers hand it on: bytes, each as a letter.
        cookies = "; ".join(f"{key}={it}" for key, it in told.items()).encode().decode("latin-1")
        for route in routes():
            for path in filled(route, scene.names)[:1]:
                for method in ("get", "post"):
                    with undone(player):
                        player.client.cookies.clear()
                        sent = {"headers": {"Cookie": cookies}, "data": {"code": "AAAA-AAAA"}}
                        answer = ask(player, method, path, **sent)
                        assert answer.status_code < 500, (value, path, method)
    assert stored(player) == before


def test_nobody_joins_with_an_odd_code_and_an_odd_session(scene: Scene) -> None:
    stranger = Player()
    for value in ODD:
        for cookie in ODD:
            stranger.client.cookies.clear()
            stranger.client.cookies[settings.SESSION_COOKIE_NAME] = quote(cookie)
            stranger.open("/join")
            assert stranger.press("/join", code=value) in (404, 422, 429)
            assert stranger.press("/join", code="AAAA-AAAA") in (404, 429)
