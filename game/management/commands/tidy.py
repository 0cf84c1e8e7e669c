"""``tidy``: delete what nobody can come back to. A server does so at its start and once a day."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from game.play.players import forget_the_gone
from game.play.sessions import forget_unread
from game.play.sharing.invitations import forget_old
from game.play.tables.expiry import sweep


class Command(BaseCommand):
    """Delete sessions that ended, what belonged to them, and tables that are long over."""

    help = "Delete sessions that nobody used for a year, with their games and results."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete sessions first: what belongs to none goes after them."""
        now = timezone.now()
        call_command("clearsessions")
        forget_the_gone()
        forget_unread()
        forget_old(now)
        sweep(now)
