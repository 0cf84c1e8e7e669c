"""`manage.py moves`: the legal moves for people and for programs."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from game.rules import VARIANTS

ROOT = Path(__file__).parents[2]
DOUBLE = "W:W30:B26,18"
DOUBLE_JSON = [{"move": "30x23x14", "captures": [26, 18]}]


def moves(*arguments: str) -> str:
    written = io.StringIO()
    call_command("moves", *arguments, stdout=written)
    return written.getvalue()


def answers(monkeypatch: pytest.MonkeyPatch, sent: bytes, variant: str = "english") -> list[Any]:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(sent)))
    return [json.loads(line) for line in moves(variant, "-").splitlines()]


def run(*arguments: str, sent: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "manage.py", "moves", *arguments]
    return subprocess.run(command, input=sent, capture_output=True, cwd=ROOT, timeout=100)


def test_lists_one_move_per_line_in_the_games_own_notation() -> None:
    assert moves("english", DOUBLE) == "30x23x14 taking 26, 18\n"
    assert moves("russian", DOUBLE) == "c1:e3:c5 taking d2, d4\n"
    assert moves("russian", "W:Wc1,d2:Bh8").splitlines() == ["d2-c3", "d2-e3", "c1-b2"]


def test_start_means_the_starting_position() -> None:
    assert len(moves("english", "start").splitlines()) == 7
    assert moves("international", "start") == moves("international", "W:W31-50:B1-20")


def test_json_is_one_list_with_numbered_squares_in_every_game() -> None:
    for key in ("english", "russian"):
        assert json.loads(moves(key, DOUBLE, "--json")) == DOUBLE_JSON
    assert json.loads(moves("english", "B:WK32:B28", "--json")) == []
    assert moves("english", "start", "--json").count("\n") == 1


def test_lost_position_lists_nothing_and_says_why() -> None:
    stdout, stderr = io.StringIO(), io.StringIO()
    call_command("moves", "english", "B:WK32:B28", stdout=stdout, stderr=stderr)
    assert stdout.getvalue() == ""
    assert "no legal move" in stderr.getvalue()


@pytest.mark.parametrize("key", sorted(VARIANTS))
def test_every_rule_set_has_moves_to_list(key: str) -> None:
    assert len(json.loads(moves(key, "start", "--json"))) >= 7


@pytest.mark.parametrize(
    ("variant", "fen", "reason"),
    [
        ("chess", "start", "no rule set 'chess'"),
        ("English", "start", "no rule set 'English'"),
        ("x" * 5000, "start", "no rule set 'xxx"),
        ("english", "", "begin with W: or B:"),
        ("english", "W:W1:B", "would be a king"),
        ("english", "W:W33:B", "numbered 1 to 32"),
        ("english", "Start!", "begin with W: or B:"),
        ("english", "W:W21:B" + "1," * 5000, "at most 2000 characters"),
        ("english", "W:W\udcff21:B", "not a square"),
    ],
)
def test_refuses_unreadable_position_in_one_line(variant: str, fen: str, reason: str) -> None:
    with pytest.raises(CommandError) as refusal:
        moves(variant, fen)
    assert reason in str(refusal.value)
    assert len(str(refusal.value)) < 300
    assert str(refusal.value).isprintable()


def test_refusal_is_one_line_on_stderr_and_a_failure() -> None:
    refused = run("english", "W:W1:B")
    assert refused.returncode != 0
    assert refused.stdout == b""
    assert refused.stderr.count(b"\n") == 1
    assert b"would be a king" in refused.stderr


def test_answers_every_input_line_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = f"{DOUBLE}\n\nstart\nW:W1:B\nB:WK32:B28\r\n  {DOUBLE} \n{DOUBLE}".encode()
    double, blank, start, crowned, lost, spaced, last = answers(monkeypatch, sent)
    assert double == spaced == last == DOUBLE_JSON
    assert len(start) == 7
    assert lost == []
    assert "begin with W: or B:" in blank["error"]
    assert "would be a king" in crowned["error"]


def test_no_input_has_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    assert answers(monkeypatch, b"") == []


def test_garbage_and_endless_lines_do_not_stop_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = [
        bytes(range(256)).replace(b"\n", b""),
        "start".encode("utf-16"),
        b"W:W21:B" + b"1," * 1_000_000,
        b"x" * 10_000,
        b"x" * 9_999,
        b"x" * 20_000,
        "\ufeffstart".encode(),
        "W:W\u0662\u0661:B".encode(),
    ]
    *spoilt, marked, digits, last = answers(monkeypatch, b"\n".join([*lines, DOUBLE.encode()]))
    assert len(spoilt) == len(lines) - 2
    assert all(set(answer) == {"error"} for answer in [*spoilt, digits])
    assert len(marked) == 7
    assert last == DOUBLE_JSON


def test_answers_before_the_next_line_is_sent() -> None:
    command = [sys.executable, "manage.py", "moves", "brazilian", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in (DOUBLE, "nonsense", DOUBLE):
            process.stdin.write(f"{line}\n".encode())
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            assert answer == DOUBLE_JSON if line == DOUBLE else "error" in answer
        process.stdin.close()
        assert process.wait(timeout=60) == 0


def test_reader_that_leaves_early_is_not_an_error() -> None:
    command = [sys.executable, "manage.py", "moves", "english", "-"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, complaint = process.communicate(b"start\n" * 1000, timeout=100)
    assert (process.returncode, complaint) == (0, b"")
