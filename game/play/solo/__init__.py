"""A session's game: against the computer, with a friend on the same device, or watched."""
