"""Parameters of a HUB program on a command line."""

from __future__ import annotations

from argparse import ArgumentParser

from django.core.management.base import CommandError


def add_parameters(parser: ArgumentParser, what: str) -> None:
    """Offer ``--set NAME=VALUE``, as often as one likes."""
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help=what)


def read_parameters(texts: list[str]) -> dict[str, str]:
    """Names and values; CommandError if a text is not of that form."""
    parameters = {}
    for text in texts:
        name, sign, value = text.partition("=")
        if not sign:
            raise CommandError(f"{text[:40]!r} is no parameter: write NAME=VALUE")
        parameters[name] = value
    return parameters
