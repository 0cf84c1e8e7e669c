"""A HUB program that plays random legal moves and misbehaves on request, for tests of matches.

``python -m tests.peers.scripted_hub [FAULT]``; faults: illegal, crash, slow, silent, mute.
"""

import random
import sys
import time

from game.notation.hub import (
    find_hub_move,
    format_hub_move,
    parse_hub_line,
    parse_hub_position,
)
from game.rules import VARIANTS, Game


def serve(fault: str) -> None:
    chance = random.Random(3)
    variant = VARIANTS["english"]
    game = Game(variant)
    answered = 0

    def say(text: str) -> None:
        sys.stdout.write(text + "\n")
        sys.stdout.flush()

    for text in sys.stdin:
        line = parse_hub_line(text.strip())
        if fault == "mute":
            return
        match line.command:
            case "hub":
                say("A banner, as some print")
                say("id name=Scripted version=1 author=us country=none")
                say('param name=variant value=english type=enum values="english russian"')
                say("wait")
            case "set-param":
                variant = VARIANTS[line.arguments["value"]]
            case "init":
                say("loading, 100 % done")
                say("ready")
            case "pos":
                game = Game(variant, parse_hub_position(line.arguments["pos"], variant))
                for move in line.arguments.get("moves", "").split():
                    game = game.play(find_hub_move(move, game.position, variant))
            case "go":
                answered += 1
                if fault == "crash" and answered == 2:
                    sys.exit(1)
                if fault == "slow":
                    time.sleep(0.3)
                if fault == "silent":
                    continue
                chosen = format_hub_move(chance.choice(game.legal_moves))
                say(f"done move={'1-2' if fault == 'illegal' else chosen}")
            case "quit":
                return


if __name__ == "__main__":
    serve(sys.argv[1] if len(sys.argv) > 1 else "")
