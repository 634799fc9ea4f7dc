"""What a gate of builds decides, and what it says: a tick only where the runs show it."""

from __future__ import annotations

import json
import math
from argparse import ArgumentTypeError
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client

from benchdb.cli.__main__ import main
from benchdb.cli.gating.cells import Judged, judged
from benchdb.cli.gating.gate import Gate
from benchdb.cli.gating.losses import lost_runs
from benchdb.cli.gating.named_rows import named_rows, percent
from benchdb.cli.gating.options import share
from benchdb.curation.inventory import edit
from benchdb.host.process import Process
from benchdb.models import Kernel, Run
from benchdb.tests.cli.command import LOG, Cli
from frontend.tests.constructed import runs, setup

EXACT = (-math.inf, math.inf)


def seen(
    verdict: str, change: float, span: tuple[float, float] = EXACT, better: str = "higher", row: str = "", **more: Any
) -> Judged:
    return Judged("requests_per_second", row, "42", verdict, change, better, span, **more)


def decided(gate: Gate, *cells: Judged) -> tuple[int, str]:
    return gate.status(cells), gate.sentence(cells)


def test_what_is_better_or_the_same_did_not_get_worse() -> None:
    cells = (seen("better", 0.1), seen("equivalent", -0.001))
    assert decided(Gate(), *cells) == (0, "✅ Nothing got worse.")


def test_what_the_runs_cannot_tell_is_not_shown_to_be_worse() -> None:
    unsure = seen("no evidence", -0.18, (-0.185, 0.003))
    assert decided(Gate(), unsure) == (0, "❔ Not shown to be worse: cannot tell.")
    assert decided(Gate(), unsure, seen("better", 0.1)) == (
        0,
        "❔ Not shown to be worse: of 2 comparisons 1 cannot tell.",
    )


def test_an_interval_that_ends_before_what_was_to_fail_shows_it() -> None:
    near = seen("no evidence", -0.002, (-0.012, 0.011))
    assert decided(Gate(by=0.02), near) == (0, "✅ Nothing got worse by 2% or more.")
    assert decided(Gate(by=0.01), near) == (0, "❔ Not shown to be worse by 1% or more: cannot tell.")
    slower = seen("no evidence", 0.002, (-0.012, 0.011), better="lower")
    assert decided(Gate(by=0.0115), slower)[1].startswith("✅"), "a latency gets worse upwards"
    assert decided(Gate("better", by=0.0115), slower)[1].startswith("❔")
    assert decided(Gate(), seen("no evidence", 0.0, (0.0, 0.0)))[1] == "✅ Nothing got worse.", "every run was equal"


def test_what_is_worse_by_less_passes_and_is_said() -> None:
    cell = seen("worse", -0.01, (-0.03, -0.005))
    assert decided(Gate(by=0.02), cell) == (
        0,
        "❔ Not shown to be worse by 2% or more: changed by less, perhaps by as much.",
    )
    assert decided(Gate(), cell) == (1, "❌ It got worse.")
    assert decided(Gate(by=0.01), cell) == (1, "❌ It got worse by 1% or more.")


def test_a_drift_that_could_be_what_was_to_fail_is_no_pass() -> None:
    down = seen("cannot be told from drift", -0.044, (-0.06, 0.01))
    assert decided(Gate(), down) == (4, "⚠️ A drift could be the difference, so measure both sides in turn.")
    assert Gate(by=0.05).status([down]) == 0, "smaller than what was to fail"
    assert Gate("better").status([down]) == 0, "it goes the other way"
    assert Gate("differs").status([down]) == 4
    assert decided(Gate(excused=frozenset(["drift"])), down) == (
        0,
        "❔ A drift could be the difference, and let pass.",
    )
    assert Gate("not-equivalent").status([down]) == 1


def test_too_few_runs_beside_many_rows_are_no_pass_where_they_may_hide_what_was_to_fail() -> None:
    """A test was made of them, and no q could have reached 5%."""
    fallen = seen("too few runs", -0.95, (-0.951, -0.949), is_tested=True)
    same = seen("too few runs", 0.0, (-0.01, 0.01), is_tested=True)
    assert decided(Gate(by=0.02), fallen, same) == (4, "⚠️ Too few runs to judge.")
    assert decided(Gate(by=0.02), same) == (0, "✅ Nothing got worse by 2% or more.")
    assert Gate().status([same]) == 4, "what may have got worse by less than a hundredth"
    assert Gate("not-equivalent").status([same]) == 1


