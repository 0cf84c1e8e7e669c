"""Tables, their seats, and the guests in the lobby.

A table is one row: its moves are text, as in sessions and finished games, so that loading a game is
one query and a move is one update. Only ``game.play.tables`` writes it, with the row locked.
"""

from __future__ import annotations

from functools import lru_cache

from django.db import connections, models
from django.db.models import Q

from game.models.players import Player

SIDES = ("B", "W")
ANY_OR_NONE = ("", *SIDES)


class Status(models.TextChoices):
    """The stages of a table."""

    WAITING = "waiting"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"
    """Closed without a result."""


POLLED = (
    *("id", "revision", "status", "flag_at", "changed_at", "created_at", "base_ms", "is_per_move"),
)
"""The columns that tell whether a table has changed."""


@lru_cache(maxsize=16)
def _sql(using: str, question: str) -> str:
    """Return the SQL of a query that every page of a table makes, with one parameter, the id.

    Django writes it, once: to write it anew for each page takes twice as long as all else about
    the query (docs/decisions/0035).
    """
    queries = {
        "table": Table.objects.filter(pk=""),
        "locked table": Table.objects.filter(pk="").select_for_update(),
        "poll": Table.objects.filter(pk="").only(*POLLED),
        "seats": Seat.objects.filter(table=""),
    }
    sql: str = queries[question].query.get_compiler(using).as_sql()[0]
    return sql


class TableQuerySet(models.QuerySet["Table"]):
    """Queries for the lobby, for a table's page and for expiry."""

    def read(self, table_id: str, *, is_locked: bool = False) -> Table | None:
        """Return the table with that id, if asked locked until the transaction ends; or None."""
        can_lock = connections[self.db].features.has_select_for_update
        question = "locked table" if is_locked and can_lock else "table"
        return next(iter(self.raw(_sql(self.db, question), [table_id])), None)

    def read_for_poll(self, table_id: str) -> Table | None:
        """Return the same with only the columns that tell whether the table has changed."""
        return next(iter(self.raw(_sql(self.db, "poll"), [table_id])), None)

    def open(self) -> TableQuerySet:
        """Return the tables that anyone may join, the latest first."""
        return self.filter(status=Status.WAITING, is_listed=True).order_by("-created_at", "id")

    def being_played(self) -> TableQuerySet:
        """Return the lobby's games in progress, the latest changed first."""
        return self.filter(status=Status.PLAYING, is_listed=True).order_by("-changed_at", "id")

    def of(self, player: str) -> TableQuerySet:
        """Return the tables where this player has a seat, the latest changed first."""
        return self.filter(seats__player=player).order_by("-changed_at", "id")

    def flags_fallen(self, now: int) -> TableQuerySet:
        """Return games whose flag has fallen but not been recorded; ``now`` as in ``flag_at``."""
        return self.filter(flag_at__lte=now)


