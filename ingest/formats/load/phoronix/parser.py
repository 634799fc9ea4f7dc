"""Phoronix Test Suite results -> a RunRecord for each run of its web servers' tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import BinaryIO

from benchdb.domain.text.names import printable
from ingest.formats.kit.report_scanner import Page, reports
from ingest.formats.load.phoronix.elements import Element, root
from ingest.formats.load.phoronix.signs import START
from ingest.records import EXCERPT_LENGTH, Fact, Measurement, Parsed, Problem, RunRecord

TOOL = "phoronix-test-suite"
SERVERS = {"nginx": "nginx", "apache": "Apache", "apache-siege": "Apache"}  #: by the test profile's name
RATES = ("requests per second", "transactions per second")
PROFILE = re.compile(r"(?:[\w.-]{1,60}/)?([a-z][a-z-]{0,60}?)(?:-(\d[\w.]{0,20}))?")
CLIENTS = re.compile(r"(?:Connections|Concurrent (?:Requests|Users)|Number of Connections)[: ]{1,3}(\d{1,9})")
RATE = re.compile(r"\d{1,15}(?:\.\d{1,15})?")
KERNEL = re.compile(r"(?:^|, )Kernel: ([^,(]{1,200})")
VERSION = re.compile(r"v?(\d[\w.+-]{0,40})")
MEAN = "The value is the mean of runs that the file does not print."
MOST_RUNS = 1000  #: of one entry
CUT = "The file breaks off here: expected </PhoronixTestSuite> in the end."
NONE = "The file has results, but none of a web server's test: {}."
SHOWN = 5


def parse(stream: BinaryIO) -> Parsed:
    """The runs of a file. What is none of such a file is passed over in silence."""
    return reports(stream, START, report)


def report(page: Page) -> Parsed:
    """The file that begins here as runs, and where it breaks off."""
    line = page.line
    top, is_whole = root(page)
    systems = {system.text("Identifier"): system for system in top.named("System")}
    results = list(top.named("Result"))
    runs = [run for result in results for run in runs_of(result, systems)]
    yield from runs
    if not is_whole:
        yield Problem(page.line, CUT)
    elif not runs:
        names = list(dict.fromkeys(printable(result.text("Identifier")) for result in results))
        yield Problem(line, NONE.format(", ".join(names[:SHOWN]) or "it has no result at all"))


def runs_of(result: Element, systems: Mapping[str, Element]) -> Iterator[RunRecord | Problem]:
    """The runs of one test, on each system."""
    profile = PROFILE.fullmatch(result.text("Identifier"))
    server = SERVERS.get(profile[1]) if profile else None
    if profile is None or server is None or result.text("Scale").lower() not in RATES:
        return
    facts: dict[str, Fact] = {"tool": TOOL, "tuning.test_profile": printable(result.text("Identifier"))}
    version = VERSION.fullmatch(result.text("AppVersion"))
    facts["server_software"] = f"{server}/{version[1]}" if version else server
    described = CLIENTS.search(result.text("Description"))
    if described:
        facts["concurrency"] = int(described[1])
    for data in result.named("Data"):
        for entry in data.named("Entry"):
            yield from runs_of_entry(entry, facts, systems.get(entry.text("Identifier")))


def runs_of_entry(entry: Element, known: Mapping[str, Fact], system: Element | None) -> Iterator[RunRecord | Problem]:
    """The runs of one test on one system: one for each raw value."""
    facts = {**known, **facts_of(entry, system)}
    raw = [text for text in entry.text("RawString").split(":") if RATE.fullmatch(text)][:MOST_RUNS]
    value = entry.text("Value")
    rates, name, caveats = (raw, "RawString", ()) if raw else ([value], "Value", (MEAN,))
    line = entry.line_of(name)
    version = str(facts.get("tool_version", ""))
    if not raw and value.strip() and not RATE.fullmatch(value):
        yield Problem(line, "Expected a rate, not this text.", excerpt=value[:EXCERPT_LENGTH])
    for rate in rates:
        if RATE.fullmatch(rate) and float(rate):
            number = Measurement("requests_per_second", float(rate), line)
            yield RunRecord(TOOL, version, facts, (number,), entry.line, "complete", caveats)


def facts_of(entry: Element, system: Element | None) -> dict[str, Fact]:
    """What is said of the system; its identifier tells the sides of a result apart."""
    name = printable(entry.text("Identifier"))[:200]
    facts: dict[str, Fact] = {"machine": name} if name else {}
    if system is None:
        return facts
    kernel = KERNEL.search(system.text("Software"))
    version = VERSION.fullmatch(system.text("TestClientVersion").removeprefix("pts").strip())
    facts |= {"kernel": printable(kernel[1].strip())} if kernel else {}
    return facts | ({"tool_version": version[1]} if version else {})
