"""One torture: people who change things and blows that fall meanwhile, each in an order made from the seed."""

from __future__ import annotations

import random
import shutil
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchdb.dev.own_site import OwnSite, own_site
from benchdb.dev.torture.blows import Blow, Victims, clock_environment, clock_of, let_go, possible, preloaded, set_clock
from benchdb.dev.torture.changes import CHANGES, Api, Truth
from benchdb.dev.torture.proof import faults, fsck

BETWEEN = 8  #: changes between two blows, at most: a busy machine has fewer of both
PATIENCE = 20.0  #: seconds after which the next blow falls in any case: on what is starting, too. A busy machine that
#: shall come to many changes needs more: it spends its time on starting again what was killed.


def change(api: Api, seed: int, over: threading.Event) -> None:
    """One person's changes."""
    chance = random.Random(seed)
    while not over.is_set():
        (what,) = chance.choices([*CHANGES], [*CHANGES.values()])
        what(api, chance)


@dataclass(frozen=True, slots=True)
class Pace:
    """When the next blow falls."""

    between: int = BETWEEN
    patience: float = PATIENCE


def strike(blows: Sequence[Blow], victims: Victims, pace: Pace, goes_on: Callable[[], bool]) -> None:
    """Each kind once at least, then by their weights, as long as it goes on."""
    chance, truth = victims.chance, victims.truth
    first = chance.sample(blows, len(blows))
    while first or goes_on():
        wanted, until = truth.changes + chance.randint(1, pace.between), time.monotonic() + pace.patience
        while truth.changes < wanted and time.monotonic() < until:
            time.sleep(0.1)
        time.sleep(chance.uniform(0, 1))
        blow = first.pop() if first else chance.choices(blows, [blow.weight for blow in blows])[0]
        blow.strike(victims)


@contextmanager
def folder() -> Iterator[Path]:
    """Of a site; a file system of its own where `possible` can make one of it."""
    made = Path(tempfile.mkdtemp(prefix="benchdb-torture-"))
    try:
        yield made
    finally:
        let_go(made)
        shutil.rmtree(made, ignore_errors=True)
        for file in (clock_of(made), preloaded(made)):
            file.unlink(missing_ok=True)


@contextmanager
def sites(count: int) -> Iterator[tuple[list[OwnSite], list[Blow]]]:
    """The first, and those that stand on its database and broker; what may fall on them."""
    with ExitStack() as stack:
        first = stack.enter_context(folder())
        blows, left_out = possible(first)
        print(*left_out, sep="\n", flush=True)
        clock = clock_environment(first)
        running = [stack.enter_context(own_site(first, clock))]
        for _ in range(count - 1):
            shared = {**clock, **running[0].servers}
            running.append(stack.enter_context(own_site(stack.enter_context(folder()), shared)))
        yield running, blows


def torture(
    seconds: float, seed: int, people: int = 4, most: int = 10**9, count: int = 1, pace: Pace = Pace()
) -> tuple[Truth, list[str]]:
    """What was done and seen on `count` sites until the time is over or there were enough changes; what is wrong."""
    truth, over = Truth(), threading.Event()
    with sites(count) as (running, blows):
        ends = time.monotonic() + seconds
        victims = Victims(running, truth, random.Random(f"blows {seed}"))
        apis = [Api(running[number % count], truth) for number in range(people)]
        orders = [(api, 1000 * seed + number, over) for number, api in enumerate(apis)]
        threads = [threading.Thread(target=change, args=order, daemon=True) for order in orders]
        for thread in threads:
            thread.start()
        try:
            strike(blows, victims, pace, lambda: time.monotonic() < ends and truth.changes < most)
        finally:
            over.set()
        for thread in threads:
            thread.join()
        set_clock(running[0].folder, 0)
        return truth, [*faults(apis[0]), *fsck(running[0])]
