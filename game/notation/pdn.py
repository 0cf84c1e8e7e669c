"""Game files (PDN) read liberally: every game with how far it goes and what is wrong with it.

A bad game never costs the good ones beside it, and nothing is guessed: a move that fits two ways,
or none, ends what is replayed of its game, unless only one of the ways lets the rest be played.
Draws that a rule would have called end nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from game.notation.fen import parse_fen
from game.notation.movetext import find_move
from game.notation.pdn_tokens import Kind, Token, decode, tokens
from game.rules import (
    VARIANTS,
    AmbiguousMove,
    Game,
    IllegalMove,
    InvalidNotation,
    Position,
    Side,
    Termination,
    Variant,
)

DEEPEST = 50
"""Variations inside variations that are followed; what is deeper is skipped and said."""
UNKNOWN_RESULT = "*"
RESULT = "result"
"""Kind of a problem with who is said to have won: the moves are as good as any."""
_GAME_TYPES = {variant.pdn_game_type.split(",")[0]: variant for variant in VARIANTS.values()}
_NAMES = {
    "bianco": "White",
    "nero": "Black",
    "risultato": "Result",
    "dati": "Event",
    "apertura": "Opening",
    "setup": "SetUp",
    "fen": "FEN",
    "gametype": "GameType",
    "result": "Result",
}
"""Names of tags as other languages and hands write them."""
_SETUP = re.compile(r'/\s*(?:FEN\s*)?"?([^"/]*)"?\s*/')
_NUMERIC = ("english", "italian", "pool", "spanish", "portuguese")
_NUMERIC_ALSO = ("brazilian", "russian", "czech")
_LARGE = ("international", "frisian")
_LETTERS = ("brazilian", "russian", "czech")
_LARGEST = "canadian"


@dataclass(frozen=True)
class Problem:
    """Something in a file that could not be read or played."""

    kind: str
    """syntax, too_deep, game_type, bad_fen, illegal_move, ambiguous_move or result."""
    message: str
    line: int
    ply: int
    """How many moves of the game had been replayed."""


@dataclass
class ReadGame:
    """One game of a file."""

    variant: Variant
    tags: dict[str, str]
    game: Game | None
    """As far as it could be replayed; None where not even its start is known."""
    plies: int
    """How many moves were replayed, those before a change of position included."""
    result: str
    """As written: the tag's, or where that says nothing, what stands after the moves."""
    comments: dict[int, list[str]]
    """What is said after so many plies."""
    problems: list[Problem]


@dataclass
class _Draft:
    """What a file says of one game, before any rule is asked."""

    tags: dict[str, str] = field(default_factory=dict)
    line: int = 1
    body: list[Token] = field(default_factory=list)
    """Moves, set-ups and comments of the main line."""
    terminator: str = ""
    results: list[Token] = field(default_factory=list)
    """Every Result tag, and what stands after the moves."""
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.tags or self.body or self.problems)

    @property
    def moves(self) -> list[str]:
        return [token.text for token in self.body if token.kind is Kind.MOVE]


def read_pdn(content: bytes | str) -> list[ReadGame]:
    """Every game of a file, in order; an empty list if there is none."""
    text = decode(content) if isinstance(content, bytes) else content
    drafts = list(_drafts(tokens(text.replace("\0", ""))))
    untyped = [draft for draft in drafts if "GameType" not in draft.tags]
    guess = _guess(untyped) if untyped else VARIANTS["english"]
    return [_replayed(draft, guess) for draft in drafts]


# From pieces to drafts


def _drafts(pieces: Iterable[Token]) -> Iterator[_Draft]:
    draft = _Draft()
    depth = 0
    for token in pieces:
        begins_anew = token.kind is Kind.TAG and bool(draft.body or draft.terminator)
        if begins_anew:
            yield _closed(draft, depth, token.line)
            draft, depth = _Draft(), 0
        if draft.is_empty:
            draft.line = token.line
        if token.kind is Kind.TAG:
            name = _NAMES.get(token.name.lower(), token.name)
            draft.tags.setdefault(name, token.text)
            if name == "Result":
                draft.results.append(token)
        elif token.kind is Kind.OPEN:
            depth += 1
            if depth == DEEPEST + 1:
                _complain(
                    draft, "too_deep", f"more than {DEEPEST} variations inside each other", token
                )
        elif token.kind is Kind.CLOSE:
            if depth == 0:
                _complain(draft, "syntax", "a variation ends that has not begun", token)
            depth = max(depth - 1, 0)
        elif depth == 0 and token.kind is Kind.RESULT:
            draft.terminator = token.text
            draft.results.append(token)
            if not draft.is_empty:
                yield draft
            draft = _Draft()
        elif depth == 0 and token.kind in (Kind.MOVE, Kind.SETUP, Kind.COMMENT):
            draft.body.append(token)
        elif depth == 0 and token.kind is Kind.UNREADABLE:
            _complain(draft, "syntax", f"{token.text[:30]!r} is no part of a game", token)
    if not draft.is_empty:
        yield _closed(draft, depth, draft.line)


