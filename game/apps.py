"""Django's record of the app; it does nothing at start-up."""

from django.apps import AppConfig


class GameConfig(AppConfig):
    """The game."""

    name = "game"
    verbose_name = "Crownhead"
