"""What a permalink's check says of the cause: the run that was corrected, the name that became another one."""

import json
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from benchdb.curation.corrections.run_corrections import correct_runs
from benchdb.curation.corrections.undone_corrections import undo as undo_correction
from benchdb.curation.inventory import edit
from benchdb.domain.setups.fingerprints import SETUP_FIELDS, fingerprint
from benchdb.models import Kernel, Permalink, Run, RunCorrection, Setup
from benchdb.questions.permalinks.drift import agrees, drift, verify
from benchdb.questions.permalinks.other_figures import other_turns
from benchdb.questions.scaling.kind import knee_of
from benchdb.questions.scaling.knee import Knee
from benchdb.wording import sentences
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import START, dated

pytestmark = pytest.mark.django_db
RATE = "requests_per_second"
RATES = [11900.0, 11911.0, 11948.0]


def on_kernel(name: str, concurrency: int = 10) -> Setup:
    """As the pipeline makes it: known by the fingerprint of its values."""
    if there := Setup.objects.filter(kernel__name=name, concurrency=concurrency).first():
        return there
    made = setup(name, concurrency, machine="lab")
    made.fingerprint = fingerprint({field: getattr(made, field) for field in SETUP_FIELDS})
    made.save()
    return made


def frozen(client: Client, query: str, kind: str = "compare") -> Permalink:
    assert client.post(f"/{kind}/freeze/", {"query": query}).status_code == 302
    return Permalink.objects.get()


def corrected(runs: list[Run], kernel: str) -> RunCorrection:
    return correct_runs([run.pk for run in runs], {"kernel": kernel}, "ada")


def day() -> str:
    return f"{timezone.now():%Y-%m-%d}"


def test_a_run_that_was_corrected_and_still_counts_is_named_with_the_fact(client: Client) -> None:
    made = runs(on_kernel("K"), {RATE: RATES})
    link = frozen(client, "machine=lab&cols=kernel")
    correction = corrected(made[:1], "Linux 7.0")
    cause = f"the facts of run {made[0].pk} were corrected on {day()}: kernel K, now Linux 7.0"
    assert cause in verify(link, timezone.now())
    assert f"T{cause[1:]}." in client.get(f"/p/{link.pk}/").content.decode()
    undo_correction(correction.pk, "ada")
    assert drift(link) == ()


def test_an_undone_correction_is_a_cause_too(client: Client) -> None:
    made = runs(on_kernel("K"), {RATE: RATES})
    correction = corrected(made[:1], "Linux 7.0")
    link = frozen(client, "machine=lab&cols=kernel")
    undo_correction(correction.pk, "ada")
    cause = f"a correction of run {made[0].pk} was undone on {day()}: kernel Linux 7.0, now K"
    assert cause in sentences(drift(link))


@pytest.mark.parametrize(
    ("kind", "query", "other"),
    [
        ("compare", "cols=kernel&baseline=Linux 5.10", "Linux 5.10"),
        ("history", "by=kernel", "Linux 5.10"),
        ("scaling", "x=concurrency&by=kernel", "IRIX 6.5"),
    ],
)
def test_a_name_that_became_another_one_is_all_that_is_named(client: Client, kind: str, query: str, other: str) -> None:
    """Whether it stood before the other kernel and stands behind it, or not."""
    link = renamed(client, f"machine=lab&{query}", kind, other)
    verify(link, timezone.now())
    assert link.drift == ["Kernel K is called Linux 7.0 now."]
    page = client.get(f"/p/{link.pk}/").content.decode()
    assert "Only names have changed since it was frozen: its figures and verdicts are the same." in page
    assert "The answer has changed" not in page


def renamed(client: Client, query: str, kind: str = "compare", other: str = "Linux 5.10") -> Permalink:
    """Frozen of two kernels, of which K is called otherwise since."""
    for kernel in ("K", other):
        for concurrency in (10, 20, 40):
            runs(on_kernel(kernel, concurrency), {RATE: RATES})
    link = frozen(client, query, kind)
    edit(Kernel.objects.get(name="K"), {"name": "Linux 7.0"})
    return link


@pytest.mark.parametrize(("kind", "query"), [("compare", "cols=kernel"), ("scaling", "x=concurrency&by=kernel")])
def test_a_name_by_which_another_side_is_the_baseline_changes_the_answer(client: Client, kind: str, query: str) -> None:
    differences = verify(renamed(client, f"machine=lab&{query}", kind), timezone.now())
    assert "its baseline is Linux 5.10 today, and was K" in differences
    assert "Kernel K is called Linux 7.0 now." in differences


