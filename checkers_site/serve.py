"""Brings the site up to date and serves it with granian: what `make run` runs.

The order matters: what may be wrong with the machine (a setting, a busy port) is said first, then
the database and the static files are brought up to date, then granian forks its one worker.
The engine is compiled once on each machine, which takes half a minute and is said.
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
"""At once, most of them idle: one costs no thread."""
OPEN_FILES = 4 * CONNECTIONS
"""At once, if the system allows so many: connections, and files of the database."""
SECONDS_TO_STOP = 8
"""Longer than the computer takes for a move, so that what is under way is answered. A worker that
has not stopped by then is killed, and with it the processes that search for it."""


def main() -> None:
    """Serve until interrupted; exit with one clear line if the site cannot be started."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")
    import django
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured

    from checkers_site.startup import bring_up_to_date

    try:
        django.setup()
    except ImproperlyConfigured as problem:
        sys.exit(f"Cannot start: {problem}")
    refuse_a_port_in_use(settings.PORT)
    bring_up_to_date(_say)
    # In a process of its own: a server has no use for the compiler. Without it play is weaker.
    compiling = [sys.executable, "-m", "django", "compile_engine", "--before-serving"]
    subprocess.run(compiling, check=False)
    _say(f"Server: starting on port {settings.PORT}")
    serve(settings.PORT)


def serve(port: int) -> None:
    """Run granian with one worker until it is told to stop."""
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels

    from checkers_site.workers import LastingGranian

    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, OPEN_FILES), most))
    server = LastingGranian(
        "checkers_site.asgi:application",
        address=HOST,
        port=port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        websockets=False,
        # One worker, because one pool of searching processes has to be shared by all requests.
        workers=1,
        backlog=CONNECTIONS,
        backpressure=CONNECTIONS,
        respawn_failed_workers=True,
        workers_kill_timeout=SECONDS_TO_STOP,
        log_level=LogLevels.error,
    )

    def stop_when_the_terminal_closes() -> None:
        # Granian takes a hang-up as "restart the workers", which would outlive the terminal.
        signal.signal(signal.SIGHUP, server.signal_handler_interrupt)

    server.on_startup(stop_when_the_terminal_closes)
    server.serve(target_loader=load_application, wrap_loader=False)


def load_application() -> Any:
    """Return the WSGI application; called by granian in the worker it has just forked."""
    from django.conf import settings
    from django.db import connections

    from checkers_site.asgi import application, clock
    from checkers_site.housekeeping import keep_house, keep_log_short, shared_time
    from game.play.computer import workers

    clock.set_to(shared_time())
    connections.close_all()
    # A group of its own keeps Ctrl-C from the worker and the processes it starts. Granian sends it
    # a signal to stop in any case, and its handler can lock up when two arrive at once.
    os.setpgid(0, 0)
    threading.Thread(target=stop_with_the_parent, daemon=True).start()
    threading.Thread(target=announce, args=(settings.PORT,), daemon=True).start()
    threading.Thread(
        target=keep_house, kwargs={"now": clock.now}, name="housekeeping", daemon=True
    ).start()
    if not settings.POSTGRESQL:
        threading.Thread(target=keep_log_short, name="checkpoints", daemon=True).start()
    workers.warm()
    return application


def refuse_a_port_in_use(port: int) -> None:
    """Exit if `port` cannot be listened on.

    Granian would not notice: it shares the port with whatever granian already listens there.
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
    """Print the address as soon as it answers, so that whoever reads it can go there at once."""
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

    Granian leaves such a worker behind, serving an old version of the site for ever.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        multiprocessing.connection.wait([parent.sentinel])
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(SECONDS_TO_STOP)
        os._exit(1)


def _say(what: str) -> None:
    print(what, flush=True)


if __name__ == "__main__":
    main()
