"""Two players at one table, each in their own browser."""

import re

from tests.chromium.player import Player


def start_table(black: Player, white: Player, **choices: str) -> str:
    """Create a table as Black and join it as White; return its URL. Both pages show the game."""
    black.page.goto("/tables/new")
    black.page.locator("details.more summary").click()
    for name, value in {"player": "B", **choices}.items():
        black.page.locator(f"[name={name}][value='{value}']").check()
    black.press("Create table")
    table = re.split("[&#]", black.page.url.partition("made=")[2])[0]
    # A waiting player is taken to the game, which would interrupt what is opened here.
    black.page.goto("about:blank")
    white.page.goto("/tables/")
    white.press(white.page.locator(f"form[action$='{table}/join'] button"))
    black.page.goto(f"/tables/{table}")
    return f"/tables/{table}"


def play(black: Player, white: Player, line: str) -> None:
    """Play moves in turn, each once its button is there."""
    for number, text in enumerate(line.split()):
        mover = (black, white)[number % 2]
        if not mover.scripts:
            mover.page.reload()
        mover.press_move(text)
