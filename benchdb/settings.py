"""Django's settings. The environment is read here, once, and nowhere else in the site.

BENCHDB_DATA, DATABASE_URL, REDIS_URL, SECRET_KEY, ENCRYPTION_KEY (new,old), DEBUG (1 or 0);
ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS, PROXIES (with commas); HTTPS (1 or 0); READING (public or members);
WEBHOOKS_PRIVATE (1 or 0); MAIL_URL, MAIL_FROM; RAW_LOGS, S3_ENDPOINT; and the limits, which docs/operations.md lists.
"""

from __future__ import annotations

import os
import re
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

import dj_database_url
from celery.schedules import crontab
from kombu import Queue

from benchdb.host.paths import ROOT, paths

HERE = paths()
DEBUG = os.environ.get("DEBUG") == "1"
MIB = 2**20
os.environ.setdefault("MPLCONFIGDIR", str(HERE.matplotlib))  # read when matplotlib is imported; else it writes to $HOME


# Without DEBUG a key must be given; `make run` makes one of its own, kept in the data folder. Commands that sign
# nothing (parselog) need none.
def kept(file: Path) -> str:
    return file.read_text().strip() if file.exists() else ""


SECRET_KEY = os.environ.get("SECRET_KEY") or kept(HERE.secret_key)
if DEBUG and not SECRET_KEY:
    SECRET_KEY = "only for development, where DEBUG=1 says so"
# Of secrets in the database: the first encrypts, all decrypt. A site that names none uses its other key.
ENCRYPTION_KEYS = (os.environ.get("ENCRYPTION_KEY") or kept(HERE.encryption_key)).split(",")
ENCRYPTION_KEYS = [key for key in [*ENCRYPTION_KEYS, SECRET_KEY] if key]


def words(name: str, default: str) -> list[str]:
    return [word.strip() for word in os.environ.get(name, default).split(",") if word.strip()]


def number(name: str, default: int) -> int:
    """A whole number above 0. ValueError names the variable."""
    text = os.environ.get(name) or str(default)
    if not text.isdigit() or int(text) < 1:
        raise ValueError(f"{name}={text}: expected a whole number above 0")
    return int(text)


ALLOWED_HOSTS = words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
CSRF_TRUSTED_ORIGINS = words("CSRF_TRUSTED_ORIGINS", "")
PROXIES = words("PROXIES", "")  #: addresses whose X-Forwarded-For is believed, for the limits of logins

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "axes",
    "django_htmx",
    "benchdb",
    "ingest",
    "frontend",
]
MIDDLEWARE = [
    "benchdb.web.requests.RequestMiddleware",
    "benchdb.web.policy.PolicyMiddleware",
    "benchdb.web.turns.TurnsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "benchdb.web.middleware.PackingMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "benchdb.web.middleware.AccessMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]
CSRF_FAILURE_VIEW = "benchdb.web.failures.stale_form"
ROOT_URLCONF = "benchdb.urls"
WSGI_APPLICATION = "benchdb.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "benchdb.accounts.context.actor",
            ],
        },
    }
]

DATABASES = {
    "default": dj_database_url.parse(
        os.environ.get("DATABASE_URL") or HERE.database_url, conn_max_age=60, conn_health_checks=True
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = os.environ.get("REDIS_URL") or HERE.redis_url
CELERY_BROKER_URL = REDIS_URL.replace("unix://", "redis+socket://").replace("?db=", "?virtual_host=")
CELERY_TASK_IGNORE_RESULT = True
# A worker that is told no queue reads all of them.
CELERY_TASK_QUEUES = [Queue("small"), Queue("celery"), Queue("heavy")]
CELERY_TASK_DEFAULT_QUEUE = "celery"
# What may take long waits behind large uploads, and small uploads never behind it: a webhook's receiver that dribbles
# holds a worker for 30 s, and every permalink is asked again at night.
PATIENT = (
    "benchdb.watches.queued.check",
    "benchdb.watches.queued.send_mail",
    "benchdb.webhooks.queued.deliver",
    "benchdb.tasks.verify_permalink",
)
CELERY_TASK_ROUTES = ("ingest.pipeline.queues.weight.route", {name: {"queue": "heavy"} for name in PATIENT})
# A worker that dies loses nothing: the task goes back to the queue; `requeue_unfinished` finds what the broker forgot.
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_DB_REUSE_MAX = 10**9  # tasks; `keep_connection` closes one that is broken or as old as those of web processes
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"socket_timeout": 10, "socket_connect_timeout": 3}
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0, "interval_step": 0.2}
CELERY_BEAT_SCHEDULER = "benchdb.host.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "requeue-unfinished": {"task": "ingest.tasks.requeue_unfinished", "schedule": 20.0},
    "verify-permalinks": {"task": "benchdb.tasks.verify_permalinks", "schedule": crontab(hour=3, minute=17)},
    "delete-old-events": {"task": "benchdb.webhooks.queued.delete_old", "schedule": crontab(hour=3, minute=47)},
    "deliver-due": {"task": "benchdb.webhooks.queued.deliver_due", "schedule": 30.0},
    "check-watches": {"task": "benchdb.watches.queued.check_watches", "schedule": 60.0},
}

