"""The site's settings plus a bare view, the baseline of `make bench`."""

from .settings import *  # noqa: F403

ROOT_URLCONF = "checkers_site.bench_urls"
