"""The objects of iostat's or mpstat's JSON -> reports."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from benchdb.domain.text.names import printable
from ingest.formats.kit.samples.dates import printed_date
from ingest.formats.kit.samples.problems import Problems
from ingest.formats.sysstat.interval.columns import Kind, Layout
from ingest.formats.sysstat.interval.days import Days
from ingest.formats.sysstat.interval.json import Events, Frame, Objects
from ingest.formats.sysstat.interval.json_samples import END, START, Rows, rows_of, sample_from, samples_from
from ingest.formats.sysstat.interval.moments import Moments
from ingest.formats.sysstat.interval.report import MOST_RUNS, Report, traces_of
from ingest.formats.sysstat.interval.table import Reading, Table
from ingest.formats.sysstat.kit.banner import Banner
from ingest.formats.sysstat.kit.pieces import Text
from ingest.formats.sysstat.kit.sections import BadRow
from ingest.formats.sysstat.kit.words import text_of
from ingest.records import Fact, Problem, Record

INTERRUPTS = (b"individual-interrupts", b"soft-interrupts")


@dataclass(frozen=True, slots=True)
class Tool:
    """What one tool's objects are."""

    name: str
    layout: Callable[[str, tuple[str, ...]], Layout | None]  #: (list's or object's name, keys); None = nothing to read
    has_since_boot: bool  #: its first sample is no sample


