"""Guests' names: which ones are valid, and which ones look alike."""

from __future__ import annotations

import random
import unicodedata
from enum import Enum

LONGEST = 24
SHORTEST = 2
MARKS = frozenset(" -_.'’")
"""Characters allowed besides letters and digits."""
FIRST = (
    *("Amber", "Brave", "Brisk", "Calm", "Clever", "Coral", "Eager", "Early", "Gentle", "Golden"),
    *("Happy", "Hazel", "Honest", "Jolly", "Keen", "Kind", "Lively", "Lucky", "Merry", "Misty"),
    *("Noble", "Patient", "Proud", "Quick", "Quiet", "Silver", "Steady", "Sunny", "Swift", "Witty"),
)
SECOND = (
    *("Badger", "Beaver", "Crane", "Deer", "Falcon", "Finch", "Fox", "Hare", "Hawk", "Heron"),
    *("Ibis", "Jay", "Lark", "Lynx", "Marten", "Mole", "Moth", "Otter", "Owl", "Panda"),
    *("Pine", "Plover", "Raven", "Robin", "Seal", "Stork", "Swan", "Tern", "Toad", "Wren"),
)
RESERVED = frozenset(
    ("crownhead", "computer", "admin", "administrator", "moderator", "system", "server", "you")
)
"""Names that could be mistaken for the site, or for the reader."""
_LOOK_ALIKES = str.maketrans(
    {
        **dict(zip("авекмнорстухіѕјԁԛԝһ", "abekmhopctyxisjdqwh", strict=True)),
        **dict(zip("αβεικνορτυχγηω", "abeiknoptuxynw", strict=True)),
        **dict(zip("013457$@|!", "oleastsall", strict=True)),
        **dict(zip("iıłɩӏ", "lllll", strict=True)),
        **dict(zip("ɑɡħŧօոսհ", "aghtonuh", strict=True)),
        "ø": "o",
        "đ": "d",
        "ß": "ss",
        "æ": "ae",
    }
)
_INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0")
"""Letters and marks without a visible glyph; _VARIATION_SELECTORS are others."""
_VARIATION_SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
MAX_COMBINING_MARKS = 2
"""Combining marks allowed on one letter; more would overlap other lines."""


class NameProblem(Enum):
    """Why a name is invalid."""

    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    MARKS = "marks"
    """It has a character that is neither a letter, a digit nor one of MARKS."""
    TAKEN = "taken"
    """Another guest has it."""
    ALIKE = "alike"
    """Another guest has one that looks like it."""
    RESERVED = "reserved"
    """It could be mistaken for the site, or for the reader."""


class InvalidName(ValueError):
    """A name that is not allowed, or that is taken."""

    def __init__(self, fault: NameProblem) -> None:
        super().__init__(fault.value)
        self.fault = fault


def validated_name(text: str) -> str:
    """Return a typed name, normalised; raises InvalidName if it is not allowed."""
    name = " ".join(unicodedata.normalize("NFKC", text[: 20 * LONGEST]).split())
    if len(name) > LONGEST:
        raise InvalidName(NameProblem.TOO_LONG)
    if not all(map(_is_allowed, name)) or _longest_mark_run(name) > MAX_COMBINING_MARKS:
        raise InvalidName(NameProblem.MARKS)
    alike = likeness(name)
    if min(len(name), len(alike)) < SHORTEST:
        raise InvalidName(NameProblem.TOO_SHORT)
    reserved = {likeness(word) for word in RESERVED}
    if alike in reserved or any(likeness(word) in reserved for word in name.split()):
        raise InvalidName(NameProblem.RESERVED)
    return name


def _is_allowed(char: str) -> bool:
    if char in _INVISIBLE or any(ord(char) in selectors for selectors in _VARIATION_SELECTORS):
        return False
    category = unicodedata.category(char)
    return char in MARKS or (category[0] in "LMN" and category != "Me")


def _longest_mark_run(name: str) -> int:
    """Return the largest number of combining marks in a row."""
    runs = "".join("M" if unicodedata.category(char)[0] == "M" else " " for char in name).split()
    return max(map(len, runs), default=0)


def likeness(name: str) -> str:
    """Return a key shared by names that look alike, whatever their case, accents, script, marks."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_LOOK_ALIKES)
    letters = (char for char in plain if unicodedata.category(char)[0] in "LN")
    return "".join(letters).translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w")[:80]


def random_name(rng: random.Random) -> str:
    """Return one of 900 names for a guest who chose none; the caller adds a number if needed."""
    return f"{rng.choice(FIRST)} {rng.choice(SECOND)}"