def test_what_is_let_pass_gets_no_tick() -> None:
    for verdict, name, status in (("too few runs", "too-few-runs", 4), ("not comparable", "not-comparable", 3)):
        cell = seen(verdict, -0.3)
        assert Gate().status([cell]) == status
        words = {"too few runs": "Too few runs to judge", "not comparable": "Not comparable"}[verdict]
        assert decided(Gate(excused=frozenset([name])), cell) == (0, f"❔ {words}, and let pass.")
    assert Gate(excused=frozenset(["too-few-runs"])).status([seen("cannot be told from drift", -0.1)]) == 4
    assert decided(Gate()) == (3, "⚠️ Not comparable.")
    assert decided(Gate(excused=frozenset(["not-comparable"]))) == (0, "❔ Not comparable, and let pass.")


def test_of_what_is_let_pass_every_row_counts_that_the_site_cannot_judge() -> None:
    """One fell by 60%, and the interval of another alone shows that it did not: four were counted of twelve."""
    fallen = seen("too few runs", -0.6, (-0.62, -0.58), is_tested=True)
    same = [seen("too few runs", 0.0, (-0.01, 0.01), is_tested=True)] * 11
    words = "❔ Too few runs to judge, and let pass: of 12 comparisons 12 too few runs."
    assert decided(Gate(by=0.02, excused=frozenset(["too-few-runs"])), fallen, *same) == (0, words)
    assert decided(Gate(by=0.02), *same) == (0, "✅ Nothing got worse by 2% or more.")


ANSWER = {"row_dimension": "concurrency", "metrics": [{"name": "requests_per_second"}]}


def test_the_last_words_name_the_rows_with_their_side_and_their_runs() -> None:
    few = replace(seen("too few runs", -0.697, row="64"), runs=1, base_runs=8)
    fine = replace(seen("no evidence", -0.002, (-0.004, 0.001), row="8"), runs=8, base_runs=8)
    gate = Gate(by=0.02)
    assert named_rows(gate, [fine, few], ANSWER) == "concurrency 64: 42 −70% (1 run against 8)"
    assert gate.sentence([fine, few], named_rows(gate, [fine, few], ANSWER)) == (
        "⚠️ Too few runs to judge: concurrency 64: 42 −70% (1 run against 8)."
    )
    assert named_rows(Gate(), [replace(few, row="1", change=-0.01), few], ANSWER).startswith("concurrency 64: ")
    worse = [replace(seen("worse", -0.05, row=str(row)), runs=5, base_runs=5) for row in range(6)]
    words = named_rows(gate, [few, *worse], {**ANSWER, "row_dimension": "tuning.worker_count"})
    assert words.startswith("worker count 0: 42 −5.0% (5 runs against 5); worker count 1: ")
    assert words.endswith("; and 2 more")
    assert named_rows(gate, [fine], ANSWER) == ""
    several = {**ANSWER, "metrics": [{"name": "requests_per_second"}, {"name": "latency_mean"}]}
    assert named_rows(gate, [few], several).startswith("requests_per_second, concurrency 64: ")


def test_the_last_words_begin_with_what_rose_from_nothing() -> None:
    fallen = replace(seen("worse", -0.6, row="8"), runs=5, base_runs=5)
    risen = replace(fallen, row="64", change=None)
    assert named_rows(Gate(), [fallen, risen], ANSWER).startswith("concurrency 64: 42 from 0 (5 runs against 5); ")


@pytest.mark.parametrize(
    ("change", "words"),
    [(0.0, "0%"), (-0.00001, "0%"), (-0.0004, "−0.04%"), (0.001, "+0.1%"), (-0.05, "−5.0%"), (0.0996, "+10%")],
)
def test_a_change_is_never_a_nought_with_a_sign(change: float, words: str) -> None:
    assert percent(change) == words


