"""URLs of the pages to read."""

from __future__ import annotations

from django.urls import path

from game.web.learn import views

urlpatterns = [
    path("learn/", views.learn_page, name="learn"),
    path("about/", views.about_page, name="about"),
    path("rules/", views.games_page, name="rules"),
    path("rules/<str:key>/", views.rules_page, name="rules-of"),
    path("faq/", views.faq_page, name="faq"),
    path("accessibility/", views.accessibility_page, name="accessibility"),
    path("keys", views.keys_page, name="keys"),
]
