"""The documentation names everything there is and nothing that is not."""

import re
import tomllib
from pathlib import Path

import pytest

from game.programs.session import VERSION

ROOT = Path(__file__).parent.parent
PLAYERS, HOSTS, DEVELOPERS = "README.md", "docs/hosting.md", "CONTRIBUTING.md"
GUIDES = [PLAYERS, HOSTS, DEVELOPERS]
LINKED = [*GUIDES, "ARCHITECTURE.md", "CHANGELOG.md", "docs/accessibility-checks.md"]
MAX_ARCHITECTURE_LINES = 150


def text_of(file: str) -> str:
    return (ROOT / file).read_text()


def targets_named(text: str) -> set[str]:
    """Commands stand in code: between backticks or alone on a line of a block."""
    return set(re.findall(r"(?:`|^|[A-Z_]+=\S+ )make ([a-z][a-z-]*)", text, re.MULTILINE))


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))


def settings_names() -> set[str]:
    code = "".join(path.read_text() for path in (ROOT / "checkers_site").glob("*.py"))
    return set(re.findall(r'env_\w+\(\s*"(\w+)"', code)) | set(
        re.findall(r'"(CHECKERS_[A-Z_]+)"', code)
    )


def command_names() -> set[str]:
    folder = ROOT / "game" / "management" / "commands"
    return {path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")}


def test_contributing_describes_every_make_target() -> None:
    targets = make_targets()
    described = re.findall(r"^\| `make ([a-z-]+)` \| \S", text_of(DEVELOPERS), re.MULTILINE)
    assert "run" in targets
    assert sorted(described) == sorted(targets)


def test_hosting_lists_every_setting_once() -> None:
    names = settings_names()
    listed = re.findall(r"^\| `(\w+)` \| .+ \| .+ \|$", text_of(HOSTS), re.MULTILINE)
    assert {"PORT", "DATABASE_URL", "CHECKERS_DATA_DIR"} <= names
    assert sorted(listed) == sorted(names)


def test_guides_describe_every_management_command() -> None:
    text = "".join(text_of(file) for file in GUIDES)
    assert {name for name in command_names() if f"manage.py {name}" not in text} == set()


@pytest.mark.parametrize("file", GUIDES)
def test_guide_names_only_what_exists(file: str) -> None:
    text = text_of(file)
    assert targets_named(text)
    assert targets_named(text) <= make_targets()
    names = settings_names() | {"CHECKERS_TEST_DATABASE_URL"}  # which tests/settings.py reads
    assert set(re.findall(r"\bCHECKERS_[A-Z][A-Z_]*\b", text)) <= names
    assert set(re.findall(r"manage\.py ([a-z_]+)", text)) <= command_names()


@pytest.mark.parametrize("file", LINKED)
def test_relative_links_lead_somewhere(file: str) -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", text_of(file)) if "://" not in link]
    assert links or file not in GUIDES
    assert [link for link in links if not (ROOT / file).parent.joinpath(link).exists()] == []


def test_architecture_is_short_and_names_existing_packages() -> None:
    text = text_of("ARCHITECTURE.md")
    assert len(text.splitlines()) <= MAX_ARCHITECTURE_LINES
    names = set(re.findall(r"\b((?:game|checkers_site)(?:\.[a-z_]+)*)\b", text))
    paths = set(re.findall(r"`((?:\w+/)+(?:[\w.]+)?)`", text))
    assert {"checkers_site", "game.web", "game.rules"} <= names
    assert {name for name in names if not is_module(name)} == set()
    assert {path for path in paths if not is_file(path)} == set()


def is_module(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    return path.is_dir() or path.with_suffix(".py").is_file()


def is_file(path: str) -> bool:
    """Whether ``path`` is in the project or, as the table shortens it, in ``game``."""
    return (ROOT / path).exists() or (ROOT / "game" / path).exists()


def test_newest_release_in_the_changelog_is_the_project_version() -> None:
    headings = re.findall(r"^## (.+)$", text_of("CHANGELOG.md"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    releases = [re.fullmatch(r"(\d+\.\d+\.\d+) – (\d{4}-\d\d-\d\d)", h) for h in headings[1:]]
    assert releases
    assert None not in releases
    versions = [[int(part) for part in found[1].split(".")] for found in releases if found]
    dates = [found[2] for found in releases if found]
    assert versions == sorted(versions, reverse=True)
    assert dates == sorted(dates, reverse=True)
    project = tomllib.loads(text_of("pyproject.toml"))["project"]
    assert project["version"] == ".".join(map(str, versions[0]))


def test_accessibility_points_name_existing_tests() -> None:
    text = (ROOT / "docs" / "accessibility-checks.md").read_text()
    points = re.findall(r"^\| (\d+) \|.*`[\w/]+\.py::\w+` \|$", text, re.MULTILINE)
    assert list(map(int, points)) == list(range(1, 41))
    for file, name in re.findall(r"`([\w/]+\.py)::(\w+)`", text):
        assert f"\ndef {name}(" in (ROOT / "tests" / file).read_text(), f"{file}::{name}"


def test_engine_reports_the_project_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION
