"""A file that asks too much is stopped with a sentence and its number; those behind it are read all the same."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import signal
import subprocess
import sys
import threading
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest
import zstandard

from benchdb.dev.testing.waiting import wait_for
from benchdb.host.paths import ROOT
from ingest.pipeline.identify import read
from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.pipeline.reading.unreadable import Unreadable
from ingest.pipeline.sandbox import conversation
from ingest.pipeline.sandbox.limits import MIB, Limits, Source
from ingest.pipeline.sandbox.reader import Reader
from ingest.pipeline.sandbox.wire import Receiver, Sender, Skipped
from ingest.records import Problem, RunRecord, TraceRecord

AB = (ROOT / "fixtures/studies/zones/global.log").read_bytes()
#: A child whose parser does what the log's first line says.
PARSER = """
import os, time
from ingest.pipeline.reading.parsed_items import ParsedItem
from ingest.pipeline.sandbox import child
from ingest.records import Measurement, Problem, RunRecord, TraceRecord
def series(count):
    import numpy as np
    return TraceRecord("cpu.user", "", np.arange(float(count)), np.zeros(count))
def numbers(count):
    return RunRecord("ab", "2", {}, tuple(Measurement("failed", 1.0, 1, str(n)) for n in range(count)))
def read(raw):
    what = raw.readline().decode().strip()
    yield ParsedItem("ab", Problem(1, what))
    if what == "spin":
        while True: pass
    if what == "sleep": time.sleep(1000)
    if what == "grow":
        hoard = []
        while True: hoard.append(bytearray(os.urandom(2**20)))
    if what == "die": os._exit(3)
    if what == "killed": os.kill(os.getpid(), 9)
    if what.startswith("ended once by "):
        how, path = what.removeprefix("ended once by ").split(": ")
        how = int(how)
        try: os.close(os.open(path, os.O_CREAT | os.O_EXCL))
        except FileExistsError: pass
        else:
            yield ParsedItem("ab", Problem(2, "again"))
            os.kill(os.getpid(), how)
        yield from (ParsedItem("ab", Problem(2, word)) for word in ("again", "whole"))
    if what == "fault": raise KeyError("a bug")
    if what == "problems": yield from (ParsedItem("ab", Problem(n, "x")) for n in range(999))
    if what == "numbers": yield from (ParsedItem("ab", numbers(60)) for _ in range(3))
    if what == "series": yield from (ParsedItem("sar", series(60)) for _ in range(3))
    if what == "print": print("not for the parent")
    raw.read()
child.read = read
child.main()
"""


@pytest.fixture
def reader() -> Iterator[Reader]:
    reader = Reader()
    yield reader
    reader.stop()


@pytest.fixture
def obedient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "COMMAND", (sys.executable, "-c", PARSER))


def source(content: bytes) -> Source:
    return Source(len(content), lambda: io.BytesIO(content))


class Clock:
    """Runs, two seconds a look, only while it is told to: a busy machine's pauses are no waiting."""

    def __init__(self) -> None:
        self.seconds, self.is_running = 0.0, False

    def monotonic(self) -> float:
        self.seconds += 2 * self.is_running
        return self.seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(conversation, "time", clock)
    return clock


def sentences(reader: Reader, contents: Sequence[bytes], limits: Limits, clock: Clock | None = None) -> list[list[str]]:
    """The problems of each content; `clock` runs while the child sleeps."""
    messages: list[list[str]] = []
    for items in reader.read_all(map(source, contents), limits):
        messages.append([])
        for item in items:
            if isinstance(item, ParsedItem) and isinstance(item.what, Problem):
                messages[-1].append(item.what.message)
                if clock is not None:
                    clock.is_running = item.what.message == "sleep"
    return messages


@pytest.mark.parametrize(
    ("order", "limits", "sentence"),
    [
        (b"spin", Limits(cpu_seconds=1), "it took more than 1 s of CPU and 1 s for each MiB. What was read"),
        (b"grow", Limits(memory=200 * MIB), "it needs more than 200 MiB of memory."),
        (b"sleep", Limits(wall_seconds=1), "it took more than 1 s."),
        (b"die", Limits(), "its reader ended with status 3"),
        (b"killed", Limits(), "its reader ended with status -9"),
        (b"fault", Limits(), "failed inside benchdb (KeyError: 'a bug'). The bytes are kept."),
        (b"numbers", Limits(measurements=100), "it has more than 100 numbers."),
        (b"series", Limits(values=100), "it has more than 100 values."),
    ],
)
def test_a_file_that_is_too_much_is_stopped_and_the_others_are_read(
    reader: Reader, obedient: None, clock: Clock, order: bytes, limits: Limits, sentence: str
) -> None:
    first, second, third = sentences(reader, [b"ok\n", order + b"\nx", b"ok too\n"], limits, clock)
    assert (first, third) == (["ok"], ["ok too"])
    assert second[0] == order.decode()
    assert sentence in second[1]


