"""What goes to the log."""

import logging
from http import HTTPStatus


class RefusalsInOneLine(logging.Filter):
    """Leaves the traceback out of what is said of a request that was refused.

    Anyone can send what cannot be read; twenty lines each would hide the faults that are ours.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record through, those of refused requests without their traceback."""
        is_about_requests = record.name.startswith(("django.request", "django.security"))
        status = getattr(record, "status_code", HTTPStatus.BAD_REQUEST)
        if is_about_requests and status < HTTPStatus.INTERNAL_SERVER_ERROR:
            record.exc_info = record.exc_text = None
        return True
