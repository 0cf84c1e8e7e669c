"""Pages for playing one game on several devices."""
