"""Tables at which two people play, who sits there, who is in the room.

A table is one row: its moves are text, as in sessions and finished games, so that reading a game is
one look and a move is one update. ``game.play.tables`` writes it, always while it holds the row.
"""

from __future__ import annotations

from django.db import connections, models
from django.db.models import Q

from game.models.players import Player

SIDES = ("B", "W")
ANY_OR_NONE = ("", *SIDES)


class Status(models.TextChoices):
    """How far a table has come."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Given up before anything came of it; nobody has won or lost."""


# Every page of a table asks these questions, so they are asked in SQL: Django builds a query anew
# each time, which takes twice as long as all the rest of it (0035).
READ = "SELECT * FROM game_table WHERE id = %s"
HOLD = "SELECT * FROM game_table WHERE id = %s FOR UPDATE"
READ_PULSE = (
    "SELECT id, revision, status, flag_at, changed_at, created_at, base_ms, is_per_move"
    " FROM game_table WHERE id = %s"
)
READ_SEATS = "SELECT * FROM game_seat WHERE table_id = %s"


class TableQuerySet(models.QuerySet["Table"]):
    """Tables, as the room asks for them, and each as its own page does."""

    def read(self, table_id: str, *, is_held: bool = False) -> Table | None:
        """The table of that id, held to the end of the transaction if so asked; or None."""
        on_server = connections[self.db].features.has_select_for_update
        return next(iter(self.raw(HOLD if is_held and on_server else READ, [table_id])), None)

    def read_for_poll(self, table_id: str) -> Table | None:
        """The same with nothing but what tells whether the table has changed."""
        return next(iter(self.raw(READ_PULSE, [table_id])), None)

    def open(self) -> TableQuerySet:
        """Tables that anybody may join, the latest first."""
        return self.filter(status=Status.WAITING, is_listed=True).order_by("-created_at", "id")

    def being_played(self) -> TableQuerySet:
        """Games of the room that go on, the one with the latest move first."""
        return self.filter(status=Status.PLAYING, is_listed=True).order_by("-changed_at", "id")

    def of(self, player: str) -> TableQuerySet:
        """Tables at which this player sits, the one with the latest change first."""
        return self.filter(seats__player=player).order_by("-changed_at", "id")

    def flags_fallen(self, now: int) -> TableQuerySet:
        """Games whose time is over though nobody has looked; ``now`` as in ``flag_at``."""
        return self.filter(flag_at__lte=now)


