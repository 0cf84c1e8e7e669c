#!/usr/bin/env python
"""Django's command line for this site: `python manage.py help` lists what it can do."""

import os
import sys


def main() -> None:
    """Run the command named on the command line with the site's settings."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
