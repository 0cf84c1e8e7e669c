"""Tables as files: packed beside this code, unpacked once into the data folder, mapped from there.

A packed file is a line of JSON and a stream of xz. Unpacked, the slices lie one after the other in
the order of ``balances``, so nothing but the numbers in that line is needed to find one. Every
process maps the unpacked file for reading: the machine holds it once, however many workers ask.
"""

from __future__ import annotations

import json
import lzma
import mmap
import os
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from game.engine import places
from game.engine.kernel import layout
from game.engine.kernel.balances import Balance, balances, code_of, size_of

SHIPPED = Path(__file__).parent / "tables"
_PACKED = 1 << 62
_MAX_HEADER_LINE = 1000


class BadTables(Exception):
    """A file of tables is damaged, or none at all; the message names it."""


@dataclass(frozen=True)
class Label:
    """The first line of a packed file."""

    variant: str
    distances: int
    """Up to so many pieces with the distance to the end."""
    results: int
    """Up to so many pieces with win, loss or draw."""
    size: int
    crc: int
    """Length and checksum of what is unpacked."""
    guide: int = 0
    """Bytes at the end that show the way where the distance is missing (``kernel.guide``)."""

    def slices(self) -> Iterator[tuple[Balance, int, bool]]:
        """(balance, where it begins, whether the distance is there) of every slice."""
        begin = 0
        for pieces in range(2, self.results + 1):
            has_distance = pieces <= self.distances
            for balance in balances(pieces):
                yield balance, begin, has_distance
                size = size_of(balance)
                begin += size if has_distance else -(-size // 4)


@dataclass(frozen=True)
class Tables:
    """The tables of one game in memory."""

    label: Label
    memory: mmap.mmap | bytes

    def words(self, address: int) -> dict[int, int]:
        """The words at SLICES of a workspace, given where the memory lies."""
        words = {
            layout.SLICES + code_of(balance): (address + begin) | (0 if has_distance else _PACKED)
            for balance, begin, has_distance in self.label.slices()
        }
        if self.label.guide:
            words[layout.GUIDE] = address + self.label.size - self.label.guide
        return words


def read_label(path: Path) -> Label:
    """The label of a packed file; BadTables if it has none."""
    with path.open("rb") as file:
        try:
            return Label(**json.loads(file.readline(_MAX_HEADER_LINE)))
        except (ValueError, TypeError) as problem:
            raise BadTables(f"{path} does not begin as a file of endgame tables") from problem


def write_packed(
    path: Path, variant: str, distances: int, results: int, slices: bytes, guide: bytes = b""
) -> None:
    """Pack slices, and what belongs to them, into a file.

    Whoever reads meanwhile sees the old one or the new.
    """
    raw = slices + guide
    label = Label(variant, distances, results, len(raw), zlib.crc32(raw), len(guide))
    strongest = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}
    header = json.dumps(vars(label)).encode() + b"\n"
    write_atomically(path, header + lzma.compress(raw, check=lzma.CHECK_CRC32, filters=[strongest]))


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that it is never there in part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.chmod(name, 0o644)  # noqa: PTH101
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def folder() -> Path | None:
    """Where unpacked and home-made tables are kept: the first place that can be written to."""
    return places.writable("endgames")


def packed_file(variant: str) -> Path | None:
    """The packed tables of a game with the most pieces, shipped or made on this machine."""
    cache = folder()
    found = [
        path
        for home in (SHIPPED, cache)
        if home is not None and (path := home / f"{variant}.xz").exists()
    ]
    return max(found, key=lambda path: read_label(path).results, default=None)


def packed_variants() -> list[str]:
    """The games that tables are there for."""
    homes = [home for home in (SHIPPED, folder()) if home is not None]
    return sorted({path.stem for home in homes for path in home.glob("*.xz")})


def unpacked(path: Path) -> bytes:
    """The slices of a packed file; BadTables if they are damaged."""
    label = read_label(path)
    with path.open("rb") as file:
        file.readline(_MAX_HEADER_LINE)
        try:
            raw = lzma.decompress(file.read())
        except lzma.LZMAError as problem:
            raise BadTables(f"{path} is damaged: {problem}") from problem
    _check(raw, label, path)
    return raw


@lru_cache(maxsize=32)
def tables_of(variant: str) -> Tables | None:
    """The tables of a game, unpacked first if that has not been done; None if there are none.

    Where they cannot be written they are unpacked into this process alone. Raises BadTables.
    """
    path = packed_file(variant)
    if path is None:
        return None
    label = read_label(path)
    try:
        return Tables(label, _mapped(path, label))
    except OSError:
        return Tables(label, unpacked(path))


def _mapped(path: Path, label: Label) -> mmap.mmap:
    target = _unpacked_file(label)
    if target is None:
        raise FileNotFoundError
    if not _is_unpacked(target, label):
        write_atomically(target, unpacked(path))
    memory = _map(target)
    try:
        _check(memory, label, target)
    except BadTables:
        # Damaged since; what it was unpacked from may not be.
        write_atomically(target, unpacked(path))
        memory = _map(target)
    return memory


def _map(target: Path) -> mmap.mmap:
    with target.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def prepare(report: Callable[[str], None], variants: Iterable[str] = ()) -> None:
    """Unpack what is not unpacked yet, of all games there are tables for; ``report`` hears of each."""
    for variant in variants or packed_variants():
        path = packed_file(variant)
        if path is None:
            continue
        label = read_label(path)
        target = _unpacked_file(label)
        if target is not None and not _is_intact(target, label):
            report(f"endgame tables of {variant}, up to {label.results} pieces")
            write_atomically(target, unpacked(path))


def _unpacked_file(label: Label) -> Path | None:
    cache = folder()
    return cache / f"{label.variant}-{label.results}-{label.crc:08x}.raw" if cache else None


def _is_unpacked(target: Path, label: Label) -> bool:
    """Whether a file is there that may be what the label says."""
    return target.exists() and target.stat().st_size == label.size


def _is_intact(target: Path, label: Label) -> bool:
    """The same, and that nothing in it has changed since; a file of 43 MB takes 20 ms."""
    return _is_unpacked(target, label) and zlib.crc32(_map(target)) == label.crc


def _check(raw: bytes | mmap.mmap, label: Label, path: Path) -> None:
    if len(raw) != label.size or zlib.crc32(raw) != label.crc:
        raise BadTables(f"{path} is damaged: its checksum is not the one it was made with")
