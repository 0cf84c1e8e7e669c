"""Solo and pass-and-play games: one per session, saved after every move.

Each action below loads the session's game, checks that the request fits the board the player saw,
and stores the result, all while holding the session's lock (``SessionStore.exclusive``). The
computer thinks without any lock; its move is stored only if the game has not changed meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
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
from game.play.library.results import keep_score
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
"""Session key of the game."""

HOUSE_RULES = "house_rules"
"""Session key of the house rules last chosen, by rule set."""

UNREAD = "unread_game"
"""Session key of an unreadable game that another one has replaced."""

AFTER_LOSS = 1_000_000
"""Version of the game that replaces an unreadable one; no board of the lost game had it."""

SPARE_SECONDS = 0.08
"""Part of a level's budget that is reserved for storing the reply and rendering the page."""


def current(session: SessionStore) -> tuple[SoloGame, bool]:
    """Return the session's game, or a new one, and whether a stored game was lost to damage.

    Loading changes nothing: a new game is stored by the first action that succeeds.
    """
    stored = session.get(KEY)
    if stored is None and DAMAGED in session:
        return new_game(version=AFTER_LOSS), True
    if stored is None:
        return new_game(), False
    try:
        return decode_game(stored), False
    except (ArithmeticError, LookupError, TypeError, ValueError):
        logger.warning("A stored game could not be read. It is kept, and a new game begins")
        return new_game(version=AFTER_LOSS), True


def rules_played(session: SessionStore) -> Variant:
    """Return the rules of the session's game without replaying it."""
    stored = session.get(KEY)
    key = stored.get("variant") if isinstance(stored, dict) else None
    return VARIANTS.get(str(key), VARIANTS[PLAYABLE[0]])


def start(session: SessionStore, variant: Variant, form: str = "", **choices: Any) -> SoloGame:
    """Replace the session's game by a new game of ``variant``.

    If ``form`` has already started the current game, return that one. ``choices`` are an opponent,
    the player's side and levels, named as in ``SoloGame``.
    """
    with session.exclusive():
        previous, _ = current(session)
        if previous.was_begun_by(form):
            return previous
        _keep_house_rules(session, [variant])
        return _begin(session, previous.followed_by(Game(variant), **choices), form)


def choose_house_rules(session: SessionStore, *chosen: Variant) -> None:
    """Remember the house rules of these variants for every new game of their rule sets."""
    with session.exclusive():
        _keep_house_rules(session, chosen)


def _keep_house_rules(session: SessionStore, chosen: Iterable[Variant]) -> None:
    """Store the house rules of these variants; the session must be locked."""
    stored = session.get(HOUSE_RULES)
    kept = stored if isinstance(stored, dict) else {}
    rules = {variant.rule_set: asdict(variant.house_rules) for variant in chosen}
    session[HOUSE_RULES] = kept | rules


def last_rules(session: SessionStore, rule_set: str) -> Variant:
    """Return the rule set with the house rules last chosen for it, or those of the current game.

    They apply to every new game, wherever it starts, until others are chosen.
    """
    stored: Any = session.get(HOUSE_RULES)
    try:
        return with_house_rules(rule_set, HouseRules(**stored[rule_set]))
    except (LookupError, TypeError, ValueError):
        variant = current(session)[0].variant
        return variant if variant.rule_set == rule_set else VARIANTS[rule_set]


def start_from(session: SessionStore, game: Game, form: str = "") -> SoloGame:
    """Start a game from an opening or a position, with the opponent and level of the last game.

    Against the computer the person plays the side to move. If ``form`` has already started the
    current game, return that one.
    """
    with session.exclusive():
        previous, _ = current(session)
        if previous.was_begun_by(form):
            return previous
        remember(game)
        fresh = previous.followed_by(game, player=game.position.side)
        is_own = game.start != game.variant.start
        return _begin(session, replace(fresh, is_from_position=is_own), form)


def start_again(session: SessionStore, board: BoardReference, form: str = "") -> SoloGame:
    """Start a new game with the choices of the last one, which must be over."""
    with session.exclusive():
        last, _ = current(session)
        if last.was_begun_by(form) and not last.is_played_on:
            return last
        check_board(last, board)
        if last.outcome is None:
            raise StillPlaying(last)
        rules = last_rules(session, last.variant.rule_set)
        return _begin(session, last.followed_by(Game(rules)), form)


def switch(session: SessionStore, board: BoardReference, form: str = "") -> SoloGame:
    """Replace the game by a new one of the next rule set, with the same choices otherwise.

    The house rules are those last chosen for that rule set. Against the computer the person plays
    the side that begins: the light pieces of Brazilian draughts, the dark ones of English checkers.
    """
    with session.exclusive():
        previous, _ = current(session)
        if previous.was_begun_by(form) and not previous.is_played_on:
            return previous
        check_board(previous, board)
        rules = last_rules(session, other_rules(previous.variant).key)
        fresh = previous.followed_by(Game(rules), player=rules.first_to_move)
        return _begin(session, fresh, form)


