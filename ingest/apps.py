"""Registers the ingest wing with Django."""

from django.apps import AppConfig


class IngestConfig(AppConfig):
    name = "ingest"
