"""A process that plays at tables until it is killed: `table_worker DATABASE SEED TABLE…`.

Each line it prints is a move that was carried out: table, ply, move. It ends when all games are
over.
"""

from __future__ import annotations

import os
import random
import sys


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def play_until_killed(seed: int, tables: list[str]) -> None:
    from game.play.tables import moves, storage
    from tests.play.tables.seating import at_second, seen

    lots = random.Random(seed)
    say("ready")
    while tables:
        at = storage.load(lots.choice(tables), at_second(1))
        if not at.is_being_played:
            tables.remove(at.id)
            continue
        text = str(lots.choice(at.game.legal_moves))
        mover = at.seats[at.to_move].player_id or ""
        after = moves.play_move(at.id, mover, seen(at), text, at_second(1))
        say(f"{at.id} {after.ply} {text}")


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "checkers_site.settings"
    import django
    from django.conf import settings

    database, seed, *tables = sys.argv[1:]
    settings.DATABASES["default"]["NAME"] = database
    django.setup()
    play_until_killed(int(seed), tables)
