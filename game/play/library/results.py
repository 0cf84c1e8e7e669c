"""Wins, losses and draws of a player's finished games, since they last reset their results."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count

from game.engine.levels import LEVELS
from game.models import Player
from game.play.game_record import FROM_POSITION
from game.play.library.my_games import SCORE, finished_games
from game.play.players import known_player, player_of
from game.play.sessions import SessionStore
from game.play.solo.game import COMPUTER, FRIEND, TABLE, SoloGame
from game.rules import Side


@dataclass(frozen=True)
class Score:
    """Results of one kind of game: by rule set, and against the computer by level."""

    variant: str
    level: str
    """Key of the computer's level; empty for games between friends, TABLE for those at tables."""
    first: int
    """Games won by the player; between friends, by Black."""
    second: int
    """Games lost by the player; between friends, won by White."""
    drawn: int

    @property
    def played(self) -> int:
        """The number of all games of this kind."""
        return self.first + self.second + self.drawn


def counted_from(session: SessionStore) -> datetime | None:
    """Return the time from which results are counted; None if all games are."""
    owner = Player.objects.filter(id=known_player(session)).only("counted_from").first()
    return owner.counted_from if owner else None


def reset_results(session: SessionStore, now: datetime) -> None:
    """Count results from ``now`` on; the games themselves are kept."""
    with session.exclusive():
        Player.objects.filter(id=player_of(session)).update(counted_from=now)
        session.pop(SCORE, None)


def scores(session: SessionStore, since: datetime | None) -> list[Score]:
    """Return this player's results since then, or of all games.

    Watched games do not count, nor do those from a practice position or one typed in.

    Sorted: against the computer by rule set and level, then between friends and at tables, each by
    rule set.
    """
    games = finished_games(session).filter(
        **{"opponent__in": (COMPUTER, FRIEND, TABLE), f"form__{FROM_POSITION}__isnull": True}
    )
    if since is not None:
        games = games.filter(finished_at__gt=since)
    kinds = ("opponent", "variant", "level", "player", "winner")
    counts: dict[tuple[str, str, str], list[int]] = {}
    for row in games.order_by().values(*kinds).annotate(games=Count("id")):
        is_friends = row["opponent"] == FRIEND
        own = Side.BLACK.letter if is_friends else row["player"]
        level = {FRIEND: "", TABLE: TABLE}.get(row["opponent"], row["level"])
        kind = (row["opponent"], row["variant"], level)
        index = 2 if not row["winner"] else int(row["winner"] != own)
        counts.setdefault(kind, [0, 0, 0])[index] += row["games"]
    levels = [*LEVELS, "", TABLE]
    ordered = sorted(counts, key=lambda kind: (kind[0], kind[1], levels.index(kind[2])))
    return [Score(*kind[1:], *counts[kind]) for kind in ordered]


def score_so_far(session: SessionStore, solo: SoloGame) -> Score | None:
    """Return the player's results in games of this one's kind; None if no such game counts."""
    level = solo.level if solo.is_against_computer else ""
    is_known = known_player(session) is not None  # or each page of a first game asked in vain
    counts = is_known and not solo.is_watched and not solo.is_from_position
    found = scores(session, counted_from(session)) if counts else []
    kind = (solo.variant.rule_set, level)
    return next((score for score in found if (score.variant, score.level) == kind), None)


def keep_score(session: SessionStore, solo: SoloGame) -> None:
    """Remember the score in games of this one's kind while it is played; the session is locked."""
    score = score_so_far(session, solo)
    if score is None:
        session.pop(SCORE, None)
    else:
        session[SCORE] = [solo.id, score.first, score.second, score.drawn]


def kept_score(session: SessionStore, solo: SoloGame) -> Score | None:
    """Return the score from before this game without a query; None if there was none."""
    match session.get(SCORE):
        case [solo.id, int() as first, int() as second, int() as drawn]:
            level = solo.level if solo.is_against_computer else ""
            return Score(solo.variant.rule_set, level, first, second, drawn)
    return None
