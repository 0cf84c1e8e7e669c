"""``accept_secret_key``: use a new secret key, for hosts who have lost the old one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from game.play.secret_key import accept


class Command(BaseCommand):
    """Tie the database to the current secret key."""

    help = (
        "Let servers start with the current secret key although the old one is lost. Sessions "
        "signed with the old one are kept, but their players start new games."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Store the key's fingerprint and report the consequences."""
        unread, stored = accept()
        self.stdout.write(
            "The database now belongs to the secret key that is set.\n"
            f"Of {stored} stored sessions, {unread} cannot be read with it. Nothing of them is "
            "deleted: should the old key be found,\nnaming it in CHECKERS_SECRET_KEY_FALLBACKS "
            "brings them back for everyone who has not played meanwhile."
        )
