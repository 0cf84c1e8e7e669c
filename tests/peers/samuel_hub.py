"""Samuel, GuiCheckers' engine as a Python module, as a HUB program for English checkers.

Runs in an environment with ``samuel``, separate from this project's: nothing of it is imported. The
engine keeps its own game; every position is set as FEN, and its moves are derived from the board
before and after.
"""

import contextlib
import os
import re
import shlex
import sys
import threading
from pathlib import Path

from samuel import engine

BLACK, WHITE, WHITE_KING = 1, 2, 6
PIECES = {"b": "", "w": "", "B": "K", "W": "K"}
FILES = ("opening.gbk", "2pc.cdb", "3pc.cdb", "4pc.cdb")
"""Its opening book and endgame tables."""
MARGIN = 0.03
"""Seconds before the time is up at which it must move."""
PATH = slice(52, 62)
"""The part of its board list with the squares of its last multi-jump."""


def places():
    """Return Samuel's number of each square, found by putting a king there."""
    numbers = {}
    for square in range(1, 33):
        board = engine.setposfromFEN(f"B:WK{square}:B.")
        numbers[square] = next(number for number in range(5, 41) if board[number] == WHITE_KING)
    return numbers


def fen_of(text):
    """Return a HUB position as FEN."""
    parts = {"W": [], "B": []}
    for square, piece in enumerate(text[1:], start=1):
        if piece in PIECES:
            parts[piece.upper()].append(f"{PIECES[piece]}{square}")
    return f"{text[0]}:W{','.join(parts['W'])}:B{','.join(parts['B'])}."


def pieces_of(fen):
    """Return the pieces of Samuel's FEN by square."""
    found = {}
    for side, listed in re.findall(r":([WB])([K\d,]*)", fen):
        for item in filter(None, listed.split(",")):
            piece = side.upper() if item.startswith("K") else side.lower()
            found[int(item.lstrip("K"))] = piece
    return found


def move_between(before, after, side):
    """Return origin and destination, None if circular, and the captured squares."""
    mine = {square for square, piece in before.items() if piece.upper() == side}
    now = {square for square, piece in after.items() if piece.upper() == side}
    theirs = {square for square, piece in before.items() if piece.upper() != side}
    left = {square for square, piece in after.items() if piece.upper() != side}
    taken = sorted(theirs - left)
    gone, come = mine - now, now - mine
    if not gone:
        # A circular capture: none of the mover's pieces changed place.
        return None, taken
    return (gone.pop(), come.pop()), taken


class Game:
    """The position and moves that Samuel is asked about."""

    def __init__(self):
        self.numbers = places()
        self.position = "B" + "b" * 12 + "e" * 8 + "w" * 12
        self.moves = []

    def choose(self, seconds):
        """Return the HUB move that Samuel picks within so many seconds."""
        engine.setposfromFEN(fen_of(self.position))
        for move in self.moves:
            # Moves since a position are reversible, so never captures.
            engine.hmove(*(self.numbers[int(square)] for square in move.split("-")))
        fen = engine.getFEN()
        before, side = pieces_of(fen), fen[0]
        timer = threading.Timer(max(seconds - MARGIN, 0.01), engine.movenow)
        timer.start()
        board = engine.cmove(str(BLACK if side == "B" else WHITE))
        timer.cancel()
        where, taken = move_between(before, pieces_of(engine.getFEN()), side)
        if where is None:
            own = {number: square for square, number in self.numbers.items()}
            start = own[[number for number in board[PATH] if number][-1]]
            where = (start, start)
        if taken:
            return "x".join(map(str, [*where, *taken]))
        return f"{where[0]}-{where[1]}"


def serve(answer):
    """Answer HUB commands until the input ends."""
    game, seconds = None, 1.0
    for text in sys.stdin:
        command, *rest = shlex.split(text) or [""]
        line = dict(part.split("=", 1) for part in rest if "=" in part)
        if command == "hub":
            answer('id name=Samuel version=0.1.9 author="GuiCheckers, J. Cheetham" country=none')
            answer('param name=variant value=english type=enum values="english"')
            answer("wait")
        elif command == "init":
            share = Path(sys.prefix) / "share" / "samuel" / "data"
            engine.init(*(str(share / name) for name in FILES))
            engine.setlevel(3, 52, 3600)
            game = Game()
            answer("ready")
        elif command == "new-game":
            engine.newgame()
        elif command == "pos":
            game.position, game.moves = line["pos"], line.get("moves", "").split()
        elif command == "level":
            seconds = float(line.get("move-time", seconds))
        elif command == "go":
            answer(f"done move={game.choose(seconds)}")
        elif command == "ping":
            answer("pong")
        elif command == "quit":
            return


def main():
    """Serve on standard output, with the engine's own output sent to standard error."""
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    with contextlib.suppress(KeyboardInterrupt):
        serve(lambda line: answers.write(line + "\n"))


if __name__ == "__main__":
    main()