def test_a_side_of_which_every_run_was_stopped_is_in_no_row() -> None:
    gone = Judged("", "", "6.2", "not comparable", None)
    absent = Judged("requests_per_second", "64", "6.1", "not comparable", None, base_runs=6)
    assert named_rows(Gate(), [gone, absent], ANSWER) == (
        "6.2 (no run to its end); concurrency 64: 6.1 (no run against 6)"
    )
    answer = {"baseline": "6.1", "stopped": [{"column": "6.2", "runs": 1, "of": 1}]}
    assert lost_runs(answer) == "1 run of 6.2, the only one, was stopped before the end."
    at_rows = {"baseline": "6.1", "stopped_at_rows": [{"column": "6.2", "row": "64", "runs": 1, "of": 5}]}
    assert lost_runs(at_rows) == "1 of 5 runs of 6.2 at 64 was stopped before the end."


def test_the_first_of_several_faults_counts() -> None:
    few, apart, worse = seen("too few runs", 0.1), seen("not comparable", 0.1), seen("worse", -0.1)
    assert [Gate().status(cells) for cells in ([few], [few, apart], [few, apart, worse])] == [4, 3, 1]


def test_a_metric_without_a_better_direction_cannot_get_worse() -> None:
    assert decided(Gate(), seen("differs", 0.1, better="neither")) == (0, "✅ Nothing got worse.")
    assert decided(Gate("differs"), seen("differs", 0.1, better="neither")) == (1, "❌ It differs.")


def test_a_change_of_more_than_all_can_be_let_pass() -> None:
    assert [share(text) for text in ("300%", "2", "0")] == [3.0, 0.02, 0.0]
    assert Gate(by=share("300%")).status([seen("worse", 2.0, better="lower")]) == 0
    for text in ("-1%", "nan", "inf%", "two"):
        with pytest.raises(ArgumentTypeError, match="a percentage of 0 or more"):
            share(text)


@pytest.mark.django_db
def test_opposite_changes_that_both_sides_pool_alike_are_not_comparable(client: Client) -> None:
    """Faster on one machine, slower on the other: every export says what the headline says; the gate ends with 3."""
    for kernel, rates in (("Linux 5.10.0", (10000.0, 10000.0)), ("Linux 6.1.0", (11500.0, 8500.0))):
        for machine, rate in zip(("ia-1", "ia-2"), rates, strict=True):
            values = [rate + 20 * place for place in range(6)]
            runs(setup(kernel, 8, machine=machine), {"requests_per_second": values})
    query = "cols=kernel&machine=ia-1&machine=ia-2"
    answer = client.get(f"/compare.json?{query}").json()
    assert answer["headline"] == "Not comparable: cells mix machine."
    assert decided(Gate(by=0.02), *judged(answer)) == (3, "⚠️ Not comparable.")
    for ending in ("csv", "md", "txt"):
        assert "not comparable" in client.get(f"/compare.{ending}?{query}").content.decode()
    split = judged(client.get(f"/compare.json?{query}&split=machine").json())
    assert [cell.verdict for cell in split] == ["better", "worse"]


@pytest.mark.django_db
def test_coarse_figures_show_no_more_than_their_steps(client: Client) -> None:
    """ab prints 2 ms on both sides, and may mean 1.5 and 2.5: that is not shown to be no worse by 5%."""
    for kernel in ("Linux 5.10.0", "Linux 6.1.0"):
        runs(setup(kernel, 8, machine="coarse"), {"latency_median": [0.002] * 8})
    answer = client.get("/compare.json?cols=kernel&machine=coarse&metric=latency_median").json()
    (cell,) = judged(answer)
    assert cell.span == pytest.approx((1.5 / 2.5 - 1, 2.5 / 1.5 - 1))
    assert decided(Gate(by=0.05), cell)[1].startswith("❔")
    assert decided(Gate(by=0.7), cell)[1].startswith("✅")


@pytest.mark.django_db(transaction=True)
def test_a_gate_holds_against_a_baseline_that_is_called_otherwise_now(cli: Cli) -> None:
    """The site answers under today's names; the gate said that no run has the baseline's."""
    for kernel, rate in (("Linux 5.10", 1000.0), ("Linux 6.1", 900.0)):
        runs(setup(kernel, 8, machine="m"), {"requests_per_second": [rate + place for place in range(6)]})
    edit(Kernel.objects.get(name="Linux 5.10"), {"name": "Debian 11's"})
    question = ("compare", "machine=m", "--cols", "kernel", "--baseline", "linux 5.10", "--fail-if")
    assert [cli.run(*question, verdict)[0] for verdict in ("worse", "better")] == [1, 0]
    code, _, errors = cli.run(*question[:5], "Linux 4.9", "--fail-if", "worse")
    assert (code, "has kernel Linux 4.9, only" in errors) == (3, True)
    same = ("check", *question[2:], "worse", "--kernel", "Debian 11's", "--interval", "0", "--", "touch", "ran")
    code, _, errors = cli.run(*same)
    assert (code, "are one by now" in errors, (cli.home / "ran").exists()) == (2, True, False)


