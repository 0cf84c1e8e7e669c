"""Settings from the environment: invalid values are rejected with a message, valid ones applied."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import connection

ROOT = Path(__file__).parent.parent
REPORT = """
import json, sys
from checkers_site import settings
print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))
"""


def start(folder: Path, *names: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Load the settings in a new interpreter and print those called `names`."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("CHECKERS_") and name != "DATABASE_URL"
    }
    return subprocess.run(
        [sys.executable, "-c", REPORT, *names],
        env=kept | {"CHECKERS_DATA_DIR": str(folder)} | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def settings(folder: Path, *names: str, **environment: str) -> list[object]:
    """Return the settings called `names`, from a start that succeeds."""
    done = start(folder, *names, **environment)
    assert done.returncode == 0, done.stderr
    return [json.loads(done.stdout)[name] for name in names]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "0"),
        ("PORT", "65536"),
        ("PORT", "eight thousand"),
        ("PORT", "-1"),
        ("PORT", ""),
        ("PORT", "٨٠٠٠"),
        ("CHECKERS_DEBUG", "ja"),
        ("CHECKERS_DEBUG", ""),
        ("CHECKERS_HTTPS", "on the whole"),
        ("CHECKERS_BEHIND_PROXY", "2"),
        ("CHECKERS_DATA_DIR", ""),
        ("DATABASE_URL", ""),
        ("DATABASE_URL", "mysql://somebody@host/crownhead"),
        ("DATABASE_URL", "postgres://somebody@host/crownhead?nonsense=1"),
        ("DATABASE_URL", "postgres://somebody@host"),
        ("CHECKERS_SECRET_KEY", "short"),
        ("CHECKERS_SECRET_KEY_FALLBACKS", "shorty"),
        ("CHECKERS_SECRET_KEY_FALLBACKS", f"shorty,{'k' * 32}"),
        ("CHECKERS_ALLOWED_HOSTS", ""),
        ("CHECKERS_ALLOWED_HOSTS", "https://checkers.example"),
        ("CHECKERS_ALLOWED_HOSTS", "checkers.example:8000"),
        ("CHECKERS_TRUSTED_ORIGINS", "checkers.example"),
        ("CHECKERS_THREADS", "0"),
        ("CHECKERS_THREADS", "1e3"),
        ("CHECKERS_POOL_WORKERS", "many"),
        ("CHECKERS_LOG_LEVEL", "chatty"),
    ],
)
def test_rejects_an_invalid_value_and_says_what_is_expected(
    tmp_path: Path, name: str, value: str
) -> None:
    done = start(tmp_path, **{name: value})
    assert done.returncode != 0
    reason = done.stderr.splitlines()[-1]
    assert reason.startswith("django.core.exceptions.ImproperlyConfigured: ")
    assert name in reason
    assert "expected" in reason
    if name.startswith("CHECKERS_SECRET_KEY"):
        assert value not in reason
    else:
        assert repr(value) in reason


def test_rejects_a_misspelt_setting_and_lists_valid_names(tmp_path: Path) -> None:
    done = start(tmp_path, CHECKERS_ALLOWED_HOST="checkers.example")
    assert done.returncode != 0
    assert "CHECKERS_ALLOWED_HOST is unknown" in done.stderr
    assert "CHECKERS_ALLOWED_HOSTS, " in done.stderr


def test_rejects_a_data_folder_that_cannot_be_created(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    done = start(tmp_path / "file" / "folder")
    assert done.returncode != 0
    assert "CHECKERS_DATA_DIR" in done.stderr.splitlines()[-1]


def test_accepts_every_valid_value(tmp_path: Path) -> None:
    names = ["DEBUG", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "PORT", "SERVER_THREADS"]
    assert settings(
        tmp_path,
        *names,
        "POOL_WORKERS",
        "LOG_LEVEL",
        "SECRET_KEY",
        "SECRET_KEY_FALLBACKS",
        CHECKERS_DEBUG="Yes",
        CHECKERS_ALLOWED_HOSTS="checkers.example, [::1],.example.org",
        CHECKERS_TRUSTED_ORIGINS="https://checkers.example",
        PORT="65535",
        CHECKERS_THREADS="4",
        CHECKERS_POOL_WORKERS="3",
        CHECKERS_LOG_LEVEL="ERROR",
        CHECKERS_SECRET_KEY="k" * 32,
        CHECKERS_SECRET_KEY_FALLBACKS=f"{'l' * 32}, {'m' * 40}",
    ) == [
        True,
        ["checkers.example", "[::1]", ".example.org"],
        ["https://checkers.example"],
        65535,
        4,
        3,
        "ERROR",
        "k" * 32,
        ["l" * 32, "m" * 40],
    ]


def test_parses_database_urls_as_postgresql_does(tmp_path: Path) -> None:
    address = "postgres://ann:pass%20word@%2Frun%2Fpostgresql:5433/games?sslmode=require"
    secret = "k" * 32
    (databases,) = settings(tmp_path, "DATABASES", DATABASE_URL=address, CHECKERS_SECRET_KEY=secret)
    assert databases == {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": "games",
            "USER": "ann",
            "PASSWORD": "pass word",
            "HOST": "/run/postgresql",
            "PORT": "5433",
            "OPTIONS": {"connect_timeout": "5", "sslmode": "require"},
            "CONN_MAX_AGE": None,
            "CONN_HEALTH_CHECKS": True,
        }
    }


def test_rejected_database_url_is_shown_without_its_password(tmp_path: Path) -> None:
    done = start(tmp_path, DATABASE_URL="mysql://ann:opensesame@host/games")
    assert "mysql://ann:***@host/games" in done.stderr
    assert "opensesame" not in done.stderr


def test_serves_only_localhost_by_default(tmp_path: Path) -> None:
    names = ["DEBUG", "ALLOWED_HOSTS", "HTTPS", "SECURE_PROXY_SSL_HEADER"]
    assert settings(tmp_path, *names) == [False, ["localhost", "127.0.0.1", "[::1]"], False, None]


def test_https_setting_secures_cookies_and_enables_hsts(tmp_path: Path) -> None:
    names = ["SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_HSTS_SECONDS"]
    assert settings(tmp_path, *names) == [False, False, 0]
    assert settings(tmp_path, *names, CHECKERS_HTTPS="true") == [True, True, 31536000]


def test_trusts_the_forwarded_scheme_only_behind_a_proxy(tmp_path: Path) -> None:
    trusted = settings(tmp_path, "SECURE_PROXY_SSL_HEADER", CHECKERS_BEHIND_PROXY="true")
    assert trusted == [["HTTP_X_FORWARDED_PROTO", "https"]]


def test_secret_key_is_generated_once(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "folder"
    first = settings(folder, "SECRET_KEY")
    assert settings(folder, "SECRET_KEY") == first
    secret = folder / "secret-key"
    assert [secret.read_text()] == first
    assert len(secret.read_text()) >= 64


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_data_folder_database_and_secret_are_private(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "new" / "folder"
    settings(folder, "SECRET_KEY")
    assert mode(folder) == 0o700
    assert {path.name: mode(path) for path in folder.iterdir()} == {
        "secret-key": 0o600,
        "crownhead.sqlite3": 0o600,
    }


def test_closes_a_data_folder_that_others_could_read(
    tmp_path: Path,
) -> None:
    kept = ["crownhead.sqlite3", "crownhead.sqlite3-wal", "crownhead.sqlite3-shm", "secret-key"]
    (tmp_path / "static").mkdir()
    for name in kept:
        (tmp_path / name).write_text("k" * 32)
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    settings(tmp_path, "SECRET_KEY")
    assert mode(tmp_path) == 0o700
    assert {mode(tmp_path / name) for name in kept} == {0o600}


def test_leaves_a_folder_shared_with_others_open(tmp_path: Path) -> None:
    (tmp_path / "somebody else").mkdir()
    tmp_path.chmod(0o755)
    settings(tmp_path, "SECRET_KEY")
    assert mode(tmp_path) == 0o755
    assert mode(tmp_path / "crownhead.sqlite3") == 0o600


def test_postgresql_requires_an_explicit_secret_key(tmp_path: Path) -> None:
    done = start(tmp_path, DATABASE_URL="postgres://ann@host/games")
    assert done.returncode != 0
    reason = done.stderr.splitlines()[-1]
    assert "CHECKERS_SECRET_KEY is missing: PostgreSQL needs the same one" in reason
    assert not (tmp_path / "secret-key").exists()


def test_processes_starting_at_once_share_one_secret(tmp_path: Path) -> None:
    command = [sys.executable, "-c", REPORT, "SECRET_KEY"]
    environment = os.environ | {"CHECKERS_DATA_DIR": str(tmp_path)}
    started = [
        subprocess.Popen(command, env=environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        for _ in range(8)
    ]
    assert len({process.communicate()[0] for process in started}) == 1
    assert [process.returncode for process in started] == [0] * 8


@pytest.mark.parametrize("content", [b"", b"\xff" * 96, b"\0" * 96], ids=["empty", "bytes", "NUL"])
def test_rejects_a_corrupted_secret(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "secret-key").write_bytes(content)
    done = start(tmp_path)
    assert done.returncode != 0
    assert "secret-key holds no usable secret" in done.stderr


@pytest.mark.sqlite
@pytest.mark.django_db
def test_sqlite_uses_wal_and_a_busy_timeout() -> None:
    with connection.cursor() as cursor:
        answers = []
        for pragma in ["journal_mode", "synchronous", "busy_timeout", "foreign_keys"]:
            cursor.execute(f"PRAGMA {pragma}")
            answers.append(cursor.fetchone()[0])
    assert answers == ["wal", 1, 20_000, 1]
