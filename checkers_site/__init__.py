"""The deployment: settings, the root of the URLs, the server. No behaviour of the game."""
