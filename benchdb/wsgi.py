"""The WSGI application: `gunicorn benchdb.wsgi`."""

import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

from benchdb.host.memory import settle

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
application = get_wsgi_application()
# Every page's code, before gunicorn forks (--preload), and what scaling imports when it needs it: it takes half a
# second, the first reader none. Matplotlib and polars, 38 and 24 MB, wait for the first picture and the first table.
_ = get_resolver().url_patterns
import_module("scipy.optimize")
settle()
