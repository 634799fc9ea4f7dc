"""An httperf command line -> facts about the setup: what was asked of whom, never how it went.

Source: httperf src/httperf.c, main(). The echo has every option with its value, but for --wlog, --num-conn as typed and
the like; options are typed as --name=value or --name value and may be shortened.
`requests_planned` is absent where a time limit or a log of sessions decides. `path` is absent where many are fetched.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from benchdb.domain.text.names import printable
from ingest.formats.load.httperf.report import Report
from ingest.records import Fact

OPTION = re.compile(r"\s--?([A-Za-z][\w-]*)(?:[= ]('[^']*'|\"[^\"]*\"|[^\s'\"-][^\s]*))?")
SESSIONS = re.compile(r"(\d{1,9}),(\d{1,9}),(\d{1,9}(?:\.\d{1,9})?)$")
SESSION_LOG = re.compile(r"(\d{1,9}),(\d{1,9}(?:\.\d{1,9})?),.")
SHORT = {"num-conn": "num-conns", "num-call": "num-calls", "server_name": "server-name"}
NOT_IN_ECHO = {"wlog"}


WHOLE = re.compile(r"[0-9]{1,9}")
NUMBER = re.compile(r"[0-9]{1,12}(?:\.[0-9]{1,9})?(?:e[-+][0-9]{1,2})?")


def text(value: str) -> str | None:
    return value if value.isprintable() and value else printable(value) or None


def whole(value: str) -> int | None:
    return int(value) if WHOLE.fullmatch(value) else None


def number(value: str) -> float | None:
    """Above zero: httperf takes 0 for "no limit" everywhere."""
    return float(value) or None if NUMBER.fullmatch(value) else None


def client(value: str) -> str | None:
    """Which of several generators this one is; a single one needs no number."""
    return None if value == "0/1" else text(value)


FACTS: dict[str, tuple[str, Callable[[str], Fact | None]]] = {
    "server": ("host", text),
    "servers": ("servers", text),
    "server-name": ("server_name", text),
    "port": ("port", whole),
    "uri": ("path", text),
    "rate": ("rate_planned", number),
    "period": ("period", text),
    "runtime": ("duration_planned", number),
    "num-conns": ("connections_planned", whole),
    "num-calls": ("calls_per_connection", whole),
    "burst-length": ("burst_length", whole),
    "max-connections": ("connections_limit", whole),
    "max-piped-calls": ("pipelining_limit", whole),
    "timeout": ("timeout", number),
    "think-timeout": ("think_timeout", number),
    "http-version": ("http_version", text),
    "method": ("method", text),
    "client": ("client", client),
    "wset": ("working_set", text),
    "wlog": ("request_log", text),
    "failure-status": ("failure_status", whole),
    "ssl-protocol": ("tls_protocol", text),
    "ssl-ciphers": ("tls_ciphers", text),
}


def options_of(command: str) -> dict[str, str]:
    """Option -> value, "" where it has none."""
    options = {SHORT.get(name, name): value for name, value in OPTION.findall(command)}
    return {name: value[1:-1] if value[:1] in ("'", '"') else value for name, value in options.items()}


def facts(report: Report) -> dict[str, Fact]:
    """Facts by name; one that is not known is absent."""
    command = report.echo or report.typed
    if not command:
        return {}
    options = options_of(command)
    if report.echo and report.typed:
        options |= {name: value for name, value in options_of(report.typed).items() if name in NOT_IN_ECHO}
    known: dict[str, Fact | None] = {FACTS[name][0]: FACTS[name][1](options[name]) for name in options if name in FACTS}
    known |= _sessions(options) | _kinds(options, is_echo=bool(report.echo))
    known["command"] = text(command)
    together = {name: value for name, value in known.items() if value is not None}
    return together | _derived(together, options)


def _sessions(options: dict[str, str]) -> dict[str, Fact | None]:
    """--wsess=sessions,calls,think time; --wsesspage likewise with pages; --wsesslog=sessions,think time,file."""
    if log := SESSION_LOG.match(options.get("wsesslog", "")):
        return {"sessions_planned": int(log[1]), "think_time": float(log[2]), "path": None}
    for option, part in {"wsess": "calls_per_session", "wsesspage": "pages_per_session"}.items():
        if sessions := SESSIONS.match(options.get(option, "")):
            return {"sessions_planned": int(sessions[1]), part: int(sessions[2]), "think_time": float(sessions[3])}
    return {}


def _kinds(options: dict[str, str], is_echo: bool) -> dict[str, Fact | None]:
    """What an option shows by being there; the echo shows as much by leaving it out."""
    kinds: dict[str, Fact | None] = {}
    if is_echo or "ssl" in options:
        kinds["tls"] = "ssl" in options
    if "ssl" not in options or options.get("ssl-protocol") == "auto":
        kinds["tls_protocol"] = None
    if is_echo and "method" not in options and "wsesslog" not in options:
        kinds["method"] = "GET"
    if "wset" in options or "wlog" in options:
        kinds["path"] = None
    return kinds


def _derived(known: dict[str, Fact], options: dict[str, str]) -> dict[str, Fact]:
    derived: dict[str, Fact] = {}
    calls = known.get("calls_per_session", known.get("calls_per_connection"))
    times = known.get("sessions_planned", known.get("connections_planned"))
    if isinstance(calls, int) and isinstance(times, int) and "duration_planned" not in known:
        derived["requests_planned"] = calls * times
    if isinstance(calls, int) and "http_version" not in known:
        derived["keepalive"] = calls > 1
    if all(name in known for name in ("host", "port", "path", "tls")):
        derived["url"] = _url(known)
    return derived


def _url(known: dict[str, Fact]) -> str:
    scheme, usual = ("https", 443) if known["tls"] else ("http", 80)
    host = f"[{known['host']}]" if ":" in str(known["host"]) else known["host"]
    port = "" if known["port"] == usual else f":{known['port']}"
    return f"{scheme}://{host}{port}{known['path']}"
