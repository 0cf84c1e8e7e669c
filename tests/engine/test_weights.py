"""The evaluation and its weights: alike for both sides, by family, in files that say how."""

from __future__ import annotations

import json
from io import StringIO
from itertools import islice
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from game.engine.compiled_search import CompiledSearch
from game.engine.convert import is_supported
from game.engine.limits import Limit
from game.engine.weights import (
    FITTED,
    TERMS,
    Weights,
    default_weights,
    family_of,
    format_weights,
    parse_weights,
    weights_of,
)
from game.rules import VARIANTS, Position, Variant, squares_of
from tests.engine.positions import endings_with_kings, midgame_positions

pytestmark = pytest.mark.compiles

SUPPORTED = [key for key, variant in VARIANTS.items() if is_supported(variant)]


def rotated(position: Position, variant: Variant) -> Position:
    """The same position with the board turned round and the colours exchanged."""

    def rotate(squares: int) -> int:
        return sum(1 << (variant.board.size - square) for square in squares_of(squares))

    return Position(
        rotate(position.white_men),
        rotate(position.white_kings),
        rotate(position.black_men),
        rotate(position.black_kings),
        position.side.other,
    )


@pytest.mark.parametrize("key", SUPPORTED)
def test_a_position_is_worth_the_same_to_either_side(engine: CompiledSearch, key: str) -> None:
    variant = VARIANTS[key]
    found = [
        *islice(midgame_positions(variant, 3), 10),
        *islice(endings_with_kings(variant, 3), 10),
    ]
    for position in found:
        values = []
        for at in (position, rotated(position, variant)):
            engine.forget()
            values.append(engine.search(at, variant, Limit(depth=1)).score)
        assert values[0] == values[1], position


def test_every_square_of_a_pattern_has_its_counterpart() -> None:
    from game.engine.kernel.patterns import Shape

    for half in (4, 5):
        shape = Shape(half)
        for table in shape.tables:
            rotate = [shape.squares - 1 - square for square in shape.squares_of(table)]
            assert shape.squares_of(shape.rotated_table(table)) == rotate[::-1]
        homes = [shape.home_table(square) for square in range(shape.squares)]
        assert all(at in shape.squares_of(home) for at, home in enumerate(homes))


def test_a_man_counts_on_its_square_and_in_its_patterns_alike(engine: CompiledSearch) -> None:
    """A pattern that holds one man alone adds to what that man's square says."""
    import numpy as np

    from game.engine.convert import bridge
    from game.engine.kernel import layout
    from game.engine.kernel.evaluate import evaluate
    from game.engine.kernel.patterns import Shape, load_weights
    from game.engine.kernel.workspace import new_workspace, write_words

    codec = bridge("english")
    shape = Shape(4)
    nothing = ((0.0, 0.0),) * shape.squares
    tables = np.zeros((len(shape.tables), layout.PATTERN_ENTRIES, 2), dtype="<i2")
    tables[0, 3**2] = 16 * 5
    men = tuple((7.0, 7.0) if at == shape.squares_of(0)[2] else (0.0, 0.0) for at in range(32))
    workspace = new_workspace({})
    write_words(workspace, codec.rules)
    load_weights(workspace, 4, Weights({}, men, nothing, tables.tobytes()))
    man = np.uint64(1 << shape.bit_of(shape.squares_of(0)[2]))
    none, white = np.uint64(0), np.uint64(1)
    assert evaluate(workspace, man, none, none, none, white) == 12


def test_variants_that_play_alike_share_a_family() -> None:
    assert family_of(VARIANTS["russian"]) == family_of(VARIANTS["brazilian"]) == "flying-kings-8"
    assert family_of(VARIANTS["english"]) != family_of(VARIANTS["italian"])


@pytest.mark.parametrize("path", sorted(FITTED.glob("*.json")), ids=lambda path: path.stem)
def test_fitted_weights_say_how_they_were_found(path: Path) -> None:
    held = json.loads(path.read_text())
    assert {"method", "seed", "nodes_a_move", "games_a_round"} <= set(held["how"])
    assert path.stat().st_size < 400_000
    assert path.stem in {family_of(VARIANTS[key]) for key in SUPPORTED}


@pytest.mark.parametrize("key", SUPPORTED)
def test_a_king_is_worth_more_than_a_man_while_there_are_many(key: str) -> None:
    terms = weights_of(VARIANTS[key]).terms
    assert set(terms) <= set(TERMS)
    assert terms["king"][0] > terms["man"][0] > 50


def test_weights_survive_their_file() -> None:
    weights = default_weights(VARIANTS["brazilian"])
    assert parse_weights(json.loads(format_weights(weights, {"seed": 1}))) == weights


