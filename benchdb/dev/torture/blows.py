"""What falls on sites under torture. Each blow is over when its function returns, and leaves the site able to go on.

A machine that cannot strike one of them says why: `lacks`, a sentence, "" where nothing is missing.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import redis

from benchdb.dev.own_site import OwnSite, running
from benchdb.dev.torture.changes import Truth
from benchdb.host.paths import Paths

ROOM = "4g"  #: of the data folder's own file system
LEFT = 64 * 1024  #: bytes that a full disk still has
LASTS = (1.0, 6.0)  #: seconds of a full or slow disk
DELAY = 200_000  #: microseconds that each write and sync of PostgreSQL takes on a slow disk
JUMPS = (-86_400, -7_200, -90, 0, 90, 7_200, 86_400)  #: seconds by which the sites' clock is wrong
WRITES = "fsync,fdatasync,pwrite64,pwritev"
CLOCK = Path(__file__).with_name("clock.c")


@dataclass(frozen=True, slots=True)
class Victims:
    """The sites that suffer; the first has the database and the broker."""

    sites: Sequence[OwnSite]
    truth: Truth
    chance: random.Random

    @property
    def folder(self) -> Path:
        return self.sites[0].folder

    def rest(self) -> None:
        time.sleep(self.chance.uniform(*LASTS))


# Kill -9


def kill(victims: Victims) -> None:
    children = victims.chance.choice(victims.sites).children
    if children:
        victim = victims.chance.choice(sorted(children))
        with suppress(ProcessLookupError):
            os.kill(victim, signal.SIGKILL)
        victims.truth.seen[f"killed {name_of(children[victim])}"] += 1


def name_of(command: str) -> str:
    names = ("postgres", "valkey", "gunicorn", "beat", "heavy", "small@", "worker")
    return next((name for name in names if name in command), command[:30] or "what had ended")


# A full disk


def fill_disk(victims: Victims) -> None:
    """The file system shrinks to what is used, for a while."""
    resize(victims.folder, str(shutil.disk_usage(victims.folder).used + LEFT))
    try:
        victims.rest()
    finally:
        resize(victims.folder, ROOM)
    victims.truth.seen["a full disk"] += 1


def resize(folder: Path, size: str) -> None:
    subprocess.run(["mount", "-o", f"remount,size={size}", str(folder)], check=False, capture_output=True)


def lacks_mount(folder: Path) -> str:
    """Tries it: root in a container may lack the right. Unmounted by `let_go`."""
    tried = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={ROOM},mode=755", "torture", str(folder)],
        check=False,
        capture_output=True,
    )
    return "" if tried.returncode == 0 else f"mount: {tried.stderr.decode().strip()}"


def let_go(folder: Path) -> None:
    subprocess.run(["umount", "--lazy", str(folder)], check=False, capture_output=True)


# A slow disk


def slow_disk(victims: Victims) -> None:
    """Every write and sync of PostgreSQL is held up, for a while."""
    servers = [pid for pid, command in running().items() if str(victims.folder) in command and "postgres" in command]
    served = [pid for server in servers for pid in (server, *running(server))]
    who = [word for pid in served for word in ("-p", str(pid))]
    what = ["-e", f"trace={WRITES}", "-e", f"inject={WRITES}:delay_enter={DELAY}"]
    command = ["strace", "-f", "-qq", "-o", os.devnull, *what, *who]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as tracer:
        victims.rest()
        tracer.kill()  # the kernel lets go of what it traced; asked to end, it waits for what it holds up
    victims.truth.seen["a slow disk"] += 1


def lacks_strace(folder: Path) -> str:
    """Tries it on a program that does nothing."""
    if not shutil.which("strace"):
        return "strace is not installed"
    tried = subprocess.run(["strace", "-qq", "-o", os.devnull, "true"], check=False, capture_output=True)
    return "" if tried.returncode == 0 else "strace may not trace"


# A broker that loses all


def empty_broker(victims: Victims) -> None:
    with suppress(redis.ConnectionError, redis.TimeoutError), redis.Redis.from_url(victims_broker(victims)) as client:
        client.flushall()
        victims.truth.seen["a broker that forgot all"] += 1


def victims_broker(victims: Victims) -> str:
    return Paths(victims.folder).redis_url


# A clock that jumps


def jump(victims: Victims) -> None:
    """The time of day, as every process of the sites sees it, from now on."""
    seconds = victims.chance.choice(JUMPS)
    set_clock(victims.folder, seconds)
    victims.truth.seen[f"a clock off by {seconds} s"] += 1


def set_clock(folder: Path, seconds: int) -> None:
    clock = clock_of(folder)
    if clock.exists():
        with clock.open("r+b") as place:
            place.write(seconds.to_bytes(8, sys.byteorder, signed=True))


def clock_of(folder: Path) -> Path:
    """Beside the data folder, which may be full."""
    return folder.with_name(f"{folder.name}.clock")


def preloaded(folder: Path) -> Path:
    return folder.with_name(f"{folder.name}.so")


def clock_environment(folder: Path) -> dict[str, str]:
    """For sites whose clock can jump, where the one that jumps could be made."""
    if not preloaded(folder).exists():
        return {}
    return {"LD_PRELOAD": str(preloaded(folder)), "CLOCK_OFF_BY": str(clock_of(folder))}


def lacks_clock(folder: Path) -> str:
    """Makes it."""
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        return "no C compiler is installed"
    clock_of(folder).write_bytes(bytes(8))
    command = [compiler, "-shared", "-fPIC", "-O2", "-o", str(preloaded(folder)), str(CLOCK)]
    made = subprocess.run(command, check=False, capture_output=True)
    return "" if made.returncode == 0 else f"{compiler}: {made.stderr.decode().strip()}"


@dataclass(frozen=True, slots=True)
class Blow:
    strike: Callable[[Victims], None]
    weight: int  #: how often, beside the others
    lacks: Callable[[Path], str] = lambda folder: ""


BLOWS = (
    Blow(kill, 12),
    Blow(fill_disk, 1, lacks_mount),
    Blow(slow_disk, 1, lacks_strace),
    Blow(empty_broker, 2),
    Blow(jump, 1, lacks_clock),
)


def possible(folder: Path) -> tuple[list[Blow], list[str]]:
    """The blows that this machine can strike, and a sentence for each that it cannot."""
    lacking = {blow: blow.lacks(folder) for blow in BLOWS}
    words = [f"left out: {blow.strike.__name__} ({why})" for blow, why in lacking.items() if why]
    return [blow for blow, why in lacking.items() if not why], words
