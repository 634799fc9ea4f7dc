"""Tokens: made, looked up, revoked."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils import timezone

from benchdb.accounts.secret import digest, new_secret
from benchdb.domain.roles import Scope
from benchdb.models import Token

PREFIX = "bdb_"  #: so that scanners for leaked secrets can know one
SHOWN = 12  #: characters
USE_IS_NOTED_EVERY = timedelta(minutes=1)
MOST_DAYS = 3650


def make_token(owner: Any, name: str, scope: Scope, days: int | None = None) -> tuple[Token, str]:
    """A new token and its secret, which nobody can show again."""
    secret = new_secret(PREFIX)
    token = Token.objects.create(
        owner=owner,
        name=name,
        scope=scope,
        beginning=secret[:SHOWN],
        digest=digest(secret),
        expires_at=timezone.now() + timedelta(days=days) if days else None,
    )
    return token, secret


def valid_token(secret: str) -> Token | None:
    """The valid token with this secret; its use is noted."""
    now = timezone.now()
    token = Token.objects.select_related("owner__account").filter(digest=digest(secret)).first()
    if token is None or not token.is_valid_at(now) or not token.owner.is_active:
        return None
    if token.last_used_at is None or token.last_used_at <= now - USE_IS_NOTED_EVERY:
        Token.objects.filter(pk=token.pk).update(last_used_at=now)
    return token


def revoke(token: Token) -> None:
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=("revoked_at",))


def revoke_all(owner: Any) -> int:
    """How many let nobody in any more."""
    tokens = [
        token for token in Token.objects.select_for_update().filter(owner=owner, revoked_at=None) if token.is_valid
    ]
    for token in tokens:  # one by one: each is an entry of the audit log
        revoke(token)
    return len(tokens)
