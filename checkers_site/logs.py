"""Filters of the log."""

import logging
from http import HTTPStatus


class OneLineRejections(logging.Filter):
    """Drops the traceback from the log record of a rejected request.

    Anyone can send invalid requests; twenty lines for each would hide the site's own faults.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, those of rejected requests without their traceback."""
        is_about_requests = record.name.startswith(("django.request", "django.security"))
        status = getattr(record, "status_code", HTTPStatus.BAD_REQUEST)
        if is_about_requests and status < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True
