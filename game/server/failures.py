"""What is wrong when games cannot be read or stored, in words for those who run the site.

Only what fails outside of the program has words: a database that is away, damaged or not to be
written to, a disk that is full. A query that makes no sense is a fault and keeps its traceback.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator

from django.conf import settings
from django.db import DatabaseError, InterfaceError

DISK = {
    errno.ENOSPC: "the disk is full: make room on it",
    errno.EDQUOT: "this user may store no more on the disk: make room on it",
    errno.EROFS: "the disk cannot be written to",
    errno.EIO: "the disk fails",
}
SQLITE = {
    sqlite3.SQLITE_FULL: "the disk is full: make room for {database}",
    sqlite3.SQLITE_IOERR: "{database} cannot be read or written, as the disk fails or is full",
    sqlite3.SQLITE_CORRUPT: "{database} is damaged: put a backup in its place, or move the file"
    " away to begin with an empty one",
    sqlite3.SQLITE_READONLY: "{database} cannot be written to by this user",
    sqlite3.SQLITE_PERM: "{database} cannot be used by this user",
    sqlite3.SQLITE_CANTOPEN: "{database} cannot be opened by this user",
    sqlite3.SQLITE_BUSY: "{database} is held by another program",
}
SQLITE[sqlite3.SQLITE_LOCKED] = SQLITE[sqlite3.SQLITE_BUSY]
SQLITE[sqlite3.SQLITE_NOTADB] = SQLITE[sqlite3.SQLITE_CORRUPT]
POSTGRESQL = {
    "08": "cannot be reached",
    "25": "cannot be written to",
    "28": "does not let this user in",
    "3D": "does not exist",
    "42P01": "has no tables yet: run manage.py migrate",
    "42501": "does not let this user change it",
    "53": "has no room left",
    "57": "cannot be reached",
    "58": "fails",
    "XX": "is damaged",
}
"""By how the number of an error begins (PostgreSQL's manual, appendix A)."""
LONGEST = 200


def describe_failure(trouble: BaseException | None) -> str | None:
    """What fails and what to do, as the rest of a sentence; None if nothing outside of us does."""
    for each in _causes(trouble):
        if isinstance(each, OSError) and each.errno in DISK:
            return DISK[each.errno]
        if isinstance(each, (DatabaseError, InterfaceError)) and each.__cause__ is not None:
            return _of_sqlite(each) if settings.POSTGRESQL is None else _of_postgresql(each)
    return None


def _causes(trouble: BaseException | None) -> Iterator[BaseException]:
    while trouble is not None:
        yield trouble
        context = None if trouble.__suppress_context__ else trouble.__context__
        trouble = trouble.__cause__ or context


def _of_sqlite(trouble: Exception) -> str | None:
    # The lowest byte is the kind of error, the others tell more than anyone needs.
    kind = getattr(trouble.__cause__, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
    if str(trouble).startswith("no such table"):
        return "the database has no tables yet: run manage.py migrate"
    words = SQLITE.get(kind)
    return words and words.format(database=settings.DATABASES["default"]["NAME"])


def _of_postgresql(trouble: Exception) -> str | None:
    number = getattr(trouble.__cause__, "sqlstate", None)
    # Where no connection could be made there is no number, but the server's words.
    found = [words for begin, words in POSTGRESQL.items() if (number or "08").startswith(begin)]
    reason = str(trouble).partition("\n")[0][:LONGEST]
    name = settings.DATABASES["default"]["NAME"]
    return f"the database {name} {found[0]} ({reason})" if found else None
