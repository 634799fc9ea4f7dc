"""The token of a site where nobody has an account: who reads it in the data folder may upload and edit.

`make run` writes it, and prints a link that keeps it in a browser's cookie. With the first account it is over.
"""

from __future__ import annotations

import os
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models.signals import post_save

from benchdb.accounts.people import site_is_claimed
from benchdb.accounts.secret import new_secret

COOKIE = "benchdb_site"
KEPT = 365 * 24 * 3600  #: seconds that a browser keeps it


def ensure_site_token() -> None:
    """The file, kept from the last start where there is one; gone where somebody has an account."""
    if site_is_claimed():
        revoke()
    elif not kept_token():
        new_token()


def new_token() -> str:
    file, secret = token_file(), new_secret()
    file.unlink(missing_ok=True)
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as private:
        private.write(f"{secret}\n")
    return secret


def token_file() -> Path:
    return Path(settings.HERE.token)


def kept_token() -> str:
    """ "" where there is none."""
    try:
        return token_file().read_text().strip()
    except OSError:
        return ""


def is_site_token(secret: str) -> bool:
    """Whether these are its secret, and nobody has an account yet."""
    kept = kept_token() if secret else ""
    return bool(kept) and secrets.compare_digest(kept.encode(), secret.encode()) and not site_is_claimed()


def revoke(**_: Any) -> None:
    with suppress(OSError):  # a site whose data folder is another's has no token
        token_file().unlink(missing_ok=True)


def _revoke_with_account(created: bool, **_: Any) -> None:
    if created:
        transaction.on_commit(revoke)


def watch() -> None:
    """Revoke it with the first account, whoever makes that; called once, when the app is ready."""
    post_save.connect(_revoke_with_account, sender=get_user_model(), dispatch_uid="site token: revoke")
