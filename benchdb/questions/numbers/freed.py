"""Memory of what is no longer used, between two steps of an answer."""

from __future__ import annotations

from benchdb.domain.columns import MANY
from benchdb.host.memory import trim


def free(numbers: int) -> None:
    """What was copied on the way to so many goes back to the system, if they are many, before more is laid beside."""
    if numbers >= MANY:
        trim()
