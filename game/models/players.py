"""Players, finished games, games shared by devices; written while a session is held."""

from __future__ import annotations

from django.db import models


class Player(models.Model):
    """Somebody who plays here, known by a random id in their session and by nothing else."""

    id = models.CharField(primary_key=True, max_length=24)
    session_key = models.CharField(max_length=40, unique=True)
    """Where the id is kept; a player whose session is gone has nobody to come back as."""
    counted_from = models.DateTimeField(null=True)
    """Results count from here on; from the first game if empty."""

    def __str__(self) -> str:
        return self.id


class FinishedGame(models.Model):
    """A game that has ended, as its owner may look it up."""

    owner = models.ForeignKey(Player, models.CASCADE, related_name="games", db_index=False)
    game_id = models.CharField(max_length=24)
    """Given when the game began: what ended twice, with an undo between, is one game."""
    form = models.JSONField()
    """Rules, house rules, start, moves, ending, as ``game.play`` reads a session's game."""
    variant = models.CharField(max_length=20)
    """Key of the rule set, without house rules."""
    opponent = models.CharField(max_length=20)
    level = models.CharField(max_length=20)
    player = models.CharField(max_length=1)
    """Letter of the side that the owner played against the computer."""
    winner = models.CharField(max_length=1, blank=True)
    """Letter of the side that won; empty after a draw."""
    termination = models.CharField(max_length=20)
    article = models.CharField(max_length=40, blank=True)
    plies = models.PositiveIntegerField()
    begun_at = models.DateTimeField()
    finished_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "game_id"], name="a_game_is_kept_once")
        ]
        indexes = [models.Index(fields=["owner", "-finished_at"], name="a_players_latest_games")]

    def __str__(self) -> str:
        return self.game_id


class Invitation(models.Model):
    """A link and a code, good once and for a short time, to a player's game on another device."""

    owner = models.ForeignKey(Player, models.CASCADE, related_name="invitations")
    nonce = models.CharField(max_length=24)
    """With the site's secret key this gives link and code again; they are not stored."""
    link_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    is_used = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.owner_id} until {self.expires_at}"


class SharedDevice(models.Model):
    """Another device on which a player's game is played."""

    id = models.CharField(primary_key=True, max_length=24)
    """Kept in that device's session, and nowhere else."""
    owner = models.ForeignKey(Player, models.CASCADE, related_name="devices")
    name = models.CharField(max_length=30)
    joined_at = models.DateTimeField()
    played_at = models.DateTimeField()
    """When the device last gave an order."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="a_device_has_its_own_name")
        ]

    def __str__(self) -> str:
        return self.name


class CodeAttempt(models.Model):
    """A code that was typed in: too many of them, and nobody may go on guessing."""

    address = models.CharField(max_length=64, db_index=True)
    """A hash of the network address it came from."""
    session_key = models.CharField(max_length=40, blank=True, db_index=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.address} at {self.at}"
