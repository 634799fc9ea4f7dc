"""The WSGI application: `gunicorn benchdb.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
application = get_wsgi_application()
# Every page's code, before gunicorn forks (--preload): matplotlib alone takes half a second, the first reader none.
_ = get_resolver().url_patterns
