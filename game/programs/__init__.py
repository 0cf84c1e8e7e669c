"""Programs that play each other: the engine as one of them, its peers, and matches between them.

No Django here, and nothing that serves players.
"""
