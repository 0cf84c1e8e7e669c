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
"""Names under which somebody could pass for the site."""
_LOOK_ALIKES = str.maketrans(
    {
        **dict(zip("авекмнорстухіѕјԁԛԝһ", "abekmhopctyxisjdqwh", strict=True)),
        **dict(zip("αβεικνορτυχγηω", "abeiknoptuxynw", strict=True)),
        **dict(zip("013457$@|!", "oleastsall", strict=True)),
        "i": "l",
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ß": "ss",
        "æ": "ae",
    }
)


class Fault(Enum):
    """What is wrong with a name."""

    TOO_SHORT = "too short"
    TOO_LONG = "too long"
    MARKS = "marks"
    """It has a character that is neither letter nor digit nor one of MARKS."""
    TAKEN = "taken"
    """Somebody in the room has it, or one that looks like it, or it could be the site's own."""


class UnfitName(ValueError):
    """A name that nobody can have, or just not now."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.value)
        self.fault = fault


def fit_name(text: str) -> str:
    """The name that somebody typed, made tidy; UnfitName if it cannot be shown as it is."""
    name = " ".join(unicodedata.normalize("NFKC", text[: 20 * LONGEST]).split())
    if len(name) > LONGEST:
        raise UnfitName(Fault.TOO_LONG)
    if not all(mark in MARKS or unicodedata.category(mark)[0] in "LMN" for mark in name):
        raise UnfitName(Fault.MARKS)
    like = likeness(name)
    if len(like) < SHORTEST:
        raise UnfitName(Fault.TOO_SHORT)
    if like in {likeness(word) for word in RESERVED}:
        raise UnfitName(Fault.TAKEN)
    return name


def likeness(name: str) -> str:
    """The same for names that people would take for each other: case, accents, script, marks."""
    plain = unicodedata.normalize("NFKD", name.casefold()).translate(_LOOK_ALIKES)
    kept = (mark for mark in plain if unicodedata.category(mark)[0] in "LN")
    return "".join(kept).translate(_LOOK_ALIKES).replace("rn", "m").replace("vv", "w")[:80]


def drawn_name(lots: random.Random) -> str:
    """A name for somebody who gave none; there are 900, and numbers after them."""
    return f"{lots.choice(FIRST)} {lots.choice(SECOND)}"
