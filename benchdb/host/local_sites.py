"""Which unclaimed sites run on this machine, and where their tokens are: so that `benchdb` needs no login beside one.

A list in the user's own state folder (XDG Base Directory Specification), address by address: a token is sent to
no other site than its own. It names files that only this user reads.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path


def list_file() -> Path:
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "benchdb" / "sites.json"


def register(url: str, token: Path) -> None:
    """Remember the site; where there is no token (any more), forget it. OSError where nothing can be written."""
    sites = known()
    sites.pop(url, None)
    if token.exists():
        sites[url] = str(token)
    file = list_file()
    file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = file.with_suffix(f".{os.getpid()}")
    new.write_text(json.dumps(sites, indent=1))
    new.replace(file)


def known() -> dict[str, str]:
    """Address -> the token's file. Empty where nothing was remembered, or it cannot be read."""
    with suppress(OSError, ValueError, RuntimeError):  # RuntimeError: nobody knows this user's home
        document = json.loads(list_file().read_text())
        if isinstance(document, dict):
            return {str(url): str(file) for url, file in document.items()}
    return {}


def local_token(url: str) -> str:
    """The token of the unclaimed site at `url`; "" where there is none, or it is not ours to read."""
    file = known().get(url)
    with suppress(OSError):
        return Path(file).read_text().strip() if file else ""
    return ""
