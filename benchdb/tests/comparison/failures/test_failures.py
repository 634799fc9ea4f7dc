"""A side that answers errors is never better."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from django.utils import timezone

from benchdb.domain.caveats import caveat
from benchdb.host.paths import ROOT
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.tests.comparison.observed import FASTER, QUESTION, seen
from benchdb.wording import line, sentences
from frontend.answers.comparison.data import as_dict
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload


@pytest.mark.parametrize(
    ("failing", "verdict"),
    [({}, "better"), ({20: 0.5, 21: 0.0}, "not comparable"), ({20: 0.001}, "better"), ({0: 0.5, 20: 0.5}, "better")],
)
def test_who_fails_more_is_not_better(failing: dict[int, float], verdict: str) -> None:
    shares = dict.fromkeys((*range(5), *range(20, 25)), 0.0) | failing
    answer = tabulate(QUESTION, [replace(one, failed=shares[one.run]) for one in FASTER])
    assert answer.rows[0].cells["web"].verdict == verdict


def test_who_fails_more_at_the_same_figure_is_not_as_good() -> None:
    """Most requests were refused by a limit, and the rate is what it was: "cannot tell" would hide that."""
    alike = [seen(n, 100 + n % 5, zone="web" if n >= 20 else "global") for n in (*range(5), *range(20, 25))]
    failing = [replace(one, failed=0.7 if one.run >= 20 else 0.0) for one in alike]
    cells = {one.cells["web"].verdict for shares in (alike, failing) for one in tabulate(QUESTION, shares).rows}
    assert cells == {"no evidence", "not comparable"}
    assert "more requests failed on one side" in line(tabulate(QUESTION, failing).headline)
    counts = [replace(one, metric="requests_failed") for one in failing]
    itself = tabulate(replace(QUESTION, metrics=("requests_failed",)), counts)
    assert itself.rows[0].cells["web"].verdict == "no evidence", "the count of failures says itself what it can tell"


def test_what_is_not_comparable_anyhow_says_that_all_requests_failed() -> None:
    """ab's document is then the error page: its other size is the smaller matter."""
    pages = [replace(one, failed=1.0 if one.run >= 20 else 0.0) for one in FASTER]
    sized = [
        replace(one, conditions={**one.conditions, "document_bytes": "197" if one.run >= 20 else "8000"})
        for one in pages
    ]
    headline = line(tabulate(QUESTION, sized).headline)
    failed = "Nothing was served by web: every request failed."
    assert headline == f"{failed} Not comparable: document size differs."
    why = as_dict(tabulate(QUESTION, sized))["rows"][0]["cells"][1]["not_comparable_because"]
    assert why == "nothing was served on one side; document size differs", "which a gate prints"
    most = line(tabulate(QUESTION, [replace(one, failed=one.failed and 0.9) for one in sized]).headline)
    assert most.endswith("Up to 90% of the requests of web failed, and none on record of the others.")
    neither = line(tabulate(QUESTION, [replace(one, failed=1.0) for one in sized]).headline)
    assert neither.startswith("Nothing was served on either side: every request failed. Not comparable")
    alike = [replace(one, failed=0.5) for one in sized]
    assert line(tabulate(QUESTION, alike).headline) == "Not comparable: document size differs."


@pytest.mark.parametrize(("base", "here", "verdict"), [(0.2, 0.2, "better"), (0.0, 0.2, "worse")])
def test_a_headline_with_a_verdict_says_that_requests_failed(base: float, here: float, verdict: str) -> None:
    """On both sides a fifth of the replies were errors, and the headline said “better” and no more."""
    runs = FASTER if verdict == "better" else [replace(one, value=300 - one.value) for one in FASTER]
    failing = [replace(one, failed=here if one.run >= 20 else base) for one in runs]
    answer = tabulate(QUESTION, failing)
    assert answer.rows[0].cells["web"].verdict == verdict
    others = "against 20% of those of global" if base else "against none on record of global"
    assert f"20% of the requests of web failed, {others}." in line(answer.headline)
    whole = tabulate(QUESTION, [replace(one, failed=0.0) for one in runs])
    assert "failed" not in line(whole.headline)


@pytest.mark.parametrize(
    ("base", "here", "verdict"),
    [
        (1.0, 1.0, "not comparable"),
        (0.9995, 1.0, "not comparable"),
        (0.99, 0.99, "better"),
        (0.0, 1.0, "not comparable"),
    ],
)
def test_errors_on_both_sides_are_no_figures_to_compare(base: float, here: float, verdict: str) -> None:
    """“+9.4%: better. Up to 100% of the requests failed.”"""
    for runs, own in ((FASTER, verdict), ([replace(one, value=300 - one.value) for one in FASTER], "worse")):
        failing = [replace(one, failed=here if one.run >= 20 else base) for one in runs]
        answer = tabulate(QUESTION, failing)
        is_nothing, is_of_one = base > 0.999 and here > 0.999, base < 0.999 < here
        assert answer.rows[0].cells["web"].verdict == ("not comparable" if is_nothing or is_of_one else own)
        assert ("nothing was served on either side: every request failed" in line(answer.headline)) == is_nothing
        assert ("not comparable, because nothing was served on one side." in line(answer.headline)) == is_of_one
        assert not is_nothing or "Up to" not in line(answer.headline)