class Table(models.Model):
    """A game between two people. Columns named ``_at`` are UTC; ``flag_at`` is in milliseconds."""

    id = models.CharField(primary_key=True, max_length=24)
    """Part of the table's URL; nobody can guess it."""
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    is_listed = models.BooleanField()
    """Whether the lobby lists it and anyone may join; otherwise only people with its link may."""
    invitation_hash = models.CharField(max_length=64, blank=True)
    """Hash of the secret in a private table's link; the secret itself is not stored. Empty for a
    rematch, which nobody has to join."""
    allows_take_backs = models.BooleanField()
    is_on_one_device = models.BooleanField(default=False)
    """Whether the creator moves for both sides, perhaps with a friend beside them. The other seat
    then has no player and no name."""

    rules = models.CharField(max_length=40)
    """Key of the rules, including house rules, for ``game.rules.find_variant``."""
    wished_side = models.CharField(max_length=1, blank=True)
    """Letter of the side that the creator chose; empty for a random side."""
    opening = models.CharField(max_length=20, blank=True)
    """``ballot`` or ``random`` and its number, as in ``ballot:57``; empty for the standard
    start."""
    start = models.TextField()
    """FEN of the position before all moves."""
    moves = models.TextField(blank=True)
    """All moves including the opening, in numeric notation with every square visited."""
    opening_plies = models.PositiveSmallIntegerField(default=0)
    ply = models.PositiveSmallIntegerField(default=0)
    """The number of moves in ``moves``."""
    version = models.PositiveIntegerField(default=0)
    """Grows with every move, takeback and ending, so no two boards of the table share it."""
    revision = models.PositiveIntegerField(default=0)
    """Grows with every change of the row; polls compare it."""

    base_ms = models.PositiveBigIntegerField(null=True)
    """Time for the whole game or for each move; null without a clock."""
    increment_ms = models.PositiveIntegerField(default=0)
    is_per_move = models.BooleanField(default=False)
    black_left_ms = models.PositiveBigIntegerField(null=True)
    white_left_ms = models.PositiveBigIntegerField(null=True)
    """Time left to each side at ``clock_since``."""
    clock_runs = models.CharField(max_length=1, blank=True)
    """Letter of the side whose clock is running."""
    clock_since = models.PositiveBigIntegerField(default=0)
    """Milliseconds since 1970 UTC, like all instants of the clock."""
    flag_at = models.PositiveBigIntegerField(null=True)
    """When the flag of the side whose clock is running will fall."""
    times = models.TextField(blank=True)
    """Milliseconds left to the mover after each move past the opening; empty without a clock."""

    winner = models.CharField(max_length=1, blank=True)
    termination = models.CharField(max_length=20, blank=True)
    article = models.CharField(max_length=40, blank=True)

    draw_offered_by = models.CharField(max_length=1, blank=True)
    """Letter of the side whose draw offer is open."""
    draw_declined_by = models.CharField(max_length=1, blank=True, default="")
    """Letter of the side that declined the last draw offer, until the other side moves or offers
    again."""
    black_offered_ply = models.PositiveSmallIntegerField(null=True)
    white_offered_ply = models.PositiveSmallIntegerField(null=True)
    """The ply of each side's last draw offer."""
    take_back_by = models.CharField(max_length=1, blank=True)
    """Letter of the side whose takeback request is open."""
    black_asked_ply = models.PositiveSmallIntegerField(null=True)
    white_asked_ply = models.PositiveSmallIntegerField(null=True)
    """The ply of each side's last takeback request on this board."""
    rematch_by = models.CharField(max_length=1, blank=True)
    """Letter of the side whose rematch offer is open."""
    rematch_of = models.OneToOneField(
        "self", models.SET_NULL, null=True, related_name="rematch", editable=False
    )
    """The previous game, by the same players with sides swapped."""

    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    moved_at = models.DateTimeField(null=True)
    """When the board last changed."""
    changed_at = models.DateTimeField()
    """When anything last changed; for a game that is over, when it ended."""

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
                    "draw_declined_by",
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
    """Queries for a table's page."""

    def read_at(self, table_id: str) -> list[Seat]:
        """Return the seats at one table."""
        return list(self.raw(_sql(self.db, "seats"), [table_id]))


class Seat(models.Model):
    """A player's place at a table."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    side = models.CharField(max_length=1)
    """Letter of the side; arbitrary while the sides are undecided."""
    player = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="seats")
    """Null once the player's session no longer exists."""
    name = models.CharField(max_length=24)
    """The player's name when they joined."""
    seen_at = models.DateTimeField()
    """When the player was last present, to within a few seconds."""
    courtesy = models.CharField(max_length=20, blank=True)
    """Key of the last courtesy that the player sent."""
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
    """A player in the lobby, with a name unlike any other guest's."""

    player = models.OneToOneField(Player, models.CASCADE, primary_key=True, related_name="guest")
    name = models.CharField(max_length=24)
    likeness = models.CharField(max_length=80, unique=True)
    """Key shared by names that look alike."""
    seen_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.name


class RateLimitedAction(models.Model):
    """A counted action with a rate limit: creating or joining a table, a courtesy, a new name."""

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
