"""`make run`: the whole site on one machine, until Ctrl-C.

Starts what DATABASE_URL and REDIS_URL do not name already, prepares the database, then a Celery worker and gunicorn.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path
from types import FrameType
from urllib.error import URLError
from urllib.request import Request, urlopen

from benchdb.host import embedded
from benchdb.host.local_sites import register
from benchdb.host.logs import rotate
from benchdb.host.paths import ROOT, Paths, paths
from benchdb.host.process import Process, wait_until
from benchdb.host.supervisor import Supervised, supervise

WILDCARDS = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}  #: addresses that mean "all", and one of them to reach us by
#: Seconds to stop in.
PATIENCE = {
    "web": 10.0,
    "worker": 20.0,
    "small worker": 20.0,
    "heavy worker": 20.0,
    "beat": 5.0,
    "Valkey": 5.0,
    "PostgreSQL": 30.0,
}
LEAST = 32 * 2**20  #: bytes; PostgreSQL makes files of 16 MiB
MOST_PROCESSES = 64  #: web processes
KILLED_PORT_PATIENCE = 15.0  #: seconds
FIRST_ANSWER = 300.0  #: seconds until the site answers; beside much other work a minute is too little


class Stopped(BaseException):
    """SIGTERM arrived. Like KeyboardInterrupt it is no error."""


def main() -> None:
    host, port, here = os.environ.get("HOST") or "127.0.0.1", port_number(), paths()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop_now)
    try:
        with ExitStack() as stack:
            was_killed = embedded.hold_folder(here, stack)
            wait_for_port(host, port, KILLED_PORT_PATIENCE if was_killed else 0)
            serve(here, host, port, stack)
    except (KeyboardInterrupt, Stopped):
        print("benchdb: stopped", flush=True)
    except RuntimeError as error:
        sys.exit(f"benchdb: {why_full(here) or error}")
    except OSError as error:
        place = error.filename or here.data
        sys.exit(f"benchdb: {place}: {error.strerror or error}; BENCHDB_DATA names another folder")


def why_full(here: Paths) -> str:
    """A sentence where there is no room for the database's next file: then nothing else needs to be said."""
    with suppress(OSError):
        if (free := shutil.disk_usage(here.data).free) < LEAST:
            room = f"{free // 2**20} MiB are free there, {LEAST // 2**20} at least are needed"
            return f"{here.data}: {room}; make some, or name another folder with BENCHDB_DATA"
    return ""


def stop_now(number: int, frame: FrameType | None) -> None:
    raise Stopped


def port_number() -> int:
    text = os.environ.get("PORT") or "8000"
    if not text.isdigit() or not 0 < int(text) < 65536:
        sys.exit(f"benchdb: PORT={text} is not a port number (1 to 65535)")
    return int(text)


def wait_for_port(host: str, port: int, patience: float) -> None:
    """Return once we may listen there; RuntimeError after `patience` seconds. A killed predecessor's web server may
    still be about to end."""
    deadline = time.monotonic() + patience
    while True:
        try:
            return refuse_port_in_use(host, port)
        except RuntimeError:
            if time.monotonic() >= deadline:
                raise
        time.sleep(0.1)


