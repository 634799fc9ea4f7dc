"""The Celery application: `celery -A benchdb worker`. Its settings are Django's, those that begin with CELERY_."""

import os
import tempfile
from contextlib import suppress

from celery import Celery, Task
from celery.signals import celeryd_init, task_prerun

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


@task_prerun.connect
def keep_connection(sender: Task, **_: object) -> None:
    """To the database, from task to task, as a web process keeps it from request to request.

    Celery's own way is a new one for each task: the new session of PostgreSQL knows no table yet, and to read what it
    must know of them takes it 80 ms of CPU, five times what storing a log does.
    """
    from django.db import close_old_connections

    if not sender.request.is_eager:  # that one is part of whatever called it
        close_old_connections()
