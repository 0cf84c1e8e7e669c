"""The site's addresses and `/bare`, the least that Django can answer through our middleware."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from .urls import *  # noqa: F403
from .urls import urlpatterns as site_urls


def bare(request: HttpRequest) -> HttpResponse:
    """Answer without session, template or form."""
    return HttpResponse("ok")


urlpatterns = [path("bare", bare), *site_urls]
