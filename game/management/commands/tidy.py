"""``tidy``: delete what nobody can return to. A server does so at its start and once a day."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.utils import timezone

from game.play.players import delete_players_without_session
from game.play.sessions import forget_unread
from game.play.sharing.invitations import forget_old
from game.play.tables.expiry import expire_tables


class Command(BaseCommand):
    """Delete expired sessions, what belonged to them, and tables that finished long ago."""

    help = "Delete sessions that nobody has used for a year, with their games and results."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete sessions first: then what belonged to them belongs to none."""
        now = timezone.now()
        call_command("clearsessions")
        delete_players_without_session()
        forget_unread()
        forget_old(now)
        expire_tables(now)
