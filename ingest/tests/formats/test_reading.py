"""What no parser can read gets a clear message; what is merely wrapped is unwrapped."""

import bz2
import gzip
import io
import json
import lzma
import re
from collections.abc import Callable

import pytest
import zstandard

from benchdb.host.paths import ROOT
from ingest.jsonlines import lines_of
from ingest.pipeline.identify import read
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.tests.intake.zips import zipped

LOG = (ROOT / "fixtures/studies/zones/global.log").read_bytes()


def records(content: bytes) -> list[dict[str, object]]:
    return [line for item in read(io.BytesIO(content)) for line in lines_of("f", item.format, [item.what])]


PLAIN = records(LOG)


class Zeros(io.RawIOBase):
    """A file of zeros that takes no memory."""

    def __init__(self, size: int) -> None:
        self.left = size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        size = min(len(buffer), self.left)
        buffer[:size] = bytes(size)
        self.left -= size
        return size


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty"),
        (b" \n\n", "The file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "Not a log we know. This is a PNG picture"),
        (b"Dear all,\nthe server is slow.\n", "Not a log we know. It begins: 'Dear all,'"),
        (b"Usage\x00of ab", "Its byte 6 is NUL"),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", r"This is a 7z archive\. Archives that are read are \.zip, \.tar"),
        (b"Rar!\x1a\x07\x01\x00", r"This is a RAR archive\. Archives that are read"),
        (lzma.compress(LOG, lzma.FORMAT_ALONE), r"This is compressed as \.lzma\. Archives that are read"),
        (b"MZ\x90\x00" + zipped({"a.log": LOG}), r"This is an archive that unpacks itself\. Archives that are read"),
        (gzip.compress(LOG, mtime=0)[:40], "compressed, but its contents are broken"),
    ],
)
def test_a_file_that_is_no_log_is_refused_with_a_reason(content: bytes, message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        records(content)


def test_a_huge_file_of_zeros_is_refused_without_being_read() -> None:
    zeros = Zeros(200 * 2**20)
    with pytest.raises(Unreadable, match="Its byte 1 is NUL"):
        read(io.BufferedReader(zeros))  # type: ignore[arg-type]
    assert zeros.left > 199 * 2**20


@pytest.mark.parametrize("compress", [gzip.compress, bz2.compress, lzma.compress, zstandard.compress])
def test_a_compressed_log_is_read_as_the_log_itself(compress: Callable[[bytes], bytes]) -> None:
    assert records(compress(LOG)) == PLAIN


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_a_log_from_another_shell_is_read_as_the_log_itself(encoding: str) -> None:
    assert records(LOG.decode().encode(encoding)) == PLAIN


def test_a_log_with_a_nul_in_it_is_still_read() -> None:
    run = records(LOG.replace(b"Write errors", b"Write\x00errors"))[0]
    assert run["status"] == "complete"
    assert "\\u0000" not in json.dumps(run)


def test_half_a_log_says_where_it_breaks_off() -> None:
    lines = records(LOG[: len(LOG) // 2])
    assert lines[0]["status"] == "aborted"
    assert lines[-1]["kind"] == "problem"
    assert "expected" in str(lines[-1]["message"])


def test_a_file_that_breaks_off_in_its_compression_gives_what_came_before() -> None:
    whole = gzip.compress(LOG * 3000)
    lines = records(whole[: len(whole) - 2000])
    assert len(lines) > 10
    assert "breaks off" in str(lines[-1]["message"])


def test_an_unknown_format_is_named() -> None:
    with pytest.raises(Unreadable, match="There is no format 'abb'"):
        read(io.BytesIO(LOG), "abb")


AB_REPORT = LOG.decode()[LOG.decode().index("This is ApacheBench") :]


@pytest.mark.parametrize(
    ("command", "done", "status", "sentence"),
    [
        ("ab -t 60", 40_000, "interrupted", ""),
        ("ab -t 60", 50_000, "complete", "ab ends a test with -t after 50,000 requests"),
        ("ab -t 3", 40_000, "complete", ""),
        ("ab -n 40000", 40_000, "complete", ""),
        ("ab -t 60 -n 40000", 40_000, "complete", ""),
        ("ab -t 60 -n 90000", 40_000, "interrupted", ""),
        ("ab -n 40000 -t 60", 40_000, "interrupted", ""),
        ("ab -n 5 -t 60 -n 40000", 40_000, "complete", ""),
    ],
)
def test_a_test_that_ended_before_its_time_says_so(command: str, done: int, status: str, sentence: str) -> None:
    report = re.sub(r"Complete requests: +\d+", f"Complete requests: {done}", AB_REPORT, count=1)
    address = "-c 100 http://xxx.xxx.xxx.xxx/index.html"
    (run,) = [record for record in records(f"$ {command} {address}\n{report}".encode()) if record["kind"] == "run"]
    assert run["status"] == status
    assert sentence in " ".join(run["caveats"])  # type: ignore[call-overload]
    assert ("of the 60 s planned" in str(run["facts"])) == (status == "interrupted")


def test_the_results_that_siege_prints_after_an_interrupt_are_no_whole_run() -> None:
    log = (ROOT / "fixtures/logs/siege/4.0.7-debian12/stopped-early.log").read_bytes()
    (run,) = [record for record in records(log) if record["kind"] == "run"]
    assert run["status"] == "interrupted"
