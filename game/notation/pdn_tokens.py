"""The tokens of a game file: tags, moves, results, comments. Knows no rules and never fails.

Accepts the grammar of PDN 3.0 and what older files and other programs write. Text that is neither
becomes an UNREADABLE token, so that the reader can report where it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum


class Kind(Enum):
    """The kind of a token."""

    TAG = "tag"
    MOVE = "move"
    NUMBER = "number"
    RESULT = "result"
    COMMENT = "comment"
    NAG = "nag"
    SETUP = "setup"
    OPEN = "open"
    CLOSE = "close"
    UNREADABLE = "unreadable"


@dataclass(frozen=True)
class Token:
    """A token, with its place in the file."""

    kind: Kind
    text: str
    """A tag's value, a comment's content, a move without blanks; else as written."""
    line: int
    """The line on which it starts, from 1."""
    name: str = ""
    """A tag's name."""


_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
        "\u00bd": "1/2",
        "\u00d7": "x",
        "\u2026": "...",
    }
)
_WRAPPER = re.compile(r"\[/?pdn\]", re.IGNORECASE)
_SIGN = r"\s{0,3}[-x:]\s{0,3}"
_TOKEN = re.compile(
    rf"""
      (?P<blank> \s+ )
    | (?P<escape> ^%[^\n]* )
    | (?P<comment> \{{ [^}}]{{0,10000}} \}} | ;[^\n]* )
    | (?P<open_comment> \{{ (?: (?!\n\s*\[) [^}}] )* )
    | (?P<tag> \[ \s* (?P<name>[^\W\d]\w*) \s+ "(?P<value>(?:[^"\\\n]|\\.)*)" \s* \] )
    | (?P<bare_tag> \[ \s* (?P<bare_name>[^\W\d]\w*) \s+ (?P<bare_value>[^\]\n]*) \] )
    | (?P<result> (?: 1/2-1/2 | (?:1-0|0-1|2-0|0-2|1-1|0-0)(?![\dx:-]) | \* ) )
    | (?P<setup> /[^/]*/ )
    | (?P<nag> \$\d+ | [!?]+ | \([!?]+\) )
    | (?P<number> \d+ \s? \.+ | \.\.\. )
    | (?P<move> \d{{1,2}} (?:{_SIGN}\d{{1,2}})+ (?!\d)
              | [A-La-l]\d{{1,2}} (?:(?:{_SIGN})?[A-La-l]\d{{1,2}})+
              | \d{{4}}(?!\d) )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<unreadable> [^\s\[\](){{}};*]+ | . )
    """,
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_ESCAPED = re.compile(r"\\(.)")
_GLUED = re.compile(r"(\d\d)(\d\d)")


def decode(content: bytes) -> str:
    """Return a file's text: UTF-16 if it has that mark, UTF-8 if it is valid, else Latin-1."""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return content.decode("utf-16", errors="replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def tokens(text: str) -> Iterator[Token]:
    """Yield the tokens of a file in order, without white space and lines that start with %."""
    text = text.translate(_PLAIN).replace("\r\n", "\n").replace("\r", "\n")
    text = _WRAPPER.sub("", text)
    line = 1
    for found in _TOKEN.finditer(text):
        token = _token(found, line)
        line += found.group().count("\n")
        if token is not None:
            yield token


def _token(found: re.Match[str], line: int) -> Token | None:
    kind = found.lastgroup or ""
    written = found.group()
    if kind in ("blank", "escape"):
        return None
    if kind == "tag":
        return Token(Kind.TAG, _ESCAPED.sub(r"\1", found["value"]), line, found["name"])
    if kind == "bare_tag":
        return Token(Kind.TAG, found["bare_value"].strip().strip('"'), line, found["bare_name"])
    if kind == "open_comment":
        return Token(Kind.UNREADABLE, written, line)
    if kind == "comment":
        return Token(Kind.COMMENT, written.strip("{};").strip(), line)
    if kind == "move":
        glued = _GLUED.fullmatch(written)
        text = f"{glued[1]}-{glued[2]}" if glued else "".join(written.split())
        return Token(Kind.MOVE, text, line)
    return Token(Kind(kind), written, line)