@pytest.mark.parametrize(
    ("how", "last"),
    [
        (signal.SIGKILL, "whole"),
        (signal.SIGTERM, "whole"),
        (signal.SIGSEGV, "Reading it failed inside benchdb (its reader ended with status -11). The bytes are kept."),
        (signal.SIGABRT, "Reading it failed inside benchdb (its reader ended with status -6). The bytes are kept."),
    ],
)
def test_a_log_whose_reader_is_killed_from_outside_is_read_once_more(
    reader: Reader, obedient: None, tmp_path: Path, how: int, last: str
) -> None:
    """One that crashes would crash again."""
    once = f"ended once by {int(how)}: {tmp_path / 'x'}"
    contents = [b"ok\n", f"{once}\nx".encode(), b"ok too\n"]
    assert sentences(reader, contents, Limits()) == [["ok"], [once, "again", last], ["ok too"]]


def test_problems_beyond_their_limit_are_counted_only(reader: Reader, obedient: None) -> None:
    (items,) = (list(items) for items in reader.read_all([source(b"problems\n")], Limits(problems=10)))
    assert len(items) == 11
    assert items[-1] == Skipped(990)


def test_what_a_parser_prints_does_not_reach_the_parent(reader: Reader, obedient: None) -> None:
    assert sentences(reader, [b"print\n", b"ok\n"], Limits()) == [["print"], ["ok"]]


def test_an_answer_that_nobody_wants_ends_the_child_and_the_next_one_is_read(reader: Reader, obedient: None) -> None:
    for items in reader.read_all(map(source, [b"problems\n", b"x\n"]), Limits()):
        next(items)
        break
    assert sentences(reader, [b"ok\n"], Limits()) == [["ok"]]


FEW = Limits(always=MIB, ratio=10, lines=1000, line=MIB, unpacked=3 * MIB)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (gzip.compress(AB + b" " * 2 * MIB), "it unpacks to more than 10 times its size."),
        (AB + b"\n" * 1001, "it has more than 1,000 lines."),
        (AB + b"x" * (MIB + 1), f"line {AB.count(10) + 1} is longer than 1 MiB."),
        (AB + (b"x" * 9999 + b"\n") * 500, "it unpacks to more than 3 MiB."),
    ],
)
def test_bytes_and_lines_are_counted_while_they_are_unpacked(reader: Reader, content: bytes, sentence: str) -> None:
    (items,) = sentences(reader, [content], FEW)
    assert any(sentence in item for item in items)


def test_a_log_whose_first_line_is_too_long_is_refused_for_that(reader: Reader) -> None:
    with pytest.raises(Unreadable, match=r"^Reading it was stopped: line 1 is longer than 1 MiB\.$"):
        sentences(reader, [b"x" * (2 * MIB) + AB], FEW)


def test_what_stands_above_a_line_that_is_too_long_is_read(reader: Reader) -> None:
    other = AB.replace(b"390.24", b"391.24")
    (items,) = (list(items) for items in reader.read_all([source(AB + other + b"x" * (2 * MIB) + b"\n" + AB)], FEW))
    assert [type(item.what) for item in items if isinstance(item, ParsedItem)] == [RunRecord, RunRecord, Problem]


PACKED = {
    "gzip": (gzip.compress, lambda: zlib.decompressobj(31)),
    "bz2": (bz2.compress, bz2.BZ2Decompressor),
    "xz": (lzma.compress, lzma.LZMADecompressor),
    "zstd": (zstandard.compress, lambda: zstandard.ZstdDecompressor().decompressobj()),
}


@pytest.mark.parametrize("kind", PACKED)
@pytest.mark.parametrize("cut", [0.5, 0.8, 0.99])
def test_a_small_compressed_log_that_breaks_off_counts_up_to_there(reader: Reader, kind: str, cut: float) -> None:
    """As the text that its own decompressor gets out."""
    pack, unpack = PACKED[kind]
    log = b"".join(AB.replace(b"complete requests", sha256(b"%d" % place).hexdigest().encode()) for place in range(90))
    packed = pack(log)
    broken = packed[: int(cut * len(packed))]
    text = unpack().decompress(broken)
    (ended,) = map(ended_with, reader.read_all([source(broken)], Limits()))
    if not text:
        assert ended == ["The file is compressed, but its contents are broken"]
        return
    *items, problem = ended
    assert problem == "The compressed file breaks off"
    assert items == ended_with(iter(read(io.BytesIO(text))))


