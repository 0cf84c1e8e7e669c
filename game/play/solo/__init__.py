"""The game of one session: against the computer, with a friend beside you, or watched."""
