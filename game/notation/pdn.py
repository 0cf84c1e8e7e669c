"""Reading game files (PDN) liberally: each game as far as it can be replayed, and its problems.

A bad game does not affect the others, and nothing is guessed: an illegal or ambiguous move ends the
replay of its game, unless the following moves are legal after only one of the choices. A draw by
rule does not end a replay.
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

MAX_NESTING = 50
"""How deep variations may be nested; deeper ones are skipped and reported."""
UNKNOWN_RESULT = "*"
RESULT = "result"
"""The kind of problem that concerns only the stated result; the moves are fine."""
_GAME_TYPES = {
    # Games without a number of their own come later in the table than the game whose they have.
    variant.pdn_game_type.split(",")[0]: variant
    for variant in reversed(VARIANTS.values())
}
_NAMES = {
    name.lower(): variant for variant in VARIANTS.values() for name in (variant.key, variant.name)
}
"""Games by what a tag Variant may call them."""
_TAG_NAMES = {
    "bianco": "White",
    "nero": "Black",
    "risultato": "Result",
    "dati": "Event",
    "apertura": "Opening",
    "setup": "SetUp",
    "fen": "FEN",
    "gametype": "GameType",
    "variant": "Variant",
    "result": "Result",
}
"""Standard names of tags, by the lower-case names that files use."""
_SETUP = re.compile(r'/\s*(?:FEN\s*)?"?([^"/]*)"?\s*/')
_NUMERIC = ("english", "italian", "pool", "spanish", "portuguese")
_NUMERIC_ALSO = ("brazilian", "russian", "czech")
_LARGE = ("international", "frisian")
_LETTERS = ("brazilian", "russian", "czech")
_LARGEST = "canadian"


@dataclass(frozen=True)
class Problem:
    """Something in a file that could not be read or replayed."""

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
    """The game as far as it could be replayed; None if its start is unknown."""
    plies: int
    """How many moves were replayed, including those before a change of position."""
    result: str
    """As written in the tag; if that is unknown, as written after the moves."""
    comments: dict[int, list[str]]
    """Comments, by the number of plies before them."""
    problems: list[Problem]


@dataclass
class _Draft:
    """The content of one game in a file, before any rules are applied."""

    tags: dict[str, str] = field(default_factory=dict)
    line: int = 1
    body: list[Token] = field(default_factory=list)
    """The main line: moves, set-ups and comments."""
    terminator: str = ""
    results: list[Token] = field(default_factory=list)
    """Every Result tag, and the result after the moves."""
    problems: list[Problem] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.tags or self.body or self.problems)

    @property
    def moves(self) -> list[str]:
        return [token.text for token in self.body if token.kind is Kind.MOVE]


def read_pdn(content: bytes | str) -> list[ReadGame]:
    """Return the games of a file in order; empty if there are none."""
    text = decode(content) if isinstance(content, bytes) else content
    drafts = list(_drafts(tokens(text.replace("\0", ""))))
    untyped = [
        draft for draft in drafts if "GameType" not in draft.tags and not _named_variant(draft)
    ]
    guess = _guess_variant(untyped) if untyped else VARIANTS["english"]
    return [_replay(draft, guess) for draft in drafts]


# From tokens to drafts


def _drafts(tokens: Iterable[Token]) -> Iterator[_Draft]:
    draft = _Draft()
    depth = 0
    for token in tokens:
        starts_next_game = token.kind is Kind.TAG and bool(draft.body or draft.terminator)
        if starts_next_game:
            yield _closed(draft, depth, token.line)
            draft, depth = _Draft(), 0
        if draft.is_empty:
            draft.line = token.line
        if token.kind is Kind.TAG:
            name = _TAG_NAMES.get(token.name.lower(), token.name)
            draft.tags.setdefault(name, token.text)
            if name == "Result":
                draft.results.append(token)
        elif token.kind is Kind.OPEN:
            depth += 1
            if depth == MAX_NESTING + 1:
                _report(draft, "too_deep", f"more than {MAX_NESTING} nested variations", token)
        elif token.kind is Kind.CLOSE:
            if depth == 0:
                _report(draft, "syntax", "a variation ends that never started", token)
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
            _report(draft, "syntax", f"{token.text[:30]!r} is not part of a game", token)
    if not draft.is_empty:
        yield _closed(draft, depth, draft.line)


def _closed(draft: _Draft, depth: int, line: int) -> _Draft:
    if depth:
        draft.problems.append(Problem("syntax", "a variation never ends", line, 0))
    return draft


def _report(draft: _Draft, kind: str, message: str, token: Token) -> None:
    # One problem of a kind is enough: a file in another format would have one for each word.
    if all(problem.kind != kind for problem in draft.problems):
        draft.problems.append(Problem(kind, message, token.line, len(draft.moves)))


# The rules of a file without a GameType


def _guess_variant(drafts: list[_Draft]) -> Variant:
    """Return the variant in which the most of these games are legal throughout."""
    candidates = [VARIANTS[key] for key in _candidates(drafts)]
    legal_games = {
        variant.key: sum(_is_legal(_replay(draft, variant)) for draft in drafts[:20])
        for variant in candidates
    }
    return max(candidates, key=lambda variant: legal_games[variant.key])


def _is_legal(read: ReadGame) -> bool:
    """Return whether the whole game was read and replayed, even if its result is wrong."""
    return all(problem.kind == RESULT for problem in read.problems)


def _candidates(drafts: list[_Draft]) -> tuple[str, ...]:
    """Return the keys of the rule sets that fit the file's notation, likeliest first."""
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