def test_a_figure_that_moved_alone_is_no_other_answer(client: Client) -> None:
    """A run more moves the median of one cell by a little; every verdict is what it was."""
    for kernel, factor in (("Linux 5.10", 1.0), ("Linux 6.1", 1.5)):
        for concurrency in (10, 20):
            runs(on_kernel(kernel, concurrency), {RATE: [factor * (1000 + place) for place in range(8)]})
    link = frozen(client, "machine=lab&cols=kernel")
    runs(on_kernel("Linux 6.1", 20), {RATE: [1505.0]})
    verify(link, timezone.now())
    assert link.finding == "one of its 4 figures has moved; its verdicts are the same"
    for page in (f"/p/{link.pk}/", f"/p/{link.pk}/?check=now", "/p/"):
        assert "One of its 4 figures has moved; its verdicts are the same" in client.get(page).content.decode()
    runs(on_kernel("Linux 6.1", 20), {RATE: [600.0 + place for place in range(20)]})
    verify(link, timezone.now())
    assert link.finding == "the answer has changed since it was frozen: one of its 2 verdicts is another one"


def test_a_new_change_of_level_is_named_before_the_figures(client: Client) -> None:
    rates = [1000.0, 1004, 998, 1002, 1001, 997, 1003, 999]
    dated(runs(on_kernel("K"), {RATE: rates}), START)
    link = frozen(client, "machine=lab", "history")
    dated(runs(on_kernel("K"), {RATE: [rate * 0.8 for rate in rates]}), START + timedelta(days=60))
    assert "no change of level, now a change of level at " in verify(link, timezone.now())[0]
    assert link.finding == "the answer has changed since it was frozen"


def test_another_knee_is_named() -> None:
    """A curve of one answer is the same one, whatever it is called today."""
    knees = [knee_of(None), knee_of(Knee(9.0, 8.0, 16.0)), knee_of(Knee(11.0, 8.0, 16.0))]
    without, at_nine, at_eleven = ({(name, "knee"): knee} for name, knee in zip(("K", "K", "6.1"), knees, strict=True))
    assert sentences(other_turns(without, at_nine)) == ("K: no knee, now a knee between 8 and 16",)
    assert other_turns(at_nine, at_eleven) == ()


def with_a_failing_run(client: Client) -> tuple[Permalink, Run]:
    """A scaling of which one run answered nothing but errors, frozen."""
    for load in (1, 2, 4):
        counts = {"requests_completed": [1000.0] * 3, "requests_failed": [0.0, 0.0, 1000.0 * (load == 4)]}
        made = runs(on_kernel("K", load), {RATE: [100.0 * load + place for place in range(3)], **counts})
    return frozen(client, "x=concurrency&by=kernel", "scaling"), made[2]


def test_a_run_that_served_nothing_and_is_excluded_is_a_cause(client: Client) -> None:
    """The headline counts it: "1 run of 3 answered nothing but errors"."""
    link, failing = with_a_failing_run(client)
    assert failing.pk in link.run_ids
    assert "answered nothing but errors" in link.headline
    assert drift(link) == ()
    Run.objects.filter(pk=failing.pk).update(excluded_at=timezone.now(), excluded_because="broken cable")
    assert f"run {failing.pk} was excluded on {day()}: broken cable" in sentences(drift(link))


def test_of_a_link_that_counted_such_a_run_nobody_says_that_its_facts_were_corrected(client: Client) -> None:
    link, failing = with_a_failing_run(client)
    data = json.loads(link.result)
    del data["unserved"]
    (curve,) = data["curves"]
    curve["points"][-1]["runs"].append(failing.pk)
    curve["points"][-1]["values"].append(402.0)
    link.result = json.dumps(data)
    words = " ".join(sentences(drift(link)))
    assert words
    assert "no longer" not in words


def test_what_a_caveat_of_today_says_besides_is_no_drift() -> None:
    """How many runs say what it says of many: links of before know only how many sentences there were."""
    text = {"kind": "line full", "parameters": [["full", 1.0]]}
    then = {"caveats": [{"kind": "log, and others like it", "parameters": [["text", text], ["more", 2]], "places": []}]}
    today = json.loads(json.dumps(then))
    today["caveats"][0]["parameters"].append(["runs", 12])
    assert agrees(then, today)
    assert not agrees(today, then)
    today["caveats"][0]["parameters"][1] = ["more", 3]
    assert not agrees(then, today)
