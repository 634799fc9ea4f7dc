"""Runs of one setup that were made against several ports: perhaps of several servers. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchdb.domain.caveats import Caveat, caveat

OTHER_PORT = "other port"  #: a kind of caveat


def other_port(first: Any, facts: Mapping[str, Any], settings: Mapping[str, str]) -> list[Caveat]:
    """The caveat of a run against another port than the first run of its setup; none where a port was stated.

    A port is no condition by itself: who compares two configurations often runs both, on two ports.
    """
    port = facts.get("port")
    if not port or not first or "port" in settings or str(first) == str(port):
        return []
    return [caveat(OTHER_PORT, port=str(port), first=str(first))]