def _named_variant(draft: _Draft) -> Variant | None:
    """Return the game that a tag Variant names, which says more than a number that games share."""
    return _NAMES.get(draft.tags.get("Variant", "").strip().lower())


def _replay(draft: _Draft, guess: Variant) -> ReadGame:
    problems = list(draft.problems)
    variant = _named_variant(draft) or guess
    if "GameType" in draft.tags and not _named_variant(draft):
        number = re.match(r"\s*(\d+)", draft.tags["GameType"])
        known = _GAME_TYPES.get(number[1]) if number else None
        if known is None:
            message = f"GameType {draft.tags['GameType'][:30]!r} is not a game played here"
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
    """Report results that contradict each other, and a first one that contradicts the moves."""
    known = [token for token in results if _meaning(token.text, read.variant)]
    if known:
        messages = (_contradiction(known, read.variant), _contradiction_by_moves(known[0], read))
        line = known[0].line
        read.problems += [
            Problem(RESULT, message, line, read.plies) for message in messages if message
        ]


def _contradiction(results: list[Token], variant: Variant) -> str:
    """Return how a later result contradicts the first; empty if none does."""
    first, *others = results
    for other in others:
        if _meaning(other.text, variant) != _meaning(first.text, variant):
            if other.kind is Kind.TAG:
                return f"one Result tag says {first.text}, another {other.text}"
            return f"the Result tag says {first.text}, but the moves end with {other.text}"
    return ""


def _contradiction_by_moves(result: Token, read: ReadGame) -> str:
    """Return how the position after the last move contradicts a result; empty if it does not."""
    outcome = read.game.outcome if read.game is not None and _is_legal(read) else None
    if outcome is None or outcome.termination not in _NONE_LEFT:
        return ""
    winner, loser = ("White", "Black") if outcome.winner is Side.WHITE else ("Black", "White")
    meaning = _meaning(result.text, read.variant)
    if meaning == f"{winner} won":
        return ""
    source = "the Result tag" if result.kind is Kind.TAG else "the result after the moves"
    end = f"{winner} won: {loser} has no {_NONE_LEFT[outcome.termination]} left"
    return f"{source} says {result.text} ({meaning}), but {end}"


_NONE_LEFT = {Termination.NO_PIECES: "pieces", Termination.BLOCKED: "moves"}
"""What the loser has none of."""


def _meaning(result: str, variant: Variant) -> str:
    """Return what a result means in a game of ``variant``; empty if unknown.

    The first figure is that of the side that moved first (field guide, decision 7).
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
    """Replay the main line to its end or the first problem."""
    at = 0
    while at < len(body):
        token = body[at]
        if token.kind is Kind.COMMENT:
            read.comments.setdefault(read.plies, []).append(token.text)
        elif token.kind is Kind.SETUP:
            setup = _SETUP.fullmatch(token.text)
            position = _position(setup[1] if setup else token.text, read, token.line)
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
    """Play the move at index ``at``; return how many tokens it took, 0 if it cannot be played.

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
            choices = [m for m in error.choices if _can_go_on(read.game.play(m), body[at + used :])]
            if len(choices) != 1:
                break
            (move,) = choices
        read.game = read.game.play(move)
        read.plies += 1
        return used
    kind = "ambiguous_move" if isinstance(problem, AmbiguousMove) else "illegal_move"
    read.problems.append(Problem(kind, str(problem), body[at].line, read.plies))
    return 0


def _can_go_on(game: Game, rest: list[Token]) -> bool:
    """Return whether the next moves are legal, up to the first that is ambiguous."""
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
