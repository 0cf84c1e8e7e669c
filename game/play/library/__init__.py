"""Finished games: archived when a game ends, listed, counted, exported, deleted."""
