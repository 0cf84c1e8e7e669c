"""A checksum at the end of every file of compiled code, written with it and verified before
loading.

Damaged machine code can crash the process that loads it, or play wrongly. numba reads a file only
to the end of what it wrote, so a trailing checksum does no harm. Imports no numba.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

_LENGTH = sha256().digest_size


def with_checksum(content: bytes) -> bytes:
    """Return the content followed by its checksum."""
    return content + sha256(content).digest()


def read_verified(path: Path) -> bytes | None:
    """Return the content before the checksum; None if the file is missing or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    content, digest = data[:-_LENGTH], data[-_LENGTH:]
    return content if content and sha256(content).digest() == digest else None
