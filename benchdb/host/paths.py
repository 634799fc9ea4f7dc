"""Where things live on this machine: one data folder, and the addresses of the servers embedded in it. No Django."""

from __future__ import annotations

import hashlib
import os
import tempfile
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[2]
LONGEST_SOCKET = 100  #: bytes; the kernel allows 107 for a Unix socket's path, PostgreSQL adds a lock file's suffix
POSTGRES_SOCKET, REDIS_SOCKET = ".s.PGSQL.5432", "redis.sock"
DATABASE_USER = "postgres"
DATABASE_NAME = "benchdb"


@dataclass(frozen=True, slots=True)
class Paths:
    """The data folder and what stands in it."""

    data: Path

    @property
    def postgres(self) -> Path:
        return self.data / "postgres"

    @property
    def redis(self) -> Path:
        return self.data / "redis"

    @property
    def logs(self) -> Path:
        return self.data / "log"

    @property
    def lock(self) -> Path:
        return self.data / "lock"

    @property
    def matplotlib(self) -> Path:
        """Its list of this machine's fonts."""
        return self.data / "matplotlib"

    @property
    def counters(self) -> Path:
        """What the processes of this site count together."""
        return self.data / "counters"

    @property
    def temporary(self) -> Path:
        """Of the workers, as long as the site runs."""
        return self.data / "tmp"

    @property
    def secret_key(self) -> Path:
        return self.data / "secret_key"

    @property
    def encryption_key(self) -> Path:
        """Of the secrets in the database."""
        return self.data / "encryption_key"

    @property
    def token(self) -> Path:
        """Lets its readers upload and edit while nobody has an account."""
        return self.data / "token"

    @property
    def first_link(self) -> Path:
        """Where the way to the first account is handed to the launcher, which prints and removes it."""
        return self.data / "first_link"

    @property
    def sockets(self) -> Path:
        """In the data folder, or, where its path is too long for a socket, in the temporary folder under its digest."""
        inside = self.data / "sockets"
        if len(os.fsencode(inside / POSTGRES_SOCKET)) <= LONGEST_SOCKET:
            return inside
        digest = hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"benchdb-{os.getuid()}-{digest}"

    @property
    def database_url(self) -> str:
        return f"postgresql://{DATABASE_USER}@{quote(str(self.sockets), safe='')}/{DATABASE_NAME}"

    @property
    def redis_url(self) -> str:
        return f"unix://{self.sockets / REDIS_SOCKET}?db=0"


def paths() -> Paths:
    """Those that the environment names: BENCHDB_DATA, else `var/` in the checkout."""
    return Paths(Path(os.environ.get("BENCHDB_DATA") or ROOT / "var").expanduser().absolute())
