"""My games and results."""
