#!/usr/bin/env python
"""Django's command line for this site: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    """Run the command named on the command line with the site's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import DatabaseError

    from game.server.failures import describe_failure

    name = sys.argv[1] if len(sys.argv) > 1 else "help"
    try:
        execute_from_command_line(sys.argv)
    except (ImproperlyConfigured, DatabaseError, OSError) as trouble:
        words = trouble if isinstance(trouble, ImproperlyConfigured) else describe_failure(trouble)
        if words is None or "--traceback" in sys.argv:
            raise
        sys.exit(f"Cannot run {name}: {str(words).rstrip('.')}.")


if __name__ == "__main__":
    main()
