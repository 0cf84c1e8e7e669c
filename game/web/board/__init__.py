"""The board of any game: squares, moves, record, replay. Knows no session and no table."""
