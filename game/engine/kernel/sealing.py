"""A checksum at the end of every file of compiled code, written with it and looked at before it.

Damaged machine code may end the process that loads it, or play on wrongly. numba reads a file up to
where what it has written ends, so the checksum after that is in nobody's way. Knows no numba.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

_LENGTH = sha256().digest_size


def with_checksum(content: bytes) -> bytes:
    """The content with its checksum at the end."""
    return content + sha256(content).digest()


def read_verified(path: Path) -> bytes | None:
    """What a file holds before its checksum; None if it is not there or not as it was written."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    content, digest = data[:-_LENGTH], data[-_LENGTH:]
    return content if content and sha256(content).digest() == digest else None
