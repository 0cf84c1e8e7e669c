"""The evaluation and its weights: symmetry, families, and files with their provenance."""

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
    """Return the same position with the board rotated and the colours exchanged."""

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
def test_evaluation_is_symmetric_between_the_sides(engine: CompiledSearch, key: str) -> None:
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


def test_every_pattern_has_its_mirror_image() -> None:
    from game.engine.kernel.patterns import Shape

    for half in (4, 5):
        shape = Shape(half)
        for table in shape.tables:
            rotate = [shape.squares - 1 - square for square in shape.squares_of(table)]
            assert shape.squares_of(shape.rotated_table(table)) == rotate[::-1]
        homes = [shape.home_table(square) for square in range(shape.squares)]
        assert all(at in shape.squares_of(home) for at, home in enumerate(homes))


def test_man_counts_for_its_square_and_its_patterns(engine: CompiledSearch) -> None:
    """A pattern of a single man adds to the weight of that man's square."""
    import numpy as np

    from game.engine.convert import codec_of
    from game.engine.kernel import layout
    from game.engine.kernel.evaluate import evaluate
    from game.engine.kernel.patterns import Shape, load_weights
    from game.engine.kernel.workspace import new_workspace, write_words

    codec = codec_of("english")
    shape = Shape(4)
    zeros = ((0.0, 0.0),) * shape.squares
    tables = np.zeros((len(shape.tables), layout.PATTERN_ENTRIES, 2), dtype="<i2")
    tables[0, 3**2] = 16 * 5
    men = tuple((7.0, 7.0) if at == shape.squares_of(0)[2] else (0.0, 0.0) for at in range(32))
    workspace = new_workspace({})
    write_words(workspace, codec.rules)
    load_weights(workspace, 4, Weights({}, men, zeros, tables.tobytes()))
    man = np.uint64(1 << shape.bit_of(shape.squares_of(0)[2]))
    none, white = np.uint64(0), np.uint64(1)
    assert evaluate(workspace, man, none, none, none, white) == 12


def test_variants_that_play_alike_share_a_family() -> None:
    assert family_of(VARIANTS["russian"]) == family_of(VARIANTS["brazilian"]) == "flying-kings-8"
    assert family_of(VARIANTS["english"]) != family_of(VARIANTS["italian"])


@pytest.mark.parametrize("path", sorted(FITTED.glob("*.json")), ids=lambda path: path.stem)
def test_fitted_weights_record_how_they_were_found(path: Path) -> None:
    content = json.loads(path.read_text())
    assert {"method", "seed", "nodes_a_move", "games_a_round"} <= set(content["how"])
    assert path.stat().st_size < 400_000
    assert path.stem in {family_of(VARIANTS[key]) for key in SUPPORTED}


@pytest.mark.parametrize("key", SUPPORTED)
def test_king_is_worth_more_than_a_man_early_in_the_game(key: str) -> None:
    terms = weights_of(VARIANTS[key]).terms
    assert set(terms) <= set(TERMS)
    assert terms["king"][0] > terms["man"][0] > 50


def test_weights_survive_a_round_trip_through_their_file() -> None:
    weights = default_weights(VARIANTS["brazilian"])
    assert parse_weights(json.loads(format_weights(weights, {"seed": 1}))) == weights


