"""The board of any game: squares, moves, record, replay. Knows nothing of sessions or tables."""
