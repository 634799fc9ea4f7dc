"""Registers the ingest wing with Django, and its tools' command lines with the ground."""

from django.apps import AppConfig

from benchdb.domain import reproduce
from ingest.formats import formats


class IngestConfig(AppConfig):
    name = "ingest"

    def ready(self) -> None:
        for format in formats().values():
            reproduce.register(format.commands)
