"""Which site, and with which token: from the command line, the environment, or what `benchdb login` kept."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path

from benchdb.host.local_sites import local_token

DEFAULT = "http://127.0.0.1:8000"


class BadLogin(ValueError):
    """What was kept cannot be read; the message names the file."""


@dataclass(frozen=True, slots=True)
class Login:
    url: str
    token: str = ""


def login_file() -> Path:
    """Where a login is kept (XDG Base Directory Specification)."""
    return Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config") / "benchdb" / "login.json"


def kept_login() -> Login:
    """The login that was kept; a site on this machine where there is none."""
    try:
        document = json.loads(login_file().read_text("utf-8"))
        return Login(str(document["url"]), str(document["token"]))
    except FileNotFoundError:
        return Login(DEFAULT)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadLogin(f"{login_file()} cannot be read ({error}); log in again: benchdb login URL") from error


def login(url: str = "") -> Login:
    """`url` if one is given, else BENCHDB_URL, else the kept one. A token is only sent to the site it is for.

    Where none was given, that of an unclaimed site of this user on this machine.
    """
    known = kept_login()
    wanted = address_of(url or os.environ.get("BENCHDB_URL") or known.url)
    token = os.environ.get("BENCHDB_TOKEN") or (known.token if wanted == known.url else "")
    return Login(wanted, token or local_token(wanted))


def address_of(site: str) -> str:
    """A site's address as people type it, with a scheme."""
    return (site if "://" in site else f"http://{site}").rstrip("/")


def keep_login(login: Login) -> Path:
    """Write the login where only its owner can read it."""
    path = login_file()
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    new = path.with_suffix(".new")
    new.unlink(missing_ok=True)
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump({"url": login.url, "token": login.token}, file)
    new.replace(path)
    return path