def test_a_fit_with_the_same_seed_writes_the_same_file(
    engine: CompiledSearch, tmp_path: Path
) -> None:
    texts = []
    for name in ("one", "two"):
        out = tmp_path / name / "weights.json"
        call_command(
            "fit", "short-kings-8", games=10, nodes=50, rounds=1, out=out, stdout=StringIO()
        )
        texts.append(out.read_text())
    assert texts[0] == texts[1]
    assert parse_weights(json.loads(texts[0])).patterns


def test_a_fit_that_goes_on_says_from_where(engine: CompiledSearch, tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    asked = {"games": 10, "nodes": 50, "rounds": 1, "go_on": True}
    call_command("fit", "short-kings-8", **asked, out=out, stdout=StringIO())
    before = json.loads((FITTED / "short-kings-8.json").read_text())["how"]
    assert json.loads(out.read_text())["how"]["goes_on_from"] == before


def test_who_is_threatened_is_worse_off(engine: CompiledSearch) -> None:
    """The side not to move could capture: the term counts against the mover, whichever it is."""
    import numpy as np

    from game.engine.convert import bridge
    from game.engine.kernel.evaluate import evaluate
    from game.engine.kernel.patterns import load_weights
    from game.engine.kernel.workspace import new_workspace, write_words
    from game.notation import parse_fen

    english = VARIANTS["english"]
    codec = bridge("english")
    nothing = ((0.0, 0.0),) * english.board.size
    workspace = new_workspace({})
    write_words(workspace, codec.rules)
    load_weights(workspace, 4, Weights({"threat": (16.0, 16.0)}, nothing, nothing))
    for fen, value in (("B:W18,22:B9,15", -16), ("W:W18,24:B11,15", -16), ("B:W22:B15", 0)):
        words = codec.encode_position(parse_fen(fen, english))
        assert evaluate(workspace, *map(np.uint64, words)) == value, fen


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"family": "english"}, "is no family"),
        ({"games": 1}, "at least 10 games"),
        ({"nodes": 1}, "and 50 nodes"),
        ({"rounds": 0}, "at least one round"),
    ],
)
def test_a_fit_says_what_it_cannot_do(wrong: dict[str, object], words: str) -> None:
    asked = {"family": "short-kings-8", "games": 10, "nodes": 50, "rounds": 1} | wrong
    with pytest.raises(CommandError, match=words):
        call_command("fit", asked.pop("family"), **asked)


def test_pairs_of_pieces_count_alike_for_both_sides(engine: CompiledSearch) -> None:
    """What two pieces are worth is the mover's, whose side of the board is turned to one place."""
    import numpy as np

    from game.engine.convert import bridge
    from game.engine.kernel import layout
    from game.engine.kernel.evaluate import evaluate
    from game.engine.kernel.patterns import load_weights
    from game.engine.kernel.workspace import new_workspace, write_words
    from game.notation import parse_fen

    english = VARIANTS["english"]
    codec = bridge("english")
    nothing = ((0.0, 0.0),) * english.board.size
    pairs = np.zeros((layout.PAIR_TABLES, 32, 32), dtype="<i2")
    pairs[layout.PAIR_KING_OTHER_KING, 9, 30] = 16 * 24
    workspace = new_workspace({})
    write_words(workspace, codec.rules)
    load_weights(workspace, 4, Weights({}, nothing, nothing, pairs=pairs.tobytes()))
    # Two of 24 pieces are left, so what counts late counts 22 parts of 24.
    for fen, value in (("W:WK10:BK31", 22), ("B:WK2:BK23", 22), ("B:WK10:BK31", 0)):
        words = codec.encode_position(parse_fen(fen, english))
        assert evaluate(workspace, *map(np.uint64, words)) == value, fen


def test_endings_are_fitted_the_same_with_the_same_seed(
    engine: CompiledSearch, tmp_path: Path
) -> None:
    texts = []
    for name in ("one", "two"):
        out = tmp_path / name / "weights.json"
        asked = {"games": 10, "nodes": 50, "rounds": 1, "endings": True}
        call_command("fit", "short-kings-8", **asked, out=out, stdout=StringIO())
        texts.append(out.read_text())
    assert texts[0] == texts[1]
    played_by = weights_of(VARIANTS["english"])
    fitted = parse_weights(json.loads(texts[0]))
    assert fitted.pairs != played_by.pairs
    assert (fitted.terms, fitted.patterns) == (played_by.terms, played_by.patterns)


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"family": "flying-kings-10"}, "there are no endgame tables"),
        ({"go_on": True}, "fits nothing else"),
    ],
)
def test_a_fit_of_endings_says_what_it_cannot_do(wrong: dict[str, object], words: str) -> None:
    asked = {"family": "short-kings-8", "games": 10, "nodes": 50, "endings": True} | wrong
    with pytest.raises(CommandError, match=words):
        call_command("fit", asked.pop("family"), **asked)