def test_fit_is_deterministic_for_a_seed(engine: CompiledSearch, tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        out = tmp_path / name / "weights.json"
        call_command(
            "fit", "short-kings-8", games=10, nodes=50, rounds=1, out=out, stdout=StringIO()
        )
        texts.append(out.read_text())
    assert texts[0] == texts[1]
    assert parse_weights(json.loads(texts[0])).patterns


def test_resumed_fit_records_its_starting_point(engine: CompiledSearch, tmp_path: Path) -> None:
    out = tmp_path / "weights.json"
    options = {"games": 10, "nodes": 50, "rounds": 1, "go_on": True}
    call_command("fit", "short-kings-8", **options, out=out, stdout=StringIO())
    before = json.loads((FITTED / "short-kings-8.json").read_text())["how"]
    assert json.loads(out.read_text())["how"]["goes_on_from"] == before


def test_threat_counts_against_the_threatened_side(engine: CompiledSearch) -> None:
    """The opponent could capture: the term counts against the side to move, Black or White."""
    import numpy as np

    from game.engine.convert import codec_of
    from game.engine.kernel.evaluate import evaluate
    from game.engine.kernel.patterns import load_weights
    from game.engine.kernel.workspace import new_workspace, write_words
    from game.notation import parse_fen

    english = VARIANTS["english"]
    codec = codec_of("english")
    zeros = ((0.0, 0.0),) * english.board.size
    workspace = new_workspace({})
    write_words(workspace, codec.rules)
    load_weights(workspace, 4, Weights({"threat": (16.0, 16.0)}, zeros, zeros))
    for fen, value in (("B:W18,22:B9,15", -16), ("W:W18,24:B11,15", -16), ("B:W22:B15", 0)):
        encoded = codec.encode_position(parse_fen(fen, english))
        assert evaluate(workspace, *map(np.uint64, encoded)) == value, fen


@pytest.mark.parametrize(
    ("bad_options", "message"),
    [
        ({"family": "english"}, "is no family"),
        ({"games": 1}, "at least 10 games"),
        ({"nodes": 1}, "and 50 nodes"),
        ({"rounds": 0}, "at least one round"),
    ],
)
def test_fit_rejects_bad_options(bad_options: dict[str, object], message: str) -> None:
    options = {"family": "short-kings-8", "games": 10, "nodes": 50, "rounds": 1} | bad_options
    with pytest.raises(CommandError, match=message):
        call_command("fit", options.pop("family"), **options)


def test_pair_weights_are_symmetric_between_the_sides(engine: CompiledSearch) -> None:
    """A pair's weight is for the side to move, whose view is rotated to one side of the board."""
    import numpy as np

    from game.engine.convert import codec_of
    from game.engine.kernel import layout
    from game.engine.kernel.evaluate import evaluate
    from game.engine.kernel.patterns import load_weights
    from game.engine.kernel.workspace import new_workspace, write_words
    from game.notation import parse_fen

    english = VARIANTS["english"]
    codec = codec_of("english")
    zeros = ((0.0, 0.0),) * english.board.size
    pairs = np.zeros((layout.PAIR_TABLES, 32, 32), dtype="<i2")
    pairs[layout.PAIR_KING_OTHER_KING, 9, 30] = 16 * 24
    workspace = new_workspace({})
    write_words(workspace, codec.rules)
    load_weights(workspace, 4, Weights({}, zeros, zeros, pairs=pairs.tobytes()))
    # Two of 24 pieces are left, so late weights count for 22/24.
    for fen, value in (("W:WK10:BK31", 22), ("B:WK2:BK23", 22), ("B:WK10:BK31", 0)):
        encoded = codec.encode_position(parse_fen(fen, english))
        assert evaluate(workspace, *map(np.uint64, encoded)) == value, fen


def test_fit_of_endings_is_deterministic_for_a_seed(engine: CompiledSearch, tmp_path: Path) -> None:
    texts = []
    for name in ("one", "two"):
        out = tmp_path / name / "weights.json"
        options = {"games": 10, "nodes": 50, "rounds": 1, "endings": True}
        call_command("fit", "short-kings-8", **options, out=out, stdout=StringIO())
        texts.append(out.read_text())
    assert texts[0] == texts[1]
    played_by = weights_of(VARIANTS["english"])
    fitted = parse_weights(json.loads(texts[0]))
    assert fitted.pairs != played_by.pairs
    assert (fitted.terms, fitted.patterns) == (played_by.terms, played_by.patterns)


@pytest.mark.parametrize(
    ("bad_options", "message"),
    [
        ({"family": "flying-kings-10"}, "there are no endgame tables"),
        ({"go_on": True}, "fits nothing else"),
    ],
)
def test_fit_of_endings_rejects_bad_options(bad_options: dict[str, object], message: str) -> None:
    options = {"family": "short-kings-8", "games": 10, "nodes": 50, "endings": True} | bad_options
    with pytest.raises(CommandError, match=message):
        call_command("fit", options.pop("family"), **options)
