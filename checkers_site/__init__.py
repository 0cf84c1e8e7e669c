"""The deployment: settings, root URLs and the server. Nothing of the game's behaviour."""
