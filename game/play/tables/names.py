"""Names for guests: what makes one fit to be shown, and which ones people take for each other."""

from __future__ import annotations

import random
import unicodedata
from enum import Enum

LONGEST = 24
SHORTEST = 2
MARKS = frozenset(" -_.'’")
"""What a name may have besides letters and digits."""
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
"""Words under which somebody could pass for the site, or for the reader."""
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
"""Letters and marks that show nothing; what chooses a variant of a letter is _VARIANTS."""
_VARIANTS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0100, 0xE01F0))
MAX_COMBINING_MARKS = 2
"""Marks above or below one letter: more of them reach into other lines."""


class NameProblem(Enum):
    """What is wrong with a name."""

    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    MARKS = "marks"
    """It has a character that is neither letter nor digit nor one of MARKS."""
    TAKEN = "taken"
    """Somebody in the room has it."""
    ALIKE = "alike"
    """Somebody in the room has one that looks like it."""
    RESERVED = "reserved"
    """It could be the site's own, or mean its reader."""


class InvalidName(ValueError):
    """A name that nobody can have, or just not now."""

    def __init__(self, fault: NameProblem) -> None:
        super().__init__(fault.value)
        self.fault = fault


def validated_name(text: str) -> str:
    """The name that somebody typed, made tidy; InvalidName if it cannot be shown as it is."""
    name = " ".join(unicodedata.normalize("NFKC", text[: 20 * LONGEST]).split())
    if len(name) > LONGEST:
        raise InvalidName(NameProblem.TOO_LONG)
    if not all(map(_is_shown, name)) or _most_marks(name) > MAX_COMBINING_MARKS:
        raise InvalidName(NameProblem.MARKS)
    like = likeness(name)
    if min(len(name), len(like)) < SHORTEST:
        raise InvalidName(NameProblem.TOO_SHORT)
    reserved = {likeness(word) for word in RESERVED}
    if like in reserved or any(likeness(word) in reserved for word in name.split()):
        raise InvalidName(NameProblem.RESERVED)
    return name


def _is_shown(mark: str) -> bool:
    if mark in _INVISIBLE or any(ord(mark) in variants for variants in _VARIANTS):
        return False
    category = unicodedata.category(mark)
    return mark in MARKS or (category[0] in "LMN" and category != "Me")


def _most_marks(name: str) -> int:
    """The most marks in a row that belong to one letter."""
    runs = "".join("M" if unicodedata.category(mark)[0] == "M" else " " for mark in name).split()
    return max(map(len, runs), default=0)


def likeness(name: str) -> str:
    """The same for names that people would take for each other: case, accents, script, marks."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_LOOK_ALIKES)
    kept = (mark for mark in plain if unicodedata.category(mark)[0] in "LN")
    return "".join(kept).translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w")[:80]


def random_name(lots: random.Random) -> str:
    """A name for somebody who gave none; there are 900, and numbers after them."""
    return f"{lots.choice(FIRST)} {lots.choice(SECOND)}"
