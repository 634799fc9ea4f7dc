"""`make fuzz`: how many inputs each target took, and what made one raise. Exit status 1 where anything did."""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from benchdb.dev import fuzz
from benchdb.host.paths import ROOT

LOGS = ROOT / "fixtures" / "logs"
LARGEST = 4096  #: bytes of an input
SLOWEST = 20  #: seconds of one input, after which it counts as a fault
MEMORY = 1024  #: MiB
DONE = re.compile(r"Done (\d+) (?:runs )?in (\d+) second")
COUNTED = re.compile(r"^#(\d+)\t", re.MULTILINE)
TOML = (b'pattern = "{machine}/{zone}"\n[facts]\nmachine = "a"\ncpus = 4\n[files."*.log"]\ntrial = 2\n',)
SEEDS: dict[str, tuple[bytes, ...]] = {
    "search": (b'server:nginx -zone:"global" concurrency:4..8 stored:>=-1w', b"kernel:2.6 ab"),
    "benchdb.toml": TOML,
    "facts": (b"machine=a&cpus=4&tuning=a%3Db&started_at=2026-11-22T10:00Z&pattern={machine}/x", b"trial=2"),
}
QUESTION = (b"rows=server&cols=kernel&metric=rate&where=zone:global&baseline=a&protocol=mean&as_of=2026-11-22",)


@dataclass(frozen=True, slots=True)
class Outcome:
    target: str
    inputs: int
    seconds: int
    words: str  #: of the fault, "" where there was none


def seeds(target: str) -> tuple[bytes, ...]:
    """What the inputs are grown from: for a format its real logs' beginnings."""
    if target.startswith("question "):
        return QUESTION
    logs = LOGS.rglob("*") if target in ("identify", "archives") else (LOGS / target).rglob("*")
    some = [log for log in sorted(logs) if log.is_file() and "golden" not in log.name and log.name != "ORIGIN"]
    return SEEDS.get(target) or tuple(log.read_bytes()[:LARGEST] for log in some[:200])


def fuzzed(target: str, runs: int, seconds: int, keep: Path) -> Outcome:
    corpus = Path(tempfile.mkdtemp(prefix="benchdb-fuzz-"))
    for number, seed in enumerate(seeds(target)):
        (corpus / str(number)).write_bytes(seed)
    limits = [f"-runs={runs}", f"-max_total_time={seconds}", f"-max_len={LARGEST}", f"-timeout={SLOWEST}"]
    kept = [f"-rss_limit_mb={MEMORY}", f"-artifact_prefix={keep}/{target.replace(' ', '-')}-"]
    command = [sys.executable, "-m", "benchdb.dev.fuzz.one", target, str(corpus), *limits, *kept]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, errors="replace", check=False)
    shutil.rmtree(corpus)
    whole = DONE.search(done.stderr)
    counts = [int(count) for count in COUNTED.findall(done.stderr)] or [0]
    inputs, took = (int(whole[1]), int(whole[2])) if whole else (counts[-1], 0)
    return Outcome(target, inputs, took, "" if done.returncode == 0 else (done.stdout + done.stderr)[-4000:])


def main() -> None:
    parser = argparse.ArgumentParser(description=fuzz.__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--seconds", type=int, default=0, help="at most, for each target; 0: as long as it takes")
    parser.add_argument("--keep", type=Path, default=Path(tempfile.gettempdir()) / "benchdb-fuzzed")
    parser.add_argument("targets", nargs="*")
    options = parser.parse_args()
    options.keep.mkdir(parents=True, exist_ok=True)
    faults = 0
    for target in options.targets or names():
        outcome = fuzzed(target, options.runs, options.seconds, options.keep)
        print(f"{outcome.inputs:>9,} {outcome.seconds:5} s  {target}", flush=True)
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
