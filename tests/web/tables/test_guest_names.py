"""Guests' names: chosen, random or rejected, and how they are shown."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connections
from django.utils import timezone

from game.models import Guest, RateLimitedAction, Table
from game.play.tables.names import random_name, validated_name
from game.play.tables.rate_limits import PER_PLAYER, ActionKind
from tests.player import Player
from tests.web.visits import open_table


def take_name(player: Player, name: str) -> int:
    player.open("/tables/name")
    return player.press("/tables/name", name=name)


def called(player: Player) -> str:
    player.open("/tables/")
    name = player.page.select_one("main strong bdi")
    return name.get_text() if name else ""


def test_suggests_a_name_and_stores_nothing_before_it_is_taken(alice: Player) -> None:
    alice.open("/tables/name")
    suggested = str(alice.page.select_one("#id_name")["value"])
    assert validated_name(suggested) == suggested
    assert not Guest.objects.exists()
    assert alice.press("/tables/name") == 303
    assert called(alice) == suggested


def test_a_chosen_name_is_shown_on_the_tables(alice: Player, bob: Player) -> None:
    assert take_name(alice, "  Ann   O’Hara ") == 303
    assert called(alice) == "Ann O’Hara"
    alice.open("/tables/new")
    assert alice.page.select_one("#id_name")["value"] == "Ann O’Hara"
    open_table(alice, "Ann O’Hara")
    bob.open("/tables/")
    assert "Join Ann O’Hara" in bob.text


def test_an_empty_field_gives_a_random_name(alice: Player) -> None:
    assert open_table(alice, "") == 303
    assert called(alice) == Guest.objects.get().name
    assert validated_name(called(alice)) == called(alice)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("A", "at least 2 letters or digits"),
        ("x" * 25, "at most 24 characters"),
        ("x" * 60_000, "at most 24 characters"),
        ("<script>alert(1)</script>", "at most 24 characters"),
        ("<b>Ann</b>", "A name can only have letters, digits, spaces"),
        ("Ann\u202e", "A name can only have letters, digits, spaces"),
        ("\u3164\u3164", "A name can only have letters, digits, spaces"),
        ("Ann\x01", "A name can only have letters, digits, spaces"),
        ("Crownhead", "is reserved for the site"),
        ("ADM1N", "is reserved for the site"),
    ],
)
def test_rejects_an_unfit_name_with_the_reason(alice: Player, name: str, words: str) -> None:
    assert take_name(alice, name) == 422
    assert words in alice.page.select_one("#id_name_error").get_text()
    field = alice.page.select_one("#id_name")
    assert field["value"] == name.strip()
    assert field["aria-invalid"] == "true"
    assert field["aria-describedby"] == "id_name_error"
    assert "<script>" not in alice.response.content.decode()
    assert not Guest.objects.exists()


@pytest.mark.parametrize("like", ["Ann", "ANN", "Аnn", "Änn", "A n.n", "ann\u0301"])
def test_rejects_a_name_that_looks_like_another(alice: Player, bob: Player, like: str) -> None:
    take_name(alice, "Ann")
    assert take_name(bob, like) == 422
    said = bob.page.select_one("#id_name_error").get_text()
    is_same = like.lower() == "ann"
    assert ("has that name" if is_same else "similar letters") in said
    assert "Choose another, or add a word or a number." in said
    assert open_table(bob, like) == 422
    assert not Table.objects.exists()


def test_a_name_is_free_once_its_guest_is_away_for_an_hour(alice: Player, bob: Player) -> None:
    take_name(alice, "Ann")
    Guest.objects.update(seen_at=timezone.now() - timedelta(minutes=61))
    assert take_name(bob, "Ann") == 303
    assert take_name(alice, "") == 303
    assert called(alice) != "Ann"


def test_a_similar_name_with_a_word_added_is_accepted(alice: Player, bob: Player) -> None:
    take_name(alice, "Ann")
    assert take_name(bob, "Аnn") == 422
    assert take_name(bob, "Аnn Fox") == 303


def test_limits_how_many_names_are_taken_in_ten_minutes(alice: Player, bob: Player) -> None:
    for number in range(PER_PLAYER[ActionKind.NAME]):
        assert take_name(alice, f"Ann {number}") == 303
    assert take_name(alice, "Ann Fox") == 429
    assert "You changed your name often" in alice.notice
    assert alice.page.select_one("#id_name")["value"] == "Ann Fox"
    assert called(alice) == "Ann 9"
    assert take_name(alice, "Ann 9") == 303
    assert open_table(alice, "Ann Fox") == 429
    assert "You changed your name often" in alice.notice
    assert open_table(alice, "") == 303
    assert take_name(bob, "Bob") == 303
    RateLimitedAction.objects.update(at=timezone.now() - timedelta(minutes=11))
    assert take_name(alice, "Ann Fox") == 303


def test_of_two_taking_a_name_at_once_one_gets_it(alice: Player, bob: Player) -> None:
    for player in (alice, bob):
        player.open("/tables/name")

    def press(player: Player) -> int:
        try:
            return player.press("/tables/name", name="Ann")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as threads:
        statuses = list(threads.map(press, (alice, bob)))
    assert sorted(statuses) == [303, 422]
    assert Guest.objects.filter(name="Ann").count() == 1


def test_people_in_the_lobby_are_listed(alice: Player, bob: Player) -> None:
    take_name(alice, "Ann")
    take_name(bob, "Bob")
    bob.open("/tables/")
    assert [it.get_text() for it in bob.page.select(".names li")] == ["Ann"]
    Guest.objects.update(seen_at=timezone.now() - timedelta(minutes=3))
    bob.open("/tables/")
    assert bob.page.select(".names li") == []
    alice.open("/tables/")
    assert [it.get_text() for it in alice.page.select(".names li")] == ["Bob"]


def test_every_random_name_is_valid() -> None:
    lots = random.Random(1)
    for _ in range(2000):
        name = random_name(lots)
        assert validated_name(name) == name
