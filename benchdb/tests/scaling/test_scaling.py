"""A scaling page's question and its answer, from observations, without a database."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.host.paths import ROOT
from benchdb.questions.base import BadQuestion
from benchdb.questions.conditions import Observation
from benchdb.questions.scaling.analysis import analyse
from benchdb.questions.scaling.answer import Curve, ScalingAnswer
from benchdb.questions.scaling.question import AXES, ScalingQuestion
from benchdb.wording import full_sentences, line, sentences

LINUX = {"2.2.19": [(1, 1425), (2, 1950), (4, 2358), (8, 1929)], "2.4.1": [(1, 1605), (2, 2784), (4, 4745), (8, 5382)]}


def seen(
    run: int, n: float, value: float, kernel: str, metric: str = "requests_per_second", **more: str
) -> Observation:
    conditions = {"cpus": f"{n:g}", "kernel": kernel, "machine": "m", **more}
    return Observation(run, metric, value, f"{n:g}", kernel, conditions)


def linux(metric: str = "requests_per_second", **more: str) -> list[Observation]:
    return [
        seen(100 * place + i, n, x, kernel, metric, **more)
        for place, (kernel, points) in enumerate(LINUX.items())
        for i, (n, x) in enumerate(points)
    ]


def answered(observations: list[Observation], **parameters: str) -> ScalingAnswer:
    return analyse(ScalingQuestion(**parameters), observations)  # type: ignore[arg-type]


def curve(answer: ScalingAnswer, name: str) -> Curve:
    return next(one for one in answer.curves if one.name == name)


def test_speed_up_and_efficiency_are_against_the_smallest_n() -> None:
    points = curve(answered(linux()), "2.4.1").points
    assert [round(point.speedup or 0, 1) for point in points] == [1.0, 1.7, 3.0, 3.4]
    assert [round(point.efficiency or 0, 2) for point in points] == [1.0, 0.87, 0.74, 0.42]


def test_a_point_that_answers_errors_says_so() -> None:
    failing = [replace(one, failed=0.05 if one.row == "8" else 0.0) for one in linux()]
    answer = answered(failing)
    words = "At 8 CPUs, 5% of the requests failed: less was served than the figure says."
    assert [full_sentences(one.notes)[0] for one in answer.curves] == [words, words]
    assert line(answer.headline).count(words) == 1
    by_load = ScalingQuestion(x="concurrency")
    assert analyse(by_load, failing).caveats == () != analyse(by_load, linux()).caveats
    many = [replace(one, failed=int(one.row) / 100) for one in linux()]
    notes = full_sentences(answered(many).curves[0].notes)
    named = ["At 1 CPU", "At 4 CPUs", "At 8 CPUs", "Requests failed at 1 more point."]
    assert [text.split(",")[0] for text in notes[:4]] == named, "the highest point is one of them"


def test_a_curve_that_answers_errors_alone_says_so_first() -> None:
    answer = answered([replace(one, failed=1.0) for one in linux()])
    assert line(answer.headline) == "Nothing was served at any point: every request failed, and no figure counts."
    alike = answered([replace(one, failed=0.3 if one.row == "8" else 0.31) for one in linux()])
    assert full_sentences(alike.curves[0].notes)[0].startswith("30% to 31% of the requests failed at every point")


def test_the_headline_says_how_far_each_kernel_goes_and_how_little_that_proves() -> None:
    assert line(answered(linux()).headline) == (
        "2.4.1 is highest at the last point, 8 CPUs, and 2.2.19 is highest at 4 CPUs. "
        "Requests per second: 2.4.1 is highest at 8 CPUs (5,382/s, 3.35 times as much as at 1); "
        "2.2.19 is highest at 4 CPUs (2,358/s, 1.65 times as much as at 1), is 18% lower at 8 and has its fitted "
        "peak at 3.8 CPUs. "
        "One figure at each point: no gain or fall is tested. 4 points for 3 parameters: a description, not a proof."
    )


def test_four_points_and_three_parameters_are_said_to_prove_little() -> None:
    notes = full_sentences(curve(answered(linux()), "2.2.19").notes)
    assert "4 points for 3 parameters: a rough fit." in notes[0]
    assert "From 4 CPUs to 8 the measured figure falls by 18%, which Amdahl's law cannot describe." in notes
    assert "The peak at 3.8 lies between 2 and 4 CPUs, where nothing was measured." in notes


def test_curves_that_differ_in_something_else_are_not_compared_by_the_kernel_alone() -> None:
    mixed = [seen(run.run, float(run.row), run.value, run.column, threads="2" if run.column == "2.4.1" else "8")
             for run in linux()]  # fmt: skip
    answer = answered(mixed)
    assert [str(part) for part in answer.also_differs] == ["Threads per client: 8 against 2"]
    assert line(answer.headline) == "Not comparable: threads per client differs.", "and no figure"


def test_curves_without_a_common_n_are_compared_too() -> None:
    one = [seen(n, n, 10 * n, "a", machine="x") for n in (1, 2, 4)]
    other = [seen(10 + n, n, 10 * n, "b", machine="y") for n in (3, 6, 12)]
    assert [part.dimension for part in answered([*one, *other]).also_differs] == ["machine"]


def test_what_changes_along_a_curve_is_told() -> None:
    growing = [seen(n, n, 10 * n, "a", requests=str(100 * n)) for n in (1, 2, 4)]
    assert answered(growing).along == (("requests", ("100", "200", "400")),)
    assert answered(linux()).along == ()


def test_a_load_that_grows_with_the_cpus_is_in_the_headline() -> None:
    growing = [seen(n, n, 100 * n, "a", concurrency=str(4 * n), requests=str(100 * n)) for n in (1, 2, 4, 8)]
    assert "Along a curve concurrency changes as well, which may be why." in line(answered(growing).headline)


def test_efficiencies_over_different_first_points_are_not_set_side_by_side_in_silence() -> None:
    curves = [seen(10 * n, n, 90 * n**0.9, "a") for n in (1, 2, 4, 8)]
    other = [seen(10 * n + 1, n, 90 * n**0.9, "b") for n in (2, 4, 8)]
    words = full_sentences(answered([*curves, *other]).caveats)
    expected = "Speed-up and efficiency of b are over 2 CPUs, those of the others over 1: they do not say which"
    assert any(text.startswith(expected) for text in words)
    assert not any("those of the others" in text for text in full_sentences(answered(linux()).caveats))


@pytest.mark.parametrize(("n", "words"), [(1, "only: no curve"), (2, "2 points cannot determine the 3")])
def test_one_point_and_two_explain_themselves(n: int, words: str) -> None:
    answer = answered([seen(i, 2**i, 100 + i, "a") for i in range(n)])
    assert words in full_sentences(answer.curves[0].notes)[0]
    assert answer.curves[0].usl is None


def test_no_runs_give_no_curve() -> None:
    answer = answered([])
    assert answer.curves == ()
    assert line(answer.headline) == ""


def test_runs_without_a_number_of_cpus_are_left_out_and_counted() -> None:
    lost = Observation(9, "requests_per_second", 1.0, "not recorded", "a", {"kernel": "a"})
    assert "1 run without CPUs online on record is left out." in sentences(answered([*linux(), lost]).caveats)


def test_published_speed_ups_need_no_absolute_figure() -> None:
    ratios = [seen(i, n, x, "a", "speedup") for i, (n, x) in enumerate([(2, 1.7), (4, 3.0), (8, 3.4), (16, 3.0)])]
    fitted = answered(ratios, metric="speedup").curves[0]
    assert fitted.usl
    assert (fitted.usl.fit.gamma, fitted.usl.fit.fixed_at) == (1.0, 1.0)
    assert fitted.usl.fit.parameters == 2


def test_gamma_can_be_fixed_to_what_was_measured() -> None:
    fitted = curve(answered(linux(), gamma="measured"), "2.2.19")
    assert fitted.usl
    assert (fitted.usl.fit.gamma, fitted.usl.fit.parameters) == (1425, 2)
    assert fitted.usl.fit.residuals[0] == 0


def test_a_time_has_a_speed_up_and_no_law() -> None:
    times = [seen(i, n, 8 / n, "a", "latency_mean") for i, n in enumerate((1, 2, 4, 8))]
    answer = answered(times, metric="latency_mean")
    assert [point.speedup for point in answer.curves[0].points] == [1, 2, 4, 8]
    assert answer.curves[0].usl is None
    assert "The scaling laws describe throughput" in sentences(answer.caveats)[0]


def sweep(calls: int = 1) -> list[Observation]:
    """A rate sweep as httperf makes it: beyond what the server can serve, less is sent than was planned."""
    seen_all = []
    for index, rate in enumerate((100, 200, 300, 400, 500)):
        place = {"row": str(rate), "column": "a", "conditions": {"rate": str(rate), "kernel": "a"}}
        served = calls * (min(rate, 310) - max(0, rate - 400))
        failed = calls * rate - served
        numbers = {"requests_per_second": served, "requests_per_second_offered": served, "requests_failed": failed}
        seen_all += [Observation(index, name, x, **place) for name, x in numbers.items()]  # type: ignore[arg-type]
    return seen_all


@pytest.mark.parametrize("calls", [1, 10])
def test_a_rate_sweep_keeps_up_with_what_is_offered_until_it_does_not(calls: int) -> None:
    answer = answered(sweep(calls), x="rate")
    loads = answer.curves[0]
    assert (loads.offered, loads.keeps_up_to) == (calls, 300)
    assert loads.knee
    assert loads.knee.load == 300
    assert loads.fall
    assert (loads.fall.holds, loads.fall.fails) == (400, 500)
    assert answer.comparison.question.metrics == ("requests_per_second", "requests_failed")


def test_more_curves_than_anybody_can_tell_apart_are_refused() -> None:
    with pytest.raises(BadQuestion, match="13 curves"):
        answered([seen(place, 1, 1, str(place)) for place in range(13)])


questions = st.builds(
    ScalingQuestion,
    x=st.sampled_from(AXES),
    by=st.sampled_from(["kernel", "zone", "machine", "tuning.KeepAlive", "item"]),
    metric=st.sampled_from(["requests_per_second", "speedup", "latency_p99"]),
    where=st.sampled_from([(), (("study", ("a", "b")),), (("machine", ("m",)), ("threads", ("2",)))]),
    aggregation=st.sampled_from(["median", "mean", "zones"]),
    gamma=st.sampled_from(["free", "measured"]),
    as_of=st.sampled_from([None, datetime(2026, 1, 2, tzinfo=UTC)]),
)


@given(questions)
def test_a_question_survives_its_url(question: ScalingQuestion) -> None:
    from urllib.parse import parse_qsl

    assert ScalingQuestion.from_query(parse_qsl(question.to_query())) == question


@pytest.mark.parametrize(
    "query",
    [
        [("x", "zone")],
        [("by", "cpus")],
        [("by", "metric")],
        [("gamma", "two")],
        [("rows", "zone")],
        [("metric", "a"), ("metric", "b")],
        [("metric", "latency_mean"), ("metric", "requests_per_second")],
        [("x", "cpus"), ("x", "rate")],
        [("cpus", "many")],
        [("machine", "\0")],
        [("x\0", "cpus")],
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(query: list[tuple[str, str]]) -> None:
    with pytest.raises(BadQuestion):
        ScalingQuestion.from_query(query)


def test_a_kernel_measured_once_is_shown_and_not_set_against_the_others() -> None:
    other = seen(900, 8, 102, "2.4.18", machine="another")
    answer = answered([*linux(), other])
    assert answer.also_differs == ()
    assert "2.4.18" not in line(answer.headline)
    assert full_sentences(curve(answer, "2.4.18").notes) == ("Measured at 8 CPUs only: no curve.",)


def test_a_curve_says_what_its_points_mix() -> None:
    mixed = [*linux(), seen(900, 8, 5000, "2.4.1", zone="web")]
    assert "2 values of zone here: web, not recorded." in full_sentences(curve(answered(mixed), "2.4.1").notes)


def test_two_processes_give_the_same_answer() -> None:
    program = (
        "from benchdb.tests.scaling.test_scaling import answered, linux, seen;"
        "runs = [seen(900 + i, n, 50.0 * n - i, 'x', machine='b', zone='z') for i, n in enumerate((1, 1, 2, 2, 4))];"
        "print(answered([*linux(), *runs]))"
    )
    drawings = [
        subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2")
    ]
    assert drawings[0] == drawings[1]
    assert b"bootstrap" in drawings[0]


def test_intervals_over_two_runs_are_said_to_be_too_narrow() -> None:
    twice = [seen(500 + run.run, float(run.row), 1.01 * run.value, run.column) for run in linux()]
    notes = full_sentences(curve(answered([*linux(), *twice]), "2.4.1").notes)
    assert notes[-1] == "Some points have only 2 runs: bootstrap intervals from so few are too narrow."


def test_repeated_runs_put_the_peaks_interval_into_the_headline() -> None:
    repeated = [
        seen(1000 * turn + run.run, float(run.row), (1 + 0.01 * turn) * run.value, run.column)
        for turn in range(5)
        for run in linux()
    ]
    assert "has its fitted peak at 3.8 CPUs (95%: 3.7 to 3.9)" in line(answered(repeated).headline)


def test_an_interval_over_two_runs_is_not_in_the_headline() -> None:
    twice = [seen(500 + run.run, float(run.row), 1.01 * run.value, run.column) for run in linux()]
    assert "95%" not in line(answered([*linux(), *twice]).headline)


def of_points(points: list[tuple[float, float]]) -> ScalingAnswer:
    return answered([seen(run, n, x, "a") for run, (n, x) in enumerate(points)])


@pytest.mark.parametrize(
    ("points", "words", "note"),
    [
        (
            [(n, 100.0) for n in (1, 2, 4, 8, 16)],
            "a is flat, within 5%, from 1 to 16 CPUs.",
            "there is no peak to find",
        ),
        (
            [(1, 100.0), (2, 80.0), (4, 60.0), (8, 40.0)],
            "a is highest at 1 and 60% lower at 8 CPUs.",
            "falls by 60%",
        ),
        (
            [(2, 190.0), (4, 350.0), (8, 620.0), (16, 870.0), (32, 890.0)],
            "a is highest at 32 CPUs (890/s, 4.68 times as much as at 2).",
            "is not in the data",
        ),
        (
            [(2, 190.0), (4, 350.0), (8, 620.0), (12, 866.0), (16, 870.0)],
            "a is highest from 12 to 16 CPUs (870/s, 4.58 times as much as at 2).",
            "is not in the data",
        ),
        (
            [(1, 100.0), (2, 230.0), (4, 500.0), (8, 1100.0)],
            "grows more than linearly (137.5% of it at 8 CPUs)",
            "Neither law can follow that",
        ),
    ],
    ids=["flat", "falling", "growing", "within 1% of the highest", "superlinear"],
)
def test_no_peak_is_told_where_the_points_have_none(points: list[tuple[float, float]], words: str, note: str) -> None:
    answer = of_points(points)
    assert words in line(answer.headline)
    assert "peak" not in line(answer.headline)
    assert answer.curves[0].peak is None
    assert note in " ".join(full_sentences(answer.curves[0].notes))


def test_the_laws_are_not_praised_for_what_they_cannot_do() -> None:
    wide = [(1, 64.9), (18, 995.9), (36, 1652.4), (72, 1853.2), (108, 1828.9), (144, 1775.0), (216, 1702.2)]
    words = " ".join(full_sentences(of_points([(float(n), x) for n, x in wide]).curves[0].notes))
    assert "which Amdahl's law cannot describe" in words
    assert "AICc" not in words


def test_idle_cpus_travel_with_their_point() -> None:
    idle = [replace(one, metric="cpu_idle", value=0.03) for one in linux() if (one.column, one.row) == ("2.4.1", "8")]
    answer = answered([*linux(), *idle])
    words = "2.4.1 is highest at 8 CPUs (5,382/s, 3.35 times as much as at 1) and had 3% of its CPU time idle there"
    assert words in line(answer.headline)
    assert "At 8 CPUs, 3% of CPU time was idle" in " ".join(full_sentences(curve(answer, "2.4.1").notes))
    assert [row.metric for row in answer.comparison.rows] == ["requests_per_second"] * 4


def test_a_time_is_said_to_be_as_many_times_as_fast() -> None:
    times = [seen(run, n, x, "a", "latency_mean") for run, (n, x) in enumerate([(1, 0.4), (2, 0.25), (4, 0.1)])]
    assert "a is 4 times as fast at 4 CPUs as at 1" in line(answered(times, metric="latency_mean").headline)


def test_single_runs_are_said_to_be_single_and_published_figures_are_not_runs() -> None:
    words = "Every point is a single run: how much it would vary is not known."
    points = [(1, 100.0), (2, 180.0), (4, 300.0), (8, 400.0)]
    assert words in full_sentences(of_points(points).curves[0].notes)
    assert words not in full_sentences(of_points([*points, (8, 410.0)]).curves[0].notes)
