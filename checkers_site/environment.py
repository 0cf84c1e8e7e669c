"""Readers of environment variables for the settings, which reject invalid values.

Every reader returns a valid value or raises `ImproperlyConfigured` with the variable's name, its
value and what was expected. Nothing here knows what a setting is for.
"""

import importlib.util
import os
import re
import tempfile
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured

PREFIX = "CHECKERS_"
MIN_SECRET_LENGTH = 32
OPTIONS = {"connect_timeout": "5"}
"""Options for PostgreSQL's library: the timeout in seconds."""

_read_names: set[str] = set()


def env_str(name: str, default: str, *, choices: tuple[str, ...] = ()) -> str:
    """Return the text in `name`, which must be one of `choices` if any are given."""
    value = _read(name)
    if value is None:
        return default
    if choices and value not in choices:
        raise _invalid(name, value, f"one of {', '.join(choices)}")
    if not value:
        raise _invalid(name, value, "some text, or no such variable at all")
    return value


def env_bool(name: str, default: bool) -> bool:
    """Return the boolean in `name`."""
    value = _read(name)
    if value is None:
        return default
    meaning = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
    if value.lower() not in meaning:
        raise _invalid(name, value, "true or false")
    return meaning[value.lower()]


def env_int(name: str, default: int, *, lowest: int, highest: int) -> int:
    """Return the whole number in `name`, from `lowest` to `highest` inclusive."""
    value = _read(name)
    if value is None:
        return default
    is_number = value.isascii() and value.isdecimal() and len(value) <= len(str(highest))
    if not (is_number and lowest <= int(value) <= highest):
        raise _invalid(name, value, f"a whole number from {lowest} to {highest}")
    return int(value)


def env_hosts(name: str, default: list[str]) -> list[str]:
    """Return the host names in `name`, separated by commas; at least one."""
    value = _read(name)
    if value is None:
        return default
    hosts = _words(value)
    for host in hosts:
        # Only a name such as [::1] contains colons.
        rest = host.partition("]")[2] if host.startswith("[") else host
        if any(mark in rest for mark in "/: "):
            hosts = []
    if not hosts:
        raise _invalid(name, value, "host names separated by commas, without scheme, port or path")
    return hosts


def env_origins(name: str, default: list[str]) -> list[str]:
    """Return the web origins in `name`, such as https://checkers.example, separated by commas."""
    value = _read(name)
    if value is None:
        return default
    origins = _words(value)
    if not all(origin.startswith(("https://", "http://")) for origin in origins):
        raise _invalid(name, value, "addresses that start with https:// or http://, with commas")
    return origins


def env_executor(name: str) -> str:
    """Return where searches run: "" for local processes, or host:port of a Dask scheduler."""
    value = _read(name)
    if value in (None, "processes"):
        return ""
    expected = "processes, or dask://host:port"
    found = re.fullmatch(r"dask://([\w.-]+:\d{1,5})", value or "", re.ASCII)
    if not found:
        raise _invalid(name, value or "", expected)
    if importlib.util.find_spec("distributed") is None:
        raise _invalid(name, value or "", f"{expected}; for dask:// install distributed")
    return found[1]


def env_database(name: str) -> dict[str, Any] | None:
    """Return Django's settings for the PostgreSQL URL in `name`, None if it is not set.

    PostgreSQL's own library parses the URL, so everything its programs understand is allowed. By
    default the connection timeout is short, because people are waiting.
    """
    value = _read(name)
    if value is None:
        return None
    expected = "postgres://user:password@host:port/database"
    hidden = re.sub(r"(//[^:/]*):[^/]*@", r"\1:***@", value)
    if not value.startswith(("postgres://", "postgresql://")):
        raise _invalid(name, hidden, expected)
    if importlib.util.find_spec("psycopg") is None:
        raise _invalid(name, hidden, f"{expected}; for PostgreSQL install psycopg[binary]")
    from psycopg import ProgrammingError
    from psycopg.conninfo import conninfo_to_dict

    try:
        parts = conninfo_to_dict(value)
    except ProgrammingError as problem:
        raise _invalid(name, hidden, expected) from problem
    if not parts.get("dbname"):
        raise _invalid(name, hidden, expected)
    named = {
        django: str(parts.pop(theirs, ""))
        for django, theirs in (
            ("NAME", "dbname"),
            ("USER", "user"),
            ("PASSWORD", "password"),
            ("HOST", "host"),
            ("PORT", "port"),
        )
    }
    return {"ENGINE": "django.db.backends.postgresql", **named, "OPTIONS": OPTIONS | parts}


def env_secret(name: str, path: Path, *, needed_for: str = "") -> str:
    """Return the secret in `name`, or else the one in the file `path`, created if missing.

    Of two processes that start at once, one creates the secret and both read the same one. With
    `needed_for` the variable is required and the file is not used.
    """
    value = _read(name)
    if value is None and needed_for:
        raise ImproperlyConfigured(
            f"{name} is missing: {needed_for} needs the same one for every server, "
            f"expected at least {MIN_SECRET_LENGTH} characters."
        )
    if value is None:
        if not path.exists():
            _create_secret(path)
        value = path.read_bytes().decode(errors="ignore").strip()
        if len(value) < MIN_SECRET_LENGTH or not value.isprintable():
            raise ImproperlyConfigured(
                f"{path} holds no usable secret: put back the one that was there. "
                "Only without it, delete the file for a new one."
            )
    elif len(value) < MIN_SECRET_LENGTH:
        expected = f"at least {MIN_SECRET_LENGTH} characters, or no such variable to have one made"
        raise _invalid(name, "*" * len(value), expected)
    return value


def env_secrets(name: str) -> list[str]:
    """Return the secrets in `name`, separated by commas; none if it is not set."""
    value = _read(name)
    if value is None:
        return []
    found = _words(value)
    if not found or any(len(secret) < MIN_SECRET_LENGTH for secret in found):
        expected = f"secrets of at least {MIN_SECRET_LENGTH} characters, separated by commas"
        raise _invalid(name, "*" * len(value), expected)
    return found


def reject_unknown_names() -> None:
    """Raise if the environment has a CHECKERS_ name that no setting reads: likely a typo."""
    known = sorted(name for name in _read_names if name.startswith(PREFIX))
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            raise ImproperlyConfigured(f"{name} is unknown: expected one of {', '.join(known)}.")


def _read(name: str) -> str | None:
    _read_names.add(name)
    return os.environ.get(name)


def _words(value: str) -> list[str]:
    return [word.strip() for word in value.split(",") if word.strip()]


def _create_secret(path: Path) -> None:
    # mkstemp opens with O_EXCL and mode 0600, so nobody else can read the draft; the link puts the
    # complete file in place, or fails because another process was first, whose secret is used.
    handle, draft = tempfile.mkstemp(prefix=".secret-key-", dir=path.parent)
    try:
        os.write(handle, os.urandom(48).hex().encode())
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        os.close(handle)
        Path(draft).unlink()


def _invalid(name: str, value: str, expected: str) -> ImproperlyConfigured:
    return ImproperlyConfigured(f"{name}={value!r} is not understood: expected {expected}.")
