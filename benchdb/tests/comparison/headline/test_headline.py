from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchdb.domain.units import probability
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line


def test_one_pair_is_said_in_figures_with_what_they_can_show() -> None:
    answer = tabulate(QUESTION, [seen(1, 390.24), seen(2, 380.95, zone="non-global")])
    figures = "Requests per second: non-global 381/s, global 390/s: −2.4%."
    assert (
        line(answer.headline) == f"{figures} 1 run against 1: too few to judge. A test takes 3 more runs on each side."
    )


def test_numbers_say_of_what_they_are() -> None:
    question = ComparisonQuestion(rows="concurrency", cols="cpus")
    both = [replace(seen(n, value), column=cpus) for n, (value, cpus) in enumerate(((100.0, "1"), (180.0, "2")))]
    assert "CPUs online 2: 180/s, CPUs online 1: 100/s: +80%." in line(tabulate(question, both).headline)
    builds = [replace(one, column=f"4{one.column}") for one in both]
    words = line(tabulate(replace(question, cols="tuning.build"), builds).headline)
    assert words.startswith("Requests per second: build 42: 180/s, build 41: 100/s: +80%.")


def rated(rates: Mapping[tuple[str, str], Sequence[float]]) -> list[Observation]:
    """(zone, concurrency) -> runs."""
    places = [(zone, concurrency, value) for (zone, concurrency), values in rates.items() for value in values]
    return [seen(n, value, zone=zone, concurrency=c) for n, (zone, c, value) in enumerate(places)]


def test_a_few_pairs_are_named_each_and_the_verdict_of_all_once() -> None:
    rates = {("global", "30"): [310.4], ("web", "30"): [268.86], ("global", "50"): [296.32], ("web", "50"): [337.44]}
    figures = "Requests per second, web against global: at concurrency 30: −13%; at 50: +14%;"
    verdict = "too few runs to judge any of 2 rows. 2 comparisons at once take 4 more runs on each side."
    assert line(tabulate(QUESTION, rated(rates)).headline) == f"{figures} {verdict}"


def test_of_several_columns_each_change_has_its_name_and_its_verdict() -> None:
    """Not `-5.5% and -0.1%; 1 of 2 comparisons worse`, which does not say which."""
    levels = {"41": 1000.0, "42": 999.0, "43": 945.0}
    runs = [
        replace(seen(10 * place + n, level + n), column=build, conditions={"machine": "m", "tuning.build": build})
        for place, (build, level) in enumerate(levels.items())
        for n in range(5)
    ]
    question = ComparisonQuestion(rows="concurrency", cols="tuning.build")
    words = line(tabulate(question, runs).headline)
    assert words == "Requests per second against build 41: build 42: −0.1% (cannot tell); build 43: −5.5% (worse)."


def test_of_a_few_sides_along_a_few_rows_each_is_told_by_its_rows() -> None:
    """Not the median over two kernels, with neither's name."""
    levels = {"global": (1000, 1000, 1000), "lab": (1100, 1000, 900), "web": (1000, 1000, 1200)}
    rates = {
        (zone, str(load)): [level + 0.1 * n for n in range(6)]
        for zone, several in levels.items()
        for load, level in zip((10, 50, 100), several, strict=True)
    }
    assert line(tabulate(QUESTION, rated(rates)).headline).startswith(
        "Requests per second against zone global: lab +10% at concurrency 10, −10% at 100 and cannot tell at 50; "
        "web +20% at concurrency 100 and cannot tell at 10 and 50."
    )


def test_rows_are_told_by_what_they_have_in_common_where_some_are_decided() -> None:
    """The same line as on the page: a median over rows of which half lost a tenth would be −0.3%."""
    levels = {"global": (1000,) * 5, "web": (1000, 1000, 1000, 900, 900)}
    rates = {
        (zone, str(2**place)): [level + n for n in range(6)]
        for zone, several in levels.items()
        for place, level in enumerate(several)
    }
    words = line(tabulate(QUESTION, rated(rates)).headline)
    assert words == "Requests per second, web against global: −10% at concurrency 8 and 16; cannot tell at 1, 2 and 4."


