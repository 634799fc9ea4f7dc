"""Registers the ground floor with Django."""

from django.apps import AppConfig


class BenchdbConfig(AppConfig):
    name = "benchdb"
    verbose_name = "benchmarks"

    def ready(self) -> None:
        # Imported so that tasks queued by the site use our broker settings.
        from benchdb import celery  # noqa: F401
        from benchdb.accounts import audit, names, site_token
        from benchdb.watches import ownerless

        audit.listen()
        names.listen()
        site_token.watch()
        ownerless.listen()
