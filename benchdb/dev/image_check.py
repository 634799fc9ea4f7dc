"""`make image-check`: build the Dockerfile with podman where containers cannot run, and try what was built by chroot.

Needs root, podman and debootstrap (Debian's). The base images are made by debootstrap and imported under the names in
the Dockerfile: their Python and Node are Debian's, not the ones that the tags promise. What is proven is that every
step of the Dockerfile works, and that the image's files serve the site as uid 10001 on a read-only root.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from benchdb.dev.testing.waiting import free_port
from benchdb.host import embedded
from benchdb.host.paths import ROOT, Paths

NAME = "localhost/benchdb:check"
MIRROR = os.environ.get("DEBIAN_MIRROR", "http://deb.debian.org/debian")
PYTHON = "ca-certificates,python3,python3-venv,python3-pip,python-is-python3,passwd"
#: What this machine's pip is told, so that it is told the same inside.
OF_THIS_MACHINE = ("/etc/pip.conf", "/etc/ssl/certs/ca-certificates.crt")
LOG = ROOT / "fixtures" / "logs" / "ab" / "2.3-httpd2.2.34" / "small-n50-c2.log"
ENDED = ("stored", "failed")
#: As docker-compose.yml has it: a root that nobody writes to, a /tmp of its own.
#: $1 the image, $2 uid:gid, the rest what runs.
ENTER = """set -e
mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"
mount -t tmpfs tmpfs "$1/tmp"; chmod 1777 "$1/tmp"
mount --bind /dev "$1/dev"; mount -t proc proc "$1/proc"; mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
test -z "$COLLECTS" || mount -t tmpfs -o uid=10001,gid=10001,mode=0755 tmpfs "$1/app/.static"
root=$1 who=$2; shift 2
exec chroot --userspec="$who" "$root" /usr/bin/env -i "$@"
"""


def main() -> None:
    if lacking := needs():
        sys.exit(f"image-check needs {', '.join(lacking)}")
    bases = re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text("utf-8"), re.M)
    for base in dict.fromkeys(bases):
        if "--fresh" in sys.argv or not exists(f"localhost/{base}"):
            make_base([f"localhost/{base}" for base in dict.fromkeys(bases)])
            break
    build()
    with mounted() as root, servers() as addresses:
        try_image(root, addresses)
    print("image-check: the image was built and serves")


def needs() -> list[str]:
    programs = [name for name in ("podman", "debootstrap", "unshare", "chroot") if not shutil.which(name)]
    taken = [f"port {port} to be free" for port in (5432, 8000) if is_taken(port)]
    return [*programs, *taken, *(["root"] if os.geteuid() else [])]


def is_taken(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def exists(image: str) -> bool:
    return subprocess.run(["podman", "image", "exists", image], check=False).returncode == 0


def make_base(names: list[str]) -> None:
    """One Debian for all of them: Debian's npm is too much for debootstrap itself, so apt brings it afterwards."""
    with tempfile.TemporaryDirectory(prefix="benchdb-base-") as folder:
        root = Path(folder) / "root"
        run("debootstrap", "--variant=minbase", f"--include={PYTHON}", "bookworm", root, MIRROR)
        for name in ("resolv.conf", "hosts"):
            shutil.copy(Path("/etc") / name, root / "etc" / name)
        run("chroot", root, "apt-get", "install", "-y", "-qq", "--no-install-recommends", "nodejs", "npm")
        archive = Path(folder) / "root.tar"
        run("tar", "-C", root, "-cf", archive, ".")
        run("podman", "import", archive, names[0])
    for name in names[1:]:
        run("podman", "tag", names[0], name)


def build() -> None:
    """By chroot: a build that makes no namespaces of its own."""
    volumes = [f"--volume={path}:{path}:ro" for path in OF_THIS_MACHINE if Path(path).exists()]
    how = ("--isolation=chroot", "--network=host", "--pull=never", "--format=docker")
    run("podman", "build", *how, *volumes, "--tag", NAME, ROOT)


@contextmanager
def mounted() -> Iterator[Path]:
    root = Path(output("podman", "image", "mount", NAME))
    try:
        yield root
    finally:
        run("podman", "image", "umount", NAME)


@contextmanager
def servers() -> Iterator[dict[str, str]]:
    """PostgreSQL and Redis from this checkout, on ports: the image has none."""
    with ExitStack() as stack:
        here = Paths(Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="benchdb-image-"))))
        redis = free_port()
        embedded.prepare_folders(here)
        server = embedded.start_postgres(here, listen_addresses="127.0.0.1")
        stack.callback(server.stop, 20)
        words = [str(embedded.valkey_binary()), "--port", str(redis), "--bind", "127.0.0.1", "--save", ""]
        stack.callback(subprocess.Popen(words, stdout=subprocess.DEVNULL, cwd=here.redis).terminate)
        yield {
            "DATABASE_URL": "postgresql://postgres@127.0.0.1:5432/benchdb",
            "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
        }


