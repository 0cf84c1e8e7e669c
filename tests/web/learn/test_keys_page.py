"""The page that lists the board's keys, and the part of it that opens over the board."""

import re
from pathlib import Path

from tests.player import Player

SCRIPT = (Path(__file__).parents[3] / "static" / "js" / "board.js").read_text()
LETTERS = re.search(r"const LETTERS = \{(.*?)^\};", SCRIPT, re.DOTALL | re.MULTILINE)


def test_every_letter_the_script_accepts_is_explained(alice: Player) -> None:
    assert LETTERS is not None
    letters = set(re.findall(r"^  \"?(\w|\?)\"?:", LETTERS[1], re.MULTILINE))
    page = alice.client.get("/keys").content.decode()
    explained = set(re.findall(r"<dt><kbd>(\S)</kbd></dt>", page))
    assert explained == {letter.upper() for letter in letters}


def test_no_letter_the_script_accepts_begins_a_squares_name() -> None:
    assert LETTERS is not None
    assert not set(re.findall(r"^  ([a-h]):", LETTERS[1], re.MULTILINE))


def test_over_the_board_only_the_keys_are_shown(alice: Player) -> None:
    answer = alice.client.get("/keys", headers={"HX-Request": "true"})
    assert b"<html" not in answer.content
    assert b'id="keys-title"' in answer.content
    assert "HX-Request" in answer.headers["vary"]
