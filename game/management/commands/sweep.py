"""``sweep``: let flags fall and close tables that nobody polls; a running server does so too."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from game.play.tables.expiry import expire_tables


class Command(BaseCommand):
    """Update tables for the time that has passed."""

    help = "Let flags fall at tables, close those nobody joined, delete old ones."

    def handle(self, *args: Any, **options: Any) -> None:
        """Sweep once."""
        swept = expire_tables(timezone.now())
        self.stdout.write(
            f"Flags that fell: {swept.flags}. Tables closed: {swept.closed},"
            f" forgotten: {swept.forgotten}."
        )