class Image:
    """The root of what was built, entered as compose would run it."""

    def __init__(self, root: Path, environment: dict[str, str]) -> None:
        details = json.loads(output("podman", "image", "inspect", NAME))[0]
        config: dict[str, Any] = details["Config"]
        self.root, self.command, self.user = root, list(config["Cmd"]), str(config["User"])
        self.health = [
            word
            for word in (details.get("Healthcheck") or details.get("HealthCheck") or {}).get("Test", [])
            if word != "CMD"
        ]
        more = {"SECRET_KEY": "x" * 60, "MPLCONFIGDIR": "/tmp/matplotlib", **environment}
        pairs = [*config["Env"], *(f"{name}={value}" for name, value in more.items())]
        self.place = [*pairs, "sh", "-c", f'cd {config["WorkingDir"]} && exec "$@"', "sh"]

    def words(self, *command: str) -> list[str]:
        return ["unshare", "--mount", "sh", "-c", ENTER, "sh", str(self.root), self.user, *self.place, *command]

    def run(self, *command: str, collects: str = "") -> str:
        """What it prints. `collects`: with a folder for static files that may be written to, as `migrate` has."""
        environment = os.environ | {"COLLECTS": collects}
        done = subprocess.run(self.words(*command), check=True, stdout=subprocess.PIPE, text=True, env=environment)
        return done.stdout

    @contextmanager
    def running(self, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        child = subprocess.Popen(self.words(*command))
        try:
            yield child
        finally:
            child.terminate()
            child.wait(60)


def try_image(root: Path, addresses: dict[str, str]) -> None:
    """What a site does first: prepare, serve, say that it is well, take a log, read it, show it, draw it."""
    image = Image(root, addresses)
    expect(image.run("id", "-u").strip() == "10001", "it does not run as uid 10001")
    expect("read-only" in image.run("sh", "-c", "touch /app/x 2>&1 || true").lower(), "/app can be written to")
    image.run("python", "manage.py", "prepare", collects="yes")
    token = image.run("python", "manage.py", "shell", "-v", "0", "-c", TOKEN).strip().splitlines()[-1]
    worker = ("python", "-m", "celery", "-A", "benchdb", "worker", "--concurrency=2", "--loglevel=WARNING")
    with image.running(*image.command), image.running(*worker) as reading:
        wait_for_health(image)
        upload = answer_of("PUT", "/u/web1/run1.log?machine=web1", token, LOG.read_bytes())
        status = f"/api/v1/uploads/{upload['id']}"
        while (state := answer_of("GET", status, token))["state"] not in ENDED:
            expect(reading.poll() is None, "the worker ended")
            time.sleep(1)
        expect(state["state"] == "stored", f"the worker did not read the log: {state}")
        expect(fetched("GET", "/readyz", token) == b"ok\n", "/readyz does not say ok")
        drawing = fetched("GET", "/compare.png?machine=web1&rows=metric&cols=tool", token)
        expect(drawing.startswith(b"\x89PNG"), "no picture is drawn")


TOKEN = (
    "from django.contrib.auth.models import User; from benchdb.accounts.tokens import make_token; "
    "from benchdb.domain.roles import Scope; "
    "print(make_token(User.objects.create_superuser('check'), 'check', Scope.ADMIN)[1])"
)


def wait_for_health(image: Image, seconds: float = 900) -> None:
    """By the image's own HEALTHCHECK."""
    expect(bool(image.health), "the image has no health check")
    until = time.monotonic() + seconds
    while subprocess.run(image.words(*image.health), check=False, stderr=subprocess.DEVNULL).returncode:
        expect(time.monotonic() < until, "it is not healthy")
        time.sleep(1)


def answer_of(method: str, path: str, token: str, body: bytes | None = None) -> dict[str, Any]:
    return dict(json.loads(fetched(method, path, token, body)))


def fetched(method: str, path: str, token: str, body: bytes | None = None) -> bytes:
    headers = {"Authorization": f"Bearer {token}"}
    with urlopen(Request(f"http://127.0.0.1:8000{path}", body, headers, method=method), timeout=120) as answer:
        return bytes(answer.read())


def expect(is_so: bool, words: str) -> None:
    if not is_so:
        sys.exit(f"image-check: {words}")


def run(*words: str | Path) -> None:
    print("$", *words, flush=True)
    subprocess.run([str(word) for word in words], check=True, env=os.environ | {"DEBIAN_FRONTEND": "noninteractive"})


def output(*words: str | Path) -> str:
    return subprocess.run([str(word) for word in words], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()


if __name__ == "__main__":
    main()