@pytest.mark.django_db(transaction=True)
def test_a_gate_says_on_standard_error_why_a_build_failed(cli: Cli) -> None:
    for kernel, rates in (("Linux 5.10", range(1000, 1006)), ("Linux 6.1", (900,)), ("Linux 6.6", range(900, 906))):
        runs(setup(kernel, 8, machine="m"), {"requests_per_second": [float(rate) for rate in rates]})
    for sides, status, sentence in (
        (
            ("Linux 5.10", "Linux 6.1"),
            4,
            "Too few runs to judge: concurrency 8: Linux 6.1 −10% (1 run against 6).",
        ),
        (("Linux 5.10",), 3, "Not comparable: there is nothing to compare with Linux 5.10."),
        (
            ("Linux 5.10", "Linux 6.6"),
            1,
            "It got worse by 2% or more: concurrency 8: Linux 6.6 −10% (6 runs against 6).",
        ),
        (("Linux 6.6", "Linux 5.10"), 0, ""),
    ):
        kernels = [f"kernel={side}" for side in sides]
        question = ("compare", "machine=m", *kernels, "--cols", "kernel", "--baseline", sides[0], "--by", "2%")
        code, output, errors = cli.run(*question, "--fail-if", "worse", "--json")
        assert (code, errors) == (status, f"benchdb: {sentence}\n" if sentence else "")
        assert json.loads(output)["baseline"] == sides[0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--by", "2%"), "--by: of a gate, so expected with --fail-if"),
        (("--unless", "drift", "--summary", "s.md"), "--unless and --summary: of a gate, so expected with --fail-if"),
        (("--json", "--format", "csv"), "argument --format: not allowed with argument --json"),
    ],
)
def test_options_that_would_be_ignored_are_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], sentence: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--url", "http://127.0.0.1:1", "compare", "machine=m", *words])
    errors = capsys.readouterr().err
    assert (ended.value.code, errors.count("\n"), sentence in errors) == (2, 1, True), errors


@pytest.mark.django_db(transaction=True)
def test_a_build_that_lost_its_runs_did_not_pass(cli: Cli) -> None:
    """Three of eight runs held out, and are better than the baseline's."""
    for kernel, count, rate in (("Linux 5.10", 8, 1000.0), ("Linux 6.1", 3, 1200.0)):
        runs(setup(kernel, 8, machine="m"), {"requests_per_second": [rate + place for place in range(count)]})
    for run in runs(setup("Linux 6.1", None, machine="m"), {"requests_completed": [1.0 * n for n in range(5)]}):
        Run.objects.filter(pk=run.pk).update(status="aborted")
    question = ("compare", "machine=m", "--cols", "kernel", "--fail-if", "worse", "--summary", "job.md")
    code, _, errors = cli.run(*question)
    lost = "5 of 8 runs of Linux 6.1 were stopped before the end."
    assert (code, lost in errors) == (3, True)
    assert f"**⚠️ Not comparable: {lost}**" in (cli.home / "job.md").read_text("utf-8")
    assert cli.run(*question, "--unless", "not-comparable")[0] == 0
    assert cli.run(*question, "--baseline", "Linux 6.1")[0] == 1, "the others are worse all the same"


