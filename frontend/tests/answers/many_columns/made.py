"""Runs of many kernels, of which each is faster than the one before."""

from __future__ import annotations

from frontend.tests.constructed import runs, setup

QUERY = "machine=built&cols=kernel&rows=concurrency"


def made(kernels: int) -> None:
    """Each kernel a tenth faster than the one before; of the last, one load was not run."""
    for number in range(kernels):
        for load in (8, 64, 1024):
            if (number, load) != (kernels - 1, 64):
                rate = 100.0 * load**0.5 * 1.1**number
                numbers = {"requests_per_second": [rate * (1 + 0.001 * trial) for trial in range(5)]}
                runs(setup(f"Linux 5.{number}", load), numbers)
