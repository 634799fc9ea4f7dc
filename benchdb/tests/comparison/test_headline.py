from collections.abc import Sequence
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
    assert line(answer.headline) == f"{figures} 1 run against 1: too few to judge."


def test_numbers_say_of_what_they_are() -> None:
    question = ComparisonQuestion(rows="concurrency", cols="cpus")
    both = [replace(seen(n, value), column=cpus) for n, (value, cpus) in enumerate(((100.0, "1"), (180.0, "2")))]
    assert "CPUs online 2: 180/s, CPUs online 1: 100/s: +80%." in line(tabulate(question, both).headline)


def test_many_pairs_are_said_as_a_range_with_their_verdicts() -> None:
    rows = [(30, 310.4, 268.86), (50, 296.32, 337.44)]
    seen_all = [
        seen(n, value, zone=zone, concurrency=str(c))
        for n, (c, one, two) in enumerate(rows)
        for zone, value in (("global", one), ("non-global", two))
    ]
    words = line(tabulate(QUESTION, seen_all).headline)
    assert (
        words == "Requests per second: non-global against global: −13% and +14%; too few runs to judge any of 2 rows."
    )


def test_where_nothing_is_compared_nothing_is_said() -> None:
    assert line(tabulate(QUESTION, [seen(1, 1)]).headline) == ""


def test_sides_that_never_stand_in_one_row_are_said_to_be_uncompared() -> None:
    apart = [seen(1, 390.0, zone="global", concurrency="10"), seen(2, 380.0, zone="non-global", concurrency="20")]
    assert line(tabulate(QUESTION, apart).headline) == "No row has runs in two columns, so nothing is compared."
    third = [*apart, seen(3, 370.0, zone="other", concurrency="20")]
    assert line(tabulate(QUESTION, third).headline) == "No row with runs of global has others, so nothing is compared."


def test_a_few_metrics_of_one_pair_are_named_one_by_one() -> None:
    question = ComparisonQuestion(metrics=("requests_per_second", "latency_mean"), rows="metric", cols="zone")
    values = {("requests_per_second", "a"): 100, ("requests_per_second", "b"): 609}
    values |= {("latency_mean", "a"): 1.0, ("latency_mean", "b"): 0.196}
    seen_all = [Observation(n, name, x, name, zone, {}) for n, ((name, zone), x) in enumerate(values.items())]
    changes = "Requests per second 6.09×; Latency, mean 0.196×"
    assert (
        line(tabulate(question, seen_all).headline) == f"b against a: {changes}; too few runs to judge any of 2 rows."
    )


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
    assert line(tabulate(QUESTION, three).headline).endswith("too few runs to judge any of 2 comparisons.")
