import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.dimensions import CONDITIONS
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.questions.plain import plain, restored
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences

#: Conditions that are neither the rows nor the columns of QUESTION.
OTHERS = [
    condition.key for condition in CONDITIONS if condition.key not in ("zone", "concurrency") and not condition.of
]


def test_two_runs_that_differ_in_the_zone_alone_are_compared() -> None:
    answer = tabulate(QUESTION, [seen(1, 390.24), seen(2, 380.95, zone="non-global")])
    cell = answer.rows[0].cells["non-global"]
    assert round(100 * (cell.change or 0), 1) == -2.4
    assert cell.differs == ()
    assert dict(answer.held_constant)["machine"] == "m"
    assert cell.verdict == "too few runs"


def test_a_cell_with_no_runs_is_absent() -> None:
    answer = tabulate(QUESTION, [seen(1, 1), seen(2, 2, concurrency="200"), seen(3, 3, zone="non-global")])
    assert [sorted(row.cells) for row in answer.rows] == [["global", "non-global"], ["global"]]


@given(st.sampled_from(OTHERS), st.lists(st.floats(1, 9), min_size=1, max_size=6))
def test_a_second_difference_is_always_named(key: str, values: list[float]) -> None:
    here = [seen(n, value, **{key: "6"}) for n, value in enumerate(values)]
    there = [seen(100 + n, value, zone="non-global", **{key: "7"}) for n, value in enumerate(values)]
    cell = tabulate(QUESTION, [*here, *there]).rows[0].cells["non-global"]
    assert key in [difference.dimension for difference in cell.differs]
    assert cell.verdict == "not comparable"


@given(st.dictionaries(st.sampled_from(OTHERS), st.sampled_from("123")), st.integers(1, 6))
def test_a_pair_that_differs_in_one_dimension_is_never_called_incomparable(same: dict[str, str], n: int) -> None:
    both = [seen(run, run, zone=zone, **same) for zone in ("global", "non-global") for run in range(n)]
    answer = tabulate(QUESTION, both)
    assert answer.also_differs == ()
    assert answer.rows[0].cells["non-global"].verdict != "not comparable"


def test_a_tuning_setting_on_one_side_is_a_difference() -> None:
    tuned = seen(2, 2, zone="non-global", **{"tuning.KeepAlive": "Off"})
    answer = tabulate(QUESTION, [seen(1, 1), tuned])
    assert str(answer.also_differs[0]) == "KeepAlive: not recorded against Off"


def test_a_cell_says_what_it_mixes() -> None:
    cell = tabulate(QUESTION, [seen(1, 1), seen(2, 2, kernel="other")]).rows[0].cells["global"]
    assert sentences(cell.caveats) == ("2 values of kernel here: k, other",)


def test_a_kernels_series_is_no_second_difference_of_its_kernels() -> None:
    question = replace(QUESTION, cols="kernel")
    one = replace(seen(1, 1, kernel="Linux 2.4.18", kernel_series="2.4"), column="Linux 2.4.18")
    two = replace(seen(2, 2, kernel="Linux 2.6.0", kernel_series="2.6", os="Linux"), column="Linux 2.6.0")
    assert tabulate(question, [one, two]).also_differs == ()


def test_kernels_of_two_series_may_differ_in_their_flavour_too() -> None:
    question = replace(QUESTION, cols="kernel_series")
    one = replace(seen(1, 1, kernel="2.4.18-smp", kernel_flavour="smp"), column="2.4")
    two = replace(seen(2, 2, kernel="2.6.0"), column="2.6")
    assert [part.dimension for part in tabulate(question, [one, two]).also_differs] == ["kernel_flavour"]


def test_a_baseline_that_is_not_there_is_said() -> None:
    answer = tabulate(replace(QUESTION, baseline="web-7"), [seen(1, 1)])
    assert answer.baseline == "global"
    assert "No runs for baseline “web-7”" in sentences(answer.caveats)[0]


observed = st.builds(
    seen,
    st.integers(1, 50),
    st.floats(0.001, 1e6),
    zone=st.sampled_from(["global", "non-global", "web"]),
    concurrency=st.sampled_from(["10", "100", "not recorded"]),
    kernel=st.sampled_from(["a", "b"]),
)