@pytest.mark.parametrize(("share", "verdict"), [(0.999, "not comparable"), (0.9989, "worse")])
def test_a_thousandth_that_was_served_is_nothing_however_many_runs_are_added_up(share: float, verdict: str) -> None:
    """20 of 20,000 in each of eight runs: the mean of their shares is 0.9989999999999999, and it was “worse”."""
    eight = [seen(n, 100 + n % 20, zone="web" if n >= 20 else "global") for n in (*range(8), *range(20, 28))]
    slower = [replace(one, value=300 - one.value * (2 if one.run >= 20 else 1)) for one in eight]
    answer = tabulate(QUESTION, [replace(one, failed=share if one.run >= 20 else 0.0) for one in slower])
    assert answer.rows[0].cells["web"].verdict == verdict


@pytest.mark.parametrize("runs", [1, 5])
def test_more_runs_of_errors_alone_show_nothing(runs: int) -> None:
    failing = [replace(one, failed=1.0) for one in FASTER if one.run % 20 < runs]
    cell = tabulate(QUESTION, failing).rows[0].cells["web"]
    assert (cell.verdict, cell.runs_needed, cell.more_runs) == ("not comparable", 0, None)
    assert sentences(cell.caveats)[-1] == "Not comparable: nothing was served on either side, every request failed"
    counts = [replace(one, metric="requests_failed") for one in failing]
    itself = tabulate(replace(QUESTION, metrics=("requests_failed",)), counts)
    assert itself.rows[0].cells["web"].verdict != "not comparable", "the count of failures is what was asked for"


def test_one_load_at_which_nothing_was_served_is_in_no_count_of_better() -> None:
    loads = [
        replace(one, row=str(load), run=100 * load + one.run, failed=float(load == 8))
        for load in (1, 4, 8)
        for one in FASTER
    ]
    headline = line(tabulate(QUESTION, loads).headline)
    assert "at concurrency 1 and 4; not comparable at 8" in headline
    assert "Nothing was served on either side at concurrency 8: every request failed." in headline
    assert "Up to" not in headline
    everywhere = line(tabulate(QUESTION, [replace(one, failed=1.0) for one in loads]).headline)
    assert "not comparable in each of 3 comparisons" in everywhere
    assert everywhere.endswith("Nothing was served on either side: every request failed.")


def test_failures_stand_beside_the_figure() -> None:
    failing = [replace(one, failed=0.25 if one.run in (20, 21) else None) for one in FASTER]
    cell = tabulate(QUESTION, failing).rows[0].cells["web"]
    assert cell.failed == 0.25
    assert sentences(cell.caveats)[0] == "25% of the requests failed"


def test_without_a_failure_nothing_changes() -> None:
    counted = [replace(one, failed=0.0 if one.run == 20 else None) for one in FASTER]
    assert tabulate(QUESTION, counted) == tabulate(QUESTION, FASTER)


def test_failures_of_unknown_numbers_on_both_sides_allow_no_verdict() -> None:
    failing = [replace(one, failed=np.inf) for one in FASTER]
    cell = tabulate(QUESTION, failing).rows[0].cells["web"]
    assert cell.verdict == "not comparable"
    assert "requests failed in both, and of how many is not on record" in line(tabulate(QUESTION, failing).headline)


def test_failures_of_an_unknown_number_are_no_share() -> None:
    failing = [replace(one, failed=np.inf if one.run >= 20 else 0.25) for one in FASTER]
    cell = tabulate(QUESTION, failing).rows[0].cells["web"]
    assert cell.verdict == "not comparable"
    assert sentences(cell.caveats)[0] == "Some requests failed; how many were sent is not recorded"


def test_the_headline_names_the_failures_and_no_other_conditions() -> None:
    failing = [replace(one, failed=0.5 if one.run >= 20 else 0.0) for one in FASTER]
    words = line(tabulate(QUESTION, failing).headline)
    assert "not comparable, because more requests failed on one side" in words
    assert "other conditions" not in words


@pytest.mark.django_db
def test_a_server_that_answers_errors_faster_is_not_better() -> None:
    """ab's `Failed requests` counts none of them."""
    log = (ROOT / "fixtures/studies/zones/global.log").read_text()
    assert "Failed requests: 0\n" in log
    errors = log.replace("Failed requests: 0\n", "Failed requests: 0\nNon-2xx responses: 1000\n")
    assert errors.count("390.24") == 1
    for zone, text, rate in (("global", log, 390), ("web", errors, 590)):
        for trial in range(5):
            content = text.replace("390.24", f"{rate + trial / 10}").encode()
            stored = create_upload([IncomingFile(f"{trial}.log", [content])], {"zone": zone, "machine": "m"})
            parse_upload(stored.upload.pk)
    question = ComparisonQuestion.from_query([("machine", "m"), ("cols", "zone"), ("metric", "requests_per_second")])
    for way in (question, replace(question, as_of=timezone.now())):
        cell = fetch_comparison(way).rows[0].cells["web"]
        assert (cell.verdict, cell.failed) == ("not comparable", 1.0)


