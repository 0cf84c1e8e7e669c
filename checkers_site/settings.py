"""Every setting of the site.

Settings that differ between machines come from the environment, are checked at start and are listed
in docs/hosting.md: an invalid value, or a CHECKERS_ name that is not below, stops the start.
"""

import os
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

from checkers_site import data_folder
from checkers_site.environment import (
    env_bool,
    env_database,
    env_executor,
    env_hosts,
    env_int,
    env_origins,
    env_secret,
    env_secrets,
    env_str,
    reject_unknown_names,
)

ROOT = Path(__file__).resolve().parent.parent

# From the environment

DEBUG = env_bool("CHECKERS_DEBUG", False)

DATA_DIR = Path(env_str("CHECKERS_DATA_DIR", str(ROOT / "var"))).absolute()
"""The only folder written to: the database, the secret key, the collected static files."""
POSTGRESQL = env_database("DATABASE_URL")
"""A database server, for a site on several machines; None for the file in DATA_DIR."""
try:
    data_folder.make_private(DATA_DIR)
    SECRET_KEY = env_secret(
        "CHECKERS_SECRET_KEY",
        DATA_DIR / data_folder.SECRET,
        needed_for="PostgreSQL" if POSTGRESQL else "",
    )
    if not POSTGRESQL:
        data_folder.create_database_file(DATA_DIR)
except OSError as problem:
    raise ImproperlyConfigured(
        f"CHECKERS_DATA_DIR={str(DATA_DIR)!r} cannot be used: expected a folder that this user "
        f"can write to ({problem.strerror})."
    ) from problem
SECRET_KEY_FALLBACKS = env_secrets("CHECKERS_SECRET_KEY_FALLBACKS")
"""Older secret keys that can still read sessions; nothing is signed with them."""

ALLOWED_HOSTS = env_hosts("CHECKERS_ALLOWED_HOSTS", ["localhost", "127.0.0.1", "[::1]"])
CSRF_TRUSTED_ORIGINS = env_origins("CHECKERS_TRUSTED_ORIGINS", [])
HTTPS = env_bool("CHECKERS_HTTPS", False)
"""The site is reached by https: secure cookies and HSTS."""
BEHIND_PROXY = env_bool("CHECKERS_BEHIND_PROXY", False)
"""A proxy in front sets X-Forwarded-Proto and appends to X-Forwarded-For, so both are trusted."""

PORT = env_int("PORT", 8000, lowest=1, highest=65535)
SERVER_THREADS = env_int("CHECKERS_THREADS", 400, lowest=1, highest=512)
"""Requests that may wait for the computer's move at once, each in a thread; more must wait."""
ENGINE_DIR = env_str("CHECKERS_ENGINE_DIR", str(DATA_DIR / "engine"))
"""Where the engine keeps compiled code and tables; it reads this variable itself."""
POOL_WORKERS = env_int("CHECKERS_POOL_WORKERS", os.cpu_count() or 1, lowest=1, highest=256)
"""Search processes for the computer's moves."""
DASK_SCHEDULER = env_executor("CHECKERS_EXECUTOR")
"""Address of a Dask scheduler whose workers search instead; empty for local processes."""
REQUEST_SLOTS = 2 if POSTGRESQL else 1
"""Requests processed at once (``game.server.executor``): two if one may wait for the database."""
CONTACT = env_str("CHECKERS_CONTACT", "")
"""How to contact the site's host, as shown to players; empty to show nothing."""
LOG_LEVEL = env_str("CHECKERS_LOG_LEVEL", "INFO", choices=("DEBUG", "INFO", "WARNING", "ERROR"))
PSEUDO = env_bool("CHECKERS_PSEUDO", False)
"""Every translated text stands in brackets: shows developers which words cannot be translated."""

reject_unknown_names()

# The application

INSTALLED_APPS = [
    "django.contrib.sessions",
    "django.contrib.contenttypes",
    "django.contrib.staticfiles",
    "django_htmx",
    "game",
    *(["checkers_site.pseudo.PseudoConfig"] if PSEUDO else []),
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Before the compression: static files are compressed once, at start.
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "game.web.shared.middleware.SecurityHeadersMiddleware",
    "checkers_site.compression.PageCompressionMiddleware",
    "game.web.shared.request_checks.RequestCheckMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "game.web.shared.middleware.WordingMiddleware",
    "game.web.shared.middleware.FairUseMiddleware",
    "game.web.shared.middleware.GameSessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "game.web.shared.middleware.SessionCookieMiddleware",
    "game.web.shared.middleware.MethodNotAllowedMiddleware",
]

ROOT_URLCONF = "checkers_site.urls"
WSGI_APPLICATION = "checkers_site.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ROOT / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "game.web.shared.context_processors.site_context",
            ],
            "builtins": ["game.templatetags.addresses", "game.web.shared.filters"],
        },
    }
]

LANGUAGE_CODE = "en"
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

# Storage

SQLITE = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": DATA_DIR / data_folder.DATABASE,
    "OPTIONS": {
        # Writers queue at BEGIN, where the timeout applies; later SQLite fails at once.
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # With a write-ahead log NORMAL can lose only the last moves, in a power cut.
        # The server checkpoints the log itself (housekeeping), other programs at 40 MB.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=10000;"
        ),
    },
}
# Each thread keeps its connection: opening one takes twice as long as loading a session. One that
# the server has closed is reopened.
DATABASES = {"default": {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True} | (POSTGRESQL or SQLITE)}

SESSION_ENGINE = "game.play.sessions"
SESSION_COOKIE_NAME = "crownhead"
SESSION_COOKIE_AGE = 365 * 24 * 60 * 60
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [ROOT / "static"]
STORAGES = {
    "staticfiles": {"BACKEND": "checkers_site.static_files.LightStaticFilesStorage"},
}
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # a header less in every answer; nobody else needs them

# Protection

CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "game.web.shared.errors.csrf_failure"
X_FRAME_OPTIONS = "DENY"

SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60 if HTTPS else 0
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None

# A move is a few hundred bytes; the largest request is a pasted game record.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 100

# Logging

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "format": "{asctime} {levelname} {name}: {message}",
            "datefmt": "%Y-%m-%d %H:%M:%S",
            "style": "{",
        },
    },
    "filters": {"one line": {"()": "checkers_site.logs.OneLineRejections"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "line",
            "filters": ["one line"],
        }
    },
    "root": {"handlers": ["console"], "level": LOG_LEVEL},
    # Django's own handlers would use other formats and send mail; the root handler is enough.
    "loggers": {
        "django": {"handlers": []},
        # Anyone can request any host; the 400 response needs no traceback of twenty lines.
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        # So can anyone send too much.
        "django.security.RequestDataTooBig": {"level": "CRITICAL"},
        "django.security.TooManyFieldsSent": {"level": "CRITICAL"},
    },
}