@given(st.lists(observed, max_size=12))
def test_an_answer_survives_json(observations: list[Observation]) -> None:
    answer = tabulate(QUESTION, observations)
    assert restored(Comparison, json.loads(json.dumps(plain(answer)))) == answer


@given(st.lists(observed, max_size=12))
def test_the_same_observations_give_the_same_bytes(observations: list[Observation]) -> None:
    assert json.dumps(plain(tabulate(QUESTION, observations))) == json.dumps(plain(tabulate(QUESTION, observations)))


def test_the_same_machines_in_other_shares_are_a_difference() -> None:
    here = [seen(n, 100, machine="a") for n in range(4)] + [seen(9, 200, machine="b")]
    there = [seen(20, 104, zone="web", machine="a")] + [seen(30 + n, 204, zone="web", machine="b") for n in range(4)]
    cell = tabulate(QUESTION, [*here, *there]).rows[0].cells["web"]
    assert cell.verdict == "not comparable"
    assert str(cell.differs[0]) == "Machine: a (4 runs), b (1 runs) against a (1 runs), b (4 runs)"


def test_a_mean_that_one_run_pulled_away_is_no_evidence() -> None:
    here = [seen(n, 100 + n) for n in range(10)]
    there = [seen(20 + n, 90 + n, zone="web") for n in range(9)] + [seen(40, 9000, zone="web")]
    cell = tabulate(replace(QUESTION, aggregation="mean"), [*here, *there]).rows[0].cells["web"]
    assert cell.change is not None
    assert cell.change > 0
    assert cell.verdict == "no evidence"


def test_of_many_rows_by_chance_few_are_called_better() -> None:
    rows = [seen(100 * row + n, 100 + n, concurrency=str(row)) for row in range(1, 21) for n in range(4)]
    first = [seen(9000 + n, 200 + n, zone="web", concurrency="1") for n in range(4)]
    others = [
        seen(10_000 + 100 * row + n, 100 + n, zone="web", concurrency=str(row))
        for row in range(2, 21)
        for n in range(4)
    ]
    verdicts = {row.key: row.cells["web"].verdict for row in tabulate(QUESTION, [*rows, *first, *others]).rows}
    assert verdicts["1"] == "too few runs", "p = 0.03 in one row of twenty is what chance gives"


def of_loads(runs: int, loads: int, fallen: dict[int, float]) -> Comparison:
    """So many runs a side at each load; the later side serves that share at some of them."""
    steps = [1 + 0.001 * step for step in range(runs)]
    made = [
        seen(
            1000 * load + 100 * side + n,
            1000 * share * step * (1.0005 if side else 1),
            zone=zone,
            concurrency=str(load),
        )
        for load in range(1, loads + 1)
        for side, (zone, share) in enumerate((("global", 1.0), ("web", fallen.get(load, 1.0))))
        for n, step in enumerate(steps)
    ]
    return tabulate(QUESTION, made)


def test_a_fall_that_no_q_can_show_is_no_answer_that_nothing_fell() -> None:
    """−95% at one of eight loads, of five runs: p is 0.008 as it would be of −2%, q 6%."""
    answer = of_loads(5, 8, {8: 0.05})
    verdicts = {row.key: row.cells["web"].verdict for row in answer.rows}
    assert set(verdicts.values()) == {"too few runs"}
    words = " ".join(sentences(answer.caveats))
    assert "Too few runs for 8 comparisons made at once" in words
    assert "It takes 1 more run on each side." in words
    assert "8 comparisons at once take 1 more run on each side." in line(answer.headline)
    assert answer.rows[7].cells["web"].runs_needed == 6
    assert of_loads(6, 8, {8: 0.05}).rows[7].cells["web"].verdict == "worse"


def in_sittings(runs: int, sittings: int, loads: int, *, are_shared: bool) -> Comparison:
    """So many runs a side in each sitting; at the last load the later side serves half."""
    made = []
    for load in range(1, loads + 1):
        for side, zone in enumerate(("global", "web")):
            for n in range(runs * sittings):
                sitting = n // runs if are_shared else 2 * (n // runs) + side
                value = (
                    1000 * (0.5 if side and load == loads else 1) * (1 + 0.001 * (n * 7 % 11) + 0.01 * (sitting % 3))
                )
                one = seen(10_000 * load + 1000 * side + n, value, zone=zone, concurrency=str(load))
                start = 9e6 * sitting + 80.0 * (runs * load + n % runs) + 40 * side
                made.append(replace(one, start=start, duration=30.0))
    return tabulate(QUESTION, made)


