"""What a gate of builds decides, and what it says: a tick only where the runs show it."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from benchdb.cli.__main__ import main
from benchdb.cli.gating.cells import judged
from benchdb.cli.gating.gate import Gate
from benchdb.cli.gating.named_rows import named_rows
from benchdb.curation.inventory import edit
from benchdb.host.process import Process
from benchdb.models import Kernel, Run
from benchdb.tests.cli.command import LOG, Cli
from benchdb.tests.cli.gating.gates import decided
from frontend.tests.constructed import runs, setup


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
    code, _, errors = cli.run(*question, "--baseline", "Linux 6.1")
    why = "Linux 5.10 −16% (8 runs against 3), because runs of the baseline were stopped before the end."
    assert (code, f"Not comparable: concurrency 8: {why}" in errors) == (3, True), "few held out, and may be the best"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("rate", "failing", "status"),
    [(1000.0, "Linux 6.1", 3), (1200.0, "Linux 6.1", 3), (800.0, "Linux 6.1", 1), (1200.0, "Linux 5.10", 0)],
)
def test_runs_that_answered_errors_alone_are_named_by_a_gate_and_let_nothing_pass(
    cli: Cli, rate: float, failing: str, status: int
) -> None:
    """Two of eight runs of the new kernel answered errors, faster than documents; the others are as ever, or better."""
    for kernel, level in (("Linux 5.10", 1000.0), ("Linux 6.1", rate)):
        lost = 2 if kernel == failing else 0
        served = {"requests_per_second": [level + n for n in range(8 - lost)]}
        runs(setup(kernel, 8, machine="m"), served | {"requests_completed": [5000.0] * (8 - lost)})
        if lost:
            errors = {"requests_per_second": 2500.0, "requests_completed": 5e3, "requests_failed": 5e3}
            runs(setup(kernel, 8, machine="m"), {name: [value] * lost for name, value in errors.items()})
    code, _, errors_printed = cli.run("compare", "machine=m", "--cols", "kernel", "--fail-if", "worse")
    assert (code, f"2 of 8 runs of {failing} answered nothing but errors" in errors_printed) == (status, True)


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
