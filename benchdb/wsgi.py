"""The WSGI application: `gunicorn benchdb.wsgi`."""

import os
from importlib import import_module

from django.core.wsgi import get_wsgi_application
from django.urls import get_resolver

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
application = get_wsgi_application()
# Every page's code, before gunicorn forks (--preload), and what the pages import when they need it: matplotlib and
# scipy take half a second each, the first reader none.
_ = get_resolver().url_patterns
for name in ("scipy.optimize", "scipy.stats"):
    import_module(name)