@pytest.mark.django_db(transaction=True)
def test_a_build_that_crashed_at_one_load_did_not_pass(cli: Cli) -> None:
    """Two of six runs at one of ten loads: a thirtieth of all."""
    for kernel, rate in (("Linux 5.10", 1000.0), ("Linux 6.1", 1200.0)):
        for load in range(1, 11):
            lost = 2 if (kernel, load) == ("Linux 6.1", 7) else 0
            runs(setup(kernel, load, machine="m"), {"requests_per_second": [rate + n for n in range(6 - lost)]})
    for run in runs(setup("Linux 6.1", 7, machine="m"), {"requests_completed": [1.0, 2.0]}):
        Run.objects.filter(pk=run.pk).update(status="aborted")
    question = ("compare", "machine=m", "--cols", "kernel", "--rows", "concurrency", "--fail-if", "worse")
    code, _, errors = cli.run(*question)
    assert (code, "2 of 6 runs of Linux 6.1 at 7 were stopped before the end." in errors) == (3, True)
    assert cli.run(*question, "--unless", "not-comparable")[0] == 0
    assert cli.run(*question, "--split", "machine")[0] == 3, "rows are called m · 7 there"


def test_a_build_that_was_not_run_at_all_of_the_baselines_loads_did_not_pass(cli: Cli) -> None:
    """A server that dies at a load may leave no log of it."""
    for kernel, loads, rate in (("Linux 5.10", (10, 100, 400), 1000.0), ("Linux 6.1", (10,), 1200.0)):
        for load in loads:
            runs(setup(kernel, load, machine="m"), {"requests_per_second": [rate + place for place in range(6)]})
    question = ("compare", "machine=m", "--cols", "kernel", "--fail-if", "worse", "--summary", "job.md")
    code, _, errors = cli.run(*question)
    assert (code, "Not comparable: 2 of 3 rows have no run of Linux 6.1." in errors) == (3, True)
    assert "**⚠️ Not comparable: 2 of 3 rows have no run of Linux 6.1.**" in (cli.home / "job.md").read_text("utf-8")
    assert cli.run(*question, "--unless", "not-comparable")[0] == 0
    summary = (cli.home / "job.md").read_text("utf-8")
    assert "**❔ Not comparable, and let pass: of 3 comparisons 2 not comparable.**" in summary
    assert cli.run(*question, "--baseline", "Linux 6.1")[0] == 1, "the baseline need not have been run at everything"


@pytest.mark.django_db
def test_of_several_sides_not_each_has_been_run_at_everything(cli: Cli) -> None:
    for kernel, loads in (("Linux 5.10", (10, 100)), ("Linux 6.0", (10,)), ("Linux 6.1", (10, 100))):
        for load in loads:
            runs(setup(kernel, load, machine="m"), {"requests_per_second": [1000.0 + place for place in range(6)]})
    assert cli.run("compare", "machine=m", "--cols", "kernel", "--fail-if", "worse")[0] == 0


