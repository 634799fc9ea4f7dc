"""The texts of a wrk report -> facts about the setup: what was asked of whom, never how it went.

`rate_planned` (wrk2) and the exact planned duration stand in an echoed command line only.
"""

from __future__ import annotations

import re

from ingest.formats.kit.command_lines import SIGN, url_facts
from ingest.formats.kit.measured import Measured
from ingest.formats.load.wrk.numbers import COUNTS, TIMES, amount
from ingest.formats.load.wrk.report import Report
from ingest.records import Fact

OPTION = re.compile(r"\s(?:-([tcdR])|--(threads|connections|duration|rate)[ =])[ \t]*(\d\S*)")
OPTIONS = {"t": "threads", "c": "concurrency", "d": "duration_planned", "R": "rate_planned", "r": "rate_planned"}
DEFAULTS = {"threads": 2, "concurrency": 10}
COMPARED = ("threads", "concurrency", "host", "port", "path")
VARIABLE = re.compile(r"[$`]|\\$")  #: or the command goes on elsewhere
URL = re.compile(r"\s['\"]?(https?://[^\s'\"]+)")
UNREACHED = re.compile(r"unable to \w+(?: to)? (\S+):(\d{1,5}) ")
WHOLE_MINUTES = 60  #: seconds; from 51 s on wrk prints a planned time in minutes without a fraction: 90 s are "2m"
NEAR = 0.01


def facts(report: Report, measured: Measured) -> dict[str, Fact]:
    """Facts by name; one that is not known is absent."""
    known: dict[str, Fact] = {"tool_version": report.version} if report.version else {}
    known |= _target(report)
    known |= _counts(report)
    planned, _ = planned_duration(report)
    if planned and (planned < WHOLE_MINUTES or abs((measured.value("duration") or 0) / planned - 1) < NEAR):
        known["duration_planned"] = planned
    return known | facts_of_command(report) | _counts(report)


def _counts(report: Report) -> dict[str, Fact]:
    connections = report.fields.get("connections")
    if connections is None:
        return {}
    threads, _, _, concurrency, _ = connections.text.split()
    return {name: int(n) for name, n in (("threads", threads), ("concurrency", concurrency)) if len(n) < 19}


def _target(report: Report) -> dict[str, Fact]:
    running, refused = report.fields.get("running"), report.fields.get("refused")
    known: dict[str, Fact] = {}
    if running and running.text.startswith("Running"):
        known |= target(running.text.partition(" @ ")[2].strip())
    elif running:
        _, count, _, _, url = running.text.split(" ", 4)
        known |= target(url.strip()) | ({"requests_planned": int(count)} if len(count) < 19 else {})
    if refused and (match := UNREACHED.match(refused.text)):
        known |= {"host": match[1], "port": int(match[2])}
    return known


def target(url: str) -> dict[str, Fact]:
    """wrk takes what is no web address, too."""
    return url_facts(url) or ({"url": url} if url else {})


def planned_duration(report: Report) -> tuple[float, float]:
    """Seconds, and the least that is meant by what is printed; (0, 0) where nothing is."""
    commanded = facts_of_command(report).get("duration_planned")
    if isinstance(commanded, (int, float)):
        return commanded, commanded * (1 - NEAR)
    running = report.fields.get("running")
    printed = running.text.split()[1] if running and running.text.startswith("Running") else ""
    seconds = amount(printed, TIMES)
    if seconds is None:
        return 0, 0
    _, scale = TIMES[printed.lstrip("0123456789.")]
    return seconds, seconds - scale / 2 if scale > 1 else seconds * (1 - NEAR)


def facts_of_command(report: Report) -> dict[str, Fact]:
    """What an echoed command line says; {} where the report shows that it is another run's.

    A variable of the shell may stand for any option.
    """
    requested = _of_command(report)
    if not requested or VARIABLE.search(str(requested["command"])):
        return requested
    printed = _target(report) | _counts(report)
    expected = {**DEFAULTS, **url_facts(next(iter(URL.findall(str(requested["command"]))), "")), **requested}
    is_other = any(name in printed and printed[name] != expected.get(name, printed[name]) for name in COMPARED)
    return {} if is_other else requested


def _of_command(report: Report) -> dict[str, Fact]:
    if report.command is None:
        return {}
    known: dict[str, Fact] = {"command": re.sub(rf"^{SIGN} ++", "", report.command.text, count=1).rstrip()}
    for letter, word, text in OPTION.findall(report.command.text):
        name = OPTIONS[letter or word[0]]
        value = amount(text, {**TIMES, "": ("", 1)} if name == "duration_planned" else COUNTS)
        if value is not None:
            known[name] = value if value % 1 else int(value)
    return known
