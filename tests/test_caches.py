"""Memory use: every cache and container is bounded, whatever is requested."""

from __future__ import annotations

import ast
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from checkers_site import environment
from game.engine.convert import codec_of
from game.engine.endgames.files import tables_of
from game.engine.evaluate import evaluation_of
from game.engine.weights import fitted_weights
from game.play import replays
from game.play.preferences import CHOICES, SWITCHES
from game.rules import HOUSE_RULE_OPTIONS, VARIANTS, HouseRules, find_variant, with_house_rules
from game.web.shared import context_processors
from tests.kit import random_games
from tests.player import Player

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path
    for folder in ("game", "checkers_site", "tools")
    for path in (ROOT / folder).rglob("*.py")
    if "migrations" not in path.parts and path.name != "mutants.py"  # a command with its own tools
)
MAX_ENTRIES = 10_000
"""The limit of any cache: the largest holds the cells of pages, some 500 bytes each."""
GROWING = {
    "game.play.replays._games": "emptied from the oldest on when it has more than KEPT",
    "game.server.fair_use._searches": "has entries for searches under way alone",
    "checkers_site.environment._read_names": "the names of settings, which are few",
}
"""Module-level containers that begin empty, and why they stay small."""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def is_cache(node: ast.expr) -> bool:
    """Return whether this is functools' ``cache`` or ``lru_cache``, called or not."""
    node = node.func if isinstance(node, ast.Call) else node
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return name in ("cache", "lru_cache")


def decorated() -> list[tuple[str, ast.FunctionDef]]:
    """Return every cached function with its module's name."""
    return [
        (name_of(path), node)
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and any(map(is_cache, node.decorator_list))
    ]


CACHES = {f"{module}.{node.name}": node for module, node in decorated()}


@pytest.mark.parametrize("name", CACHES)
def test_every_cache_is_bounded_or_holds_one_entry(name: str) -> None:
    module, _, function = name.rpartition(".")
    cached: Any = getattr(import_module(module), function)
    bound = cached.cache_parameters()["maxsize"]
    if bound is None:
        arguments = CACHES[name].args
        taken = (*arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg)
        assert not any(taken), f"{name} grows without bound"
    else:
        assert 0 < bound <= MAX_ENTRIES


def test_other_caches_wrap_functions_without_arguments() -> None:
    decorators = [id(it) for node in CACHES.values() for it in node.decorator_list]
    calls = []
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        above = {id(it) for node in ast.walk(tree) for it in getattr(node, "decorator_list", [])}
        calls += [
            (name_of(path), ast.unparse(node))
            for node in ast.walk(tree)
            if isinstance(node, ast.Call) and is_cache(node) and id(node) not in above
        ]
    assert decorators
    assert calls == [
        (
            "game.web.shared.wording",
            "cache(lambda: replace(before(), first_to_move=variant.first_to_move))",
        )
    ]


def begins_empty(value: ast.expr | None) -> bool:
    """Return whether this creates an empty container, which is there to be filled."""
    made = ("dict", "set", "list", "OrderedDict", "defaultdict", "deque", "Counter")
    if isinstance(value, ast.Call):
        return getattr(value.func, "id", "") in made and not value.args
    return value is not None and ast.unparse(value) in ("{}", "[]")


def test_module_level_containers_are_known_to_stay_small() -> None:
    found = set()
    for path in SOURCES:
        tree = ast.parse(path.read_text())
        bodies = [tree.body, *(it.body for it in tree.body if isinstance(it, ast.ClassDef))]
        for statement in (it for body in bodies for it in body):
            if isinstance(statement, ast.AnnAssign) and begins_empty(statement.value):
                found.add(f"{name_of(path)}.{ast.unparse(statement.target)}")
            elif isinstance(statement, ast.Assign) and begins_empty(statement.value):
                found |= {f"{name_of(path)}.{ast.unparse(it)}" for it in statement.targets}
    assert found == set(GROWING)


def test_names_of_read_settings_stay_few() -> None:
    assert len(environment._read_names) < 50


def test_oldest_replayed_games_are_evicted_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(replays, "KEPT", 3)
    games = random_games(VARIANTS["english"], 1, longest=6)
    for _ in range(10):
        replays.remember(next(games))
    assert len(replays._games) == 3


def test_invisible_preferences_take_no_cache_entries() -> None:
    assert set(context_processors.LOOKS) <= set(CHOICES)
    looks = list(product(*(CHOICES[name] for name in context_processors.LOOKS)))
    assert len(looks) <= context_processors._look.cache_parameters()["maxsize"]
    assert len(set(map(context_processors._look.__wrapped__, *zip(*looks, strict=True)))) == len(
        looks
    )


@pytest.mark.django_db
def test_a_look_is_cached_once_for_everyone() -> None:
    context_processors._look.cache_clear()
    player = Player()
    player.open("/settings")
    token = player.fields("/settings")["csrfmiddlewaretoken"]
    defaults = {name: values[0] for name, values in CHOICES.items()}
    for name in set(CHOICES) - set(context_processors.LOOKS):
        for value, switch in product(CHOICES[name], SWITCHES):
            chosen = defaults | {name: value, switch: "on", "csrfmiddlewaretoken": token}
            assert player.send("/settings", chosen) == 303
    assert context_processors._look.cache_info().currsize == 1


def test_caches_hold_all_rules_weights_and_endgame_tables() -> None:
    rules = {
        with_house_rules(key, HouseRules(most, plies)).key
        for key, offer in HOUSE_RULE_OPTIONS.items()
        for most in {False, offer.takes_most}
        for plies in (0, *offer.quiet_plies)
    } | set(VARIANTS)
    for cached in (find_variant, codec_of, evaluation_of):
        assert len(rules) <= cached.cache_parameters()["maxsize"]
    assert len(VARIANTS) <= fitted_weights.cache_parameters()["maxsize"]
    assert len(VARIANTS) <= tables_of.cache_parameters()["maxsize"]
