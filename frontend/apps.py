"""Registers the frontend wing with Django."""

from django.apps import AppConfig


class FrontendConfig(AppConfig):
    name = "frontend"
