"""A text that the database holds encrypted: a copy of the database alone, a backup say, gives it to nobody.

Fernet (AES-128-CBC with HMAC-SHA256) of `cryptography`. The keys are settings.ENCRYPTION_KEYS: the first encrypts,
all decrypt, so that a key can be replaced by putting another before it.
"""

from __future__ import annotations

import base64
import hashlib
import logging
from functools import lru_cache
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.db import models

log = logging.getLogger(__name__)


@lru_cache(maxsize=4)
def cipher(keys: tuple[str, ...]) -> MultiFernet:
    """Keys are any long random words; a digest makes each the 256 bits that Fernet wants."""
    return MultiFernet([Fernet(base64.urlsafe_b64encode(hashlib.sha256(key.encode()).digest())) for key in keys])


def encrypted(text: str) -> str:
    return cipher(tuple(settings.ENCRYPTION_KEYS)).encrypt(text.encode()).decode()


def decrypted(text: str) -> str:
    """InvalidToken where no key is the one that it was encrypted with."""
    return cipher(tuple(settings.ENCRYPTION_KEYS)).decrypt(text.encode()).decode()


class EncryptedTextField(models.TextField):
    """Plain text to Python; "" where no key decrypts it, so that pages show the rest and somebody can make it anew."""

    def get_prep_value(self, value: Any) -> Any:
        return encrypted(value) if value else value

    def from_db_value(self, value: str | None, *_: Any) -> str | None:
        try:
            return decrypted(value) if value else value
        except InvalidToken:
            log.error("a secret cannot be read: it was encrypted with another ENCRYPTION_KEY")
            return ""
