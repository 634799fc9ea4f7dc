"""Many sides along some rows: their ends where they differ most and least, and never a middle of unlike changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from benchdb.questions.comparison.headline import headline
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.tests.comparison.observed import seen
from benchdb.wording import line

QUESTION = ComparisonQuestion(rows="concurrency", cols="zone", baseline="global")
ZONES = ("global", "a", "b", "c", "d", "e", "f")


def laid_out(rate: Callable[[int, int], float], loads: tuple[int, ...] = (8, 64, 512)) -> list[Observation]:
    """Of each zone by its number, and each load: five runs around a rate."""
    places = [(number, load, trial) for number in range(len(ZONES)) for load in loads for trial in range(5)]
    return [
        seen(n, rate(number, load) * (1 + trial / 1e4), zone=ZONES[number], concurrency=str(load))
        for n, (number, load, trial) in enumerate(places)
    ]


def gaining(number: int, load: int) -> float:
    """From nothing at 8 to twice as much and more at 512; `a` is slower than the baseline at 8."""
    if load == 8:
        return 900.0 if number == 1 else 1000.0
    return 1000.0 * (1 + number * {64: 0.1, 512: 0.5}[load])


def test_the_ends_are_those_of_the_row_that_differs_most_and_of_the_one_that_differs_least() -> None:
    words = line(tabulate(QUESTION, laid_out(gaining)).headline)
    assert words.startswith(
        "The more load, the more each zone gains on global. Requests per second: +50% (a) to 4.00 times (f) at "
        "concurrency 512; −10% (a) to 0.0% (f: cannot tell) at 8; 12 of 18 comparisons better, 1 worse, 5 cannot tell."
    )
    assert "median" not in words


def test_one_side_that_does_not_gain_keeps_the_line_from_saying_that_each_does() -> None:
    words = line(
        tabulate(QUESTION, laid_out(lambda n, load: 700.0 if (n, load) == (3, 512) else gaining(n, load))).headline
    )
    assert words.startswith(
        "Requests per second against zone global: c −30% at concurrency 512; f +60% to 4.00 times at 64 and 512; "
    )


def test_without_a_trend_the_sides_that_went_furthest_are_named_with_all_their_rows() -> None:
    """“−16% … to +21% … at concurrency 16; −17% … to +21% … at 1” left out the −18% at 4 and the +24% at 64."""
    gains = {1: (0.83, 0.82, 0.84), 6: (1.21, 1.22, 1.24)}
    runs = laid_out(lambda n, load: 1000.0 * gains.get(n, (1.0, 1.0, 1.0))[(8, 64, 512).index(load)])
    assert line(tabulate(QUESTION, runs).headline).startswith(
        "Requests per second against zone global: a −18% to −16% at every concurrency; f +21% to +24% at each; 3 of 18 "
        "comparisons better, 3 worse,"
    )


def test_less_latency_is_told_as_less_the_smaller_change_first() -> None:
    question = replace(QUESTION, metrics=("latency_p99",))
    runs = [replace(one, metric="latency_p99", value=100 / one.value) for one in laid_out(gaining)]
    words = line(tabulate(question, runs).headline)
    assert "Latency, 99th percentile: −33% (a) to 4.00 times less (f) at concurrency 512;" in words
    assert words.startswith("The more load, the more each zone gains on global.")


def test_where_no_side_is_told_apart_there_is_no_range() -> None:
    words = line(tabulate(QUESTION, laid_out(lambda n, load: 1000.0 if load == 8 else gaining(n, load))).headline)
    assert "; none can be told apart at 8; 12 of 18" in words


def test_one_row_has_its_ends_without_its_place() -> None:
    words = line(tabulate(QUESTION, laid_out(lambda n, load: 1000.0 * 1.1 ** (n - 3) if n else 1000.0, (64,))).headline)
    assert words.startswith("Requests per second against zone global: −17% (a) to +33% (f); 3 of 6 comparisons better,")


def test_a_row_that_few_sides_were_run_at_is_no_end() -> None:
    """3 times as much at 2,048, of one of six."""
    runs = laid_out(gaining)
    places = [("b", 3e4), ("global", 1e4)] * 5
    more = [seen(1000 + n, rate, zone=zone, concurrency="2048") for n, (zone, rate) in enumerate(places)]
    assert "(f) at concurrency 512" in line(tabulate(QUESTION, [*runs, *more]).headline)


def test_a_permalink_of_the_first_format_keeps_its_line() -> None:
    answer = tabulate(QUESTION, laid_out(gaining))
    assert "median" in line(headline(answer, are_metrics_pooled=True))


def test_rows_of_two_conditions_name_both() -> None:
    question = replace(QUESTION, split="cpus")
    runs = [replace(one, row=f"{cpus} · {one.row}") for cpus in "12" for one in laid_out(gaining, (8, 512))]
    assert "median" not in line(tabulate(question, runs).headline)


def test_a_side_that_is_nothing_is_the_end_of_its_rows() -> None:
    """Three cells at −100% were outside of “median +40% (cells: −10% to 4.00 times)”, whose verdicts counted them."""
    runs = laid_out(lambda n, load: 0.0 if n == 3 else gaining(n, load))
    answer = tabulate(QUESTION, runs)
    words = line(answer.headline)
    assert words.startswith(
        "Requests per second against zone global: c −100% at every concurrency; f +60% to 4.00 times at 64 and 512;"
    )
    assert "10 of 18 comparisons better, 4 worse" in words
    assert "(cells: −100% to 4.00 times)" in line(headline(answer, are_metrics_pooled=True))