class Table(models.Model):
    """A game of two people, from the table's opening to the end. Instants named _at are UTC."""

    id = models.CharField(primary_key=True, max_length=24)
    """Part of the table's address; nobody can guess it."""
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    is_listed = models.BooleanField()
    """Whether the room shows it and anybody may join; otherwise only who has its link."""
    invitation_hash = models.CharField(max_length=64, blank=True)
    """Of the secret in the link to a table that is not listed; the secret itself is not stored.
    A rematch has none: nobody has to be let in."""
    allows_take_backs = models.BooleanField()
    is_on_one_device = models.BooleanField(default=False)
    """Whether whoever made it moves for both sides, say with a friend beside them. The other seat
    then has nobody and no name."""

    rules = models.CharField(max_length=40)
    """Key of the rules played by, house rules in it: ``game.rules.find_variant`` reads it."""
    wished_side = models.CharField(max_length=1, blank=True)
    """Letter of the side that whoever made the table wants; empty if lots are drawn."""
    opening = models.CharField(max_length=20, blank=True)
    """``ballot`` or ``random`` and its number, as in ``ballot:57``; empty for the usual start."""
    start = models.TextField()
    """FEN of the position before all moves."""
    moves = models.TextField(blank=True)
    """Every move, those of the opening first, in numbers with every square visited."""
    opening_plies = models.PositiveSmallIntegerField(default=0)
    ply = models.PositiveSmallIntegerField(default=0)
    """How many moves the text has."""
    version = models.PositiveIntegerField(default=0)
    """Grows with every move, take-back and ending, so no two boards of the table share it."""
    revision = models.PositiveIntegerField(default=0)
    """Grows with every change of the row: whoever waits asks for this number alone."""

    base_ms = models.PositiveBigIntegerField(null=True)
    """Time for the whole game or for each move; null without a clock."""
    increment_ms = models.PositiveIntegerField(default=0)
    is_per_move = models.BooleanField(default=False)
    black_left_ms = models.PositiveBigIntegerField(null=True)
    white_left_ms = models.PositiveBigIntegerField(null=True)
    """What each side had left at ``clock_since``."""
    clock_runs = models.CharField(max_length=1, blank=True)
    """Letter of the side whose time runs."""
    clock_since = models.PositiveBigIntegerField(default=0)
    """Milliseconds since 1970 UTC, like all instants of the clock."""
    flag_at = models.PositiveBigIntegerField(null=True)
    """When the flag of the side whose time runs will fall."""
    times = models.TextField(blank=True)
    """Milliseconds left to the mover after each move past the opening; empty without a clock."""

    winner = models.CharField(max_length=1, blank=True)
    termination = models.CharField(max_length=20, blank=True)
    article = models.CharField(max_length=40, blank=True)

    draw_offered_by = models.CharField(max_length=1, blank=True)
    """Letter of the side whose offer stands."""
    black_offered_ply = models.PositiveSmallIntegerField(null=True)
    white_offered_ply = models.PositiveSmallIntegerField(null=True)
    """At which ply each side last offered a draw."""
    take_back_by = models.CharField(max_length=1, blank=True)
    """Letter of the side that asks to take its last move back."""
    black_asked_ply = models.PositiveSmallIntegerField(null=True)
    white_asked_ply = models.PositiveSmallIntegerField(null=True)
    """At which ply each side last asked for that."""
    rematch_by = models.CharField(max_length=1, blank=True)
    """Letter of the side that asks for another game."""
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="rematch", editable=False
    )
    """The game before this one, by the same players with the other pieces."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    """When the board last changed."""
    changed_at = models.DateTimeField()
    """The last change of whatever kind; of a game that is over, when it ended."""

    objects = TableQuerySet.as_manager()

    class Meta:
        indexes = [
            models.Index(
                fields=["status", "-created_at"],
                condition=Q(is_listed=True),
                name="the_rooms_latest_tables",
            ),
            models.Index(fields=["status", "changed_at"], name="tables_to_be_swept"),
            models.Index(
                fields=["flag_at"], condition=Q(flag_at__isnull=False), name="flags_to_fall"
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["invitation_hash"],
                condition=~Q(invitation_hash=""),
                name="a_link_leads_to_one_table",
            ),
            models.CheckConstraint(
                condition=Q(is_listed=False) | Q(invitation_hash=""), name="what_is_listed_is_open"
            ),
            models.CheckConstraint(
                condition=Q(is_listed=True) | ~Q(status=Status.WAITING) | ~Q(invitation_hash=""),
                name="a_table_can_be_joined",
            ),
            models.CheckConstraint(
                condition=Q(is_on_one_device=False) | ~Q(status=Status.WAITING),
                name="a_table_on_one_device_waits_for_nobody",
            ),
            models.CheckConstraint(
                condition=Q(status__in=Status.values), name="a_table_has_a_known_status"
            ),
            *(
                models.CheckConstraint(
                    condition=Q(**{f"{field}__in": ANY_OR_NONE}), name=f"{field}_is_a_side"
                )
                for field in (
                    "wished_side",
                    "clock_runs",
                    "winner",
                    "draw_offered_by",
                    "take_back_by",
                    "rematch_by",
                )
            ),
            models.CheckConstraint(
                condition=Q(status__in=(Status.WAITING, Status.CLOSED))
                | Q(started_at__isnull=False),
                name="a_game_has_begun_at_some_time",
            ),
            models.CheckConstraint(
                condition=(Q(status=Status.OVER) & ~Q(termination=""))
                | (~Q(status=Status.OVER) & Q(termination="", winner="")),
                name="what_is_over_says_why",
            ),
            models.CheckConstraint(
                condition=Q(ply__gte=models.F("opening_plies")), name="an_opening_stays"
            ),
            models.CheckConstraint(
                condition=Q(
                    base_ms__isnull=True,
                    black_left_ms__isnull=True,
                    white_left_ms__isnull=True,
                    clock_runs="",
                )
                | Q(
                    base_ms__gt=0,
                    black_left_ms__isnull=False,
                    white_left_ms__isnull=False,
                ),
                name="a_clock_is_whole",
            ),
            models.CheckConstraint(
                condition=Q(clock_runs="", flag_at__isnull=True)
                | (~Q(clock_runs="") & Q(flag_at__isnull=False, status=Status.PLAYING)),
                name="a_clock_that_runs_will_fall",
            ),
            models.CheckConstraint(
                condition=Q(draw_offered_by="", take_back_by="") | Q(status=Status.PLAYING),
                name="offers_belong_to_games",
            ),
            models.CheckConstraint(
                condition=Q(take_back_by="") | Q(allows_take_backs=True),
                name="take_backs_were_allowed",
            ),
            models.CheckConstraint(
                condition=Q(rematch_by="") | Q(status=Status.OVER),
                name="a_rematch_follows_a_game",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.id} ({self.status})"


class SeatQuerySet(models.QuerySet["Seat"]):
    """Seats, as the page of a table asks for them."""

    def read_at(self, table_id: str) -> list[Seat]:
        """Those at one table."""
        return list(self.raw(READ_SEATS, [table_id]))


class Seat(models.Model):
    """Somebody's place at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    side = models.CharField(max_length=1)
    """Letter of the pieces; while lots are still to be drawn it means nothing."""
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="seats")
    """Null once the player's session is no more."""
    name = models.CharField(max_length=24)
    """What the player was called on sitting down."""
    seen_at = models.DateTimeField()
    """When the player last looked at the table or gave an order, to within a few seconds."""
    courtesy = models.CharField(max_length=20, blank=True)
    """Key of the last courtesy that the player said."""
    courtesy_at = models.DateTimeField(null=True)

    objects = SeatQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "side"], name="one_player_a_side"),
            models.UniqueConstraint(fields=["table", "player"], name="one_side_a_player"),
            models.CheckConstraint(condition=Q(side__in=SIDES), name="a_seat_has_a_side"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.side})"


class Guest(models.Model):
    """Somebody in the room, under a name that nobody else there has or nearly has."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="guest")
    name = models.CharField(max_length=24)
    likeness = models.CharField(max_length=80, unique=True)
    """What names have in common that people would take for each other."""
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.name


class RateLimitedAction(models.Model):
    """Something that may be done only so often: making a table, joining one, a courtesy, a name."""

    kind = models.CharField(max_length=10)
    player_id = models.CharField(max_length=24)
    address = models.CharField(max_length=64)
    """A hash of the network address it came from."""
    at = models.DateTimeField(db_index=True)

    class Meta:
        indexes = [
            models.Index(fields=["kind", "player_id", "at"], name="actions_of_a_player"),
            models.Index(fields=["kind", "address", "at"], name="actions_from_an_address"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} at {self.at}"
