"""What was accepted along a curve is named, and what failed is said first: no growth beyond linear is claimed of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse as history
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.scaling.analysis import analyse
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.tests.scaling.test_scaling import answered, seen
from benchdb.wording import full_sentences, line

NOISE = (0.99, 1.0, 1.01, 1.0)
RISING = {1: 1000.0, 2: 2000.0, 4: 4000.0, 8: 10_400.0}


def runs(levels: dict[int, float] = RISING) -> list[Observation]:
    numbered = enumerate((n, level * share) for n, level in levels.items() for share in NOISE)
    return [seen(run, n, value, "a") for run, (n, value) in numbered]


def test_growth_beyond_linear_is_told_of_a_server_that_serves() -> None:
    assert "grows more than linearly (130% of it at 8 CPUs)" in line(answered(runs()).headline)


def test_failures_come_first_and_no_growth_beyond_linear_is_claimed_of_them() -> None:
    answer = answered([replace(one, failed=0.3 if one.row == "8" else 0.0) for one in runs()])
    words = line(answer.headline)
    assert words.startswith("At 8 CPUs, 30% of the requests failed: less was served than the figure says. ")
    assert words.count("failed") == 1
    assert "more than linearly" not in words
    assert "Superlinear" not in " ".join(full_sentences(answer.curves[0].notes))


def test_what_errs_at_one_point_does_not_hide_growth_at_another() -> None:
    levels = RISING | {16: 26_000.0}
    failing = [replace(one, failed=0.3 if one.row == "16" else 0.0) for one in runs(levels)]
    assert "grows more than linearly (130% of it at 8 CPUs)" in line(answered(failing).headline)


def test_machines_accepted_along_a_curve_are_named_and_grow_beyond_nothing() -> None:
    of_two = [replace(one, conditions={**one.conditions, "machine": "m2" if one.row == "8" else "m1"})
              for one in runs()]  # fmt: skip
    refused, accepted = (analyse(ScalingQuestion(accepted=names), of_two) for names in ((), ("machine",)))
    assert line(refused.headline).startswith("Not one machine: ")
    assert line(accepted.headline).endswith(" Accepted on purpose: machine.")
    assert any(one.startswith("Accepted on purpose within a curve: machine m1, m2.")
               for one in full_sentences(accepted.caveats))  # fmt: skip
    assert "more than linearly" not in line(refused.headline) + line(accepted.headline)


def test_loads_accepted_within_points_are_named_and_so_is_a_middle_that_no_run_had() -> None:
    pooled = []
    for place, one in enumerate([*runs(), *runs()]):
        load, value = ("8", min(one.value, 3000.0)) if place < len(runs()) else ("128", one.value)
        pooled.append(replace(one, run=place, value=value, conditions={**one.conditions, "concurrency": load}))
    words = line(analyse(ScalingQuestion(accepted=("concurrency",)), pooled).headline)
    assert "At 2 points the runs fall into two groups: a middle of them is no figure that a run had." in words
    assert words.endswith("Accepted on purpose: concurrency.")


def zoned(shares: dict[str, int], kernel: str = "a") -> list[Observation]:
    """Eight runs at each point, as many of them in zone A as `shares` says."""
    numbered = enumerate((n, run) for n in (1, 2, 4, 8) for run in range(8))
    first = 0 if kernel == "a" else 100
    return [
        seen(first + place, n, 1000.0 * n + run, kernel, zone="A" if run < shares[str(n)] else "B")
        for place, (n, run) in numbered
    ]


def test_an_accepted_mix_that_is_another_one_at_another_point_is_told() -> None:
    """Two kernels that are equal: 5.9 times as much against 4.8, of the zones at each point alone."""
    question = ScalingQuestion(accepted=("zone",))
    words = (
        "Accepted on purpose: zone. The mix of zone differs from point to point: figures may be apart by that alone."
    )
    half = {"1": 4, "2": 4, "4": 4, "8": 4}
    unlike = analyse(question, zoned({**half, "8": 7}))
    assert line(unlike.headline).endswith(words)
    assert "The mix of zone" in " ".join(full_sentences(unlike.caveats))
    assert "The mix of" not in line(analyse(question, zoned(half)).headline)
    two = analyse(question, [*zoned(half), *zoned(dict.fromkeys(half, 1), "b")])
    assert "The mix of" in line(two.headline), "each kernel has its own"


def along_versions(**changing: str) -> HistoryAnswer:
    """A history over the server's version, of which something else becomes another one, accepted on purpose."""
    ((key, value),) = changing.items()
    made = [
        Observation(run, "requests_per_second", 1000.0 + run % 3, f"6.{run // 8}", "all",
                    {"server": f"6.{run // 8}", "machine": "m", key: value if run % 2 and run > 8 else "8"})
        for run in range(24)
    ]  # fmt: skip
    moments = {run: Moment(datetime(2026, 3, 1 + run, tzinfo=UTC), is_start=True) for run in range(24)}
    return history(HistoryQuestion(x="server", accepted=(key,)), made, moments)


def test_a_history_names_what_was_accepted_along_it_and_nothing_grows_there() -> None:
    answer = along_versions(concurrency="16")
    assert "Accepted on purpose: concurrency." in line(answer.headline)
    words = " ".join(full_sentences(answer.caveats))
    assert "Accepted on purpose within a curve: concurrency 8, 16. A change may be of that alone." in words
    assert "grows" not in words


def test_what_a_history_goes_over_anyhow_needs_no_word() -> None:
    """Along time a kernel may become another one whether it was accepted or not."""
    assert "Accepted on purpose" not in " ".join(full_sentences(along_versions(kernel="9").caveats))
