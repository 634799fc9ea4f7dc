"""A run's facts -> the command that would make another one like it. Pure.

The formats know their tools' command lines and register them here when the site starts (`ingest/apps.py`).
A tool whose load cannot be told from its report has no command.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from urllib.parse import urlunsplit

Facts = Mapping[str, object]
Word = object
CommandLine = Callable[[Facts], list[Word]]  #: [] where the facts do not suffice

TOOLS: dict[str, CommandLine] = {}  #: by the tool's name


def register(commands: Mapping[str, CommandLine]) -> None:
    """Make these tools known."""
    TOOLS.update(commands)


def command(facts: Facts) -> str:
    """A line for a shell; "" where the facts do not suffice."""
    if echoed := str(facts.get("command", "")):  # the tool printed it itself
        return echoed
    words = TOOLS.get(str(facts.get("tool", "")), lambda facts: [])(facts)
    return shlex.join(str(word) for word in words if word not in (None, ""))


def url(facts: Facts) -> str:
    """The address that was loaded; "" where the host is not known."""
    if known := str(facts.get("url", "")):
        return known
    host, port = str(facts.get("host", "")), facts.get("port")
    if not host:
        return ""
    scheme = "https" if facts.get("tls") is True else "http"
    usual = {"http": 80, "https": 443}[scheme]
    place = host if port in (None, "", usual) else f"{host}:{port}"
    return urlunsplit((scheme, place, str(facts.get("path") or "/"), "", ""))


def option(name: str, value: object) -> list[Word]:
    """`-c 8`; nothing where the value is not known."""
    return [] if value in (None, "") else [name, value]


def seconds(value: object) -> str:
    """`30s`, as most tools want it."""
    return f"{value:g}s" if isinstance(value, int | float) else ""


def counted(name: str, *before: str) -> CommandLine:
    """Of a tool that takes the number of requests as -n and of connections as -c."""

    def words(facts: Facts) -> list[Word]:
        if not (url(facts) and facts.get("concurrency") and facts.get("requests")):
            return []
        return [name, *before, *option("-n", facts["requests"]), *option("-c", facts["concurrency"]), url(facts)]

    return words
