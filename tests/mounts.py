"""Disks that are full or cannot be written to, for one command alone."""

import os
import shutil
import subprocess

import pytest

OUTSIDE_ROOT = [] if os.geteuid() == 0 else ["--map-root-user"]
needs_mounts = pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run(
        ["unshare", "--mount", *OUTSIDE_ROOT, "true"], capture_output=True, check=False
    ).returncode
    != 0,
    reason="this machine lets nobody mount anything",
)


def in_a_small_world(*steps: str) -> list[str]:
    """A command's first words: it runs where these mounts are made for it alone."""
    return ["unshare", "--mount", *OUTSIDE_ROOT, "sh", "-ec", "\n".join([*steps, 'exec "$@"']), "-"]
