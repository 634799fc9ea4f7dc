"""What a setup is known by. Pure."""

from __future__ import annotations

import hashlib
import json
from typing import Any

#: What a setup's fingerprint is made of.
SETUP_FIELDS = (
    "machine", "kernel", "server", "zone", "cpus", "tuning", "tool", "tool_version",
    "path", "document_bytes", "method", "tls", "keepalive",
    "concurrency", "threads", "rate", "requests", "duration_planned",
)  # fmt: skip


def fingerprint(values: dict[str, Any]) -> str:
    """SHA-256 over the setup's values; rows count by their id."""
    plain = {name: getattr(value, "pk", value) for name, value in values.items()}
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
