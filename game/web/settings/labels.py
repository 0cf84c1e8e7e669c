"""Labels for the settings and their choices."""

from __future__ import annotations

from game.web.shared.wording import PALETTES

SETTINGS = {
    "numbering": "Names of squares",
    "palette": "Colours of the sides",
    "board": "Board",
    "pieces": "Pieces",
    "scheme": "Light or dark",
    "size": "Size of the board",
    "bottom": "At the bottom of the board",
    "announcements": "What a screen reader is told of a move",
}
SETTING_CHOICES = {
    "numbering": {
        "own": "as each game's books do: English checkers numbers, Brazilian letters and digits",
        "numeric": "always numbers",
        "algebraic": "always letters and digits",
    },
    "palette": {key: " and ".join(words) for key, words in PALETTES.items()},
    "board": {
        "green": "Green and buff, as in tournaments",
        "wood": "Wood",
        "slate": "Slate",
        "sand": "Sand",
        "contrast": "High contrast",
    },
    "pieces": {
        "classic": "Turned discs",
        "flat": "Flat discs",
        "letters": "Discs with letters",
    },
    "scheme": {"system": "as the device is set", "light": "light", "dark": "dark"},
    "size": {"normal": "beside the moves", "large": "as large as the window allows"},
    "bottom": {
        "player": "your side; between friends the side that begins",
        "black": "always the side that begins in English checkers",
        "white": "always the other side",
        "mover": "between friends, whoever is to move",
    },
    "announcements": {
        "full": "the moves, and whose turn it is",
        "short": "the moves only",
    },
}
SWITCHES = {
    "autoplay": "Play a capture by itself when it is my only legal move (not at tables)",
    "confirm": "Ask once more before each move is played",
    "hints": "Offer hints (not at tables)",
}
