"""Registers the ingest wing with Django; its tools' command lines and its check of what is kept with the ground."""

from django.apps import AppConfig

from benchdb.domain import reproduce
from ingest.formats import formats


class IngestConfig(AppConfig):
    name = "ingest"

    def ready(self) -> None:
        for format in formats().values():
            reproduce.register(format.commands)
        from benchdb.safekeeping import integrity
        from ingest.pipeline.linking.doubled_reports import doubled_reports
        from ingest.pipeline.linking.doubled_trials import doubled_trials, number_doubled_anew

        integrity.register("copies", doubled_reports)
        integrity.register("trials", doubled_trials, number_doubled_anew)
