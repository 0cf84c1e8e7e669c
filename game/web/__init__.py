"""HTTP and HTML: requests and responses. ``game.play`` does everything else."""