class Reader:
    """Reads a document line by line."""

    def __init__(self, tool: Tool) -> None:
        self.tool = tool
        self.problems = Problems()
        self._objects = Objects(Events(self._opened, self._closed, self._damaged, self._row))
        self._reports: list[Report] = []
        self._days: Days | None = None
        self._moments = Moments()
        self._tables: dict[tuple[bytes, tuple[bytes, ...], bool], Table | None] = {}
        self._line = 1
        self._damage: tuple[int, str] | None = None  #: the first line with what is no JSON
        self._tried = self._tried_at_once = 0  #: up to where samples were sought in this piece
        self._sample, self._time = -1, math.nan
        self._is_omitted = False  #: the sample since boot
        self._interrupts: list[tuple[bytes, bytes]] = []

    def feed(self, text: Text) -> None:
        """Read one piece."""
        place, end = 0, len(text.content)
        self._tried = self._tried_at_once = 0
        self._line = text.first_line
        while place < end:
            if following := self._samples(text.content, place):
                place = following
                continue
            following = text.content.find(b"\n", place) + 1
            self._read_line(text.content[place : following - 1])
            self._line += 1
            place = following
        self._line -= 1

    def _samples(self, text: bytes, place: int) -> int:
        """Read what begins at `place` if it is one sample or more, laid out as those before. Where it ends; 0 if not.

        Bytes are looked at once, one way and the other: else time would grow with the square of what looks like one.
        """
        if self._sample < 1 or place < self._tried or not text.startswith(START, place):
            return 0
        if not self._is_between_samples():
            return 0
        if place >= self._tried_at_once:
            first, samples = samples_from(text, place)
            self._tried_at_once = samples.end
            if first and self._alike_samples(first, samples.content):
                self._line += samples.lines
                return samples.end
        sample = sample_from(text, place)
        self._tried = sample.end
        if not self._whole_sample(sample.content):
            return 0
        self._line += sample.lines
        return sample.end

    def _read_line(self, raw: bytes) -> None:
        if not raw.strip(b" \t,") and self._is_between_samples() and self._sample < 0:
            self._is_omitted = True
        self._objects.line(raw)

    def _is_between_samples(self) -> bool:
        stack = self._objects.stack
        return bool(stack) and stack[-1].name == b"statistics"

    def _whole_sample(self, content: bytes) -> bool:
        """Keep a sample that is laid out as one before it. False, and nothing is kept, if it is anything else."""
        rows = rows_of(content)
        if rows is None or self._days is None:
            return False
        moment = self._moments[rows.stamp]
        readings = self._readings(rows)
        if readings is None or not moment.is_one:
            return False
        self._sample += 1
        self._time = self._days.seconds(moment)
        for table, reading in readings:
            table.put_numbers(self._time, reading)
        return True

    def _alike_samples(self, first: bytes, content: bytes) -> bool:
        """Keep samples that differ from `first` in times and numbers only. False, and nothing is kept, if they do."""
        from ingest.formats.sysstat.interval.json_blocks import block_of  # Polars: short logs do not wait for it

        rows = rows_of(START + first + END)
        readings = self._readings(rows) if rows else None
        block = block_of(content, first) if readings else None
        if rows is None or readings is None or block is None or self._days is None:
            return False
        parts = block.parts([(table, row) for (table, _), row in zip(readings, rows.rows, strict=True)])
        if parts is None:
            return False
        moments = [self._moments[stamp.encode()] for stamp in block.stamps_to_read()]
        if not all(moment.is_one for moment in moments):
            return False
        self._sample += len(block.stamps)
        times = block.times([self._days.seconds(moment) for moment in moments])
        self._time = float(times[-1])
        for (table, (item, _)), numbers in zip(readings, parts, strict=True):
            table.put_columns(times, item, numbers)
        return True

    def _readings(self, rows: Rows) -> list[tuple[Table, Reading]] | None:
        """The rows of a sample and their tables; None if one of them was not seen before, or is no row of numbers."""
        if not self._reports[-1].has_clock:
            return None
        readings = list[tuple[Table, Reading]]()
        for name, keys, cells in rows.rows:
            table = self._tables.get((name, keys, False))
            reading = table.reading(cells) if table else None
            if table is None or reading is None:
                return None
            readings.append((table, reading))
        return readings

    def _damaged(self, raw: bytes) -> None:
        self._damage = self._damage or (self._line, text_of(raw[:200]))

    def _opened(self, frame: Frame) -> None:
        if not frame.is_object:
            return
        if frame.name == b"hosts":
            self._days, self._sample, self._is_omitted = None, -1, False
        elif frame.name == b"statistics" and len(self._reports) < MOST_RUNS:
            if self._days is None:
                self._reports.append(Report(self.tool.name, Banner({}), self._line, has_clock=False))
                self._days, self._tables = Days(self._reports[-1]), {}
            self._sample += 1 + (self._sample < 0 and (self._is_omitted or not self.tool.has_since_boot))
            self._time = math.nan
            self._tell(self._objects.stack[-3:-2])

    def _tell(self, host: Sequence[Frame]) -> None:
        """What stands before the first sample is the host's."""
        report = self._reports[-1]
        if host and not report.banner.facts:
            report.banner = banner(host[0].pairs)

    def _now(self) -> float:
        """The time of the sample that is being read, NaN where it has none though others have."""
        if math.isnan(self._time) and self._days:
            report, stack = self._reports[-1], self._objects.stack
            sample = next((frame for frame in reversed(stack) if frame.name == b"statistics" and frame.is_object), None)
            stamp = sample.pairs.get(b"timestamp", b"") if sample else b""
            moment = self._moments[stamp]
            if moment.is_one:
                report.has_clock = True
                self._time = self._days.seconds(moment)
            elif not report.has_clock:
                self._time = float(self._sample)
        return self._time

    def _row(self, name: bytes, keys: tuple[bytes, ...], values: list[bytes]) -> bool:
        """An object on a line of its own, cut at blanks. False where these keys were not seen yet."""
        table = self._tables.get((name, keys, self._sample == 0))
        if table is None or len(values) != len(keys):
            return False
        self._put(table, values)
        return True

    def _put(self, table: Table, values: Sequence[bytes]) -> None:
        time = self._now()
        if math.isnan(time):
            self.problems.add_once(self._line, "expected the timestamp of this sample, as the others have one")
            return
        try:
            table.put(time, values)
        except BadRow as problem:
            self.problems.add(self._line, str(problem), text_of(b", ".join(values)[:200]))

    def _closed(self, frame: Frame) -> None:
        if not frame.is_object or not self._reports or self._sample < 0:
            return
        stack = self._objects.stack
        outer = next((open_frame.name for open_frame in reversed(stack) if open_frame.name in INTERRUPTS), b"")
        if outer and frame.name == b"intr":
            self._interrupts.append((frame.pairs.get(b"name", b""), frame.pairs.get(b"value", b"nan")))
        elif frame.name in INTERRUPTS:
            pairs = [(b"cpu", frame.pairs.get(b"cpu", b"")), *self._interrupts]
            self._interrupts = []
            self._object(frame.name, pairs)
        else:
            self._object(frame.name, list(frame.pairs.items()))

    def _object(self, name: bytes, pairs: list[tuple[bytes, bytes]]) -> None:
        """Read an object that may be a row."""
        keys = tuple(key + b":" for key, _ in pairs)
        known = name, keys, self._sample == 0
        if known not in self._tables and self._reports[-1].has_room:
            self._tables[known] = self._table(name, tuple(text_of(key) for key, _ in pairs))
        table = self._tables.get(known)
        if table is not None:
            self._put(table, [value for _, value in pairs])

    def _table(self, name: bytes, keys: tuple[str, ...]) -> Table | None:
        layout = self.tool.layout(text_of(name), keys)
        if layout is None or not layout.places(Kind.VALUE):
            return None
        table, report = Table(layout, b"", self._line), self._reports[-1]
        (report.tables if self._sample else report.since_boot).append(table)
        return table

    def results(self) -> Iterator[Record | Problem]:
        """All that was read."""
        is_cut = self._objects.end()
        if self._damage and not (is_cut and self._damage[0] >= self._line):
            line, text = self._damage
            self.problems.add(line, "expected JSON: something else stands among its signs", text)
        if is_cut:
            self.problems.add(self._line, "the document breaks off here: what came before was read")
        yield from traces_of(self._reports)
        yield from self.problems.all()


def banner(pairs: dict[bytes, bytes]) -> Banner:
    """What a document says of its host."""
    texts = {key: printable(text_of(value)) for key, value in pairs.items()}
    facts: dict[str, Fact] = {}
    if host := texts.get(b"nodename"):
        facts["host"] = host
    if release := texts.get(b"release"):
        facts["kernel"] = f"{texts.get(b'sysname', 'Linux')} {release}"
    if (cpus := texts.get(b"number-of-cpus", "")).isdecimal():
        facts["cpus"] = int(cpus[:6])
    if machine := texts.get(b"machine"):
        facts["architecture"] = machine
    return Banner(facts, printed_date(texts[b"date"]) if b"date" in texts else None)
