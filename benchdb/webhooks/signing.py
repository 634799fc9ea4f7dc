"""The signature of a delivery, as the Standard Webhooks specification has it: receivers find libraries for it.

webhook-signature: v1,base64(HMAC-SHA256(secret, "id.timestamp.body")). The timestamp lets a receiver refuse old ones.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def new_identity() -> str:
    return f"benchdb_{secrets.token_hex(12)}"


def signature(secret: str, identity: str, timestamp: int, body: bytes) -> str:
    key = base64.b64decode(secret.removeprefix(PREFIX))
    signed = f"{identity}.{timestamp}.".encode() + body
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()


def headers(secret: str, identity: str, timestamp: int, body: bytes) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "User-Agent": "benchdb",
        "webhook-id": identity,
        "webhook-timestamp": str(timestamp),
        "webhook-signature": signature(secret, identity, timestamp, body),
    }
