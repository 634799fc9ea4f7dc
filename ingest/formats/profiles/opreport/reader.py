"""The lines of opreport, one after the other -> its reports: of symbols or of images."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.profiles.profile import EVENT, Profile, function_item, is_kernel
from ingest.records import Fact

CPU = re.compile(r"\s*CPU: (?P<cpu>[^,]{1,200}), speed (?P<speed>\S{1,30}) MHz.*")
COUNTED = re.compile(r"[ \t]*Counted (?P<event>\w{1,100}) events \(.{0,300}")
TIMER = re.compile(r"[ \t]*Profiling through timer interrupt[ \t]*")
IMAGES = re.compile(r"[ \t]*(?:samples\|[ \t]*%\|[ \t]*)+")
SYMBOLS = re.compile(r"(?P<indent>\s*)(?P<vma>vma\s+)?(?P<pairs>(?:samples\s+%\s+){1,12})(?P<names>\S.*)")
SAMPLES, EVENTS = "samples", "Counted"  #: one of them is in every header
NAMES = ("linenr info", "image name", "app name", "symbol name")
PAIR = r"(\d{1,18})\s+(\d{1,3}(?:\.\d{1,6})?(?:e-\d{1,3})?)"
#: A row, but for its percentage, or for the thousands of its samples.
UNREADABLE = re.compile(r"\s*(?:[0-9a-f]{8,16}\s+)?(?:\d{1,18}\s+\d{1,3}[^\d\s.]\d|\d{1,3}(?:[.,'\u202f]\d{3})+\s+\d)")
PAIRS = re.compile(rf"{PAIR}\s*")
ADDRESS = re.compile(r"[0-9a-f]{8,16}\s+")
GAP = re.compile(r" {2,}|\t+")
ALL_OF_IT = 0.995  #: of the percentages: nothing was left out
MORE_THAN_ALL = 1.02  #: of rows that are rounded


class Row(NamedTuple):
    """What a row says."""

    line: int
    counts: list[tuple[int, float]]  #: (samples, share) of each event
    image: str
    app: str
    symbol: str
    is_nested: bool = False  #: an image below its application


@dataclass(frozen=True, slots=True)
class Names:
    """The header of a symbol summary."""

    indent: int
    has_vma: bool
    events: int
    names: tuple[str, ...]
    starts: tuple[int, ...]  #: where each name begins


@lru_cache(maxsize=256)
def names_of(line: str) -> Names | None:
    """What a header of a symbol summary says; None for any other line."""
    match = SYMBOLS.fullmatch(line) if len(line) < 2000 and SAMPLES in line else None
    if not match:
        return None
    places = sorted((match["names"].find(name), name) for name in NAMES if name in match["names"])
    if not places or "".join(match["names"].split()) != "".join("".join(name.split()) for _, name in places):
        return None
    starts = tuple(match.start("names") + start for start, _ in places)
    events = match["pairs"].split().count(SAMPLES)
    return Names(len(match["indent"]), bool(match["vma"]), events, tuple(name for _, name in places), starts)


@dataclass(slots=True, eq=False)
class Report:
    """One report: the events that were counted, and its rows."""

    line: int
    facts: dict[str, Fact]
    events: list[str]
    rows: list[Row] = field(default_factory=list)
    is_flat: bool = False  #: rows within others cannot be told from these: their indentation is lost

    def profiles(self) -> Iterator[Profile]:
        """One for each event."""
        count = max((len(row.counts) for row in self.rows), default=0)
        for index in range(count):
            event = self.events[index] if index < len(self.events) else "unknown"
            profile = Profile("opreport", self.line, {**self.facts, EVENT: printable(event)})
            rows = [(row, *row.counts[index]) for row in self.rows if len(row.counts) == count]
            if self._fill(profile, rows):
                yield profile

    def _fill(self, profile: Profile, rows: list[tuple[Row, int, float]]) -> bool:
        whole = sum(share for row, _, share in rows if not row.is_nested)
        if whole > MORE_THAN_ALL:
            self.is_flat = True
            return False
        samples = sum(counted for row, counted, _ in rows if not row.is_nested)
        total = samples / whole if whole else 0.0
        if whole >= ALL_OF_IT:
            profile.set("profile_samples", samples, rows[0][0].line)
        has_nested = any(row.is_nested for row, _, _ in rows)
        parents = {id(before[0]) for before, after in pairwise(rows) if after[0].is_nested}
        for row, counted, share in rows:
            if not counted:
                continue  # of this event
            if row.symbol:
                in_kernel = is_kernel(row.image or row.app)
                profile.add(
                    "function_share", function_item(row.symbol, row.image or row.app, in_kernel), share, row.line
                )
            if row.is_nested:
                profile.add("module_share", row.image, counted / total if total else 0.0, row.line)
            elif (row.image or row.app) and (not has_nested or id(row) not in parents):
                profile.add("module_share", row.image or row.app, share, row.line)
            if has_nested and not row.is_nested and not row.symbol:
                profile.add("program_share", row.image, share, row.line)
            elif row.symbol and row.app:
                profile.add("program_share", row.app, share, row.line)
        return bool(rows)


class Reader:
    """Reads a log line by line."""

    def __init__(self) -> None:
        self.reports: list[Report] = []
        self.problems = Problems()
        self._facts: dict[str, Fact] = {}
        self._events: list[str] = []
        self._names: Names | None = None
        self._report: Report | None = None
        self._end: int | None = None  #: where the samples of an application end; those of its images further right
        self._is_of_images = False

    def feed(self, line: int, text: str, is_ended: bool) -> None:
        raw = text.strip()
        text = text.rstrip().expandtabs(8)
        if match := CPU.fullmatch(text):
            self._facts, self._events, self._report = {"cpu": printable(match["cpu"])}, [], None
            self._names, self._is_of_images = None, False
        elif match := COUNTED.fullmatch(text):
            if self._report:
                self._events, self._report, self._names = [], None, None
            self._events.append(match["event"])
            self._end, self._is_of_images = None, True
        elif TIMER.fullmatch(text):
            self._events, self._end, self._is_of_images = ["timer interrupt"], None, True
        elif names := names_of(text):
            self._names, self._is_of_images = names, False
            self._begin(line)
        elif IMAGES.fullmatch(text):
            if not (self._is_of_images and self._report):
                self._is_of_images, self._end = True, None
                self._begin(line)
        elif self._names or self._is_of_images:
            self._row(line, text, raw, is_ended)

    def _begin(self, line: int) -> Report:
        self._report = Report(line, self._facts, self._events)
        self.reports.append(self._report)
        return self._report

    def _row(self, line: int, text: str, raw: str, is_ended: bool) -> None:
        row = image_row(line, text, self._end) if self._is_of_images else symbol_row(line, text, raw, self._names)
        if row is None:
            if UNREADABLE.match(text) or self._is_lost(text):
                self.problems.add(line, "expected samples and their percentage, then names", text)
            return
        if not is_ended:
            self.problems.add(line, "the log breaks off in this row", text)
            return
        if self._is_of_images and self._end is None:
            match = PAIRS.search(text)
            self._end = match.end(1) if match else None
        (self._report or self._begin(line)).rows.append(row)

    def _is_lost(self, text: str) -> bool:
        """Whether this is a row all the same: not relative to another one, whose indentation shows it."""
        if self._names is None or self._is_of_images:
            return False
        place = first_pair(text, self._names)
        return place is not None and PAIRS.match(text, place) is not None


def image_row(line: int, text: str, end: int | None) -> Row | None:
    """`   450385 75.6634 cc1plus`: samples end where those of the first row do, or further right for a nested row."""
    counts, place, first = list[tuple[int, float]](), len(text) - len(text.lstrip()), None
    while match := PAIRS.match(text, place):
        if place and match.end() < len(text) and not text[match.end() - 1].isspace():
            return None
        first = match.end(1) if first is None else first
        counts.append((int(match[1]), float(match[2]) / 100))
        place = match.end()
    image = text[place:]
    if first is None or not image:
        return None
    return Row(line, counts, image, "", "", is_nested=end is not None and first > end + 2)


def first_pair(text: str, names: Names) -> int | None:
    """Where the samples stand of a row that begins where its header does; indented ones are relative to another."""
    if len(text) - len(text.lstrip()) != names.indent:
        return None
    address = ADDRESS.match(text, names.indent) if names.has_vma else None
    if names.has_vma and not address:
        return None
    return address.end() if address else names.indent


def symbol_row(line: int, text: str, raw: str, names: Names | None) -> Row | None:
    """A row of a symbol summary; `raw`: with its tabs."""
    place = first_pair(text, names) if names else None
    if names is None or place is None:
        return None
    counts = list[tuple[int, float]]()
    for _ in range(names.events):
        match = PAIRS.match(text, place)
        if not match:
            return None
        counts.append((int(match[1]), float(match[2]) / 100))
        place = match.end()
    cells = cells_by_name(text, place, raw, names)
    if cells is None:
        return None
    return Row(line, counts, cells.get("image name", ""), cells.get("app name", ""), cells.get("symbol name", ""))


def is_begin(text: str, place: int) -> bool:
    """Whether a cell begins at `place`; where blanks became tabs, none of the header's names stands above one."""
    return place < len(text) and text[place] != " " and text[place - 1] == " "


def cells_by_name(text: str, place: int, raw: str, names: Names) -> dict[str, str] | None:
    """Name -> cell, cut where the header's names begin, or at gaps where a cell is in the way. None = no row."""
    starts = names.starts
    if place <= starts[0] and all(is_begin(text, start) for start in starts):
        bounds = [*starts, len(text)]
        cells = [text[bounds[index] : bounds[index + 1]].strip() for index in range(len(starts))]
    elif "\t" in raw:
        before = 2 * names.events + names.has_vma
        cells = GAP.split(raw, before + len(starts) - 1)[before:]
    else:
        cells = GAP.split(text[place:].strip(), len(starts) - 1)
    return dict(zip(names.names, cells, strict=True)) if len(cells) == len(names.names) and cells[-1] else None
