"""Runs, and what sar recorded beside them, by their numbers."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np

from benchdb.domain.activity.packing import packed
from benchdb.models import (
    Log,
    Machine,
    Measurement,
    Recording,
    Run,
    RunRecording,
    Setup,
    Timeline,
    Trace,
    Upload,
    UploadFile,
)
from benchdb.recordings.attachment import attach

SAMPLES = 100_000
START = datetime(2026, 11, 20, tzinfo=UTC)
PEAK = 61_234  #: the one sample with a run queue of 500


def file(name: str) -> UploadFile:
    upload = Upload.objects.create(digest=name, state=Upload.State.STORED)
    return UploadFile.objects.create(upload=upload, position=1, name=name, log=Log.of([name.encode()]))


def make_run(machine: Machine, second: float, lasted: float, rate: float = 1000.0) -> Run:
    setup = Setup.objects.get_or_create(fingerprint="s", defaults={"machine": machine, "tool": "ab", "cpus": 2})[0]
    started = datetime.fromtimestamp(START.timestamp() + second, UTC)
    run = Run.objects.create(
        setup=setup, file=file(f"{second}.log"), ordinal=1, started_at=started, format="ab", parser_version="1"
    )
    for name, value in {"duration": lasted, "requests_per_second": rate}.items():
        Measurement.objects.create(run=run, metric=name, value=value, line=1)
    return run


def make_recording(machine: Machine, samples: int = SAMPLES, name: str = "sar.txt") -> Recording:
    """One sample a second: CPU, its two processors, and a run queue with one peak."""
    random, start = np.random.default_rng(7), START.timestamp()
    recording = Recording.objects.create(
        file=file(name), host="web1", machine=machine, tool="sar", format="sar", parser_version="1",
        start=start, end=start + samples - 1, facts={"cpus": 2},
    )  # fmt: skip
    line = Timeline.objects.create(recording=recording, start=start, step=1.0, count=samples)
    user, system = random.uniform(0.1, 0.4, samples).round(4), random.uniform(0.1, 0.3, samples).round(4)
    queue = random.integers(0, 9, samples).astype(float)
    queue[min(PEAK, samples - 1)] = 500
    made = {
        ("cpu.user_incl_guest", "all", "fraction"): user,
        ("cpu.system_incl_irq", "all", "fraction"): system,
        ("cpu.idle", "all", "fraction"): 1 - user - system,
        ("cpu.idle", "0", "fraction"): 1 - user,
        ("cpu.idle", "1", "fraction"): 1 - system,
        ("queue.run", "", "count"): queue,
        ("tasks.context_switches", "", "1/s"): 5000 + 100 * user,
    }
    Trace.objects.bulk_create(
        Trace(recording=recording, timeline=line, metric=metric, item=item, unit=unit, data=packed(values))
        for (metric, item, unit), values in made.items()
    )
    return recording


def two_recorded_runs() -> tuple[Run, Run]:
    """On one machine, an hour and two hours after its recording began; one lasts long."""
    machine = Machine.objects.create(name="web1")
    recording = make_recording(machine)
    runs = make_run(machine, 3600, 80_000), make_run(machine, 7200, 60)
    attach(runs, recording, RunRecording.How.TIME)
    return runs
