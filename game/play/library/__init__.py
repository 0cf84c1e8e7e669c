"""Finished games: kept when a game ends, listed, counted, exported, deleted."""