def _closed(draft: _Draft, depth: int, line: int) -> _Draft:
    if depth:
        draft.problems.append(Problem("syntax", "a variation does not end", line, 0))
    return draft


def _complain(draft: _Draft, kind: str, message: str, token: Token) -> None:
    # One of a kind tells enough: a file of another format would give one for each word.
    if all(problem.kind != kind for problem in draft.problems):
        draft.problems.append(Problem(kind, message, token.line, len(draft.moves)))


# Which rules


def _guess(drafts: list[_Draft]) -> Variant:
    """The rules by which most games of a file without a type are legal to their end."""
    candidates = [VARIANTS[key] for key in _candidates(drafts)]
    whole = {
        variant.key: sum(_is_legal(_replayed(draft, variant)) for draft in drafts[:20])
        for variant in candidates
    }
    return max(candidates, key=lambda variant: whole[variant.key])


def _is_legal(read: ReadGame) -> bool:
    """Whether all was read and replayed, whoever is said to have won."""
    return all(problem.kind == RESULT for problem in read.problems)


def _candidates(drafts: list[_Draft]) -> tuple[str, ...]:
    """Keys of the rules that a file's style allows, likeliest first."""
    texts = " ".join(move for draft in drafts for move in draft.moves)
    if re.search(r"[a-l]", texts.lower().replace("x", "")):
        return ("russian", "brazilian", "czech") if ":" in texts else _LETTERS
    highest = max((int(number) for number in re.findall(r"\d+", texts)), default=0)
    if highest > VARIANTS[_LARGE[0]].board.size:
        return (_LARGEST,)
    if highest > VARIANTS["english"].board.size:
        return (*_LARGE, _LARGEST)
    return (*_NUMERIC, *_NUMERIC_ALSO, *_LARGE)


# From drafts to games


def _replayed(draft: _Draft, guess: Variant) -> ReadGame:
    problems = list(draft.problems)
    variant = guess
    if "GameType" in draft.tags:
        number = re.match(r"\s*(\d+)", draft.tags["GameType"])
        known = _GAME_TYPES.get(number[1]) if number else None
        if known is None:
            message = f"GameType {draft.tags['GameType'][:30]!r} is no game that is played here"
            problems.append(Problem("game_type", message, draft.line, 0))
        variant = known or guess
    read = ReadGame(variant, draft.tags, None, 0, _result(draft), {}, problems)
    if not any(problem.kind == "game_type" for problem in problems):
        start = _start(draft, read)
        if start is not None:
            read.game = Game(variant, start)
            _play_through(draft.body, read)
    _check_results(draft.results, read)
    return read


def _result(draft: _Draft) -> str:
    written = draft.tags.get("Result", UNKNOWN_RESULT).strip() or UNKNOWN_RESULT
    if written in (UNKNOWN_RESULT, "?") and draft.terminator:
        return draft.terminator
    return written


def _check_results(results: list[Token], read: ReadGame) -> None:
    """Say where results contradict each other, and where the first one contradicts the moves."""
    told = [token for token in results if _meaning(token.text, read.variant)]
    if told:
        problems = (_contradicted(told, read.variant), _refuted(told[0], read))
        line = told[0].line
        read.problems += [Problem(RESULT, said, line, read.plies) for said in problems if said]


def _contradicted(told: list[Token], variant: Variant) -> str:
    """What is said against the first of several results by another; empty if nothing is."""
    first, *others = told
    for other in others:
        if _meaning(other.text, variant) != _meaning(first.text, variant):
            if other.kind is Kind.TAG:
                return f"one Result tag says {first.text}, another {other.text}"
            return f"the Result tag says {first.text}, but {other.text} stands after the moves"
    return ""


