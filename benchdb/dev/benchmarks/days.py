"""Long logs of sysstat, made of real ones: the samples of a recording again and again, ten seconds apart."""

from __future__ import annotations

import lzma
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path

from benchdb.host.paths import ROOT

RECORDINGS = ROOT / "fixtures" / "sysstat"
IOSTAT = ROOT / "fixtures" / "logs" / "iostat_json" / "12.6.1"
RELEASE = "12.6.1"
DAY = 8639  #: samples, ten seconds apart
START, END, LAST = b"\n\t\t\t\t{\n", b"\n\t\t\t\t}", b"\n\t\t\t],"
DISK = b'\n\t\t\t\t\t\t{"disk_device"'
ISO_STAMP = re.compile(rb'"timestamp": "[^"]*"')
STAMP = re.compile(rb'"date": "[^"]*", "time": "[^"]*"')
FIRST = datetime(2022, 11, 7)  # noqa: DTZ001 - a printed time has no zone
CLOCK = 8  #: characters of 19:02:03


def recorded(release: str, name: str) -> bytes:
    """What a release's own program says of its recording."""
    return lzma.decompress((RECORDINGS / release / f"{name}.xz").read_bytes())


def moment(number: int) -> datetime:
    """The time of a sample, counted from 0."""
    return FIRST + timedelta(seconds=10 * (number + 1))


def long_json(samples: int, release: str = RELEASE) -> Iterator[bytes]:
    """`sadf -j` of so many samples, piece by piece."""
    content = recorded(release, "sadf.json")
    head, last = content.index(START), content.index(LAST)
    given = [START + sample.rpartition(END)[0] + END for sample in content[head:last].split(START)[1:]]
    yield content[:head]
    for number in range(samples):
        stamp = moment(number).strftime('"date": "%Y-%m-%d", "time": "%H:%M:%S"').encode()
        yield (b"," if number else b"") + STAMP.sub(stamp, given[number % len(given)], count=1)
    yield content[last:]


def write_long_json(path: Path, samples: int) -> None:
    with path.open("wb") as file:
        file.writelines(long_json(samples))


def long_text(samples: int, release: str = RELEASE, only: str = "") -> Iterator[str]:
    """`sar -A` of at most a day; `only` the sections in whose header this stands."""
    banner, *blocks = recorded(release, "sar_A.ISO.txt").decode().partition("LINUX RESTART")[0].split("\n\n")
    yield f"{banner}\n"
    sections: dict[str, list[list[str]]] = {}  #: names -> the blocks under them
    for block in blocks:
        header, *rows = block.strip("\n").split("\n")
        sections.setdefault(header[CLOCK:], []).append(rows)
    for names, parts in sections.items():
        if only in names and any(row[:1].isdigit() for rows in parts for row in rows):
            yield from long_section(names, parts, samples)


def long_section(names: str, blocks: list[list[str]], samples: int) -> Iterator[str]:
    """One section. Where it has several blocks a header stands before each sample, as before interrupts."""
    rows = [row for block in blocks for row in block]
    times = [list(group) for clock, group in groupby(rows, key=lambda row: row[:CLOCK]) if clock[:1].isdigit()]
    for number in range(samples):
        if number == 0 or len(blocks) > 1:
            yield f"\n{moment(number - 1):%H:%M:%S}{names}\n"
        clock = f"{moment(number):%H:%M:%S}"
        yield "".join(f"{clock}{row[CLOCK:]}\n" for row in times[number % len(times)])
    yield "".join(f"{row}\n" for row in rows if row.startswith("Average:"))


def long_lines(samples: int, name: str, release: str = RELEASE) -> Iterator[bytes]:
    """`sadf -d`: each section's rows, as long_text has them."""
    cycle = recorded(release, name).partition(b"LINUX-RESTART")[0].rpartition(b"\n")[0]
    for section in re.split(rb"(?m)^(?=# )", cycle):
        header, *rows = section.strip(b"\n").split(b"\n")
        times = [list(group) for _, group in groupby(rows, key=lambda row: row.split(b";")[2])] if rows else []
        if times:
            yield header + b"\n"
            for number in range(samples):
                stamp = f"{moment(number):%Y-%m-%d %H:%M:%S} UTC".encode()
                for row in times[number % len(times)]:
                    cells = row.split(b";", 3)
                    yield b";".join((*cells[:2], stamp, cells[3])) + b"\n"


def long_iostat_json(samples: int, disks: int = 1) -> bytes:
    """`iostat -x -t -o JSON` of a real log's samples again and again, a second apart, each disk as the first."""
    content = (IOSTAT / "iostat_json_ISO.json").read_bytes()
    head, *given = content.split(START)
    tail = given[-1][given[-1].index(END) :]
    given = [sample[: sample.index(END)] for sample in given]
    parts = list[bytes]()
    for number in range(samples):
        stamp = f'"timestamp": "{FIRST + timedelta(seconds=number):%Y-%m-%dT%H:%M:%S}+0000"'.encode()
        parts.append(of_disks(ISO_STAMP.sub(stamp, given[number % len(given)], count=1), disks))
    return head + START + (END + b"," + START).join(parts) + tail


def of_disks(sample: bytes, disks: int) -> bytes:
    """The sample with the row of its disk so often, each under another name."""
    begin = sample.index(DISK)
    end = sample.index(b"}", begin) + 1
    rows = [sample[begin:end].replace(b'"vda"', f'"vd{number}"'.encode()) for number in range(disks)]
    return sample[:begin] + b",".join(rows) + sample[end:]
