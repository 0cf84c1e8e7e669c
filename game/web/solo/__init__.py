"""The pages of a solo game: playing it, starting one, its record."""
