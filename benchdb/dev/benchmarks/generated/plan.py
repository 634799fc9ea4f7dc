"""What is generated: setups, and when each was measured. Pure but for its seed: the same number of runs, the same plan.

A setup is a machine, a kernel, a server, a zone, CPUs online and a concurrency. It is measured in campaigns of five
runs at random moments of eight years; a campaign is one log file. host-01 is the anchor: it has the same runs at every
size, so that a question about it has the same answer at every size.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

MACHINES = [f"host-{number:02}" for number in range(1, 41)]
RELEASES = (
    "2.2.5", "2.2.14", "2.2.16", "2.4.0", "2.4.2", "2.4.9", "2.4.18", "2.4.20", "2.4.22", "2.4.27", "2.4.31", "2.4.37",
    "2.6.0", "2.6.5", "2.6.9", "2.6.11", "2.6.16", "2.6.18", "2.6.22", "2.6.24", "2.6.26", "2.6.27", "2.6.28", "2.6.32",
    "2.6.35", "2.6.38", "3.0", "3.2", "3.4", "3.8", "3.10", "3.13", "3.16", "3.18", "3.19", "4.1", "4.2", "4.4", "4.8",
    "4.9", "4.12", "4.14", "4.15", "4.18", "4.19", "5.0", "5.3", "5.4", "5.8", "5.10", "5.11", "5.14", "5.15", "5.19",
    "6.1", "6.2", "6.5", "6.6", "6.8", "6.12",
)  # fmt: skip
KERNELS = [f"Linux {release}" for release in RELEASES]
APACHE = ("1.3.27", "1.3.42", "2.0.47", "2.0.64", "2.2.3", "2.2.22", "2.2.34", "2.4.6", "2.4.25", "2.4.62")
NGINX = ("0.7.67", "1.0.15", "1.4.6", "1.10.3", "1.14.2", "1.18.0", "1.22.1", "1.24.0", "1.26.2", "1.27.3")
SERVERS = [f"Apache {version}" for version in APACHE] + [f"nginx {version}" for version in NGINX]
ZONES = ("", "global", "web")
CPUS = (1, 2, 3, 4, 5, 6, 7, 8)
CONCURRENCIES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SIZES = (len(MACHINES), len(KERNELS), len(SERVERS), len(ZONES), len(CPUS), len(CONCURRENCIES))

RUNS, TRIALS = 20, 5  #: of a setup; of a campaign
FILES = 10  #: campaigns of an upload
ANCHOR_KERNELS = 8
FIRST = datetime(2018, 1, 1, tzinfo=UTC)
SECONDS = 8 * 365 * 86400


@dataclass(frozen=True, slots=True)
class Campaigns:
    """Columns: one entry for each campaign, oldest first."""

    setup: Ints  #: index of its setup
    start: Ints  #: seconds after FIRST
    number: Ints  #: which campaign of its setup, from 0


@dataclass(frozen=True)
class Plan:
    """All that `runs` runs need."""

    runs: int
    seed: int = 1

    @cached_property
    def setups(self) -> Ints:
        """One row for each setup: indexes of its machine, kernel, server, zone, CPUs and concurrency."""
        anchor = np.array([(0, k, 0, 0, 7, c) for k in range(ANCHOR_KERNELS) for c in range(len(CONCURRENCIES))])
        wanted = max(self.runs // RUNS - len(anchor), 0)
        random = np.random.default_rng([self.seed, 1])
        space = int(np.prod(SIZES[1:])) * (len(MACHINES) - 1)
        others = random.choice(space, wanted, replace=False) + int(np.prod(SIZES[1:]))  # host-01 is the anchor's alone
        return np.concatenate([anchor[: self.runs // RUNS], np.stack(np.unravel_index(others, SIZES), axis=1)])

    @cached_property
    def campaigns(self) -> Campaigns:
        random = np.random.default_rng([self.seed, 2])
        size = RUNS // TRIALS
        setup = np.repeat(np.arange(len(self.setups)), size)
        start = np.sort(random.integers(0, SECONDS, (len(self.setups), size)), axis=1).ravel()
        number = np.tile(np.arange(size), len(self.setups))
        order = np.argsort(start, kind="stable")
        return Campaigns(setup[order], start[order], number[order])

    @cached_property
    def speed(self) -> NDArray[np.float64]:
        """Requests per second that size setup has in the long run."""
        random = np.random.default_rng([self.seed, 3])
        factors = [
            np.exp(random.normal(0, spread, size)) for spread, size in zip((0.5, 0.15, 0.25), SIZES, strict=False)
        ]
        machine, kernel, server, zone, cpus, concurrency = self.setups.T
        load = np.array(CONCURRENCIES)[concurrency]
        scaling = (np.array(CPUS)[cpus]) ** 0.8
        saturation = load / (load + 8.0) * (1 - 0.1 * (load > 400))
        product = factors[0][machine] * factors[1][kernel] * factors[2][server]
        return 900.0 * product * scaling * saturation * np.where(zone == 2, 0.95, 1.0)