@pytest.mark.worker
@pytest.mark.django_db(transaction=True)
def test_a_build_ends_with_the_status_of_its_gate(cli: Cli, worker: Process) -> None:
    for build, rates in (("1", (390.1, 390.2, 390.3, 390.4, 390.5)), ("2", (350.1, 350.2, 350.3, 350.4, 350.5))):
        for trial, rate in enumerate(rates, 1):
            (cli.home / f"{build}-{trial}.log").write_text(LOG.replace("390.24", str(rate)))
        logs = [f"{build}-{trial}.log" for trial in range(1, 6)]
        assert cli.run("upload", *logs, "--machine", "box", "--tuning", f"build={build}")[0] == 0
    question = ("compare", "machine=box", "--cols", "tuning.build", "--rows", "metric")
    assert cli.run(*question)[0] == 0, "nobody asked it to fail"
    assert cli.run(*question, "--fail-if", "worse")[0] == 1
    assert cli.run(*question, "--fail-if", "worse", "--by", "20%")[0] == 0
    assert cli.run(*question, "--fail-if", "better")[0] == 0
    code, _, _ = cli.run(*question, "--fail-if", "worse", "--baseline", "2", "--summary", "job.md")
    assert code == 0
    assert "**✅ Nothing got worse.**" in (cli.home / "job.md").read_text("utf-8")
    code, _, errors = cli.run(*question, "--fail-if", "worse", "--baseline", "3", "--summary", "job.md")
    lacking = "no run that matches the question has tuning.build 3, only 1, 2."
    assert (code, lacking in errors) == (3, True)
    assert f"**⚠️ Not comparable: {lacking}**" in (cli.home / "job.md").read_text("utf-8")
    link = f"{cli.url}/compare/?machine=box&cols=tuning.build&rows=metric&metric=requests_per_second"
    assert cli.run("compare", link, "--fail-if", "worse")[0] == 1
    assert cli.run("compare", link, "--fail-if", "worse", "--metric", "requests_failed")[0] == 0, (
        "instead of the link's"
    )
    code, output, errors = cli.run(*question, "--fail-if", "not-equivalent")
    assert (code, output, "add --band 2" in errors) == (2, "", True), "it could only fail"
    assert cli.run(*question, "--fail-if", "not-equivalent", "--band", "0")[1:] == ("", errors)
    assert cli.run(*question, "--fail-if", "not-equivalent", "--band", "2")[0] == 1, "builds are 10% apart"
    assert cli.run(*question, "--fail-if", "not-equivalent", "--band", "20%")[0] == 0
    assert cli.run("compare", f"{link}&band=20", "--fail-if", "not-equivalent")[0] == 0
    frozen = cli.run("freeze", f"{link}&band=20")[1].strip()
    assert cli.run("compare", frozen, "--fail-if", "not-equivalent")[0] == 0, "its question has a margin"
    words = ("check", "--cols", "tuning.build", "--baseline", "1", "--fail-if", "not-equivalent", "--", "touch", "ran")
    assert (cli.run(*words)[0], (cli.home / "ran").exists()) == (2, False)
    same = ("check", "--cols", "tuning.build", "--baseline", "1", "--tuning", "build=1", "--", "touch", "ran")
    code, _, errors = cli.run(*same)
    assert (code, (cli.home / "ran").exists()) == (2, False), "its runs would be of the baseline"
    assert "this run's tuning.build is 1" in errors
    typed = (*same[:5], "--tuning", "build=3", "--metric", "requests_per_sec", "--", "touch", "ran")
    assert (cli.run(*typed)[0], (cli.home / "ran").exists()) == (2, False), "no metric is called so"
    failing = ("check", "--cols", "tuning.build", "--baseline", "1", "--tuning", "build=3", "--summary", "job.md")
    code, _, errors = cli.run(*failing, "--interval", "0", "--", "sh", "-c", "exit 4")
    assert (code, "The load ended with exit status 4" in errors) == (2, True), "4 is what a gate says of too few runs"
    assert "**⚠️ The load ended with exit status 4; nothing is compared.**" in (cli.home / "job.md").read_text("utf-8")
    assert cli.run("--url", "http://127.0.0.1:1", *question, "--fail-if", "worse")[0] == 2
    assert cli.run(*question, "--metric", "bogus", "--fail-if", "worse")[0] == 2
    assert cli.run("compare")[0] == 1, "nobody asks for everything in one heap"


def test_a_size_that_rounding_leaves_open_is_neither_worse_nor_a_pass() -> None:
    """1 ms against 2 may be 1.0× to 5.0×: +6% was said to be worse by 20% or more."""
    coarse = seen("worse", 1.0, (0.0, 4.0), better="lower", rounding=(0.0, 4.0))
    assert decided(Gate(by=0.2), coarse) == (
        4,
        "⚠️ Figures are printed too coarsely to judge by 20% or more, so take a metric with more digits.",
    )
    assert decided(Gate(), coarse) == (1, "❌ It got worse.")
    assert decided(Gate(by=4.5), coarse) == (0, "✅ Nothing got worse by 450% or more.")
    assert decided(Gate(by=0.2, excused=frozenset(["rounding"])), coarse) == (
        0,
        "❔ Figures are printed too coarsely to judge by 20% or more, and let pass.",
    )
    large = seen("worse", 2.0, (0.4, 6.0), better="lower", rounding=(0.4, 6.0))
    assert Gate(by=0.2).status([coarse, large]) == 1, "the near end of the range reaches it"
    assert Gate("better", by=0.2).status([coarse]) == 0, "it goes the other way"
    assert Gate("differs", by=0.2).status([coarse]) == 4
    assert Gate("not-equivalent", by=0.2).status([coarse]) == 1, "it is not shown to be the same"


