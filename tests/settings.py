"""The site's own settings, with a temporary data folder.

The developer's environment and database are not used, static files need no collecting, and the
database is a file as in production, so that concurrent requests behave as they do there.
"""

import os
import tempfile
from pathlib import Path

postgresql = os.environ.get("CHECKERS_TEST_DATABASE_URL")
"""A server on which the tests create their own databases; see `.ci/postgresql`."""
for name in list(os.environ):
    if name.startswith("CHECKERS_") or name in ("PORT", "DATABASE_URL"):
        del os.environ[name]
if postgresql:
    os.environ["DATABASE_URL"] = postgresql
    # Several test servers may share that database, so they need the same key.
    os.environ["CHECKERS_SECRET_KEY"] = "known to every server of the tests"

# The folder lives as long as this object: as long as the process.
_scratch = tempfile.TemporaryDirectory(prefix="crownhead-tests-")
os.environ["CHECKERS_DATA_DIR"] = _scratch.name
# The compiled engine takes long to build and never differs, so all runs share it.
os.environ["CHECKERS_ENGINE_DIR"] = str(Path(__file__).parents[1] / "var" / "engine")

from checkers_site.settings import *  # noqa: E402, F403
from checkers_site.settings import DATA_DIR, DATABASES, STORAGES  # noqa: E402
from game.engine import compiled  # noqa: E402

# Tests import compiled code before they ask for the engine, which would set this.
os.environ["NUMBA_CACHE_DIR"] = str(compiled.cache_folder())

if not postgresql:
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True

# Playwright runs an event loop in the test's thread, which may still use the database.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
