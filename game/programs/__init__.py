"""Programs that play each other: the engine among them, its peers, and matches between them.

Knows no Django and serves no players.
"""
