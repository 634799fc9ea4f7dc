"""Real logs of each format, short enough to be read many times."""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path

from ingest.tests.goldens import LOGS, all_logs

LONGEST = 24_000  #: bytes of a sample; the longer ones repeat themselves


@cache
def logs_of_formats() -> dict[str, list[Path]]:
    return {name: [*logs] for name, logs in groupby(all_logs(), key=lambda log: log.relative_to(LOGS).parts[0])}


@cache
def samples(name: str) -> list[bytes]:
    """Real logs of a format; long ones up to a line's end."""
    contents = [log.read_bytes() for log in logs_of_formats().get(name, ())]
    return [
        content if len(content) <= LONGEST else content[: content.rfind(b"\n", 0, LONGEST) + 1] for content in contents
    ]
