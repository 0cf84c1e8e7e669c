"""Solo and pass-and-play games: one per session, saved after every move.

Each verb below reads the session's game, checks that the order fits the board the player saw, and
writes, all while holding the session (``SessionStore.exclusive``). The computer thinks with nothing
held; its move is stored only if the game is still the one it thought about.
"""

from __future__ import annotations

import logging
from dataclasses import asdict, replace
from typing import Any

from django.utils import timezone

from game.engine.levels import LEVELS
from game.notation import find_move
from game.play.active_game import BoardReference
from game.play.computer.opponent import choose_reply
from game.play.computer.workers import stop_thinking
from game.play.game_record import decode_game, encode_game
from game.play.library import archive
from game.play.players import new_id, player_of
from game.play.preferences import preferences
from game.play.refusals import (
    AlreadyPlayed,
    GameOver,
    MovedOn,
    NothingToUndo,
    NotYourTurn,
    StillPlaying,
    Unplayable,
)
from game.play.replays import remember
from game.play.sessions import DAMAGED, SessionStore
from game.play.solo.game import FRIEND, PLAYABLE, SoloGame, new_game
from game.rules import VARIANTS, Game, HouseRules, Move, Side, Variant, with_house_rules

logger = logging.getLogger("crownhead")


KEY = "solo"
"""Where in the session the game lies."""

HOUSE_RULES = "house_rules"
"""Where those lie that were last chosen, by rule set."""

UNREAD = "unread_game"
"""Where a game is kept that could not be read when another took its place."""

AFTER_LOSS = 1_000_000
"""The version of a game that takes a lost one's place: no board of the lost one had it."""

SPARE_SECONDS = 0.08
"""Kept back from a level's budget for storing the reply and drawing the page."""


def current(session: SessionStore) -> tuple[SoloGame, bool]:
    """The session's game, or a new one; and whether a stored one was lost because it is damaged.

    Reading changes nothing: a new game is stored with the first order that is carried out.
    """
    stored = session.get(KEY)
    if stored is None and DAMAGED in session:
        return new_game(version=AFTER_LOSS), True
    if stored is None:
        return new_game(), False
    try:
        return decode_game(stored), False
    except (ArithmeticError, LookupError, TypeError, ValueError):
        logger.warning("A stored game could not be read. It is kept, and a new one begins")
        return new_game(version=AFTER_LOSS), True


def rules_played(session: SessionStore) -> Variant:
    """The rules of the session's game, without replaying it."""
    stored = session.get(KEY)
    key = stored.get("variant") if isinstance(stored, dict) else None
    return VARIANTS.get(str(key), VARIANTS[PLAYABLE[0]])


def start(session: SessionStore, variant: Variant, form: str = "", **choices: Any) -> SoloGame:
    """Begin a game of ``variant`` in place of the session's; or the one that ``form`` has begun.

    ``choices`` are an opponent, a player's side and levels, as ``SoloGame`` has them.
    """
    with session.exclusive():
        before, _ = current(session)
        if before.was_begun_by(form):
            return before
        agreed_before = session.get(HOUSE_RULES)
        kept = agreed_before if isinstance(agreed_before, dict) else {}
        session[HOUSE_RULES] = kept | {variant.rule_set: asdict(variant.house_rules)}
        return _begin(session, before.followed_by(Game(variant), **choices), form)


def last_rules(session: SessionStore, rule_set: str) -> Variant:
    """That rule set with the house rules last chosen for it, else with those of the game played.

    Every new game goes by them, wherever it starts, until others are chosen.
    """
    kept: Any = session.get(HOUSE_RULES)
    try:
        return with_house_rules(rule_set, HouseRules(**kept[rule_set]))
    except (LookupError, TypeError, ValueError):
        played = current(session)[0].variant
        return played if played.rule_set == rule_set else VARIANTS[rule_set]


def start_from(session: SessionStore, game: Game, form: str = "") -> SoloGame:
    """Begin at an opening or a position, with the opponent and level of the last game.

    Against the computer the person takes the side to move. What ``form`` has begun before goes on.
    """
    with session.exclusive():
        before, _ = current(session)
        if before.was_begun_by(form):
            return before
        remember(game)
        return _begin(session, before.followed_by(game, player=game.position.side), form)


def start_again(session: SessionStore, board: BoardReference, form: str = "") -> SoloGame:
    """Begin a new game with the choices of the last one, which must be over."""
    with session.exclusive():
        last, _ = current(session)
        if last.was_begun_by(form) and not last.is_played_on:
            return last
        check_board(last, board)
        if last.outcome is None:
            raise StillPlaying(last)
        return _begin(session, last.followed_by(Game(last.variant)), form)


def switch(session: SessionStore, board: BoardReference, form: str = "") -> SoloGame:
    """Begin the next rule set's game in place of this one, with the same choices otherwise.

    The house rules are those last chosen for it.
    """
    with session.exclusive():
        before, _ = current(session)
        if before.was_begun_by(form) and not before.is_played_on:
            return before
        check_board(before, board)
        rules = last_rules(session, other_rules(before.variant).key)
        return _begin(session, before.followed_by(Game(rules)), form)


def _begin(session: SessionStore, fresh: SoloGame, form: str) -> SoloGame:
    """Store a new game in the session, which is held; nobody waits for a move in the last one.

    Who has pressed the ``form``'s button twice gets this game from the second press too.
    """
    stop_thinking(asker_of(session))
    computers_moves = int(fresh.is_against_computer and fresh.is_computers_turn)
    fresh = replace(fresh, form=form, untouched_version=fresh.version + computers_moves)
    return save(session, _seated(session, fresh))


