"""TraceRecords of one file -> Recordings with their timelines and traces, many rows at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from benchdb.domain.activity.packing import Floats, packed
from benchdb.domain.text.names import printable
from benchdb.models import Host, Recording, Timeline, Trace, UploadFile
from benchdb.recordings.clocks import clock_ahead
from ingest.declared.days import days_of, midnight
from ingest.pipeline.rows.clean import clean_json
from ingest.records import TraceRecord

AT_ONCE = 2000  #: rows per INSERT
REGULAR = 1e-6  #: seconds by which a moment may miss its step


@dataclass(slots=True)
class Gathered:
    """One recording while its file is read."""

    recording: Recording
    timelines: list[Timeline] = field(default_factory=list)
    traces: list[Trace] = field(default_factory=list)
    last: tuple[Floats, Timeline] | None = None  #: newest moments: neighbours mostly share them


class Recordings:
    """The recordings of one file."""

    def __init__(self, file: UploadFile) -> None:
        self.file = file
        self._gathered: dict[int, Gathered] = {}
        self._facts: list[object] = []  #: keeps the mappings alive, so that their ids stay theirs

    def add(self, record: TraceRecord, format: str, parser_version: str) -> None:
        """Take one trace. Those with the same mapping of facts are one recording."""
        if id(record.facts) not in self._gathered:
            self._facts.append(record.facts)
            self._gathered[id(record.facts)] = Gathered(self._recording(record, format, parser_version))
        gathered = self._gathered[id(record.facts)]
        gathered.traces.append(
            Trace(
                recording=gathered.recording,
                timeline=_timeline(gathered, record.times),
                metric=printable(record.metric)[:80],
                item=printable(record.item)[:200],
                unit=record.unit,
                line=record.line,
                data=packed(record.values),
            )
        )

    def _recording(self, record: TraceRecord, format: str, parser_version: str) -> Recording:
        facts = record.facts
        return Recording(
            file=self.file,
            host=printable(str(facts.get("host", "")))[:255],
            tool=printable(str(facts.get("tool", format)))[:40],
            format=format,
            parser_version=parser_version,
            facts=clean_json(dict(facts)),
            date_is_known=not facts.get("date_is_ambiguous", False),
            start=np.inf,
            end=-np.inf,
        )

    def store(self) -> list[Recording]:
        """Write all rows."""
        for gathered in self._gathered.values():
            recording = gathered.recording
            date_it(recording, gathered.timelines)
            recording.save()
            Timeline.objects.bulk_create(gathered.timelines)
            Trace.objects.bulk_create(gathered.traces, batch_size=AT_ONCE)
        return [gathered.recording for gathered in self._gathered.values()]


def _timeline(gathered: Gathered, times: Floats) -> Timeline:
    """The row for these moments; neighbours that have the same share it."""
    if gathered.last and (gathered.last[0] is times or np.array_equal(gathered.last[0], times)):
        return gathered.last[1]
    start = float(times[0]) if len(times) else 0.0
    offsets = times - start
    step = float(offsets[-1] / (len(times) - 1)) if len(times) > 1 else 0.0
    is_regular = bool(np.allclose(offsets, step * np.arange(len(times)), rtol=0, atol=REGULAR))
    timeline = Timeline(
        recording=gathered.recording,
        start=start,
        step=step if is_regular else None,
        count=len(times),
        offsets=None if is_regular else packed(offsets),
    )
    gathered.timelines.append(timeline)
    gathered.last = (times, timeline)
    if len(times):
        gathered.recording.start = min(gathered.recording.start, float(times.min()))
        gathered.recording.end = max(gathered.recording.end, float(times.max()))
    return timeline


def date_it(recording: Recording, timelines: Sequence[Timeline]) -> None:
    """A date that could be read in two ways is read as somebody once said for this host; else it stays unknown."""
    host = Host.objects.filter(name=recording.host).first() if recording.host else None
    if not recording.date_is_known and host and (day := days_of(recording).get(host.date_order)):
        seconds = midnight(day)
        recording.start += seconds
        recording.end += seconds
        for timeline in timelines:
            timeline.start += seconds
        recording.date_is_known = True
    recording.clock_ahead = clock_ahead(recording, host.timezone if host else "")
