"""One target in a process of its own, on changed logs alone: nothing counts what they reach, so that it reads several
times as many. `python -m benchdb.dev.fuzz.unguided TARGET CORPUS [-runs=N] [-max_total_time=SECONDS] [-max_len=BYTES]
[-artifact_prefix=PATH]`, options as libFuzzer has them.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from benchdb.dev.fuzz.mutations import crossed, mutated, with_other_bytes
from benchdb.dev.fuzz.one import give_up, import_targets, in_little_time, take_little_time

CROSSED = 0.2  #: of the inputs are made from two
BYTES = 0.2  #: of the inputs have bytes changed that nobody looked at
COUNTED = 4096  #: inputs between two looks at the clock


def main() -> None:
    target, corpus, *options = sys.argv[1:]
    limits = dict(option.lstrip("-").split("=", 1) for option in options)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    os.environ |= {"DEBUG": "1", "POLARS_MAX_THREADS": "1"}
    fed = import_targets()[target]
    take_little_time()
    signal.signal(signal.SIGPROF, give_up)
    known = [path.read_bytes() for path in sorted(Path(corpus).iterdir())]
    begun = time.monotonic()
    ends = begun + (float(limits["max_total_time"]) or float("inf"))
    runs = feed(fed, inputs(known, int(limits["max_len"])), int(limits["runs"]), ends, limits["artifact_prefix"])
    print(f"Done {runs} runs in {time.monotonic() - begun:.0f} second(s)", file=sys.stderr)


def inputs(known: list[bytes], most: int) -> Iterator[bytes]:
    """Without an end; other ones each time."""
    chance = random.Random()
    while True:
        content = chance.choice(known)
        if chance.random() < CROSSED:
            content = crossed(content, chance.choice(known), most, chance.getrandbits(32))
        content = mutated(content, most, chance.getrandbits(32))
        yield with_other_bytes(content, chance)[:most] if chance.random() < BYTES else content


def feed(fed: Callable[[bytes], None], made: Iterator[bytes], runs: int, ends: float, prefix: str) -> int:
    """How many were read until there were `runs`, or until the clock was at `ends`. What raises is kept at `prefix`
    and ends the process."""
    for number in range(runs):
        if not number % COUNTED and time.monotonic() > ends:
            return number
        content = next(made)
        try:
            in_little_time(fed, content)
        except BaseException:
            Path(f"{prefix}crash-{hashlib.sha1(content).hexdigest()}").write_bytes(content)
            print(f"#{number}\t", file=sys.stderr)  # as libFuzzer counts
            raise
    return runs


if __name__ == "__main__":
    main()
