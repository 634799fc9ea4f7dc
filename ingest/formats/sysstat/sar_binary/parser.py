"""Recordings of sysstat, binary: `saDD` and `saYYYYMMDD` files of sadc -> one TraceRecord per metric and item."""

from __future__ import annotations

import io
import shutil
import tempfile
from collections.abc import Iterator
from typing import BinaryIO, cast

from ingest.formats.sysstat.kit.pieces import until_broken
from ingest.formats.sysstat.sadf.hosts import Hosts
from ingest.formats.sysstat.sadf_json import parser as sadf_json
from ingest.formats.sysstat.sar_binary.child import ChildFailed, Limits, into_file, output_of
from ingest.formats.sysstat.sar_binary.magic import CONVERTIBLE, Recording, recording
from ingest.formats.sysstat.sar_binary.unknown_activities import unknown_sections
from ingest.records import Parsed, Problem

PROGRAM = "sadf"
MOST = 2**30  #: bytes of a recording: a year at a minute
READ = 64 * 1024  #: bytes; a broken archive loses at most so much
CONVERTED = Limits(output=4 * MOST)


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


def read(path: str, recording: Recording | None, size: int) -> Parsed:
    """What sadf says of the recording at `path`."""
    if recording is None:
        yield Problem(0, "No recording of sysstat: expected its first bytes, 0xd596 and the format's number.")
        return
    program = shutil.which(PROGRAM)
    if size > MOST:
        yield Problem(0, f"This recording is longer than {MOST // 2**20} MiB. {advice(recording)}")
    elif program is None:
        yield Problem(0, f"Recorded by {recording.recorder}; no sadf is installed here to read it. {advice(recording)}")
    else:
        yield from through(program, path, recording)


def advice(recording: Recording) -> str:
    command = f"run `{recording.export}` and send the output instead."
    return f"On the machine that recorded it, or any with that release, {command}"


def through(program: str, path: str, recording: Recording) -> Parsed:
    """Read it with `program`, converted where only that works."""
    hosts, error = read_json(program, path)
    if error and not hosts.reports and recording.format in CONVERTIBLE:
        with tempfile.NamedTemporaryFile(prefix="benchdb-", suffix=".sa") as converted:
            try:
                into_file([program, "-c", path], cast(BinaryIO, converted.file), CONVERTED)
            except ChildFailed as failure:
                yield Problem(0, refusal(recording, f"`sadf -c` cannot convert it: {failure}"))
                return
            hosts, error = read_json(program, converted.name)
    if error and not hosts.reports:
        yield Problem(0, refusal(recording, f"the sadf installed here cannot read it: {error}"))
        return
    if error:
        hosts.problems.add(0, f"sadf had trouble with this recording: {error}. What it printed was read.")
    if unknown := unknown_sections(program, path):
        hosts.problems.add(
            0, f"The sadf installed here cannot read {unknown} as {recording.recorder} has it. {advice(recording)}"
        )
    yield from sadf_json.sorted_out(hosts)


def refusal(recording: Recording, why: str) -> str:
    return f"Recorded by {recording.recorder}; {why.replace(chr(10), ' ')[:300]}. {advice(recording)}"


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
