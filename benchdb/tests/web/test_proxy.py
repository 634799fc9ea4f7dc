"""The lines for nginx in docs/operations.md, given to a real nginx that speaks TLS, before a real web process."""

from __future__ import annotations

import datetime
import os
import re
import shutil
import ssl
import subprocess
import sys
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import settings
from django.contrib.auth.models import User
from django.db import connection

from benchdb.dev.testing.waiting import free_port, wait_for
from benchdb.host.paths import ROOT
from benchdb.host.process import Process

NAME = "bench.example.org"
DOCUMENT = ROOT / "docs" / "operations.md"
LOG = ROOT / "fixtures" / "logs" / "ab" / "2.3-httpd2.2.34" / "small-n50-c2.log"


class Ports(NamedTuple):
    tls: int
    plain: int
    site: int


def certificate(folder: Path) -> None:
    """One that nobody signed, with its key: bench.pem and bench.key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, NAME)])
    now, day = datetime.datetime.now(datetime.UTC), datetime.timedelta(days=1)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number(), now - day, now + day)
    (folder / "bench.pem").write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM))
    plain = (serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    (folder / "bench.key").write_bytes(key.private_bytes(serialization.Encoding.PEM, *plain))


def documented(folder: Path, ports: Ports) -> str:
    """The document's lines, with the addresses and the certificate of this test."""
    [lines] = re.findall(r"```nginx\n(.*?)```", DOCUMENT.read_text("utf-8"), re.S)
    for theirs, ours in {
        "listen 443 ssl": f"listen 127.0.0.1:{ports.tls} ssl",
        "listen 80": f"listen 127.0.0.1:{ports.plain}",
        "127.0.0.1:8000": f"127.0.0.1:{ports.site}",
        "/etc/ssl/": f"{folder}/",
    }.items():
        assert theirs in lines
        lines = lines.replace(theirs, ours)
    return lines


@pytest.fixture
def proxied(tmp_path: Path, transactional_db: None) -> Iterator[Ports]:
    if not shutil.which("nginx"):
        pytest.skip("no nginx on this machine, and only root can install Debian's")
    ports = Ports(free_port(), free_port(), free_port())
    certificate(tmp_path)
    temporary = "".join(
        f"{one}_temp_path {tmp_path}/{one};" for one in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    own = f"daemon off; pid {tmp_path}/pid; error_log {tmp_path}/error.log; events {{}}"
    http = f"http {{ access_log off; {temporary}\n{documented(tmp_path, ports)} }}"
    (tmp_path / "nginx.conf").write_text(f"{own} {http}")
    nginx = Process("nginx", ["nginx", "-c", tmp_path / "nginx.conf", "-p", tmp_path], log=tmp_path / "nginx.log")
    site = web(tmp_path, ports.site)
    wait_for(lambda: (tmp_path / "pid").exists(), nginx.last_words)
    wait_for(lambda: "Booting worker" in site.last_words(), site.last_words)
    yield ports
    site.stop(20)
    nginx.stop(5)


def web(folder: Path, port: int) -> Process:
    """A web process as `make run` starts it, told what the document tells."""
    url = f"{settings.HERE.database_url.rpartition('/')[0]}/{connection.settings_dict['NAME']}"
    environment = {"HTTPS": "1", "ALLOWED_HOSTS": NAME, "PROXIES": "127.0.0.1", "DATABASE_URL": url}
    command = [sys.executable, "-m", "gunicorn", "benchdb.wsgi", f"--bind=127.0.0.1:{port}", "--threads=4"]
    command += ["--worker-class=benchdb.host.patient.PatientWorker", "--no-control-socket"]
    return Process("web", command, log=folder / "web.log", cwd=ROOT, environment=environment)


def ask(ports: Ports, method: str, path: str, body: bytes = b"", **headers: str) -> HTTPResponse:
    unknown = ssl.create_default_context()
    unknown.check_hostname, unknown.verify_mode = False, ssl.CERT_NONE
    client = HTTPSConnection("127.0.0.1", ports.tls, context=unknown)
    client.request(
        method, path, body, {"Host": NAME, **{name.replace("_", "-"): text for name, text in headers.items()}}
    )
    return client.getresponse()


def test_the_site_is_read_and_written_through_the_proxy_of_the_document(proxied: Ports) -> None:
    User.objects.create_superuser("ann", password="a long one, yes")
    page = ask(proxied, "GET", "/compare/?machine=web1")
    assert (page.status, page.headers["Strict-Transport-Security"][:16]) == (200, "max-age=31536000")
    assert page.headers["X-Request-ID"]
    assert f'<link rel="canonical" href="https://{NAME}/compare/' in page.read().decode()
    form = ask(proxied, "GET", "/login/")
    cookie = form.headers["Set-Cookie"]
    assert "Secure" in cookie
    [token] = set(re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', form.read().decode()))
    typed = {"username": "ann", "password": "a long one, yes", "csrfmiddlewaretoken": token}
    sent = {"Cookie": cookie.partition(";")[0], "Origin": f"https://{NAME}"}
    kind = "application/x-www-form-urlencoded"
    inside = ask(proxied, "POST", "/login/", urlencode(typed).encode(), Content_Type=kind, **sent)
    assert inside.status == 302, inside.read()
    assert all("Secure" in one for one in inside.headers.get_all("Set-Cookie"))
    stranger = ask(proxied, "PUT", "/u/small.log", LOG.read_bytes())
    assert stranger.status in (401, 403), "nobody is from this machine behind a proxy"


def test_what_is_not_for_the_world_is_not_passed_on(proxied: Ports) -> None:
    assert ask(proxied, "GET", "/metrics").status == 403
    plain = HTTPConnection("127.0.0.1", proxied.plain)
    plain.request("GET", "/runs/?q=a", headers={"Host": NAME})
    answer = plain.getresponse()
    assert (answer.status, answer.headers["Location"]) == (301, f"https://{NAME}/runs/?q=a")
    direct = HTTPConnection("127.0.0.1", proxied.site)
    direct.request("GET", "/healthz", headers={"Host": NAME})
    assert direct.getresponse().status == 200, "asked from the machine itself, without TLS"


def test_systemd_finds_nothing_wrong_with_the_unit(tmp_path: Path) -> None:
    """Where it is installed; whether it starts is up to the machine's account and folders."""
    if not shutil.which("systemd-analyze"):
        pytest.skip("no systemd on this machine")
    [lines] = re.findall(r"```ini\n(\[Unit\].*?)```", DOCUMENT.read_text("utf-8"), re.S)
    (tmp_path / "benchdb.service").write_text(lines.replace("/srv/benchdb\n", f"{tmp_path}\n"))
    command = ["systemd-analyze", "verify", tmp_path / "benchdb.service"]
    verified = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"}
    )
    assert (verified.returncode, verified.stderr) == (0, "")
