"""Secrets that we make: shown once, kept as their SHA-256.

A plain digest is right here and would be wrong for passwords. Slow, salted hashes (bcrypt, Argon2) buy time against
guessing where people choose; 256 random bits cannot be guessed, so every request would pay the slowness for nothing,
and a salt would forbid finding a token by its digest.
"""

from __future__ import annotations

import hashlib
import secrets

BYTES = 32


def new_secret(prefix: str = "") -> str:
    return prefix + secrets.token_urlsafe(BYTES)


def digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
