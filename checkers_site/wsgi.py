"""The WSGI application, for granian (`checkers_site.serve`) or any other WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "checkers_site.settings")

application = get_wsgi_application()
