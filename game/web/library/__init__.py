"""The pages of finished games: my games and results."""
