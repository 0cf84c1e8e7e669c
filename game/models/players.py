"""Players, finished games, devices that share a game; written while a session is locked."""

from __future__ import annotations

from django.db import models


class Player(models.Model):
    """A person who plays here, identified only by a random id in their session."""

    id = models.CharField(primary_key=True, max_length=24)
    session_key = models.CharField(max_length=40, unique=True)
    """The session with the id; a player without their session cannot return."""
    counted_from = models.DateTimeField(null=True)
    """Results are counted from this time; null for all games."""

    def __str__(self) -> str:
        return self.id


class FinishedGame(models.Model):
    """A game that has ended, in its owner's archive."""

    owner = models.ForeignKey(Player, models.CASCADE, related_name="games", db_index=False)
    game_id = models.CharField(max_length=24)
    """Set when the game started: a game that ends twice, with an undo between, is one game."""
    form = models.JSONField()
    """The game as ``game.play.game_record`` encodes it."""
    variant = models.CharField(max_length=20)
    """Key of the rule set, without house rules."""
    opponent = models.CharField(max_length=20)
    level = models.CharField(max_length=20)
    player = models.CharField(max_length=1)
    """Letter of the owner's side, against the computer or at a table."""
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
    """A link and a code for another device to join a player's game, single-use and short-lived."""

    owner = models.ForeignKey(Player, models.CASCADE, related_name="invitations")
    nonce = models.CharField(max_length=24)
    """The link and code are derived from it and the secret key; they are not stored."""
    link_hash = models.CharField(max_length=64, unique=True)
    code_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    is_used = models.BooleanField(default=False)

    def __str__(self) -> str:
        return f"{self.owner_id} until {self.expires_at}"


class SharedDevice(models.Model):
    """Another device that shares a player's game."""

    id = models.CharField(primary_key=True, max_length=24)
    """Otherwise stored only in that device's session."""
    owner = models.ForeignKey(Player, models.CASCADE, related_name="devices")
    name = models.CharField(max_length=30)
    joined_at = models.DateTimeField()
    played_at = models.DateTimeField()
    """When the device was last active."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["owner", "name"], name="a_device_has_its_own_name")
        ]

    def __str__(self) -> str:
        return self.name


class CodeAttempt(models.Model):
    """An attempt to type a code, counted so that guessing is rate limited."""

    address = models.CharField(max_length=64, db_index=True)
    """A hash of the network address it came from."""
    session_key = models.CharField(max_length=40, blank=True, db_index=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.address} at {self.at}"
