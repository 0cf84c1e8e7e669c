"""The site's URLs and `/bare`, the smallest response that passes through the site's middleware."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from .urls import *  # noqa: F403
from .urls import urlpatterns as site_urls


def bare(request: HttpRequest) -> HttpResponse:
    """Respond without session, template or form."""
    return HttpResponse("ok")


urlpatterns = [path("bare", bare), *site_urls]
