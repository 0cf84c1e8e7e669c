"""A failing start prints one sentence, without a traceback, and exits with an error code."""

from __future__ import annotations

import json
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from checkers_site.static_files import without_space
from tests.mounts import after_mounting, needs_mounts
from tests.player import RemotePlayer
from tests.running_site import ROOT, environment, output_of_failed_start, running_site

pytestmark = pytest.mark.rotates(3)

DATABASE = "crownhead.sqlite3"


def reason(output: str) -> str:
    """Return the one sentence at the end of the output."""
    assert "Traceback" not in output
    (sentence,) = [line for line in output.splitlines() if line.startswith("Cannot start: ")]
    assert output.endswith(f"{sentence}\n")
    return sentence


def command(folder: Path, *words: str, **chosen: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment(folder, 1) | chosen,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(autouse=True)
def sqlite_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers with SQLite, whichever database the other tests use."""
    monkeypatch.delenv("DATABASE_URL", raising=False)
    monkeypatch.delenv("CHECKERS_SECRET_KEY", raising=False)


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """The folder of a site on which a move was played."""
    with running_site(tmp_path) as site:
        player = RemotePlayer(site.url)
        player.open()
        assert player.move("11-15") == 200
    return tmp_path


def test_reports_a_file_that_is_not_a_database(tmp_path: Path):
    (tmp_path / "var").mkdir()
    (tmp_path / "var" / DATABASE).write_bytes(b"This is not a database at all. " * 500)
    assert reason(output_of_failed_start(tmp_path)) == (
        f"Cannot start: {tmp_path}/var/{DATABASE} is damaged: put a backup in its place, or move "
        "the file away to begin with an empty one."
    )
    ended = command(tmp_path, "tidy")
    assert ended.returncode == 1
    assert ended.stderr.startswith("Cannot run tidy: ")
    assert "is damaged" in ended.stderr
    assert "Traceback" not in ended.stderr


def test_reports_a_database_damaged_inside(played: Path):
    file = played / "var" / DATABASE
    with closing(sqlite3.connect(file)) as at:
        at.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = at.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'django_session'"
        ).fetchone()
        (size,) = at.execute("PRAGMA page_size").fetchone()
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xaa" * size
    file.write_bytes(content)
    assert "is damaged: put a backup in its place" in reason(output_of_failed_start(played))


@needs_mounts
def test_reports_a_full_disk(tmp_path: Path):
    (tmp_path / "var").mkdir()
    prefix = after_mounting(f"mount -t tmpfs -o size=256k none {tmp_path}/var")
    assert reason(output_of_failed_start(tmp_path, *prefix)) == (
        f"Cannot start: {tmp_path}/var cannot be written to, as the disk is full: make room on it."
    )


@needs_mounts
def test_static_files_are_complete_once_there_is_space(tmp_path: Path):
    (tmp_path / "var").mkdir()
    prefix = after_mounting(
        f"mount -t tmpfs -o size=1500k none {tmp_path}/var",
        '"$@" || true',
        f"mount -o remount,size=64m {tmp_path}/var",
    )
    with running_site(tmp_path, prefix) as site:
        assert (
            "Static files: " in site.log.read_text().partition("Cannot start: the disk is full")[0]
        )
        # Only the server's own mount namespace has the mount.
        copies = Path(f"/proc/{site.process.pid}/root{tmp_path}/var/static")
        named = json.loads((copies / "staticfiles.json").read_text())["paths"]
        for file in (ROOT / "static").rglob("*.*"):
            copy = copies / named[str(file.relative_to(ROOT / "static"))]
            # Style sheets lose comments and space, everything else stays as it is.
            content = file.read_bytes()
            whole = without_space(content) if file.suffix == ".css" else content
            assert copy.stat().st_size >= len(whole), file


@needs_mounts
def test_reports_no_space_for_the_engine_without_a_traceback(tmp_path: Path):
    (tmp_path / "engine").mkdir()
    prefix = after_mounting(f"mount -t tmpfs -o size=64k none {tmp_path}/engine")
    ended = subprocess.run(
        [*prefix, sys.executable, "manage.py", "compile_engine"],
        cwd=ROOT,
        env=environment(tmp_path, 1) | {"CHECKERS_ENGINE_DIR": str(tmp_path / "engine")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert ended.returncode == 0
    assert "Engine: compiled code cannot be written to" in ended.stdout
    assert "(No space left on device)" in ended.stdout
    assert "Traceback" not in ended.stdout


def test_every_command_reports_an_invalid_setting_in_one_line(tmp_path: Path):
    ended = command(tmp_path, "tidy", CHECKERS_DEBUG="perhaps")
    assert ended.returncode == 1
    assert ended.stderr == (
        "Cannot run tidy: CHECKERS_DEBUG='perhaps' is not understood: expected true or false.\n"
    )


def test_reports_a_database_without_tables(tmp_path: Path):
    ended = command(tmp_path, "tidy")
    assert ended.returncode == 1
    assert ended.stderr == (
        "Cannot run tidy: the database has no tables yet: run manage.py migrate.\n"
    )


def test_files_written_while_serving_are_private(tmp_path: Path):
    with running_site(tmp_path) as site:
        player = RemotePlayer(site.url)
        player.open()
        assert player.move("11-15") == 200
        folder = tmp_path / "var"
        kept = [path for path in folder.iterdir() if not path.is_dir()]
        assert {f"{DATABASE}-wal", f"{DATABASE}-shm"} <= {path.name for path in kept}
        assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@needs_mounts
def test_reports_a_read_only_folder(played: Path):
    folder = played / "var"
    prefix = after_mounting(f"mount --bind {folder} {folder}", f"mount -o remount,bind,ro {folder}")
    sentence = reason(output_of_failed_start(played, *prefix))
    assert sentence.startswith(f"Cannot start: {folder} cannot be written to, as ")
    ended = command(played, "tidy")
    assert ended.returncode == 0


@pytest.mark.parametrize("name", [DATABASE, "secret-key", "static"])
def test_reports_a_folder_in_place_of_a_file(tmp_path: Path, name: str):
    (tmp_path / "var").mkdir()
    if name == "static":
        (tmp_path / "var" / name).touch()
    else:
        (tmp_path / "var" / name).mkdir()
    assert str(tmp_path / "var") in reason(output_of_failed_start(tmp_path))


def test_collects_static_files_only_if_they_have_changed(tmp_path: Path):
    def collected_at() -> int:
        return (tmp_path / "var" / "static" / "staticfiles.json").stat().st_mtime_ns

    with running_site(tmp_path):
        pass
    (tmp_path / "var" / "static" / "staticfiles.json").touch()
    before = collected_at()
    with running_site(tmp_path):
        assert collected_at() == before
    next((tmp_path / "var" / "static").glob("css/*.br")).unlink()
    with running_site(tmp_path) as site:
        assert collected_at() != before
        player = RemotePlayer(site.url)
        player.open()
        assert player.page.select_one("link[rel=stylesheet]")


def test_rebuilds_a_broken_static_files_manifest(played: Path):
    (played / "var" / "static" / "staticfiles.json").write_text("{")
    with running_site(played) as site:
        player = RemotePlayer(site.url)
        player.open()
        assert player.page.select_one("link[rel=stylesheet]")