@pytest.mark.parametrize("sittings", [3, 4, 5, 6])
def test_few_sittings_are_judged_by_t_where_ranks_could_not_tell_among_so_many(sittings: int) -> None:
    """A night more takes no verdict back for want of a small p."""
    answer = in_sittings(10, sittings, 8, are_shared=False)
    assert [row.cells["web"].verdict for row in answer.rows] == ["no evidence"] * 7 + ["worse"]


def test_no_fewer_runs_are_asked_for_than_there_are() -> None:
    """Of single runs in shared sittings there are fewer deals than of as many in one."""
    answer = in_sittings(1, 8, 8, are_shared=True)
    cell = answer.rows[7].cells["web"]
    assert (cell.sitting_basis, cell.n, cell.verdict) == ("interleaved", 8, "too few runs")
    assert "It takes 1 more run on each side." in " ".join(sentences(answer.caveats))


def test_interleaved_runs_are_decided_among_however_many_rows() -> None:
    """The deals drawn of them have no p below 0.0002, which among 260 rows is a q of 5.2%."""
    answer = in_sittings(10, 3, 260, are_shared=True)
    cell = answer.rows[259].cells["web"]
    assert (cell.sitting_basis, cell.verdict) == ("interleaved", "worse")
    assert {row.cells["web"].verdict for row in answer.rows[:259]}.isdisjoint({"too few runs", "better", "worse"})


@given(st.integers(4, 7), st.integers(2, 40))
def test_the_runs_that_are_asked_for_decide(runs: int, loads: int) -> None:
    asked_for = of_loads(runs, loads, {1: 0.05}).rows[0].cells["web"].runs_needed or runs
    assert of_loads(asked_for, loads, {1: 0.05}).rows[0].cells["web"].verdict == "worse"


def test_beside_rows_that_are_decided_another_is_in_reach() -> None:
    answer = of_loads(5, 8, dict.fromkeys(range(3, 9), 0.5))
    verdicts = [row.cells["web"].verdict for row in answer.rows]
    assert verdicts == ["no evidence"] * 2 + ["worse"] * 6


def test_rows_in_which_every_run_is_the_same_are_no_comparisons() -> None:
    """Zero failures against zero, at 24 loads: the one row that differs is decided as it would be alone."""
    equal = [
        seen(1000 * load + 100 * side + n, 7, zone=zone, concurrency=str(load))
        for load in range(2, 26)
        for side, zone in enumerate(("global", "web"))
        for n in range(5)
    ]
    moved = [seen(100 * side + n, (100, 300)[side] + n, zone=zone, concurrency="1")
             for side, zone in enumerate(("global", "web")) for n in range(5)]  # fmt: skip
    cells = {row.key: row.cells["web"] for row in tabulate(QUESTION, [*moved, *equal]).rows}
    assert cells["1"].verdict == "better"
    assert cells["1"].q == cells["1"].p
    assert {cells[str(load)].verdict for load in range(2, 26)} == {"no evidence"}


def test_what_rows_are_split_by_is_set_against_its_own_baseline() -> None:
    question = replace(QUESTION, split="machine")
    made = [("web2", "10"), ("web10", "10"), ("web2", "9")]
    observations = [
        replace(seen(n, value, zone=zone, concurrency=load, machine=machine), row=f"{machine} · {load}")
        for n, (machine, load) in enumerate(made)
        for zone, value in (("global", 100.0 * (n + 1)), ("non-global", 110.0 * (n + 1)))
    ]
    answer = tabulate(question, observations)
    assert [row.key for row in answer.rows] == ["web2 · 9", "web2 · 10", "web10 · 10"]
    assert {round(row.cells["non-global"].change or 0, 3) for row in answer.rows} == {0.1}
    assert answer.also_differs == ()
    assert answer.along == "Machine · Concurrency"