def test_a_difference_that_rounding_alone_could_make_is_no_pass() -> None:
    hidden = seen("no evidence", 0.1, (-0.06, 0.32), "lower", rounding=(-0.06, 0.32), rounding_forbids="difference")
    assert Gate().status([hidden]) == 4
    assert decided(Gate(by=0.4), hidden) == (0, "✅ Nothing got worse by 40% or more.")
    words = named_rows(Gate(), [replace(hidden, row="8", runs=6, base_runs=6)], ANSWER)
    assert words == "concurrency 8: 42 −6.0% to +32% as rounded (6 runs against 6)"
    assert Gate().sentence([hidden], words) == (
        f"⚠️ Figures are printed too coarsely to judge: {words}. Take a metric with more digits."
    )
    alike = seen("no evidence", 0.0, (-0.29, 0.4), "lower", rounding=(-0.29, 0.4), rounding_forbids="equivalence")
    assert decided(Gate(by=0.05), alike) == (
        0,
        "❔ Not shown to be worse by 5% or more: printed too coarsely to tell.",
    )
    let_pass = Gate("not-equivalent", excused=frozenset(["rounding"]))
    words = "❌ Not shown to be the same within the margin, because the figures are rounded."
    assert decided(let_pass, alike) == (1, words)
    assert "rounded" not in decided(Gate("not-equivalent"), alike, seen("worse", -0.5))[1], "of one row alone"


def test_an_improvement_that_rounding_leaves_open_does_not_stop_a_gate_for_worse() -> None:
    """siege's 0.41 s against wrk's 0.407: −0.7%, and may be +0.6%."""
    span = (-0.02, 0.006)
    better = seen("no evidence", -0.007, span, "lower", rounding=span, rounding_forbids="difference")
    assert decided(Gate(), better) == (0, "❔ Not shown to be worse: printed too coarsely to tell.")
    assert Gate("better").status([better]) == 4
    assert Gate("better", by=0.03).status([better]) == 0, "no end of the range reaches it"
    assert Gate("differs").status([better]) == 4
    assert Gate().status([replace(better, change=0.007)]) == 4
    assert Gate().status([replace(better, verdict="cannot be told from drift")]) == 0


def test_a_side_that_lost_its_runs_is_not_comparable_however_its_figures_are_rounded() -> None:
    lost = seen("not comparable", 0.1, EXACT, "lower", rounding=(-0.06, 0.32), rounding_forbids="difference")
    assert Gate().status([lost]) == 3
    assert Gate(excused=frozenset(["rounding"])).status([lost]) == 3


@pytest.mark.django_db
def test_a_rise_from_a_printed_nought_is_no_pass(client: Client) -> None:
    """0 ms × 8 against 1 ms × 8 passed."""
    for kernel, value in (("Linux 5.10.0", 0.0), ("Linux 6.1.0", 0.001)):
        runs(setup(kernel, 8, machine="coarse"), {"latency_p50": [value] * 8})
    answer = client.get("/compare.json?cols=kernel&machine=coarse&metric=latency_p50").json()
    cells = judged(answer)
    assert [Gate(by=by).status(cells) for by in (0.0, 0.5)] == [4, 4]
    assert "Linux 6.1.0 0% or more as rounded (8 runs against 8)" in named_rows(Gate(), cells, answer)
    assert Gate("better").status(cells) == 0
    back = client.get("/compare.json?cols=kernel&machine=coarse&metric=latency_p50&baseline=Linux 6.1.0").json()
    assert [Gate(one).status(judged(back)) for one in ("worse", "better")] == [0, 4]


@pytest.mark.django_db
def test_two_sides_that_are_printed_alike_are_not_the_same_within_less_than_a_step(client: Client) -> None:
    """2.6 ms and 3.4 are both 3 ms to ab: they were the same within 5%, and a tick."""
    for kernel in ("Linux 5.10.0", "Linux 6.1.0"):
        runs(setup(kernel, 8, machine="coarse"), {"latency_p50": [0.003] * 8})
    answer = client.get("/compare.json?cols=kernel&machine=coarse&metric=latency_p50&band=5").json()
    assert decided(Gate("not-equivalent"), *judged(answer))[0] == 1
    assert decided(Gate(by=0.05), *judged(answer)) == (
        0,
        "❔ Not shown to be worse by 5% or more: printed too coarsely to tell.",
    )
    wide = client.get("/compare.json?cols=kernel&machine=coarse&metric=latency_p50&band=45").json()
    assert decided(Gate("not-equivalent"), *judged(wide)) == (0, "✅ The same within the margin.")