def refuse_port_in_use(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except socket.gaierror as error:
        raise RuntimeError(f"HOST={host} is not an address of this machine: {error}") from error
    with socket.socket(family, kind, protocol) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            raise RuntimeError(
                f"cannot listen on {host} port {port}: {error.strerror}. Try PORT={port + 1} make run"
            ) from error


def serve(here: Paths, host: str, port: int, stack: ExitStack) -> None:
    """Bring everything up in order, supervise it, and take it down in the opposite order."""
    print("benchdb: starting the database, the workers and the site", flush=True)
    servers = start_servers(here, stack)
    os.environ.setdefault("SECRET_KEY", kept_key(here.secret_key))
    os.environ.setdefault("ENCRYPTION_KEY", kept_key(here.encryption_key))
    os.environ.setdefault("ALLOWED_HOSTS", ",".join(own_names(host)))
    for folder in (here.counters, here.temporary):  # of processes that are gone
        shutil.rmtree(folder, ignore_errors=True)
    os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", str(here.counters))
    manage("prepare", "--first-link", str(here.first_link))
    worker = supervised("worker", lambda: light_worker(here), stack)
    heavy = supervised("heavy worker", lambda: heavy_worker(here), stack)
    web = supervised("web", lambda: web_child(here, host, port), stack)
    url = f"http://{WILDCARDS.get(host, f'[{host}]' if ':' in host else host)}:{port}"
    wait_until(lambda: answers(f"{url}/healthz"), web.child, FIRST_ANSWER)
    print(f"benchdb: {url}  (Ctrl-C stops it; logs are in {here.logs})", flush=True)
    print_links(here, url)
    small = supervised(
        "small worker", lambda: small_worker(here), stack
    )  # until then the worker reads what is small, too
    beat = supervised("beat", lambda: beat_child(here), stack)
    # The site's own programs at once; the stack then waits for each.
    stack.callback(ask_to_stop, (web, worker, small, heavy, beat))
    supervise([*servers, worker, small, heavy, web, beat], lambda: rotate(here.logs))


def supervised(name: str, start: Callable[[], Process], stack: ExitStack) -> Supervised:
    return Supervised(start, stack, PATIENCE[name])


def ask_to_stop(children: Iterable[Supervised]) -> None:
    for program in children:
        program.child.ask_to_stop()


def print_links(here: Paths, url: str) -> None:
    """On a site where nobody has an account: the way in without one, and the link that makes the first."""
    with suppress(OSError, RuntimeError):  # no home to remember it in: the command then needs BENCHDB_TOKEN
        register(url, here.token)
    if here.first_link.exists() and here.token.exists():
        path = here.first_link.read_text().strip()
        here.first_link.unlink()
        print("benchdb: nobody has an account yet. Open one of these:")
        print(f"         {url}/open/{here.token.read_text().strip()}/ lets this browser upload and edit until then")
        print(f"         {url}{path} makes the first account, an admin's (works once, for 24 hours)")
        print(f"benchdb: programs send what {here.token} holds; the command benchdb finds it by itself", flush=True)


def start_servers(here: Paths, stack: ExitStack) -> list[Supervised]:
    """The embedded servers that no address names, running; all addresses in the environment."""
    embedded.prepare_folders(here)
    running = []
    if not os.environ.get("DATABASE_URL"):
        os.environ["DATABASE_URL"] = here.database_url
        running.append(supervised("PostgreSQL", lambda: embedded.start_postgres(here), stack))
    if not os.environ.get("REDIS_URL"):
        os.environ["REDIS_URL"] = here.redis_url
        running.append(supervised("Valkey", lambda: embedded.start_valkey(here), stack))
    return running


def kept_key(file: Path) -> str:
    """This site's own, made on the first start."""
    if not file.exists():
        with open(os.open(file, os.O_WRONLY | os.O_CREAT, 0o600), "w") as private:
            private.write(secrets.token_urlsafe(48))
    return file.read_text().strip()


def own_names(host: str) -> list[str]:
    """What people may call this site by: loopback, HOST, and this machine's names if HOST means all addresses."""
    names = {"localhost", "127.0.0.1", "[::1]", f"[{host}]" if ":" in host else host}
    if host in WILDCARDS:
        names |= {socket.gethostname(), socket.getfqdn()}
        names |= {str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)}
    return sorted(names - {"0.0.0.0", "[::]"})


def manage(*command: str) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "manage.py"), *command], cwd=ROOT, check=False)
    if done.returncode:
        raise RuntimeError(f"`manage.py {' '.join(command)}` failed; its words stand above")


def worker_child(here: Paths, name: str = "worker", *options: str) -> Process:
    command = [sys.executable, "-m", "celery", "-A", "benchdb", "worker", "--concurrency=2", "--loglevel=INFO"]
    command += ["--without-gossip", "--without-mingle", *options]
    return Process(name, command, log=here.logs / f"{name}.log", cwd=ROOT)


def light_worker(here: Paths) -> Process:
    return worker_child(here, "worker", "--queues=small,celery", "--hostname=light@%h")


def small_worker(here: Paths) -> Process:
    """A place for the smallest uploads alone, whatever the others are at. It reads them itself, without a pool."""
    return worker_child(here, "small worker", "--queues=small", "--hostname=small@%h", "--pool=solo")


def heavy_worker(here: Paths) -> Process:
    """Large uploads and archives, one at a time."""
    return worker_child(here, "heavy worker", "--queues=heavy", "--hostname=heavy@%h", "--concurrency=1")


def beat_child(here: Paths) -> Process:
    """What queues the periodic tasks. A process of its own: a worker that dies must not leave one behind."""
    command = [sys.executable, "-m", "celery", "-A", "benchdb", "beat", "--loglevel=INFO", "--pidfile="]
    return Process("beat", [*command, "-s", str(here.data / "beat")], log=here.logs / "beat.log", cwd=ROOT)


def web_child(here: Paths, host: str, port: int) -> Process:
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    command = [sys.executable, "-m", "gunicorn", "benchdb.wsgi", "--bind", bind, f"--workers={web_processes()}"]
    command += ["--threads=12", "--worker-class=benchdb.host.patient.PatientWorker"]
    command += ["--preload", "--timeout=300", "--graceful-timeout=5", "--no-control-socket"]
    return Process("web", command, log=here.logs / "web.log", cwd=ROOT)


def web_processes() -> int:
    text = os.environ.get("WEB_PROCESSES") or "2"
    if not text.isdigit() or not 0 < int(text) <= MOST_PROCESSES:
        sys.exit(f"benchdb: WEB_PROCESSES={text}: expected 1 to {MOST_PROCESSES}")
    return int(text)


def answers(url: str) -> bool:
    try:
        with urlopen(Request(url), timeout=5) as answer:
            return bool(answer.status == 200)
    except (URLError, OSError):
        return False


if __name__ == "__main__":
    main()
