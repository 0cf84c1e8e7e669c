"""Crownhead's one Django app: the game, its engine, its use cases and its pages."""