def test_what_rose_from_nothing_is_counted_and_told() -> None:
    question = ComparisonQuestion(metrics=("requests_per_second", "requests_failed"), rows="metric", cols="zone")
    values = {("requests_per_second", "a"): range(100, 106), ("requests_per_second", "b"): range(80, 86)}

    def words(failed: float) -> str:
        both = {("requests_failed", "a"): (0,) * 6, ("requests_failed", "b"): (failed,) * 6, **values}
        places = [(name, zone, value) for (name, zone), several in both.items() for value in several]
        runs = [Observation(n, name, value, name, zone, {}) for n, (name, zone, value) in enumerate(places)]
        return line(tabulate(question, runs).headline)

    assert words(0) == "b against a: Requests per second −20% (worse)."
    assert words(12) == "b against a: Requests per second −20%; Requests failed from 0 to 12; worse in each of 2 rows."


def test_where_nothing_is_compared_what_was_measured_is_said() -> None:
    measured = "Requests per second of s on m, global, at concurrency 100: 1/s (1 run)."
    words = f"{measured} There is only one side, so nothing is compared."
    assert line(tabulate(QUESTION, [seen(1, 1)]).headline) == words


def test_sides_that_never_stand_in_one_row_are_said_to_be_uncompared() -> None:
    apart = [seen(1, 390.0, zone="global", concurrency="10"), seen(2, 380.0, zone="non-global", concurrency="20")]
    assert line(tabulate(QUESTION, apart).headline) == "No row has runs in two columns, so nothing is compared."
    third = [*apart, seen(3, 370.0, zone="other", concurrency="20")]
    alone = "No row has runs both of global and of another column, so nothing is compared."
    assert line(tabulate(QUESTION, third).headline) == alone


def test_a_few_metrics_of_one_pair_are_named_one_by_one() -> None:
    question = ComparisonQuestion(metrics=("requests_per_second", "latency_mean"), rows="metric", cols="zone")
    values = {("requests_per_second", "a"): 100, ("requests_per_second", "b"): 609}
    values |= {("latency_mean", "a"): 1.0, ("latency_mean", "b"): 0.196}
    seen_all = [Observation(n, name, x, name, zone, {}) for n, ((name, zone), x) in enumerate(values.items())]
    changes = "Requests per second 6.09 times; Latency, mean 5.10 times less"
    headline = line(tabulate(question, seen_all).headline)
    assert headline.startswith(f"b against a: {changes}; too few runs to judge any of 2 rows. ")


def of_metrics(metrics: Sequence[str], middles: Sequence[float], keys: Sequence[str] = ("",)) -> str:
    """The line of six runs a side for each metric and row; side a is 100."""
    question = ComparisonQuestion(metrics=tuple(metrics), rows="metric" if keys == ("",) else "server", cols="zone")
    places = [
        (name, key or name, zone, middle + step)
        for name, value in zip(metrics, middles, strict=True)
        for key in keys
        for zone, middle in (("a", 100), ("b", value))
        for step in range(6)
    ]
    runs = [Observation(n, name, value, key, zone, {}) for n, (name, key, zone, value) in enumerate(places)]
    return line(tabulate(question, runs).headline)


def test_metrics_of_which_more_is_better_and_worse_each_have_their_verdict() -> None:
    words = of_metrics(("requests_per_second", "latency_mean"), (120, 140))
    assert words == "b against a: Requests per second +20% (better); Latency, mean +39% (worse)."


def test_metrics_along_rows_are_never_pooled() -> None:
    words = of_metrics(("requests_per_second", "latency_mean"), (120, 140), ("x", "y"))
    rate = "Requests per second +20% (better in each of 2 rows)"
    assert words == f"b against a: {rate}; Latency, mean +39% (worse in each of 2 rows)."


def test_of_many_metrics_verdicts_are_counted_and_no_range_is_given() -> None:
    latencies = ("latency_mean", "latency_median", "latency_min", "latency_max")
    words = of_metrics(("requests_per_second", *latencies), (120, 140, 140, 140, 140))
    assert words == "5 metrics: b against a: 1 of 5 rows better, 4 worse."


