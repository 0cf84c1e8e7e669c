"""Parameters of a HUB program on a command line."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import CommandError


def add_parameters(parser: ArgumentParser, what: str) -> None:
    """Add ``--set NAME=VALUE``, which may be repeated."""
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help=what)


def read_parameters(texts: list[str]) -> dict[str, str]:
    """Return the values by name; CommandError if a text is not ``NAME=VALUE``."""
    parameters = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise CommandError(f"{text[:40]!r} is not a parameter: write NAME=VALUE")
        parameters[name] = value
    return parameters
