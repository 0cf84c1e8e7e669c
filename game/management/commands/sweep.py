"""``sweep``: let flags fall and close tables though nobody looks; a running server does so too."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from game.play.tables.expiry import sweep


class Command(BaseCommand):
    """Settle tables by the time alone."""

    help = "Let flags fall at tables, close those nobody joined, forget old ones."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep once."""
        swept = sweep(timezone.now())
        self.stdout.write(
            f"Flags that fell: {swept.flags}. Tables closed: {swept.closed},"
            f" forgotten: {swept.forgotten}."
        )