def test_a_margin_is_named_with_its_size_and_equal_runs_are_called_equal() -> None:
    def ending(ones: Sequence[float], others: Sequence[float], margin: float) -> str:
        both = [(value, zone) for zone, values in (("global", ones), ("non-global", others)) for value in values]
        question = replace(QUESTION, equivalence_margin=margin)
        answer = tabulate(question, [seen(n, value, zone=zone) for n, (value, zone) in enumerate(both)])
        return line(answer.headline).rpartition("5 runs against 5: ")[2]

    near, wide = (100, 100.2, 100.1, 99.9, 99.8), (90, 112, 101, 95, 107)
    assert ending(near, near[::-1], 2).startswith("the same within 2%.")
    assert ending(near, wide, 2).startswith("shown to be neither different nor the same within 2%.")
    assert ending(near, wide, 0).startswith("the runs cannot tell.")
    assert ending((7,) * 5, (7,) * 5, 0).startswith("the same in every run.")
    assert ending((0,) * 5, (0,) * 5, 2).startswith("the same in every run.")


def test_a_small_q_is_only_said_to_be_small() -> None:
    assert [probability(q) for q in (0.0, 0.00099, 0.001, 0.0344)] == ["< 0.001", "< 0.001", "0.001", "0.034"]


def test_of_several_columns_comparisons_are_counted_not_rows() -> None:
    zones = [("global", 310.4), ("a", 268.86), ("b", 337.44)]
    three = [seen(n, value, zone=zone) for n, (zone, value) in enumerate(zones)]
    assert "; too few runs to judge any of 2 comparisons." in line(tabulate(QUESTION, three).headline)


def test_a_change_that_is_called_one_can_be_seen_in_its_figures() -> None:
    """Not `10,000/s, 10,000/s: 0.0%. better`: runs that are all equal deserve more than three digits."""
    rates = {("global", "100"): [10_000.0] * 5, ("web", "100"): [10_001.0] * 5}
    words = line(tabulate(QUESTION, rated(rates)).headline)
    assert words == "Requests per second: web 10,001/s, global 10,000/s: +0.01%. 5 runs against 5: better."


def test_figures_do_not_make_a_change_look_larger_than_it_is() -> None:
    """10,023 against 10,158 in three digits is 10,000 against 10,200, which reads as 2%."""
    steps = (-400, -200, -100, 0, 0, 100, 200, 400)
    rates = {("global", "100"): [10_023.0 + n for n in steps], ("web", "100"): [10_158.0 + n for n in steps]}
    words = line(tabulate(QUESTION, rated(rates)).headline)
    assert words.startswith("Requests per second: web 10,160/s, global 10,020/s: +1.3%.")


def test_of_five_sides_each_says_what_it_came_to() -> None:
    """A median across sides that have nothing to do with each other was +1.2%."""
    shares = {"a": 1.0, "b": 1.0, "c": 1.1, "d": 0.9, "e": 1.05}
    rates = {
        (side, str(load)): [
            1000 * (0.5 if (side, load) == ("e", 64) else share) * (1 + 0.001 * (7 * (n + len(shares) * load) % 11))
            for n in range(8)
        ]
        for side, share in shares.items()
        for load in (1, 8, 32, 64, 128, 256)
    }
    words = line(tabulate(QUESTION, rated(rates)).headline)
    assert words.startswith("Requests per second against zone a: b ")
    b, c, d, e = words.partition("zone a: ")[2].split("; ")
    assert b.endswith("(the runs cannot tell in any of 6 rows)")
    assert c.startswith("c +10% (better in each of 6 rows)")
    assert d.startswith("d −10% (worse in each of 6 rows)")
    assert e.startswith("e +5.0% at concurrency 1, 8, 32, 128 and 256, and 2.00 times less at 64.")
    assert "median" not in words


def test_of_five_sides_in_one_row_the_least_and_the_greatest_change_are_named() -> None:
    """ "2 of 5 better, 1 worse": which of them?"""
    sides = {"a": 100, "b": 100.3, "c": 110, "d": 91, "e": 100.2, "f": 120}
    runs = [
        seen(10 * place + n, value + n / 10, zone=zone)
        for place, (zone, value) in enumerate(sides.items())
        for n in range(6)
    ]
    words = line(tabulate(QUESTION, runs).headline)
    assert "−9.0% (d) to +20% (f);" in words
    assert "1 worse" in words
