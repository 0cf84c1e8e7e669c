"""Prepare the site and serve it with granian: what `make run` runs.

The order matters: problems of the machine (a setting, a busy port) are reported first, then the
database and the static files are brought up to date, then granian forks its one worker. The engine
is compiled once per machine, which takes half a minute and is reported.
"""

import errno
import multiprocessing
import multiprocessing.connection
import os
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from typing import Any

HOST = "127.0.0.1"
CONNECTIONS = 4096
"""The most connections at once; most are idle and none costs a thread."""
OPEN_FILES = 4 * CONNECTIONS
"""The limit of open files, if the system allows it: connections and files of the database."""
SECONDS_TO_STOP = 8
"""Longer than the computer takes for a move, so that pending requests are answered. A worker still
running then is killed, together with its search processes."""


def main() -> None:
    """Serve until interrupted; exit with a one-line message if the site cannot start."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")
    import django
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    from checkers_site.startup import prepare_site

    try:
        django.setup()
    except ImproperlyConfigured as problem:
        sys.exit(f"Cannot start: {problem}")
    require_free_port(settings.PORT)
    prepare_site(_say)
    # In a separate process, as the server does not need the compiler. Without it play is weaker.
    compiling = [sys.executable, "-m", "django", "compile_engine", "--before-serving"]
    subprocess.run(compiling, check=False)
    _say(f"Server: starting on port {settings.PORT}")
    serve(settings.PORT)


def serve(port: int) -> None:
    """Run granian with one worker until it is told to stop."""
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels

    from checkers_site.workers import ResilientServer

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, OPEN_FILES), hard))
    server = ResilientServer(
        "checkers_site.asgi:application",
        address=HOST,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        # One worker, because all requests share one pool of search processes.
        workers=1,
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_STOP,
        log_level=LogLevels.error,
    )

    def stop_when_the_terminal_closes() -> None:
        # On a hang-up granian restarts its workers, which would outlive the terminal.
        signal.signal(signal.SIGHUP, server.signal_handler_interrupt)

    server.on_startup(stop_when_the_terminal_closes)
    server.serve(target_loader=load_application, wrap_loader=False)


def load_application() -> Any:
    """Return the ASGI application; granian calls this in the worker it has just forked."""
    from django.conf import settings
    from django.db import connections

    from checkers_site.asgi import application, clock
    from checkers_site.housekeeping import checkpoint_periodically, run_housekeeping, shared_time
    from game.play.computer import workers

    clock.set_to(shared_time())
    connections.close_all()
    # A process group of its own shields the worker and its children from Ctrl-C. Granian tells it
    # to stop anyway, and its signal handler can lock up when two signals arrive at once.
    os.setpgid(0, 0)
    threading.Thread(target=stop_with_the_parent, daemon=True).start()
    threading.Thread(target=announce, args=(settings.PORT,), daemon=True).start()
    threading.Thread(
        target=run_housekeeping, kwargs={"now": clock.now}, name="housekeeping", daemon=True
    ).start()
    if not settings.POSTGRESQL:
        threading.Thread(target=checkpoint_periodically, name="checkpoints", daemon=True).start()
    workers.warm()
    return application


def require_free_port(port: int) -> None:
    """Exit if `port` cannot be listened on.

    Granian would not notice: it shares the port with another granian that listens there.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as problem:
            reason = {
                errno.EADDRINUSE: "another program is using it",
                errno.EACCES: "this user may not listen on it",
            }.get(problem.errno or 0, problem.strerror)
            sys.exit(f"Cannot start on port {port}: {reason}. Try another: PORT=8001 make run")


def announce(port: int) -> None:
    """Print the site's URL once it answers, so that it can be opened at once."""
    while True:
        try:
            socket.create_connection((HOST, port), timeout=1).close()
        except OSError:
            time.sleep(0.02)
        else:
            break
    print(f"Play at http://{HOST}:{port}/  (Ctrl-C stops the server)", flush=True)


def stop_with_the_parent() -> None:
    """Stop this worker when the granian that forked it is gone, even if it was killed.

    Otherwise such a worker would serve an old version of the site for ever.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_STOP)
        os._exit(1)


def _say(message: str) -> None:
    print(message, flush=True)


if __name__ == "__main__":
    main()
