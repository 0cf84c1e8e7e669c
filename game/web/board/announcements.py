"""What a screen reader hears after moves: one message of at most ``MAX_WORDS`` words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from game.play.active_game import ActiveGame
from game.rules import Game, Move, Side
from game.web.board.labels import captures_due, must_capture
from game.web.board.sentences import Person, Speaker, describe_briefly, describe_move
from game.web.shared.labels import paragraph, sentence

MAX_WORDS = 25
"""Longer messages are cut short, in the order of what listeners can best do without."""


def describe_moves(
    active: ActiveGame,
    before_ply: int,
    speakers: Mapping[Side, Speaker],
    turn_now: str,
    *,
    is_brief: bool = False,
) -> str:
    """Announce the moves after ``before_ply``: a sentence a move, whose turn it is, what is due.

    ``turn_now`` is the status heading; ``is_brief`` leaves it out while the game goes on.
    """
    moves = _moves_since(active.game, before_ply)
    is_over = active.outcome is not None
    turn = "" if is_brief and moves and not is_over else turn_now
    is_due = not is_over and active.may_move and must_capture(active.game)
    told = ""
    for told in _wordings(active, [(speakers[side], move) for side, move in moves], turn, is_due):
        if len(told.split()) <= MAX_WORDS:
            break
    return told


def _moves_since(game: Game, ply: int) -> list[tuple[Side, Move]]:
    moves = []
    at: Game | None = game
    while at is not None and at.ply > ply and at.last_move is not None:
        moves.append((at.position.side.other, at.last_move))
        at = at.previous
    return moves[::-1]


def _wordings(
    active: ActiveGame, moves: list[tuple[Speaker, Move]], turn: str, is_due: bool
) -> Iterator[str]:
    """Yield the announcement in ever fewer words.

    People know their own move best; the record and the board have all of it anyhow.
    """
    variant = active.variant
    full = [describe_move(who, move, variant) for who, move in moves]
    brief = [describe_briefly(who, move, variant) for who, move in moves]
    is_own = [who.person is Person.YOU for who, _move in moves]
    own_brief = [
        short if own else long for long, short, own in zip(full, brief, is_own, strict=True)
    ]
    others = [long for long, own in zip(full, is_own, strict=True) if not own]
    others_brief = [short for short, own in zip(brief, is_own, strict=True) if not own]
    due, must = ("", "")
    if is_due:
        due, must = captures_due(active.game), _("You must jump.")
    yield _joined(full, turn, due)
    # The first is the reader's own choice; later ones of theirs were played automatically.
    chosen = 1 if is_own[:1] == [True] and others else 0
    for told in (
        full,
        own_brief,
        own_brief[chosen:],
        others or full[-1:],
        others_brief or brief[-1:],
    ):
        yield _joined(told, turn, must)


def _joined(moves: list[str], turn: str, due: str) -> str:
    return paragraph([*map(sentence, moves), sentence(turn) if turn else "", due])


def marked(announcement: str, turn_now: str) -> SafeString:
    """Return an announcement with the words of the status heading marked.

    Scripts leave them out where the heading gets the focus, so that nobody hears them twice.
    """
    text, turn = conditional_escape(announcement), escape(sentence(turn_now))
    return mark_safe(str(text).replace(turn, f"<b>{turn}</b>", 1))
