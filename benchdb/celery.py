"""The Celery application: `celery -A benchdb worker`. Its settings are Django's, those that begin with CELERY_."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
# Django's checks read every page; `manage.py` and the web server make them, a worker need not.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")
app = Celery("benchdb")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["benchdb", "ingest.pipeline"])
