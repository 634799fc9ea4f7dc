"""The WSGI application: `gunicorn benchdb.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
application = get_wsgi_application()
