"""The lines of `perf report`, one after the other -> its profiles, one for each event."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.profiles.profile import EVENT, NO_SYMBOL, Profile, function_item, is_kernel
from ingest.records import Fact

HEADER = re.compile(r"#?\s*(?P<names>(?:Overhead|Children)\b.*\S)\s*")
KNOWN = {
    "Symbol",
    "Shared Object",
    "Command",
    "Self",
    "Pid:Command",
    "Source:Line",
    "Samples",
    "Period",
    "Parent symbol",
}
SEPARATOR = re.compile(r"(?:Overhead|Children) *([,;|:\t])")
GAP = re.compile(r" {2,}|\t+")
ROW = re.compile(r"\s*(?:[+-] +)?(?P<cells>\d{1,3}\.\d{2}%.*)")
COMMA = re.compile(r"^(\s*(?:[+-] +)?\d{1,3}),(\d\d)%")  #: of languages that write decimals so
PERCENT = re.compile(r"(\d{1,3}\.\d{2})%")
LEVEL = re.compile(r"\[[.kgGuH]\](?:.*\.{3})?")  #: without a name, or with a piece of one
SYMBOL = re.compile(r"\[(?P<level>[.kgGuH])\] (?P<name>.+)")
SAMPLES = re.compile(
    r"#?\s*(?:Samples|Events): +(?P<count>\d{1,18})(?P<unit>[KMG]?)(?: +of events?)?"
    r"(?: +'?(?P<event>[^'\s,]{1,120})'?)?(?:, .{0,60})?(?:[, ]+Event count \(approx\.\): (?P<events>\d{1,20}))?\s*"
)
SAMPLES_SIGN = re.compile(r"# Samples: ")
EVENTS = re.compile(r"#\s*Event count \(approx\.\): (\d{1,20})\s*")
MORE_THAN_ALL = 1.02  #: of rows that are rounded
UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9}
SAID_OF_ALL = re.compile(
    r"# (?P<name>hostname|os release|perf version|arch|nrcpus online|cmdline|captured on)"
    r" +: (?P<value>.{1,1000})"
)
FACTS = {
    "hostname": "host",
    "os release": "kernel",
    "perf version": "tool_version",
    "arch": "architecture",
    "nrcpus online": "cpus",
    "cmdline": "command",
    "captured on": "captured_at",
}


@dataclass(frozen=True, slots=True)
class Columns:
    """What a header says of the rows below it."""

    names: tuple[str, ...]
    separator: str  #: "" = blanks

    def cells(self, row: str) -> dict[str, str] | None:
        """Name -> cell; None where it is no row: the lines of a call graph have other cells."""
        count = len(self.names) - 1
        cells = row.split(self.separator, count) if self.separator else GAP.split(row, count)
        return dict(zip(self.names, map(str.strip, cells), strict=True)) if len(cells) == len(self.names) else None


@lru_cache(maxsize=256)
def may_have_columns(text: str) -> bool:
    """Quickly; no line of others has any."""
    return "Overhead" in text or "Children" in text


def columns_of(line: str) -> Columns | None:
    """The columns that a header names; None for any other line."""
    match = HEADER.fullmatch(line) if len(line) < 5000 and may_have_columns(line) else None
    if not match:
        return None
    separated = SEPARATOR.match(match["names"])
    separator = separated[1] if separated else ""
    cells = match["names"].split(separator) if separator else GAP.split(match["names"])
    names = tuple(cell.strip() for cell in cells)
    return Columns(names, separator) if KNOWN & set(names) and len(set(names)) == len(names) else None


class Reader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.profiles: list[Profile] = []
        self.problems = Problems()
        self._facts: dict[str, Fact] = {}  #: of the file's header
        self._samples: tuple[int, re.Match[str]] | None = None
        self._columns: Columns | None = None

    def feed(self, line: int, text: str, is_ended: bool) -> None:
        text = text.rstrip()
        if not (self._columns and self._columns.separator == ","):
            text = COMMA.sub(r"\1.\2%", text)
        if match := ROW.fullmatch(text):
            self._row(line, match["cells"], is_ended)
        elif (columns := columns_of(text)) is not None:
            self._columns = columns
            self.profiles.append(self._begin(line))
        elif match := SAMPLES.fullmatch(text):
            self._samples, self._columns = (line, match), None
        elif SAMPLES_SIGN.match(text):
            self.problems.add(line, "expected a number of samples and their event", text)
        elif (match := EVENTS.fullmatch(text)) and self._samples:
            self._facts["event_count"] = int(match[1])
        elif self._columns and text and not text.startswith("#") and not self.profiles[-1].has_shares:
            self.problems.add_once(line, "expected a row that begins with a percentage, as under the header", text)
        elif match := SAID_OF_ALL.fullmatch(text):
            if match["name"] == "captured on" and self.profiles:
                self._facts, self._columns = {}, None
            self._facts[FACTS[match["name"]]] = fact(match["name"], match["value"].strip())

    def _begin(self, line: int) -> Profile:
        """A table begins; what was said before it is its."""
        profile = Profile("perf", line, dict(self._facts))
        if self._samples:
            header_line, match = self._samples
            profile.line = header_line
            profile.facts[EVENT] = printable(match["event"] or "unknown")
            if match["events"]:
                profile.facts["event_count"] = int(match["events"])
            profile.set("profile_samples", int(match["count"]) * UNITS[match["unit"]], header_line)
        self._samples = None
        self._facts.pop("event_count", None)
        return profile

    def check(self) -> None:
        """Shares of more than the whole: rows stand there twice."""
        for profile in self.profiles:
            items = (profile.shares.get(metric, {}).values() for metric in ("function_share", "module_share"))
            if any(sum(share for share, _ in rows) > MORE_THAN_ALL for rows in items):
                self.problems.add(profile.line, "these shares are more than the whole: rows stand here twice")

    def _row(self, line: int, text: str, is_ended: bool) -> None:
        cells = self._columns.cells(text) if self._columns else None
        own = PERCENT.fullmatch(cells.get("Self") or cells.get("Overhead") or "") if cells else None
        if not cells or not own:
            return
        if not is_ended:
            self.problems.add(line, "the log breaks off in this row", text)
            return
        profile, share, module = self.profiles[-1], float(own[1]) / 100, cells.get("Shared Object", "")
        if LEVEL.fullmatch(cells.get("Symbol", "")):
            self.problems.add(line, "expected a function's name at the end of this row", text)
        elif symbol := cells.get("Symbol"):
            match = SYMBOL.fullmatch(symbol)
            in_kernel = match["level"] in "kg" if match else is_kernel(module)
            item = function_item(match["name"] if match else symbol, "" if in_kernel else module, in_kernel)
            profile.add("function_share", item, share, line)
            inclusive = PERCENT.fullmatch(cells.get("Children", ""))
            if inclusive and not item.endswith(NO_SYMBOL):
                profile.add("function_share_inclusive", item, float(inclusive[1]) / 100, line)
        if module:
            profile.add("module_share", module, share, line)
        if program := cells.get("Command"):
            profile.add("program_share", program, share, line)


def fact(name: str, value: str) -> Fact:
    if name == "nrcpus online" and value.isdecimal() and len(value) < 7:
        return int(value)
    return printable(f"Linux {value}" if name == "os release" else value)
