"""One target in a process of its own: `python -m benchdb.dev.fuzz.one TARGET CORPUS [libFuzzer's options]`"""

from __future__ import annotations

import gc
import importlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchdb.dev.fuzz.mutations import crossed, mutated

SLOWEST = 20.0  #: seconds of processor for one input; more is a fault
BLOCK = 16 << 10  #: bytes; the longest input is smaller
PACKAGES = {
    "search": ["benchdb"],
    "question": ["benchdb"],
    "archives": ["ingest"],
    "kit": ["ingest"],
}  #: whose code leads the inputs


class TooSlow(BaseException):
    """One input took more than SLOWEST seconds of processor."""


def main() -> None:
    target, corpus, *options = sys.argv[1:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    os.environ |= {"DEBUG": "1", "POLARS_MAX_THREADS": "1"}  # for some lines threads cost more than they do
    atheris: Any = importlib.import_module("atheris")
    names = list(modules(target))  # a format's own code alone: each line that is counted takes time
    with atheris.instrument_imports(
        include=["ingest"] if names else PACKAGES.get(target.split()[0], ["benchdb", "ingest"])
    ):
        for name in names:
            importlib.import_module(name)
        if not names:
            import_targets()
    fed = import_targets()[target]
    take_little_time()
    signal.signal(signal.SIGPROF, give_up)
    atheris.Setup(
        [sys.argv[0], *options, corpus],
        partial(in_little_time, fed),
        custom_mutator=partial(half_by_bytes, atheris),
        custom_crossover=crossed,
    )
    atheris.Fuzz()


def in_little_time(fed: Callable[[bytes], None], content: bytes) -> None:
    """Raises TooSlow for what takes more than SLOWEST seconds of processor: the clock is that of others, too."""
    signal.setitimer(signal.ITIMER_PROF, SLOWEST)
    try:
        fed(content)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def give_up(*_: object) -> None:
    raise TooSlow


def half_by_bytes(atheris: Any, content: bytes, most: int, seed: int) -> bytes:
    """Every second input is one that libFuzzer makes, which knows no log and thinks of what nobody would."""
    return bytes(atheris.Mutate(content, most)) if seed % 2 else mutated(content, most, seed)


def take_little_time() -> None:
    """What is made for large logs costs more than all else where one is of some lines: threads on several processors,
    and a buffer of megabytes. The code that reads is the same."""
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[os.getpid() % len(os.sched_getaffinity(0))]})
    blocks: Any = importlib.import_module("ingest.formats.requests.blocks")
    blocks.BLOCK = BLOCK
    gc.collect()
    gc.freeze()  # of what was imported nothing becomes garbage, and each collection would look at all of it


def modules(target: str) -> Iterator[str]:
    """Of a format: its signs and its parser, which nobody imports before the first log. Others have none."""
    from benchdb.host.paths import ROOT

    for parser in ROOT.glob(f"ingest/formats/*/{target}/parser.py"):
        package = ".".join(parser.parent.relative_to(ROOT).parts)
        yield from (f"{package}.signs", f"{package}.parser")


def import_targets() -> Any:
    importlib.import_module("django").setup()
    return importlib.import_module("benchdb.dev.fuzz.targets").TARGETS


if __name__ == "__main__":
    main()
