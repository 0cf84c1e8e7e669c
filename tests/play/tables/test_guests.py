"""Names of guests: fit to be shown, and unlike any other name in the lobby."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.models import Guest, Player
from game.play.sessions import SessionStore
from game.play.tables import guests
from game.play.tables.names import InvalidName, NameProblem, likeness, validated_name
from tests.play.tables.seating import at_second


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Anna", "Аnnа"),  # Cyrillic А and а
        ("Bill", "BiII"),
        ("Bill", "B1ll"),
        ("Zoë", "zoe"),
        ("Tom", "T.o m"),
        ("Oskar", "0skar"),
        ("Marna", "Mama"),
        ("Nikos", "Νikοs"),
        ("Igor", "ıgor"),
        ("Ann", "Ａｎｎ"),
        ("Ada", "Ɑdɑ"),
        ("Gina", "g\u0131na"),
    ],
)
def test_lookalike_names_match(one: str, other: str) -> None:
    assert likeness(one) == likeness(other)


def test_different_names_do_not_match() -> None:
    names = (
        "Anna",
        "Hannah",
        "Ann",
        "Олег",
        "Ольга",
        "李雷",
        "韓梅",
        "Quick Fox 12",
        "Quick Fox 13",
    )
    assert len({likeness(name) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("<b>Bob</b>", NameProblem.MARKS),
        ("Bob & Co", NameProblem.MARKS),
        ("Bob\u202eeve", NameProblem.MARKS),
        ("a\u200bb", NameProblem.MARKS),
        ("😀😀", NameProblem.MARKS),
        ("\u3164\u3164", NameProblem.MARKS),
        ("Bob\u115f", NameProblem.MARKS),
        ("Bob\ufe0f", NameProblem.MARKS),
        ("Bob\U000e0101", NameProblem.MARKS),
        ("Bob\U000e01ef", NameProblem.MARKS),
        ("Bo\u20ddb", NameProblem.MARKS),
        ("B" + "\u0316" * 3 + "ob", NameProblem.MARKS),
        ("Bob\x00", NameProblem.MARKS),
        ("Bob\x1b[1m", NameProblem.MARKS),
        ("x", NameProblem.TOO_SHORT),
        ("Æ", NameProblem.TOO_SHORT),
        ("--.--", NameProblem.TOO_SHORT),
        ("x" * 25, NameProblem.TOO_LONG),
        ("Crown head", NameProblem.RESERVED),
        ("Adm1n", NameProblem.RESERVED),
        ("Your Admin", NameProblem.RESERVED),
        ("Y0u", NameProblem.RESERVED),
    ],
)
def test_rejects_an_unfit_name_with_the_reason(name: str, fault: NameProblem) -> None:
    with pytest.raises(InvalidName) as refused:
        validated_name(name)
    assert refused.value.fault is fault


def test_tidies_a_name() -> None:
    assert validated_name("  Jean-Luc \t O’Hara ") == "Jean-Luc O’Hara"


@pytest.mark.parametrize(
    "name", ["Zoë", "Nguyễn Thị", "हिंदी", "علي", "Олег", "李雷", "Ann 2", "Computers"]
)
def test_accepts_names_in_any_script(name: str) -> None:
    assert validated_name(name) == name


@given(st.text(max_size=40))
def test_accepted_names_are_short_lines_of_safe_characters(typed: str) -> None:
    try:
        name = validated_name(typed)
    except InvalidName:
        return
    assert validated_name(name) == name
    assert 2 <= len(name) <= 24
    assert name.isprintable()
    assert not set(name) & set('<>&"\\/@#')
    assert likeness(name) == likeness(name.upper().lower())


@pytest.mark.django_db
def test_a_guest_without_a_name_gets_one_and_keeps_it():
    session = SessionStore()
    guest = guests.enter_lobby(session, at_second(0))
    assert guest.name == validated_name(guest.name)
    assert guests.enter_lobby(session, at_second(5)).name == guest.name
    assert guests.guest_of(session) == guest
    guests.delete_absent_guests(at_second(4000))
    assert guests.guest_of(session) is None
    assert guests.enter_lobby(session, at_second(4001)).name == guest.name


@pytest.mark.django_db
def test_a_name_is_reserved_until_its_guest_is_away_for_an_hour():
    session, other = SessionStore(), SessionStore()
    guests.enter_lobby(session, at_second(0), "Anna")
    with pytest.raises(InvalidName) as refused:
        guests.enter_lobby(other, at_second(3599), "ANNA")
    assert refused.value.fault is NameProblem.TAKEN
    assert guests.enter_lobby(other, at_second(3600), "ANNA").name == "ANNA"
    assert guests.enter_lobby(session, at_second(3601)).name not in ("Anna", "ANNA")


@pytest.mark.django_db
def test_a_guest_may_change_their_name():
    session = SessionStore()
    guests.enter_lobby(session, at_second(0), "Anna")
    assert guests.enter_lobby(session, at_second(1), "anna").name == "anna"
    with pytest.raises(InvalidName):
        guests.enter_lobby(session, at_second(2), "<i>")
    assert guests.enter_lobby(session, at_second(3)).name == "anna"
    assert (Guest.objects.count(), Player.objects.count()) == (1, 1)


@pytest.mark.django_db
def test_guests_seen_recently_are_in_the_lobby():
    for number, name in enumerate(("Zoe", "Anna")):
        guests.enter_lobby(SessionStore(), at_second(100 * number), name)
    assert [guest.name for guest in guests.present_guests(at_second(110))] == ["Anna", "Zoe"]
    assert [guest.name for guest in guests.present_guests(at_second(130))] == ["Anna"]
