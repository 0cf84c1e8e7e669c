"""How the computer finds a move. Rules only: no framework, no notation, no database.

``game.engine.pool`` runs searches in other processes; it is imported by whoever asks.
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