def _begin(session: SessionStore, fresh: SoloGame, form: str) -> SoloGame:
    """Store a new game in the session, which must be locked, and stop the search for the last one.

    ``form`` is remembered, so that submitting it twice starts one game.
    """
    stop_thinking(asker_of(session))
    computer_moves = int(fresh.is_against_computer and fresh.is_computers_turn)
    fresh = replace(fresh, form=form, untouched_version=fresh.version + computer_moves)
    begun = save(session, _with_preferred_bottom(session, fresh))
    keep_score(session, begun)
    return begun


def other_rules(variant: Variant) -> Variant:
    """Return the rule set that ``switch`` changes to."""
    next_index = PLAYABLE.index(variant.rule_set) + 1
    return VARIANTS[PLAYABLE[next_index % len(PLAYABLE)]]


def examine(session: SessionStore, text: str, board: BoardReference) -> tuple[SoloGame, Move]:
    """Return the person's move named by ``text`` without playing it.

    Raises a ``Refusal`` if there is none.
    """
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
    """Play the person's move named by ``text``; raises a ``Refusal`` if it is not possible."""
    with session.exclusive():
        solo, move = examine(session, text, board)
        return save(session, _after(session, replace(solo, forced_since=-1), move))


def play_forced_capture(session: SessionStore) -> bool:
    """Play the person's move if it is a forced capture; return whether it was."""
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
    """Undo the person's last move and any reply to it; also after the game has ended."""
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
    """Flip the board; the game does not change, so requests in flight still fit it."""
    with session.exclusive():
        solo, _ = current(session)
        return save(session, replace(solo, bottom=solo.bottom.other))


def let_computer_answer(session: SessionStore, asked: float) -> SoloGame:
    """Search for the computer's move and play it, if it is its turn; return the game as it is then.

    ``asked`` is when the person's request arrived (``time.monotonic()`` seconds); the level's time
    budget starts then. The search runs without any lock. If meanwhile the person used undo or
    started a new game, or another request was faster, the move is discarded.
    """
    searched, _ = current(session)
    if not searched.is_computers_turn:
        return searched
    deadline = asked + LEVELS[searched.level_to_move].budget_ms / 1000 - SPARE_SECONDS
    reply = choose_reply(
        searched.game,
        searched.level_to_move,
        searched.seed,
        deadline,
        asker=asker_of(session),
    )
    with session.exclusive():
        solo, _ = current(session)
        if solo.version != searched.version:
            return solo
        return save(session, _after(session, solo, reply.move))


def let_computer_begin(session: SessionStore, asked: float) -> SoloGame:
    """Play the computer's first move against a person; a watched game waits for its viewer."""
    solo, _ = current(session)
    return solo if solo.is_watched else let_computer_answer(session, asked)


def asker_of(session: SessionStore) -> str:
    """Return the name by which the worker pool knows searches for this session."""
    return session.session_key or ""


def check_board(solo: SoloGame, board: BoardReference, text: str = "") -> None:
    """Raise a ``Refusal`` if the action refers to another board than the game's.

    ``text`` is the move that was submitted: AlreadyPlayed if the game has it, else MovedOn.
    """
    if (board.ply, board.version) == (solo.ply, solo.version):
        return
    if text and board.ply < solo.ply and _is_move_played(solo.game, board.ply, text):
        raise AlreadyPlayed(solo)
    raise MovedOn(solo)


def _is_move_played(game: Game, ply: int, text: str) -> bool:
    """Return whether ``text`` names the game's move at ``ply``, which must exist."""
    earlier = game
    while earlier.ply > ply:
        earlier = earlier.undo()
    try:
        return find_move(text, earlier.position, earlier.variant) == game.moves[ply]
    except ValueError:
        return False


def _after(session: SessionStore, solo: SoloGame, move: Move) -> SoloGame:
    game = solo.game.play(move)
    remember(game)
    after = replace(solo, game=game, version=solo.version + 1)
    turns_board = solo.opponent == FRIEND and preferences(session).bottom == "mover"
    return replace(after, bottom=game.position.side) if turns_board else after


def _with_preferred_bottom(session: SessionStore, solo: SoloGame) -> SoloGame:
    """Return the game with the side that the person prefers at the bottom of the board."""
    match preferences(session).bottom:
        case "black":
            return replace(solo, bottom=Side.BLACK)
        case "white":
            return replace(solo, bottom=Side.WHITE)
        case "mover" if solo.opponent == FRIEND:
            return replace(solo, bottom=solo.game.position.side)
    return solo


def save(session: SessionStore, solo: SoloGame) -> SoloGame:
    """Store the game in the session, which must be locked, and return it as stored."""
    now = timezone.now()
    if not solo.id:
        solo = replace(solo, id=new_id(), begun=now.isoformat())
    stored = encode_game(solo)
    if solo.version >= AFTER_LOSS and current(session)[1] and KEY in session:
        session[UNREAD] = session[KEY]
    archive.update_archive(session, solo, session.get(KEY), stored, now)
    if session.pop(DAMAGED, False):
        # Find the player again: their finished games and shared devices still exist.
        player_of(session)
    session[KEY] = stored
    return solo
