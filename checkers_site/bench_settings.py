"""The site's settings with one view more: the bare one that `make bench` measures pages against."""

from .settings import *  # noqa: F403

ROOT_URLCONF = "checkers_site.bench_urls"
