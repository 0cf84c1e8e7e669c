"""py-draughts' engines as a HUB program for Brazilian, Russian and International draughts.

Runs in an environment with ``py-draughts``, separate from this project's: nothing of it is
imported. The pattern engine plays on the large board, the simple one on the small ones.
"""

import contextlib
import logging
import shlex
import sys

import numpy as np
from draughts.boards import american, brazilian, russian, standard
from draughts.engines import SimpleEngine, TurboEngine
from draughts.engines.hub import move_to_hub_notation, parse_hub_move
from draughts.models import Color

BOARDS = {
    "brazilian": brazilian.Board,
    "russian": russian.Board,
    "international": standard.Board,
    "english": american.Board,
}
FIGURES = {"w": -1, "W": -2, "b": 1, "B": 2, "e": 0}


def board_of(text, kind):
    """Return py-draughts' board for a HUB position."""
    squares = np.array([FIGURES[piece] for piece in text[1:]], dtype=np.int8)
    return kind(starting_position=squares, turn=Color.WHITE if text[0] == "W" else Color.BLACK)


def serve(answer):
    """Answer HUB commands until the input ends."""
    variant, board, seconds, engine = "brazilian", None, 1.0, None
    for text in sys.stdin:
        command, *rest = shlex.split(text) or [""]
        line = dict(part.split("=", 1) for part in rest if "=" in part)
        if command == "hub":
            answer("id name=py-draughts version=1.10 author=py-draughts country=none")
            answer(f'param name=variant value={variant} type=enum values="{" ".join(BOARDS)}"')
            answer("wait")
        elif command == "set-param" and line.get("name") == "variant":
            variant = line["value"]
        elif command == "init":
            answer("ready")
        elif command == "new-game":
            engine = None
        elif command == "pos":
            board = board_of(line["pos"], BOARDS[variant])
            for move in line.get("moves", "").split():
                board.push(parse_hub_move(move, board.legal_moves))
        elif command == "level":
            seconds = float(line.get("move-time", seconds))
        elif command == "go":
            if engine is None:
                kind = TurboEngine if variant == "international" else SimpleEngine
                engine = kind(depth_limit=40, time_limit=seconds)
            engine.time_limit = seconds
            answer(f"done move={move_to_hub_notation(engine.get_best_move(board))}")
        elif command == "ping":
            answer("pong")
        elif command == "quit":
            return


def main():
    """Serve on standard output, with the engine's logging off."""
    logging.disable()
    with contextlib.suppress(ImportError):
        from loguru import logger

        logger.remove()
    with contextlib.suppress(KeyboardInterrupt):
        serve(lambda line: sys.stdout.write(line + "\n") and sys.stdout.flush())


if __name__ == "__main__":
    main()