@pytest.mark.django_db
def test_replies_that_are_no_2xx_may_be_redirects_and_are_called_so() -> None:
    """ab says of `return 301` "Failed requests: 0" and "Non-2xx responses: 20000": nothing failed that it knows of."""
    text = (ROOT / "fixtures/logs/ab/2.4.71-debian12/errors-503.log").read_text()
    rate = next(words for words in text.split("\n") if words.startswith("Requests per second:")).split()[3]
    sent = next(words for words in text.split("\n") if words.startswith("Complete requests:")).split()[2]
    moved = re.sub(r"(Failed requests: +)\d+\n(?: +\(.*\n)?", r"\g<1>0\n", text)
    moved = re.sub(r"(Non-2xx responses: +)\d+", rf"\g<1>{sent}", moved)
    page = re.sub("Non-2xx.*\n", "", moved)
    for zone, first, report in (("global", 3900, page), ("web", 5900, moved)):
        for trial in range(5):
            logged = IncomingFile("a.log", [report.replace(rate, f"{first + trial}.00").encode()])
            parse_upload(create_upload([logged], {"zone": zone, "machine": "m"}).upload.pk)
    question = ComparisonQuestion.from_query([("machine", "m"), ("cols", "zone"), ("metric", "requests_per_second")])
    for way in (question, replace(question, as_of=timezone.now())):
        answer = fetch_comparison(way)
        cell, headline = answer.rows[0].cells["web"], line(answer.headline)
        assert cell.verdict == "not comparable"
        assert "not comparable, because no reply of one side was a 2xx: redirects or errors." in headline
        assert (
            "100% of the replies of web were no 2xx (redirects or errors), against none on record of global."
            in headline
        )
        assert "failed" not in headline
        assert "100% of the replies were no 2xx: redirects or errors" in sentences(cell.caveats)


def sides(failing: str, runs: Sequence[Observation]) -> str:
    """The headline where every request of these sides failed."""
    return line(tabulate(QUESTION, [replace(one, failed=float(one.column in failing)) for one in runs]).headline)


def test_the_pair_of_which_requests_failed_is_named_among_others() -> None:
    """ "In 1 of 3 comparisons nothing was served on either side. There, 100% of the requests failed": of the other."""
    levels = {"c": 150, "d": 300, "global": 100, "web": 200}
    numbered = [(20 * place, zone, level) for place, (zone, level) in enumerate(levels.items())]
    every = [seen(first + n, level + n, zone=zone) for first, zone, level in numbered for n in range(5)]
    words = sides("cd", every)
    assert words.endswith(
        "Nothing was served by c: every request failed. Nothing was served by d: every request failed. "
        "In 1 of 3 comparisons nothing was served on either side."
    )
    loads = [replace(one, row=load, run=1000 * int(load) + one.run) for load in ("1", "8") for one in FASTER]
    failing = [replace(one, failed=float(one.row == "8" and one.column == "web")) for one in loads]
    assert (
        "In the comparison at concurrency 8, 100% of the requests of web failed, against none on record of global."
        in line(tabulate(QUESTION, failing).headline)
    )
    assert "100% of the requests of web failed, against none on record of global." in sides("web", FASTER), (
        "of one pair"
    )


def test_failures_are_told_ahead_of_other_limits() -> None:
    full = caveat("line full", side="server", interface="eth0", full=1.0)
    failing = [replace(one, caveats=(full,), failed=float(one.column == "web")) for one in FASTER]
    words = line(tabulate(QUESTION, failing).headline)
    assert words.index("100% of the requests of web failed") < words.index("For both sides the network")


@pytest.mark.parametrize(
    ("base", "here", "words"),
    [
        (0.4, 0.0, "40% of the requests of global failed, against none on record of web."),
        (0.1, 0.12, "12% of the requests of web failed, against 10% of those of global."),
        (0.12, 0.1, "12% of the requests of global failed, against 10% of those of web."),
    ],
)
def test_a_headline_says_of_which_side_how_many_failed(base: float, here: float, words: str) -> None:
    """“More requests failed on one side. There, 40%”: of the baseline, which nobody could know."""
    failing = [replace(one, failed=here if one.column == "web" else base) for one in FASTER]
    assert words in line(tabulate(QUESTION, failing).headline)


def test_of_several_rows_each_side_has_the_most_that_failed() -> None:
    loads = [replace(one, row=load, run=1000 * int(load) + one.run) for load in ("1", "8") for one in FASTER]
    failing = [replace(one, failed=0.1 * int(one.row) if one.column == "web" else 0.02) for one in loads]
    assert "Up to 80% of the requests of web failed, against up to 2% of those of global." in line(
        tabulate(QUESTION, failing).headline
    )
