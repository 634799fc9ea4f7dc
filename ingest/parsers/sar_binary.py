"""Recordings of sysstat, binary: `saDD` and `saYYYYMMDD` files of sadc -> one TraceRecord per metric and item.

Source: sa.h of sysstat 3.3 to 12.7. A recording holds counters in its release's layout, so sysstat itself reads it.
Reads: what this machine's own `sadf -j FILE -- -A` prints of it, in UTC; the format `sadf_json` says what that becomes.
Both byte orders; recordings of 9.1.6 to 11.6 are converted first (`sadf -c`), in a temporary file. The child has no
shell, and limits of time, memory and output. Since 12.4 sadf names disks as the machine that reads knows them, not the
one that recorded: there `dev254-0` may get another disk's name.
Where no sadf is installed, or it cannot read the release, or fails (Debian's 12.6.1 crashes when it converts some valid
recordings of 10.x and 11.0), a problem says what to run on the machine that recorded it. Sections that the installed
sadf does not know in this release's form are told by name.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator
from typing import BinaryIO, cast

from ingest.parsers import sadf_json
from ingest.parsers._sadf_child import ChildFailed, Limits, into_file, output_of
from ingest.parsers._sadf_hosts import Hosts
from ingest.parsers._sadf_magic import CONVERTIBLE, Recording, recording
from ingest.parsers._sadf_unknown import unknown_sections
from ingest.parsers.sar import until_broken
from ingest.records import Parsed, Problem

TITLE = "saDD (sysstat), binary, through sadf"

PROGRAM = "sadf"
MOST = 2**30  #: bytes of a recording: a year at a minute
READ = 64 * 1024  #: bytes; a broken archive loses at most so much
CONVERTED = Limits(output=4 * MOST)


def sniff(head: bytes) -> bool:
    """Whether a recording of sysstat begins in `head`."""
    return recording(head) is not None


def parse(stream: BinaryIO) -> Parsed:
    """The traces of a recording, or what to do where it cannot be read here."""
    broken = list[Exception]()
    with tempfile.NamedTemporaryFile(prefix="benchdb-", suffix=".sa") as file:
        size = 0
        for piece in until_broken(chunks(stream), broken):
            size += len(piece)
            if size > MOST:
                break
            file.write(piece)
        file.flush()
        file.seek(0)
        yield from read(file.name, recording(file.read(2048)), size)
    if broken:
        raise broken[0]


def chunks(stream: BinaryIO) -> Iterator[bytes]:
    buffered = stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(cast(io.RawIOBase, stream), READ)
    while piece := buffered.read1(READ):
        yield piece


def read(path: str, found: Recording | None, size: int) -> Parsed:
    """What sadf says of the recording at `path`."""
    if found is None:
        yield Problem(0, "No recording of sysstat: expected its first bytes, 0xd596 and the format's number.")
        return
    program = shutil.which(PROGRAM)
    if size > MOST:
        yield Problem(0, f"This recording is longer than {MOST // 2**20} MiB. {advice(found)}")
    elif program is None:
        yield Problem(0, f"Recorded by {found.recorder}; no sadf is installed here to read it. {advice(found)}")
    else:
        yield from through(program, path, found)


def advice(found: Recording) -> str:
    return (
        f"On the machine that recorded it, or any with that release, run `{found.export}` and send the output instead."
    )


def through(program: str, path: str, found: Recording) -> Parsed:
    """Read it with `program`, converted where only that works."""
    hosts, error = read_json(program, path)
    if error and not hosts.reports and found.format in CONVERTIBLE:
        with tempfile.NamedTemporaryFile(prefix="benchdb-", suffix=".sa") as converted:
            try:
                into_file([program, "-c", path], cast(BinaryIO, converted.file), CONVERTED)
            except ChildFailed as failure:
                yield Problem(0, refusal(found, f"`sadf -c` cannot convert it: {failure}"))
                return
            hosts, error = read_json(program, converted.name)
    if error and not hosts.reports:
        yield Problem(0, refusal(found, f"the sadf installed here cannot read it: {error}"))
        return
    if error:
        hosts.problems.add(0, f"sadf had trouble with this recording: {error}. What it printed was read.")
    if unknown := unknown_sections(program, path):
        hosts.problems.add(
            0, f"The sadf installed here cannot read {unknown} as {found.recorder} has it. {advice(found)}"
        )
    yield from sadf_json.sorted_out(hosts)


def refusal(found: Recording, why: str) -> str:
    return f"Recorded by {found.recorder}; {why.replace(chr(10), ' ')[:300]}. {advice(found)}"


def read_json(program: str, path: str) -> tuple[Hosts, str]:
    """What `sadf -j` says of a recording, and how it failed, if it did."""
    failed = list[str]()

    def printed() -> Iterator[bytes]:
        try:
            yield from output_of([program, "-j", path, "--", "-A"], Limits())
        except ChildFailed as error:
            failed.append(str(error).replace(path, "FILE"))

    hosts = sadf_json.read(printed())
    return hosts, "".join(failed)
