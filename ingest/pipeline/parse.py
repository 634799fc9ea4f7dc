"""Within the step `store`: a child with limits reads the files, each by the format that `identify` recognises."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from benchdb.host.counters import FILES, PARSE_SECONDS
from benchdb.models import UploadFile
from ingest.formats import formats
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import check_wanted
from ingest.pipeline.sandbox.limits import Source, TakesLong
from ingest.pipeline.sandbox.reader import Items, reader


def parse_all(files: Iterable[UploadFile], ingestion: Ingestion) -> Iterator[tuple[UploadFile, Items]]:
    """Each file with its records and problems, in their order; the next ones are read ahead.

    The items raise Unreadable where no format recognises the file. TakesLong where those before it took too much of
    the quick queue; Cancelled, a second after somebody gave the upload up.
    """
    ahead = deque[UploadFile]()

    def sources() -> Iterator[Source]:
        for file in files:
            ahead.append(file)
            yield Source(file.log.size, file.log.open)

    own = reader()
    seconds = own.cpu_seconds
    for items in own.read_all(sources(), ingestion.limits, lambda: check_wanted(ingestion.upload)):
        if ingestion.takes_long:
            raise TakesLong
        file = ahead.popleft()
        yield file, items
        format, took = file.format or "none", max(0.0, own.cpu_seconds - seconds)
        ingestion.cpu_seconds += took
        PARSE_SECONDS.labels(format).inc(took)
        FILES.labels(format, file.state).inc()
        seconds = own.cpu_seconds


def version_of(format: str) -> str:
    """The version of the parser that read it: another one may read the same bytes otherwise."""
    return formats()[format].version
