"""`make fuzz`: how many inputs each target took, and what made one raise. Exit status 1 where anything did."""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchdb.dev import fuzz
from benchdb.host.paths import ROOT

LOGS = ROOT / "fixtures" / "logs"
LARGEST = 2048  #: bytes of an input: most whole reports are smaller, and a parser takes a longer one's time for each
LARGEST_WHOLE = 12_288  #: bytes of one where even the format's smallest log is larger
SEEDS_OF_ONE = 40  #: of one format; the smallest, so that most are whole
LONGEST = 1200  #: seconds by the clock, for what hangs without a processor; one that works has less (`one.SLOWEST`)
MEMORY = 1024  #: MiB
DONE = re.compile(r"Done (\d+) (?:runs )?in (\d+) second")
COUNTED = re.compile(r"^#(\d+)\t", re.MULTILINE)
STEPS = re.compile(r"^#\d+\t.*\n", re.MULTILINE)  #: what libFuzzer says of its progress
COVERED = re.compile(r" cov: (\d+) ")
TOML = (b'pattern = "{machine}/{zone}"\n[facts]\nmachine = "a"\ncpus = 4\n[files."*.log"]\ntrial = 2\n',)
TABLE = (
    b"machine,kernel,cpus,tuning.KeepAlive,started_at,requests_per_second [1/s],latency_mean [ms]\n"
    b"a,2.6.32,4,On,2026-11-22T10:00Z,1200.5,3\n#x\nb,,8,,,,4\n",
    b"machine;trial;lock_wait_share:dcache_lock [%];notes\n'a';1;12,5;\"x;y\"\n",
)
#: WebBench's own tables, of which no log is known to exist.
WEBBENCH = (
    b"WebBench 4.1 static suite\nLength: 300 seconds\nMix Name,Requests Per Second,Throughput (Bytes/Sec)\n"
    b'1 client,"1,013.25",6148123.5\n8 clients,"5,001.50",30351201.0\n16_clients,"6,250.00",38012345.0\n',
    b"Mix Name    Requests Per Second   Throughput (Bytes/Sec)\n--------    -------------------   -----\n"
    b"1 client               1,013.25       6148123.5\n8 clients              5,001.50      30351201.0\n",
    b"| Mix Name   | Requests Per Second |\n|------------|-------------|\n| 1 client   | 1.013,25    |\n",
    b"<h2>WebBench</h2><table><tr><th>Mix Name</th><th>Requests<br>Per Second</th></tr>\n"
    b"<tr><td>1&nbsp;client</td><td>1,013.25</td></tr></table>\n",
)
SEEDS: dict[str, tuple[bytes, ...]] = {
    "search": (
        b'server:nginx -zone:"global" concurrency:4..8 stored:>=-1w',
        b"kernel:2.6 ab",
        b"latency:>5ms p99:1..2us transfer_rate:<5MB/s cpu_used:50%",
    ),
    "benchdb.toml": TOML,
    "table": TABLE,
    "webbench": WEBBENCH,
    "kit json": (
        b'{"a": [1, 2.5e-3, {"b": "\\u00b5s", "c": null}], "d": true}\n',
        b'x> {"metrics": {"p(95)": 1.25,\n "values": {"rate": NaN}}}',
    ),
    "kit words": (
        b"1m2.5s\n353.638\xc2\xb5s\n1.95 MiB\n99.90\n-10ms\n4.0K\n1.5",
        b"$ ab -n 100 -H 'x: y' https://127.0.0.1:8443/index.html\n",
        b'Get "http://[::1]:8080/": dial tcp 127.0.0.1:3->127.0.0.1:80: connect: connection refused\n',
    ),
    "facts": (b"machine=a&cpus=4&tuning=a%3Db&started_at=2026-11-22T10:00Z&pattern={machine}/x", b"trial=2"),
}
OF_ALL = ("identify", "kit text", "kit rows")  #: they grow from logs of all formats
QUESTION = (b"rows=server&cols=kernel&metric=rate&where=zone:global&baseline=a&protocol=mean&as_of=2026-11-22",)


@dataclass(frozen=True, slots=True)
class Outcome:
    target: str
    inputs: int
    seconds: int
    covered: int  #: branches of its code that were reached
    words: str  #: of the fault, "" where there was none


def seeds(target: str) -> tuple[bytes, ...]:
    """What the inputs are grown from: for a format its smallest real logs, cut where those are long."""
    if target.startswith("question "):
        return QUESTION
    if target == "archives":
        return tuple(archives())
    return SEEDS.get(target) or beginnings(target)


