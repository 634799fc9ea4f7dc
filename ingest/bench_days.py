"""A long `sadf -j` document made of a real one: its samples again and again, ten seconds apart."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

from benchdb.host.places import ROOT

RECORDINGS = ROOT / "fixtures" / "sysstat"
START, END, LAST = b"\n\t\t\t\t{\n", b"\n\t\t\t\t}", b"\n\t\t\t],"
STAMP = re.compile(rb'"date": "[^"]*", "time": "[^"]*"')
FIRST = datetime(2022, 11, 7)  # noqa: DTZ001 - a printed time has no zone


def recorded(release: str, name: str) -> bytes:
    """What a release's own program says of its recording."""
    return lzma.decompress((RECORDINGS / release / f"{name}.xz").read_bytes())


def long_json(samples: int, release: str = "12.6.1") -> Iterator[bytes]:
    """A document of so many samples, piece by piece."""
    content = recorded(release, "sadf.json")
    head, last = content.index(START), content.index(LAST)
    given = [START + each.rpartition(END)[0] + END for each in content[head:last].split(START)[1:]]
    yield content[:head]
    for number in range(samples):
        moment = FIRST + timedelta(seconds=10 * (number + 1))
        stamp = moment.strftime('"date": "%Y-%m-%d", "time": "%H:%M:%S"').encode()
        yield (b"," if number else b"") + STAMP.sub(stamp, given[number % len(given)], count=1)
    yield content[last:]


def write_long_json(path: Path, samples: int) -> None:
    with path.open("wb") as file:
        file.writelines(long_json(samples))