def other_rules(variant: Variant) -> Variant:
    """The rule set that one press leads to."""
    following = PLAYABLE.index(variant.rule_set) + 1
    return VARIANTS[PLAYABLE[following % len(PLAYABLE)]]


def examine(session: SessionStore, text: str, board: BoardReference) -> tuple[SoloGame, Move]:
    """The person's move that ``text`` names, not yet played; raises a ``Refusal`` if none fits."""
    solo, _ = current(session)
    check_board(solo, board, text)
    if solo.outcome is not None:
        raise GameOver(solo)
    if solo.is_computers_turn:
        raise NotYourTurn(solo)
    try:
        return solo, find_move(text, solo.game.position, solo.variant)
    except ValueError as error:
        raise Unplayable(solo, text, error) from error


def play(session: SessionStore, text: str, board: BoardReference) -> SoloGame:
    """Play the person's move that ``text`` names; raises a ``Refusal`` if it does not fit."""
    with session.exclusive():
        solo, move = examine(session, text, board)
        return save(session, _after(session, replace(solo, forced_since=-1), move))


def play_forced_capture(session: SessionStore) -> bool:
    """Play a person's capture that is the only legal move; whether there was one."""
    with session.exclusive():
        solo, _ = current(session)
        if solo.outcome is not None or solo.is_computers_turn:
            return False
        move, *others = solo.game.legal_moves
        if others or not move.is_capture:
            return False
        since = solo.ply if solo.forced_since < 0 else solo.forced_since
        save(session, _after(session, replace(solo, forced_since=since), move))
        return True


def undo(session: SessionStore, board: BoardReference) -> SoloGame:
    """Take back the person's last move and what followed it; also after the end."""
    with session.exclusive():
        solo, _ = current(session)
        check_board(solo, board)
        game = solo.undone
        if game is None:
            raise NothingToUndo(solo)
        solo = replace(solo, game=game, version=solo.version + 1, forced_since=-1)
        save(session, solo)
    stop_thinking(asker_of(session))
    return solo


def flip(session: SessionStore) -> SoloGame:
    """Turn the board round; the game is not touched, so orders under way still fit it."""
    with session.exclusive():
        solo, _ = current(session)
        return save(session, replace(solo, bottom=solo.bottom.other))


def let_computer_answer(session: SessionStore, asked: float) -> SoloGame:
    """Think, and play the computer's move, if it is its turn; the game as it then is.

    ``asked`` is when the person's order came in (``time.monotonic()`` seconds): the level's time
    runs from there. The search runs with nothing held. If the person undid or began a new game
    meanwhile, or another request was quicker, its move is dropped.
    """
    thought_about, _ = current(session)
    if not thought_about.is_computers_turn:
        return thought_about
    deadline = asked + LEVELS[thought_about.level_to_move].budget_ms / 1000 - SPARE_SECONDS
    reply = choose_reply(
        thought_about.game,
        thought_about.level_to_move,
        thought_about.seed,
        deadline,
        asker=asker_of(session),
    )
    with session.exclusive():
        solo, _ = current(session)
        if solo.version != thought_about.version:
            return solo
        return save(session, _after(session, solo, reply.move))


def let_computer_begin(session: SessionStore, asked: float) -> SoloGame:
    """Play the computer's first move against a person; a game that is watched waits to be begun."""
    solo, _ = current(session)
    return solo if solo.is_watched else let_computer_answer(session, asked)


def asker_of(session: SessionStore) -> str:
    """What the computer knows a session's game by while it thinks about it."""
    return session.session_key or ""


def check_board(solo: SoloGame, board: BoardReference, text: str = "") -> None:
    """Refuse an order given to another board than the game's; ``text`` is the move it brought."""
    if (board.ply, board.version) == (solo.ply, solo.version):
        return
    if text and board.ply < solo.ply and _is_move_played(solo.game, board.ply, text):
        raise AlreadyPlayed(solo)
    raise MovedOn(solo)


def _is_move_played(game: Game, ply: int, text: str) -> bool:
    """Whether the game's move at ``ply``, which it has, is the one that ``text`` names."""
    at = game
    while at.ply > ply:
        at = at.undo()
    try:
        return find_move(text, at.position, at.variant) == game.moves[ply]
    except ValueError:
        return False


def _after(session: SessionStore, solo: SoloGame, move: Move) -> SoloGame:
    game = solo.game.play(move)
    remember(game)
    after = replace(solo, game=game, version=solo.version + 1)
    is_passed_on = solo.opponent == FRIEND and preferences(session).bottom == "mover"
    return replace(after, bottom=game.position.side) if is_passed_on else after


def _seated(session: SessionStore, solo: SoloGame) -> SoloGame:
    """The game with the side at the bottom of the board that the person wants there."""
    match preferences(session).bottom:
        case "black":
            return replace(solo, bottom=Side.BLACK)
        case "white":
            return replace(solo, bottom=Side.WHITE)
        case "mover" if solo.opponent == FRIEND:
            return replace(solo, bottom=solo.game.position.side)
    return solo


def save(session: SessionStore, solo: SoloGame) -> SoloGame:
    """Put the game into the session, which must be held; returns it."""
    now = timezone.now()
    if not solo.id:
        solo = replace(solo, id=new_id(), begun=now.isoformat())
    form = encode_game(solo)
    if solo.version >= AFTER_LOSS and current(session)[1] and KEY in session:
        session[UNREAD] = session[KEY]
    archive.update_archive(session, solo, session.get(KEY), form, now)
    if session.pop(DAMAGED, False):
        # Their finished games and the devices that joined theirs are still there.
        player_of(session)
    session[KEY] = form
    return solo