def archives() -> Iterator[bytes]:
    """One of each kind, with two small files in it."""
    files = {"a/x.log": b"Server Software: x\n" * 3, "benchdb.toml": TOML[0]}
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        with zipfile.ZipFile(target := io.BytesIO(), "w", method) as packed:
            for name, content in files.items():
                packed.writestr(name, content)
        yield target.getvalue()
    for mode in ("", "gz", "bz2", "xz"):
        with tarfile.open(fileobj=(target := io.BytesIO()), mode=f"w:{mode}") as tar:  # type: ignore[call-overload]
            for name, content in files.items():
                member = tarfile.TarInfo(name)
                member.size = len(content)
                tar.addfile(member, io.BytesIO(content))
        yield target.getvalue()


def beginnings(target: str) -> tuple[bytes, ...]:
    """Of logs; the smallest is whole unless it has more than LARGEST_WHOLE bytes."""
    of_all = target in OF_ALL
    logs = LOGS.rglob("*") if of_all else (LOGS / target).rglob("*")
    some = [log for log in logs if log.is_file() and "golden" not in log.name and log.name != "ORIGIN"]
    smallest = sorted(some, key=lambda log: (log.stat().st_size, log))[: 200 if of_all else SEEDS_OF_ONE]
    most = min(max([LARGEST, *(log.stat().st_size for log in smallest[:1])]), LARGEST_WHOLE)
    return tuple(log.read_bytes()[:most] for log in smallest)


def fuzzed(target: str, runs: int, seconds: int, keep: Path, corpus: Path, way: str = "one") -> Outcome:
    """One process; `corpus` is what it begins with, and has what it found interesting afterwards, unless `way` is
    "unguided"."""
    corpus.mkdir(parents=True, exist_ok=True)
    begun_from = seeds(target)
    for number, seed in enumerate(begun_from):
        (corpus / f"seed-{number}").write_bytes(seed)
    most = max([LARGEST, *map(len, begun_from)])
    limits = [f"-runs={runs}", f"-max_total_time={seconds}", f"-max_len={most}", f"-timeout={LONGEST}"]
    kept = [f"-rss_limit_mb={MEMORY}", f"-artifact_prefix={keep}/{target.replace(' ', '-')}-"]
    command = [sys.executable, "-m", f"benchdb.dev.fuzz.{way}", target, str(corpus), *limits, *kept]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    whole = DONE.search(done.stderr)
    inputs = int(whole[1]) if whole else max(map(int, COUNTED.findall(done.stderr)), default=0)
    covered = max(map(int, COVERED.findall(done.stderr)), default=0)
    return Outcome(target, inputs, int(whole[2]) if whole else 0, covered, fault_of(done))


def fault_of(done: subprocess.CompletedProcess[str]) -> str:
    """Why it ended before its time: the exception, which atheris prints on its own, then libFuzzer's words of it."""
    if done.returncode == 0:
        return ""
    ended = f"ended by signal {-done.returncode}\n" if done.returncode < 0 else ""
    return ended + done.stdout[-4000:] + STEPS.sub("", done.stderr)[-2000:]


def main() -> None:
    parser = argparse.ArgumentParser(description=fuzz.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=0, help="at most, for each target; 0: as long as it takes")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "benchdb-fuzzed")
    parser.add_argument("--corpus", type=Path, help="a folder of what was interesting, from which another time goes on")
    parser.add_argument("--unguided", action="store_true", help="without coverage: several times as many inputs")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    faults, way = 0, "unguided" if options.unguided else "one"
    with tempfile.TemporaryDirectory(prefix="benchdb-fuzz-") as unkept:
        for target in options.targets or names():
            corpus = (options.corpus or Path(unkept)) / target.replace(" ", "-")
            outcome = fuzzed(target, options.runs, options.seconds, options.keep, corpus, way)
            print(f"{outcome.inputs:>9,} {outcome.seconds:5} s {outcome.covered:5} branches  {target}", flush=True)
            if outcome.words:
                faults += 1
                print(outcome.words, flush=True)
    sys.exit(bool(faults))


def names() -> list[str]:
    """Asked of another process: what this one imports cannot be instrumented, and need not be."""
    code = "import django; django.setup(); from benchdb.dev.fuzz.targets import TARGETS; print(*TARGETS, sep='\\n')"
    environment = {"DJANGO_SETTINGS_MODULE": "benchdb.settings", "DEBUG": "1"}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True).stdout.split(
        "\n"
    )[:-1]


if __name__ == "__main__":
    main()
