"""The computer as an opponent and adviser: what it plays, recommends and accepts."""
