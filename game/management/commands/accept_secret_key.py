"""``accept_secret_key``: go on with another secret key, for hosts whose old one is lost."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from game.play.secret_key import accept


class Command(BaseCommand):
    """Have the database belong to the secret key that is set now."""

    help = (
        "Let servers start with the present secret key though the old one is lost. Sessions signed "
        "with the old one are kept, but their players begin new games."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        """Note the key's fingerprint and say what that costs."""
        unread, stored = accept()
        self.stdout.write(
            "The database now belongs to the secret key that is set.\n"
            f"Of {stored} stored sessions, {unread} cannot be read with it. Nothing of them is "
            "deleted: should the old key be found,\nnaming it in CHECKERS_SECRET_KEY_FALLBACKS "
            "brings them back for everyone who has not played meanwhile."
        )
