"""Addresses of a table, with what its reader has in them: a private table's key, and their wishes.

Reading ignores most of what follows the question mark; it keeps text browsers from showing a board
that they remember.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlencode

from django.urls import reverse

from game.play.tables.game import TableGame
from game.play.tables.lobby import invitation_secret, is_invitation
from game.web.shared.http import GameRequest
from game.web.shared.links import REFRESH

LINK, TURNED = "link", "turned"
"""What a reader may have in the address: a private table's key, and a board turned round."""

WAITS = "waits"
"""In the address of whoever waits for somebody to join; in the room, with the table's id."""


def page_of_table(table_id: str, query: Mapping[str, object], page: str = "table") -> str:
    """The address of one of a table's pages, with what follows the question mark, if anything."""
    address = _path(page, table_id)
    return f"{address}?{urlencode(query)}" if query else address


@lru_cache(maxsize=4096)
def _path(page: str, table_id: str) -> str:
    """A table's page names a dozen of these, and is asked for again with every move."""
    return reverse(f"game:{page}", args=[table_id])


def table_address(request: GameRequest, table: TableGame, **more: object) -> str:
    """The table's address with this very state of it; what the reader asked for goes along."""
    query = (
        {"revision": table.revision, "version": table.version} | viewer_query(request, table) | more
    )
    return page_of_table(table.id, query)


def viewer_query(request: GameRequest, table: TableGame) -> dict[str, str]:
    """What every address of the table repeats: how its reader may and wishes to see it."""
    switches = {name: request.GET[name][:40] for name in (REFRESH, TURNED) if name in request.GET}
    return key_to(request, table, table.id) | switches


def key_to(request: GameRequest, table: TableGame, table_id: str) -> dict[str, str]:
    """What opens another table of the same two players to whoever was let in to this one."""
    return {LINK: invitation_secret(table_id)} if is_invited(request, table.id) else {}


def is_invited(request: GameRequest, table_id: str) -> bool:
    """Whether the reader's address has the key of a private table."""
    shown = request.GET.get(LINK)
    return shown is not None and is_invitation(shown, table_id)


def watching_address(table_id: str) -> str:
    """The address at which anybody may watch a private table."""
    return page_of_table(table_id, {LINK: invitation_secret(table_id)})


def neighbour(request: GameRequest, table: TableGame, table_id: str | None) -> str:
    """The address of the game before or after this one; empty if there is none."""
    return page_of_table(table_id, key_to(request, table, table_id)) if table_id else ""


def flipped(request: GameRequest, table: TableGame) -> str:
    """The address that shows the board the other way round."""
    if TURNED in request.GET:
        return without(TURNED, table_address(request, table))
    return table_address(request, table, turned=1)


def without(name: str, address: str) -> str:
    """An address of the table in which something is switched off."""
    return re.sub(rf"&{name}=[^&#]*", "", address)
