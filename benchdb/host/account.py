"""PostgreSQL refuses to run as root: who runs it then, and may that account reach its files?

docs/decisions/0003 says why this is not left to the wheel's own `get_server`.
"""

from __future__ import annotations

import os
import pwd
import shutil
import stat
import subprocess
from pathlib import Path

NAME = "benchdb"
SEARCH = stat.S_IXOTH


def account() -> pwd.struct_passwd | None:
    """The unprivileged account for PostgreSQL; None where we are no root ourselves and need none."""
    if os.geteuid():
        return None
    if shutil.which("useradd") and not _account_named(NAME):
        command = ("useradd", "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME)
        subprocess.run(command, check=False, capture_output=True)
    return _account_named(NAME) or pwd.getpwnam("nobody")


def _account_named(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


def make_reachable(*folders: Path) -> list[Path]:
    """Let every account pass through the parents of `folders` (search, not list). Returns those that had to change."""
    closed = {
        parent for folder in folders for parent in (folder, *folder.parents) if not parent.stat().st_mode & SEARCH
    }
    for folder in closed:
        folder.chmod(folder.stat().st_mode | SEARCH)
    return sorted(closed)


def make_readable(folder: Path) -> None:
    """Let every account read and run what is in `folder` (installed under a strict umask, it may not)."""
    if folder.stat().st_mode & stat.S_IROTH and (folder / "bin" / "postgres").stat().st_mode & SEARCH:
        return
    subprocess.run(("chmod", "-R", "o+rX", str(folder)), check=True)