SITE_URL = (os.environ.get("SITE_URL") or "").rstrip("/")  # what stands before addresses that are kept or sent
if SITE_URL and not re.fullmatch(r"https?://[\w.:\[\]-]+", SITE_URL):
    raise ValueError(f"SITE_URL={SITE_URL}: expected https:// and a name, without a path")
READING = os.environ.get("READING") or "public"
if READING not in ("public", "members"):
    raise ValueError(f"READING={READING}: expected public or members")
WEBHOOKS_PRIVATE = os.environ.get("WEBHOOKS_PRIVATE") == "1"  # may they reach addresses behind this site?
# smtp://name:password@host:587 (plain), smtp+tls:// (STARTTLS) or smtps://; without it nobody is written to.
mail_url = urlsplit(os.environ.get("MAIL_URL") or "")
EMAIL_HOST = mail_url.hostname or ""
EMAIL_PORT = mail_url.port or {"smtps": 465, "smtp+tls": 587}.get(mail_url.scheme, 25)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(mail_url.username or ""), unquote(mail_url.password or "")
EMAIL_USE_TLS, EMAIL_USE_SSL, EMAIL_TIMEOUT = mail_url.scheme == "smtp+tls", mail_url.scheme == "smtps", 20
DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM") or "benchdb@localhost"
LOGIN_URL, LOGIN_REDIRECT_URL, LOGOUT_REDIRECT_URL = "/login/", "/account/", "/"
AUTHENTICATION_BACKENDS = [
    "benchdb.accounts.logins.AddressBackend",
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
# scrypt takes a twentieth of a second and 16 MiB; older passwords are read, and hashed anew when somebody logs in.
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
WRONG_PASSWORDS = number("WRONG_PASSWORDS", 30)  #: from one address, for whatever names, within AXES_COOLOFF_TIME
PASSWORDS = "django.contrib.auth.password_validation"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"{PASSWORDS}.UserAttributeSimilarityValidator"},
    {"NAME": f"{PASSWORDS}.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": f"{PASSWORDS}.CommonPasswordValidator"},
    {"NAME": f"{PASSWORDS}.NumericPasswordValidator"},
]
# Guessing: after so many wrong passwords for a name from an address, that pair waits. Others are not locked out.
AXES_FAILURE_LIMIT = 5
AXES_CLIENT_IP_CALLABLE = "benchdb.accounts.logins.client_address"
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_CALLABLE = "benchdb.accounts.logins.locked_out"
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_DISABLE_ACCESS_LOG = True
AXES_ENABLE_ADMIN = False
AXES_VERBOSE = False

LANGUAGE_CODE = "en"
USE_I18N = False
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = ROOT / ".static"
STATICFILES_DIRS = [ROOT / "frontend" / "built"]  #: by frontend/build.js, before the sources of the same names
HASHED = "benchdb.web.static.HashedModulesStorage"
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": PLAIN if DEBUG else HASHED},
}
# Where raw logs of more than 64 KiB are kept: "" = PostgreSQL, folder:/srv/logs, or s3://bucket/prefix, whose keys
# boto3 finds (AWS_ACCESS_KEY_ID, …). S3_ENDPOINT: of what is not Amazon's.
RAW_LOGS, S3_ENDPOINT = (os.environ.get("RAW_LOGS") or "").rstrip("/"), os.environ.get("S3_ENDPOINT") or ""
if RAW_LOGS and not RAW_LOGS.startswith(("folder:/", "s3://")):
    raise ValueError(f"RAW_LOGS={RAW_LOGS}: expected folder:/… or s3://bucket/prefix")

DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FILES = 5000
FILE_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
MAX_LOG_SIZE = number("MAX_LOG_MIB", 2048) * MIB  #: bytes, one file
MAX_UPLOAD_SIZE = number("MAX_UPLOAD_MIB", 8192) * MIB  #: bytes, all files of one request
WRITERS_AT_ONCE = number("WRITERS_AT_ONCE", 3)  #: bodies of theirs that a process receives at once
QUESTIONS_WAITING = number("QUESTIONS_WAITING", 4)  #: costly ones, besides the one that a process works on
QUESTIONS_OF_ONE = number("QUESTIONS_OF_ONE", 4)  #: of these, from one address; six drawings are asked for at once
QUESTION_SECONDS = number("QUESTION_SECONDS", 20)  #: of CPU, of somebody who is not logged in
STRANGERS_AT_ONCE = number("STRANGERS_AT_ONCE", 1)
ANONYMOUS_ROWS = number("ANONYMOUS_ROWS", 20_000)  #: of one streamed file, to a reader who is not logged in
ANONYMOUS_SECONDS = number("ANONYMOUS_SECONDS", 120)  #: that such a file may take, reader and all
LIGHT_SIZE = number("LIGHT_MIB", 8) * MIB  #: bytes of an upload that is read before all larger ones
LIGHT_LINES = number("LIGHT_LINES", 200_000)  #: and lines of it
LIGHT_CPU_SECONDS = number("LIGHT_CPU_SECONDS", 2)  #: that reading it may take before it goes to the larger ones
LIGHT_NUMBERS = number("LIGHT_NUMBERS", 10_000)  #: of one file of it
DRY_RUN_SIZE = number("DRY_RUN_MIB", 64) * MIB  #: bytes, all files: the asker waits for it
DRY_RUN_SECONDS = number("DRY_RUN_SECONDS", 60)  #: for all files
DRY_RUN_PATIENCE = number("DRY_RUN_PATIENCE", 5)  #: seconds, for an upload of the same files that is being stored
DRY_RUNS_WAITING = number("DRY_RUNS_WAITING", 1)  #: besides the one that a web process has a child for

# What reading one file may take (ingest/pipeline/sandbox/limits.py), and all files of an upload together.
READING_LIMITS = {
    "cpu_seconds": number("READING_CPU_SECONDS", 20),
    "cpu_seconds_per_mib": number("READING_CPU_SECONDS_PER_MIB", 1),
    "wall_seconds": number("READING_WALL_SECONDS", 1800),
    "memory": number("READING_MEMORY_MIB", 400) * MIB,
    "unpacked": number("READING_UNPACKED_MIB", 8192) * MIB,
    "ratio": number("READING_RATIO", 1000),
    "lines": number("READING_LINES", 100_000_000),
    "line": number("READING_LINE_MIB", 256) * MIB,
    "measurements": number("READING_MEASUREMENTS", 1_000_000),
    "values": number("READING_VALUES", 200_000_000),
}
UPLOAD_CPU_SECONDS = number("UPLOAD_CPU_SECONDS", 3600)
#: What an archive may hold (ingest/archives/limits.py).
ARCHIVE_LIMITS = {
    "members": number("ARCHIVE_FILES", 20_000),
    "member": MAX_LOG_SIZE,
    "total": number("ARCHIVE_MIB", 8192) * MIB,
    "ratio": number("ARCHIVE_RATIO", 1000),
}

X_FRAME_OPTIONS = "DENY"  # exports that may be embedded say so themselves
SECURE_REFERRER_POLICY = "same-origin"
if os.environ.get("HTTPS") == "1":  # a proxy before us speaks TLS, and says so
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^healthz$", "^readyz$", "^metrics$"]  # asked from the machine itself

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "benchdb.host.logs.JsonFormatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "plain" if DEBUG else "json"}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {"ingest": {"level": "INFO"}, "benchdb": {"level": "INFO"}, "frontend": {"level": "INFO"}},
}
