"""Runs a program for as long as another process lives.

    python -m tests.outside.lifetime PID PROGRAM [ARGUMENT…]

What several workers of a test run share belongs to none of them: whichever has started it may be
done first. It ends with the process that started the workers.
"""

import os
import subprocess
import sys
import time


def main(pid: int, *command: str) -> None:
    """Run ``command`` until it ends or process ``pid`` is gone."""
    process = subprocess.Popen(command)
    while process.poll() is None and _is_alive(pid):
        time.sleep(1)
    process.kill()
    process.wait()


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
