"""Template tags that every page uses."""
