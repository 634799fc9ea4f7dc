"""A real site on a folder and a port of its own, started by the launcher, for trials that would spoil another."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchdb.dev.testing.waiting import free_port, wait_for
from benchdb.host.paths import ROOT, Paths

START = 600.0  #: seconds: after a change to scripts the first start packs them all anew, beside other work
#: What the environment of whoever starts it says of another site.
OTHERS = ("DATABASE_URL", "REDIS_URL", "DEBUG", "SECRET_KEY", "ENCRYPTION_KEY", "ALLOWED_HOSTS", "HOST")


@dataclass(frozen=True, slots=True)
class OwnSite:
    folder: Path
    port: int
    launcher: int  #: pid

    @property
    def token(self) -> str:
        return Paths(self.folder).token.read_text().strip()

    @property
    def environment(self) -> dict[str, str]:
        """For `manage.py` on it."""
        return environment(self.folder, self.port)

    @property
    def servers(self) -> dict[str, str]:
        """The environment of a second site that shares this one's database, broker and keys."""
        here = Paths(self.folder)
        keys = {"SECRET_KEY": here.secret_key.read_text(), "ENCRYPTION_KEY": here.encryption_key.read_text()}
        return {"DATABASE_URL": here.database_url, "REDIS_URL": here.redis_url, **keys}

    @property
    def children(self) -> dict[int, str]:
        """pid -> command line, of what the launcher started."""
        return running(self.launcher)


def running(of: int | None = None) -> dict[int, str]:
    """pid -> command line, of everything or of what one process started."""
    commands = {}
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            if entry.name.isdigit() and of in (None, parent(entry)):
                commands[int(entry.name)] = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return commands


def parent(process: Path) -> int:
    return int((process / "stat").read_text().rpartition(")")[2].split()[1])


def environment(folder: Path, port: int) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name not in OTHERS}
    return {**kept, "BENCHDB_DATA": str(folder), "PORT": str(port), "XDG_STATE_HOME": str(folder)}


@contextmanager
def own_site(folder: Path | None = None, more: Mapping[str, str] | None = None) -> Iterator[OwnSite]:
    """`folder`: empty, or one that is made. `more`: of its environment. The folder is removed in the end."""
    folder, port = folder or Path(tempfile.mkdtemp(prefix="benchdb-own-")), free_port()
    words = folder / "launcher.txt"
    with words.open("wb") as output:
        command = [sys.executable, "-m", "benchdb.host.launch"]
        there = {**environment(folder, port), **(more or {})}
        child = subprocess.Popen(command, cwd=ROOT, env=there, stdout=output, stderr=output)
    try:
        wait_for(lambda: f":{port} " in words.read_text() or child.poll() is not None, words.read_text, seconds=START)
        if child.poll() is not None:
            raise SystemExit(f"the site did not start:\n{words.read_text()}")
        yield OwnSite(folder, port, child.pid)
    finally:
        child.terminate()
        child.wait(120)
        shutil.rmtree(folder, ignore_errors=True)
