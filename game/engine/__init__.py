"""The computer's search. Depends on the rules only: no framework, no notation, no database.

``game.engine.pool`` runs searches in other processes; callers import it separately.
"""

from game.engine.job import NoAnswer, Reason, SearchJob, answer_job
from game.engine.levels import LEVELS, Level
from game.engine.limits import Limit, OutOfTime, ScoredMove, SearchResult
from game.engine.search import search

__all__ = [
    "LEVELS",
    "Level",
    "Limit",
    "NoAnswer",
    "OutOfTime",
    "Reason",
    "ScoredMove",
    "SearchJob",
    "SearchResult",
    "answer_job",
    "search",
]
