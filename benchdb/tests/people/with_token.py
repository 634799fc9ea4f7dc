"""Tokens of accounts, and an upload by whoever asks."""

from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.accounts import tokens
from benchdb.domain.roles import Scope
from benchdb.models import Token

PASSWORD = "seventeen grey otters"


def with_token(user: User, scope: Scope = Scope.UPLOAD, **more: Any) -> tuple[Token, dict[str, str]]:
    token, words = tokens.make_token(user, "a script", scope, **more)
    return token, {"Authorization": f"Bearer {words}"}


def upload(client: Client, **more: Any) -> int:
    file = SimpleUploadedFile("x.log", b"Dear all,\n")
    return int(client.post("/api/v1/uploads", {"file": file}, **more).status_code)