def test_a_log_that_breaks_off_before_its_format_shows_says_so(reader: Reader) -> None:
    log = b"".join(b"nothing that a load tool prints, line %d\n" % number for number in range(99))
    for items in reader.read_all([source(gzip.compress(log)[:-40])], Limits()):
        with pytest.raises(Unreadable, match=r"^Not a log we know.* The compressed file breaks off: "):
            list(items)


def ended_with(items: Iterator[ParsedItem | Skipped]) -> list[object]:
    """What a log says, and the beginnings of what is said of the file itself."""
    try:
        return [item.what.message.split(":")[0] if is_of_file(item) else item.what for item in items]  # type: ignore[union-attr]
    except Unreadable as error:
        return [str(error).split(":")[0]]


def is_of_file(item: ParsedItem | Skipped) -> bool:
    return isinstance(item, ParsedItem) and isinstance(item.what, Problem) and not item.what.line


@pytest.mark.parametrize(
    "behind",
    [b"junk behind it", b"\0" * 700, gzip.compress(b"more", mtime=0)[:-9]],
    ids=["junk", "padding", "half of another"],
)
def test_what_stands_behind_a_compressed_log_takes_nothing_from_it(reader: Reader, behind: bytes) -> None:
    (ended,) = map(ended_with, reader.read_all([source(gzip.compress(AB) + behind)], Limits()))
    assert ended[:1] == ended_with(iter(read(io.BytesIO(AB))))


def test_what_is_compressed_twice_is_refused(reader: Reader) -> None:
    for items in reader.read_all([source(gzip.compress(gzip.compress(AB)))], Limits()):
        with pytest.raises(Unreadable, match="compressed twice"):
            list(items)


def test_a_child_says_what_a_parser_says(reader: Reader) -> None:
    logs = [AB, gzip.compress(AB), *(path.read_bytes() for path in sorted((ROOT / "fixtures/logs/sar").rglob("*.log")))]
    for content, items in zip(logs, reader.read_all(map(source, logs), Limits()), strict=True):
        assert [alike(item) for item in items] == [alike(item) for item in read(io.BytesIO(content))]


def alike(item: ParsedItem | Skipped) -> object:
    """Arrays have no equality of their own."""
    assert isinstance(item, ParsedItem)
    if isinstance(record := item.what, TraceRecord):
        return item.format, record.metric, record.item, record.times.tolist(), str(record.values.tolist()), record.facts
    return item


def test_traces_of_one_log_share_their_facts_again() -> None:
    items = [item for path in (ROOT / "fixtures/logs/sar").rglob("*.log") for item in read(path.open("rb"))][:200]
    sender, receiver = Sender(), Receiver()
    decoded = [receiver.decoded(sender.encoded(item)) for item in items]
    mappings = {id(item.what.facts) for item in items if isinstance(item.what, TraceRecord)}
    received = [item.what for item in decoded if isinstance(item, ParsedItem) and isinstance(item.what, TraceRecord)]
    assert len({id(record.facts) for record in received}) == len(mappings)


def test_numbers_survive_the_way() -> None:
    (item,) = read(io.BytesIO(AB))
    decoded = Receiver().decoded(Sender().encoded(item))
    assert isinstance(item.what, RunRecord)
    assert decoded == replace(item)


def test_a_child_outlives_the_thread_that_started_it(reader: Reader) -> None:
    """A web server's threads come and go. The kernel's own signal would follow the thread."""
    thread = threading.Thread(target=sentences, args=(reader, [AB], Limits()))
    thread.start()
    thread.join()
    child = reader.start()
    assert sentences(reader, [AB], Limits()) == [[]]
    assert reader.start() is child


def test_a_child_ends_behind_a_parent_that_was_killed() -> None:
    code = "from ingest.pipeline.sandbox.reader import reader; import time\n"
    code += "print(reader().start()._child.pid, flush=True); time.sleep(1000)"
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = Path(f"/proc/{int(parent.stdout.readline())}")
        assert child.exists()
        parent.kill()
    wait_for(lambda: not child.exists() or "State:\tZ" in (child / "status").read_text())


def test_a_child_imports_no_numpy_before_a_log_has_series() -> None:
    """It was more than half of what each imported before it read its first log."""
    code = f"""
import io, sys
from ingest.pipeline.sandbox import child
assert list(child.read(io.BufferedReader(io.BytesIO({AB!r}))))
print("numpy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
