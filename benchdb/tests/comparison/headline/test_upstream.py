"""A comparison says where the network or the load generator, and not the server, was the limit of a side."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

import pytest

from benchdb.domain.activity.derived import SENT
from benchdb.domain.activity.limits import Evidence, limits
from benchdb.domain.caveats import Caveat, caveat
from benchdb.questions.comparison.headline.upstream import LIMITING
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentence
from benchdb.wording.catalogue import CATALOGUE

FASTER = [*(seen(n, 100 + n / 10) for n in range(5)), *(seen(20 + n, 150 + n / 10, zone="web") for n in range(5))]
LOADS = [replace(one, row=str(load), run=100 * load + one.run) for load in (1, 8, 64) for one in FASTER]


def full(share: float = 1.0, side: str = "server") -> Caveat:
    return caveat("line full", side=side, interface="eth0", full=share)


def words(limited: Collection[int], made: Caveat | None = None) -> str:
    """The headline where these runs met a limit; without one, each fills its line by its own share."""
    runs = [
        replace(one, caveats=(made or full(0.95 + one.run / 1000),) if one.run in limited else ()) for one in FASTER
    ]
    return line(tabulate(QUESTION, runs).headline)


def test_a_side_at_the_limit_of_the_network_is_named_behind_its_verdict() -> None:
    """ "+94%: better", and no word of it."""
    sentence = "better. For web the network was the limit: the server's eth0 was 100% full."
    assert sentence in words(range(20, 25), full())
    assert "For both sides the network was the limit" in words([*range(5), *range(20, 25)], full())
    assert "For both sides the network was the limit" in words([*range(5), *range(20, 25)]), "each by its own figure"


def test_most_of_its_runs_have_to_meet_it() -> None:
    assert "was the limit" in words([20, 21, 22], full())
    assert "was the limit" in words([20, 21, 22])
    assert "was the limit" not in words([20, 21], full())
    assert "was the limit" not in words([20, 21])
    assert "limit" not in words(range(20, 25), caveat("other work", busy=0.5)), "it says nothing against a rate"


def test_rows_are_named_where_it_is_not_of_all() -> None:
    limited = [replace(one, caveats=(full(),)) if one.row == "64" else one for one in LOADS]
    assert "For both sides at concurrency 64 the network was the limit" in line(tabulate(QUESTION, limited).headline)
    everywhere = [replace(one, caveats=(full(),)) for one in LOADS]
    assert "For both sides the network was the limit" in line(tabulate(QUESTION, everywhere).headline)


@pytest.mark.parametrize(
    "known",
    [
        Evidence(client={("net.util", "eth0"): 0.99}),
        Evidence(server={(SENT[0], "eth0"): 0.95 * 125e6}),
        Evidence(client={("cpu.idle", "all"): 0.01}),
        Evidence(client={("cpu.idle", "all"): 0.01}, server={("cpu.idle", "all"): 0.6}),
        Evidence(numbers={("requests_failed", "fd_unavailable"): 3}),
        Evidence(busy_cpus={"0": 1.0, "1": 0.12}),
        Evidence(
            numbers={("requests_per_second_offered", ""): 1000, ("requests_per_second", ""): 500},
            server={("cpu.idle", "all"): 0.6},
        ),
    ],
)
def test_every_such_limit_of_a_run_has_its_sentence(known: Evidence) -> None:
    made = [one for one in limits(known) if one.kind in LIMITING]
    for one in made:
        assert f"limit met: {one.kind}" in CATALOGUE
        assert "For web the " in words(range(20, 25), one)
    assert made


def of_all(runs: list[Observation], caveat_of: Callable[[Observation], Caveat | None]) -> str:
    """The headline where each run says this."""
    return line(
        tabulate(QUESTION, [replace(one, caveats=(own,) if (own := caveat_of(one)) else ()) for one in runs]).headline
    )


MANY = [*(seen(n, 100 + n / 10) for n in range(12)), *(seen(20 + n, 150 + n / 10, zone="web") for n in range(12))]


def test_runs_are_counted_and_not_their_different_figures() -> None:
    """All 24 runs had it, at 97, 98 or 99%, and nothing was said."""
    words = of_all(MANY, lambda one: caveat("generator busy", busy=0.97 + one.run % 3 / 100))
    assert "For both sides the load generator may have been the limit" in words
    few = of_all(MANY, lambda one: caveat("generator busy", busy=0.97 + one.run % 3 / 100) if one.run < 6 else None)
    assert "limit" not in few, "half of a side is not more than half"


def busy(cpu: int, share: float = 0.99) -> Caveat:
    return limits(Evidence(busy_cpus={str(n): share if n == cpu else 0.3 for n in range(4)}))[0]


def test_a_full_cpu_that_is_another_one_in_each_run_is_told_as_such() -> None:
    """ "CPU 0 was 99% busy" stood there of the first run, and of most others it was not true."""
    words = of_all(MANY, lambda one: busy(one.run % 2, 0.97 + one.run % 3 / 100))
    assert (
        "For both sides the limit may have been one CPU, which differs from run to run: in 24 of 24 one was at least "
        "97% busy (CPU 0 in 12 runs and CPU 1 in 12), none of the others more than 30%."
    ) in words
    same = of_all(MANY, lambda one: busy(2, 0.97 + one.run % 3 / 100))
    assert "in 24 of 24 runs CPU 2 was at least 97% busy, none" in same
    assert "CPU 2 was 99% busy, none" in of_all(MANY, lambda one: busy(2))
    some = of_all(MANY, lambda one: busy(2) if one.run % 4 else None)
    assert "in 18 of 24 runs CPU 2 was at least 99% busy" in some


def test_the_cell_says_in_how_many_runs_each_cpu_was_full() -> None:
    runs = [replace(one, caveats=(busy(one.run % 3),)) for one in MANY]
    cell = next(iter(tabulate(QUESTION, runs).rows[0].cells.values()))
    words = "one CPU may have been the limit. It was CPU 0 in 4 runs, CPU 1 in 4 and CPU 2 in 4."
    assert words in sentence(cell.caveats[0])


def test_a_link_that_is_full_and_one_that_is_nearly_full_are_one_limit() -> None:
    nearly = caveat("line nearly full", side="server", interface="eth0", full=0.95, link="1 Gbit/s")
    assert "For both sides the network" in of_all(MANY, lambda one: full() if one.run % 2 else nearly)
    assert "limit" not in of_all(MANY, lambda one: full(side="server" if one.run % 2 else "load generator"))


@pytest.mark.parametrize("loads", [(1, 8), (1, 8, 64)])
def test_sides_that_met_it_at_other_rows_are_told_apart(loads: tuple[int, ...]) -> None:
    """ "For both sides", though no row had both."""
    runs = [replace(one, row=str(load), run=100 * load + one.run) for load in loads for one in FASTER]
    words = of_all(runs, lambda one: full() if (one.row, one.column) in (("1", "global"), ("8", "web")) else None)
    assert "For global at concurrency 1, and for web at concurrency 8 the network was the limit" in words
    whole = of_all(runs, lambda one: full() if one.column == "web" or one.row == "1" else None)
    assert "For global at concurrency 1, and for web the network was the limit" in whole


def test_of_many_sides_each_at_rows_of_its_own_the_rows_are_not_named() -> None:
    runs = [
        seen(100 * load + 10 * side + n, 100.0 + side + n, zone=f"z{side}", concurrency=str(load))
        for load in (1, 2, 4, 8, 16)
        for side in range(5)
        for n in range(5)
    ]
    words = of_all(runs, lambda one: full() if one.row == str(2 ** int(one.column[1:])) else None)
    assert "For z0, z1, z2 and 2 more, each in some rows, the network was the limit" in words
