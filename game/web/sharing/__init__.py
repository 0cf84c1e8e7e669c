"""Pages for playing one game on several devices: links, codes, joining, polling."""
