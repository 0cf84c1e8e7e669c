"""The documentation names everything there is and nothing that is not."""

import re
import tomllib
from pathlib import Path

from game.programs.session import VERSION

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()


def make_targets() -> set[str]:
    return set(re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))


def settings_names() -> set[str]:
    code = (ROOT / "checkers_site" / "settings.py").read_text()
    return set(re.findall(r'env_\w+\(\s*"(\w+)"', code))


def command_names() -> set[str]:
    folder = ROOT / "game" / "management" / "commands"
    return {path.stem for path in folder.glob("*.py") if not path.stem.startswith("_")}


def test_readme_lists_every_make_target() -> None:
    targets = make_targets()
    assert "run" in targets
    assert {name for name in targets if not re.search(rf"\bmake {name}\b(?!-)", README)} == set()


def test_readme_lists_every_setting() -> None:
    names = settings_names()
    assert {"PORT", "CHECKERS_DATA_DIR"} <= names
    assert {name for name in names if f"`{name}`" not in README} == set()


def test_readme_lists_every_management_command() -> None:
    assert {name for name in command_names() if f"manage.py {name}" not in README} == set()


def test_readme_names_only_what_exists() -> None:
    assert set(re.findall(r"\bmake ([a-z-]+)", README)) <= make_targets()
    names = settings_names() | {"CHECKERS_TEST_DATABASE_URL"}  # which tests/settings.py reads
    assert set(re.findall(r"\bCHECKERS_[A-Z_]+\b", README)) <= names
    assert set(re.findall(r"manage\.py ([a-z_]+)", README)) <= command_names()


def test_readme_links_to_existing_files() -> None:
    links = [link for link in re.findall(r"\]\(([^)#]+)", README) if "://" not in link]
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_accessibility_points_name_existing_tests() -> None:
    text = (ROOT / "docs" / "accessibility-checks.md").read_text()
    points = re.findall(r"^\| (\d+) \|.*`[\w/]+\.py::\w+` \|$", text, re.MULTILINE)
    assert list(map(int, points)) == list(range(1, 41))
    for file, name in re.findall(r"`([\w/]+\.py)::(\w+)`", text):
        assert f"\ndef {name}(" in (ROOT / "tests" / file).read_text(), f"{file}::{name}"


def test_engine_reports_the_project_version() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    assert project["version"] == VERSION
