"""The Celery application: `celery -A benchdb worker`. Its settings are Django's, those that begin with CELERY_."""

import os
import tempfile
from contextlib import suppress

from celery import Celery
from celery.signals import celeryd_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
# Django's checks read every page; `manage.py` and the web server make them, a worker need not.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
app = Celery("benchdb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["benchdb", "ingest.pipeline"])


@celeryd_init.connect
def keep_temporary_files_together(**_: object) -> None:
    """In the data folder: a worker that is killed leaves a folder of its pool's, which the next launcher removes."""
    from django.conf import settings

    with suppress(OSError):  # a container's data may be elsewhere
        settings.HERE.temporary.mkdir(parents=True, exist_ok=True)
        tempfile.tempdir = str(settings.HERE.temporary)
