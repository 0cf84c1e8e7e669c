"""URLs of a table, with the reader's query: a private table's secret and how to show the board.

The views ignore most of the query; it keeps text browsers from showing a board from their cache.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from urllib.parse import urlencode

from django.urls import reverse

from game.models import Table
from game.play.tables.game import TableGame
from game.play.tables.lobby import invitation_secret, is_invitation
from game.web.shared.http import GameRequest
from game.web.shared.links import REFRESH

LINK, TURNED = "link", "turned"
"""Query fields of a reader's URL: a private table's secret, and whether the board is flipped."""


def page_of_table(table_id: str, query: Mapping[str, object], page: str = "table") -> str:
    """Return the URL of one of a table's pages, with the query if there is one."""
    address = _path(page, table_id)
    return f"{address}?{urlencode(query)}" if query else address


@lru_cache(maxsize=4096)
def _path(page: str, table_id: str) -> str:
    """Reverse a URL, cached: a table's page has a dozen of them and is loaded with every move."""
    return reverse(f"game:{page}", args=[table_id])


def table_address(request: GameRequest, table: TableGame, **more: object) -> str:
    """Return the table's URL for this very state of it, with the reader's query."""
    query = (
        {"revision": table.revision, "version": table.version} | viewer_query(request, table) | more
    )
    return page_of_table(table.id, query)


def viewer_query(request: GameRequest, table: TableGame) -> dict[str, str]:
    """Return the query that every URL of the table repeats: access, refreshing, flipped board."""
    switches = {name: request.GET[name][:40] for name in (REFRESH, TURNED) if name in request.GET}
    return secret_query(request, table, table.id) | switches


def secret_query(request: GameRequest, table: TableGame, table_id: str) -> dict[str, str]:
    """Return the query that opens another table of the same players to a reader let in here."""
    return {LINK: invitation_secret(table_id)} if is_invited(request, table.id) else {}


def is_invited(request: GameRequest, table_id: str) -> bool:
    """Return whether the reader's URL has the private table's secret."""
    shown = request.GET.get(LINK)
    return shown is not None and is_invitation(shown, table_id)


def watching_address(table_id: str) -> str:
    """Return the URL at which anyone can watch a private table."""
    return page_of_table(table_id, {LINK: invitation_secret(table_id)})


def joining_link(request: GameRequest, table: Table) -> str:
    """Return the whole link at which somebody can join a waiting table."""
    if table.is_listed:
        return request.build_absolute_uri(_path("table", table.id))
    secret = invitation_secret(table.id, table.invitation_hash)
    return request.build_absolute_uri(_path("table-invitation", secret))


def neighbour_address(request: GameRequest, table: TableGame, table_id: str | None) -> str:
    """Return the URL of the game before or after this one; empty if there is none."""
    return page_of_table(table_id, secret_query(request, table, table_id)) if table_id else ""


def flipped_address(request: GameRequest, table: TableGame) -> str:
    """Return the URL that shows the board the other way round."""
    if TURNED in request.GET:
        return without_field(TURNED, table_address(request, table))
    return table_address(request, table, turned=1)


def without_field(name: str, address: str) -> str:
    """Return a table's URL without one of its query fields."""
    return re.sub(rf"&{name}=[^&#]*", "", address)
