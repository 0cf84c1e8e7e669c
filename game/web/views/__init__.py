"""Views: guard, read the order, one verb of ``game.play``, answer."""
