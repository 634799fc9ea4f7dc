"""`python -m ingest.pipeline.sandbox.child`: reads one log after the other, each within its limits. No Django.

In: a frame with a Job, then the log's bytes in frames, an empty one last. Out: frames of parsed items, then Done.
"""

from __future__ import annotations

import os
import pickle
import resource
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from typing import BinaryIO, cast

from benchdb.domain.compression import BROKEN
from ingest.pipeline.identify import read
from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.pipeline.sandbox.counted import counted, limit_of
from ingest.pipeline.sandbox.frames import FramedStream, frame, read_frame
from ingest.pipeline.sandbox.limits import Job, LimitHit, Limits
from ingest.pipeline.sandbox.wire import Done, Sender, Skipped, dumped
from ingest.records import Problem, RunRecord, TraceRecord

POLL = 0.5  #: seconds between two checks that the parent is there
BACKSTOP = 3  #: times the memory limit, as private mappings: the parent looks at what is really used


def main() -> None:
    die_with_parent()
    source, target = os.fdopen(0, "rb", 2**20), os.fdopen(os.dup(1), "wb", 2**16)
    os.dup2(2, 1)  # whatever prints does not speak to the parent
    while (content := read_frame(cast(BinaryIO, source))) is not None:
        job: Job = pickle.loads(content)
        stream = FramedStream(cast(BinaryIO, source))
        do(job, stream, cast(BinaryIO, target))
        target.flush()
        stream.drain()


def die_with_parent() -> None:
    """Looked for by a thread: the kernel's own signal comes when the thread ends that started this process, and a web
    server's thread may end long before the server."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    threading.Thread(target=end_behind, args=(os.getppid(),), daemon=True).start()


def end_behind(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(POLL)
    os._exit(1)


def do(job: Job, stream: FramedStream, target: BinaryIO) -> None:
    """Read one log, send what it says, and how it ended."""
    began, sender = used_cpu(), Sender()
    limit_memory(job.limits)
    limit_cpu(began, job.limits, 0)
    refused = limit = fault = ""
    log: BinaryIO | None = None
    try:
        log = counted(cast(BinaryIO, stream), job.size, job.limits, lambda size: limit_cpu(began, job.limits, size))
        for item in limited(read(log), job.limits):
            target.write(frame(dumped(item) if isinstance(item, Skipped) else sender.encoded(item)))
            if isinstance(item, Skipped) or not isinstance(item.what, TraceRecord):  # of these there are too many
                target.flush()  # if this process is ended, what it read before counts
        limit = limit_of(log)
    except Unreadable as error:
        refused = why_refused(log, error)
    except LimitHit as error:
        limit = str(error)
    except MemoryError:
        limit = job.limits.memory_sentence
    except Exception as error:  # noqa: BLE001 - a bug in a parser: the parent says so, the other files go on
        fault = f"{type(error).__name__}: {error}"[:500]
        traceback.print_exc(file=sys.stderr)
    target.write(frame(dumped(Done(used_cpu() - began, refused, limit, fault))))


def why_refused(log: BinaryIO | None, error: Unreadable) -> str:
    """That its first line never ends, where that is so; what it begins with says nothing then."""
    if log is None:
        return str(error)
    try:
        return limit_of(log, of_first_line=True) or str(error)
    except (LimitHit, *BROKEN):
        return str(error)


def limited(items: Iterator[ParsedItem], limits: Limits) -> Iterator[ParsedItem | Skipped]:
    """The items, up to the limits; problems beyond theirs are counted only. LimitHit."""
    problems = measurements = values = 0
    for item in items:
        match item.what:
            case Problem():
                problems += 1
                if problems > limits.problems:
                    continue
            case RunRecord() as run:
                measurements += len(run.measurements)
                if measurements > limits.measurements:
                    raise LimitHit(f"Reading it was stopped: it has more than {limits.measurements:,} numbers.")
            case TraceRecord() as trace:
                values += len(trace.values)
                if values > limits.values:
                    raise LimitHit(f"Reading it was stopped: it has more than {limits.values:,} values.")
        yield item
    if problems > limits.problems:
        yield Skipped(problems - limits.problems)


def used_cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def limit_cpu(began: float, limits: Limits, unpacked: int) -> None:
    """The kernel ends this process (SIGXCPU) once it takes more."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(began) + limits.cpu_for(unpacked), hard))


def limit_memory(limits: Limits) -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (BACKSTOP * limits.memory, hard))


if __name__ == "__main__":
    main()
