"""Table files: shipped packed with this code, unpacked once into the data folder, mapped from
there.

A packed file is a line of JSON followed by an xz stream. Unpacked, the slices follow each other in
the order of ``balances``, so the numbers in that line are enough to locate one. Every process maps
the unpacked file read-only: the machine holds it once, however many workers use it.
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


class DamagedTables(Exception):
    """A table file is damaged or not one at all; the message names it."""


@dataclass(frozen=True)
class Label:
    """The header of a packed file: its first line."""

    variant: str
    distances: int
    """The most pieces with the distance to the end."""
    results: int
    """The most pieces with win, loss or draw."""
    size: int
    crc: int
    """Length and checksum of the unpacked content."""
    guide: int = 0
    """Bytes at the end that estimate distances where the tables lack them (``kernel.guide``)."""

    def slices(self) -> Iterator[tuple[Balance, int, bool]]:
        """Yield (balance, offset, whether it has distances) of every slice."""
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
        """Return the words at SLICES of a workspace, given the address of the memory."""
        words = {
            layout.SLICES + code_of(balance): (address + begin) | (0 if has_distance else _PACKED)
            for balance, begin, has_distance in self.label.slices()
        }
        if self.label.guide:
            words[layout.GUIDE] = address + self.label.size - self.label.guide
        return words


def read_label(path: Path) -> Label:
    """Return the header of a packed file; DamagedTables if it has none."""
    with path.open("rb") as file:
        try:
            return Label(**json.loads(file.readline(_MAX_HEADER_LINE)))
        except (ValueError, TypeError) as problem:
            raise DamagedTables(f"{path} does not start like a file of endgame tables") from problem


def write_packed(
    path: Path, variant: str, distances: int, results: int, slices: bytes, guide: bytes = b""
) -> None:
    """Pack slices and the guide into a file.

    Concurrent readers see either the old file or the new one.
    """
    raw = slices + guide
    label = Label(variant, distances, results, len(raw), zlib.crc32(raw), len(guide))
    strongest = {"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 4, "pb": 0}
    header = json.dumps(vars(label)).encode() + b"\n"
    write_atomically(path, header + lzma.compress(raw, check=lzma.CHECK_CRC32, filters=[strongest]))


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file so that it never exists in part."""
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


def tables_folder() -> Path | None:
    """Return where unpacked and locally built tables are stored: the first writable place."""
    return places.writable("endgames")


def packed_file(variant: str) -> Path | None:
    """Return the packed tables of a game with the most pieces, shipped or built on this machine."""
    cache = tables_folder()
    found = [
        path
        for home in (SHIPPED, cache)
        if home is not None and (path := home / f"{variant}.xz").exists()
    ]
    return max(found, key=lambda path: read_label(path).results, default=None)


def packed_variants() -> list[str]:
    """Return the games that have tables."""
    homes = [home for home in (SHIPPED, tables_folder()) if home is not None]
    return sorted({path.stem for home in homes for path in home.glob("*.xz")})


def unpack(path: Path) -> bytes:
    """Return the slices of a packed file; DamagedTables if they are damaged."""
    label = read_label(path)
    with path.open("rb") as file:
        file.readline(_MAX_HEADER_LINE)
        try:
            raw = lzma.decompress(file.read())
        except lzma.LZMAError as problem:
            raise DamagedTables(f"{path} is damaged: {problem}") from problem
    _check(raw, label, path)
    return raw


@lru_cache(maxsize=32)
def tables_of(variant: str) -> Tables | None:
    """Return the tables of a game, unpacking them if need be; None if there are none.

    If they cannot be written to disk they are unpacked in memory. Raises DamagedTables.
    """
    path = packed_file(variant)
    if path is None:
        return None
    label = read_label(path)
    try:
        return Tables(label, _mapped(path, label))
    except OSError:
        return Tables(label, unpack(path))


def _mapped(path: Path, label: Label) -> mmap.mmap:
    target = _unpacked_file(label)
    if target is None:
        raise FileNotFoundError
    if not _is_unpacked(target, label):
        write_atomically(target, unpack(path))
    memory = _map(target)
    try:
        _check(memory, label, target)
    except DamagedTables:
        # Damaged since it was unpacked; the packed file may be intact.
        write_atomically(target, unpack(path))
        memory = _map(target)
    return memory


def _map(target: Path) -> mmap.mmap:
    with target.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)


def prepare(report: Callable[[str], None], variants: Iterable[str] = ()) -> None:
    """Unpack all tables that are not unpacked yet; ``report`` gets a line for each."""
    for variant in variants or packed_variants():
        path = packed_file(variant)
        if path is None:
            continue
        label = read_label(path)
        target = _unpacked_file(label)
        if target is not None and not _is_intact(target, label):
            report(f"endgame tables of {variant}, up to {label.results} pieces")
            write_atomically(target, unpack(path))


def _unpacked_file(label: Label) -> Path | None:
    cache = tables_folder()
    return cache / f"{label.variant}-{label.results}-{label.crc:08x}.raw" if cache else None


def _is_unpacked(target: Path, label: Label) -> bool:
    """Return whether a file of the right size is there."""
    return target.exists() and target.stat().st_size == label.size


def _is_intact(target: Path, label: Label) -> bool:
    """Return whether it also has the right checksum; a file of 43 MB takes 20 ms."""
    return _is_unpacked(target, label) and zlib.crc32(_map(target)) == label.crc


def _check(raw: bytes | mmap.mmap, label: Label, path: Path) -> None:
    if len(raw) != label.size or zlib.crc32(raw) != label.crc:
        raise DamagedTables(f"{path} is damaged: its checksum does not match")
