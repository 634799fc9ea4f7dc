"""Runs of one setup that were made against several hosts or ports: perhaps of several servers. Pure."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from typing import Any

from benchdb.domain.caveats import Caveat, caveat

OTHER_PORT, OTHER_HOST = "other port", "other host"  #: kinds of caveats
PARTS = ("host", "port")  #: facts of a log


def other_target(first: Mapping[str, Any], facts: Mapping[str, Any], settings: Mapping[str, str]) -> list[Caveat]:
    """The caveats of a run against another host or port than the first run of its setup."""
    return [*other_host(first.get("host"), facts, settings), *other_port(first.get("port"), facts, settings)]


def other_host(first: Any, facts: Mapping[str, Any], settings: Mapping[str, str]) -> list[Caveat]:
    """None where a virtual host was stated, or where both are the machine that the load ran on.

    A host is no condition by itself: one machine has a name, addresses, and a network of its own for loads.
    """
    host = str(facts.get("host") or "")
    known = {plain(name) for name in (host, str(first or ""))} - {""}
    if len(known) < 2 or "virtual_host" in settings:
        return []
    return [caveat(OTHER_HOST, host=host, first=str(first))]


def plain(host: str) -> str:
    """A name as DNS compares it; `localhost` for every address of the machine itself; "" where somebody hid it."""
    name = host.strip("[]").rstrip(".").lower()
    if not name.strip("x.*"):
        return ""
    try:
        return "localhost" if ipaddress.ip_address(name).is_loopback else name
    except ValueError:  # a name
        return name


def other_port(first: Any, facts: Mapping[str, Any], settings: Mapping[str, str]) -> list[Caveat]:
    """None where a port was stated.

    A port is no condition by itself: who compares two configurations often runs both, on two ports.
    """
    port = facts.get("port")
    if not port or not first or "port" in settings or str(first) == str(port):
        return []
    return [caveat(OTHER_PORT, port=str(port), first=str(first))]
