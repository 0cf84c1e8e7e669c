"""HTTP and HTML: what a browser sends, and what it is shown. It asks ``game.play`` for the rest."""
