"""Full and read-only disks, visible to a single command only."""

import os
import shutil
import subprocess

import pytest

ROOT_OPTIONS = [] if os.geteuid() == 0 else ["--map-root-user"]
needs_mounts = pytest.mark.skipif(
    shutil.which("unshare") is None
    or subprocess.run(
        ["unshare", "--mount", *ROOT_OPTIONS, "true"], capture_output=True, check=False
    ).returncode
    != 0,
    reason="this machine does not allow private mounts",
)


def after_mounting(*steps: str) -> list[str]:
    """Return a command prefix that runs these shell steps in a mount namespace of its own."""
    return ["unshare", "--mount", *ROOT_OPTIONS, "sh", "-ec", "\n".join([*steps, 'exec "$@"']), "-"]


def inside_mounts_of(process: int, *command: str) -> list[str]:
    """Return the command that sees the mounts of a process started after ``after_mounting``."""
    users = ["--user", "--preserve-credentials"] if ROOT_OPTIONS else []
    return ["nsenter", f"--target={process}", "--mount", *users, *command]