def _refuted(told: Token, read: ReadGame) -> str:
    """What the end of the moves says against a result; empty if it says nothing."""
    outcome = read.game.outcome if read.game is not None and _is_legal(read) else None
    if outcome is None or outcome.termination not in _LOST:
        return ""
    winner, loser = ("White", "Black") if outcome.winner is Side.WHITE else ("Black", "White")
    said = _meaning(told.text, read.variant)
    if said == f"{winner} won":
        return ""
    where = "the Result tag" if told.kind is Kind.TAG else "what stands after the moves"
    end = f"{winner} won: {loser} has no {_LOST[outcome.termination]} left"
    return f"{where} says {told.text} ({said}), but {end}"


_LOST = {Termination.NO_PIECES: "piece", Termination.BLOCKED: "move"}


def _meaning(result: str, variant: Variant) -> str:
    """What a result says in a game of ``variant``; empty if that is nothing or not known.

    The first figure is the first mover's (field guide, decision 7).
    """
    first, second = (
        ("White", "Black") if variant.first_to_move is Side.WHITE else ("Black", "White")
    )
    return {
        "1-0": f"{first} won",
        "2-0": f"{first} won",
        "0-1": f"{second} won",
        "0-2": f"{second} won",
        "1/2-1/2": "a draw",
        "1-1": "a draw",
        "0-0": "both lost",
    }.get("".join(result.split()), "")


def _start(draft: _Draft, read: ReadGame) -> Position | None:
    if not draft.tags.get("FEN", "").strip():
        return read.variant.start
    return _position(draft.tags["FEN"], read, draft.line)


def _position(text: str, read: ReadGame, line: int) -> Position | None:
    try:
        return parse_fen(text, read.variant)
    except InvalidNotation as error:
        read.problems.append(Problem("bad_fen", str(error), line, read.plies))
        return None


def _play_through(body: list[Token], read: ReadGame) -> None:
    """Replay the main line up to its end or the first thing that is wrong."""
    at = 0
    while at < len(body):
        token = body[at]
        if token.kind is Kind.COMMENT:
            read.comments.setdefault(read.plies, []).append(token.text)
        elif token.kind is Kind.SETUP:
            said = _SETUP.fullmatch(token.text)
            position = _position(said[1] if said else token.text, read, token.line)
            if position is None:
                return
            read.game = Game(read.variant, position)
        else:
            used = _play_move(body, at, read)
            if not used:
                return
            at += used - 1
        at += 1


def _play_move(body: list[Token], at: int, read: ReadGame) -> int:
    """Play the move at a place; how many pieces of the file it took, 0 if it cannot be played.

    A capture may be written jump by jump (``11x18 18x25``).
    """
    assert read.game is not None
    squares = _SQUARES.findall(body[at].text)
    text = body[at].text
    problem: ValueError | None = None
    for used, token in enumerate(body[at:], start=1):
        if used > 1:
            following = _SQUARES.findall(token.text) if token.kind is Kind.MOVE else []
            if not following or following[0].lower() != squares[-1].lower():
                break
            squares += following[1:]
            text = "x".join(squares)
        try:
            move = find_move(text, read.game.position, read.variant)
        except IllegalMove as error:
            problem = problem or error
            continue
        except InvalidNotation as error:
            problem = problem or error
            break
        except AmbiguousMove as error:
            problem = error
            fitting = [m for m in error.choices if _fits(read.game.play(m), body[at + used :])]
            if len(fitting) != 1:
                break
            (move,) = fitting
        read.game = read.game.play(move)
        read.plies += 1
        return used
    kind = "ambiguous_move" if isinstance(problem, AmbiguousMove) else "illegal_move"
    read.problems.append(Problem(kind, str(problem), body[at].line, read.plies))
    return 0


def _fits(game: Game, rest: list[Token]) -> bool:
    """Whether the moves that follow can be played after this, as far as they name one move each."""
    for token in rest:
        if token.kind is Kind.MOVE:
            try:
                game = game.play(find_move(token.text, game.position, game.variant))
            except AmbiguousMove:
                return True
            except ValueError:
                return False
    return True


_SQUARES = re.compile(r"[a-l]\d{1,2}|\d{1,2}", re.IGNORECASE)
