"""`manage.py perft`: counting lines of play."""

from __future__ import annotations

import io

import pytest
from django.core.management import CommandError, call_command


def perft(*arguments: str) -> list[str]:
    written = io.StringIO()
    call_command("perft", *arguments, stdout=written)
    return written.getvalue().splitlines()


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("english", "0"), "1"),
        (("english", "5"), "7361"),
        (("brazilian", "5"), "7473"),
        (("international", "03"), "658"),
        (("english", "4", "--fen", "start"), "1469"),
        (("english", "3", "--fen", "W:WK27,K32:BK5,15,16,23,24"), "8"),
        (("english", "20", "--fen", "B:WK32:B28"), "0"),
    ],
)
def test_prints_only_the_count(arguments: tuple[str, ...], count: str) -> None:
    assert perft(*arguments) == [count]


def test_divide_prints_the_count_of_each_move_and_then_the_sum() -> None:
    *divided, total = perft("english", "3", "--divide")
    assert divided[:2] == ["9-13: 48", "9-14: 40"]
    assert len(divided) == 7
    assert sum(int(line.split(": ")[1]) for line in divided) == int(total) == 302


def test_divide_prints_only_the_count_at_depth_0_or_when_the_game_is_over() -> None:
    assert perft("english", "0", "--divide") == ["1"]
    assert perft("english", "3", "--divide", "--fen", "B:WK32:B28") == ["0"]


def test_divide_numbers_squares_in_every_game() -> None:
    assert perft("russian", "1", "--divide", "--fen", "W:W30:B26,18") == ["30x23x14: 1", "1"]


@pytest.mark.parametrize(
    "depth",
    ["-1", "-3", "21", "1000000", "9" * 400, "", " ", "3.5", "1e3", "+3", "0x3", "three", "\u0663"],
)
def test_refuses_invalid_depth_in_one_line(depth: str) -> None:
    with pytest.raises(CommandError, match="give a whole number from 0 to 20") as refusal:
        perft("english", depth)
    assert len(str(refusal.value)) < 120
    assert str(refusal.value).isprintable()


def test_refuses_unknown_rule_set_and_unreadable_position() -> None:
    with pytest.raises(CommandError, match="no rule set 'chess': choose one of"):
        perft("chess", "3")
    with pytest.raises(CommandError, match="would be a king"):
        perft("english", "3", "--fen", "W:W1:B")
