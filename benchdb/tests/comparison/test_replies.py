"""What the replies of two sides say against the figures made of them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.utils import timezone

from benchdb.host.paths import ROOT
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.comparison.tabulate import tabulate
from benchdb.questions.conditions import Observation
from benchdb.tests.comparison.observed import QUESTION, seen
from benchdb.wording import line, sentences
from ingest.intake.uploads import IncomingFile, create_upload
from ingest.pipeline.parse_upload import parse_upload

PLAIN = [seen(n, 100 + n) for n in range(5)]
FASTER = [seen(20 + n, 200 + n, zone="web") for n in range(5)]


def known(group: list[Observation], **beside: float) -> list[Observation]:
    return [replace(one, beside=beside) for one in group]


def web(*groups: list[Observation], question: ComparisonQuestion = QUESTION) -> tuple[Cell, str]:
    """(the cell that is compared, the headline)"""
    answer = tabulate(question, [one for group in groups for one in group])
    return answer.rows[0].cells["web"], line(answer.headline)


@pytest.mark.parametrize(
    ("here", "there", "verdict"),
    [(0.9, 0.4, "better"), (0.9, 0.0, "not comparable"), (0.0, 0.9, "not comparable"), (0.0005, 0.0, "better")],
)
def test_a_page_that_varies_on_both_sides_fails_nobody(here: float, there: float, verdict: str) -> None:
    cell, headline = web(known(PLAIN, varied=there), known(FASTER, varied=here))
    assert (cell.verdict, cell.failed) == (verdict, None)
    assert ("only the replies of one side vary" in headline) == (verdict == "not comparable")


def test_replies_of_another_size_are_named_in_the_headline() -> None:
    cell, headline = web(known(PLAIN, bytes_received=27255.0), known(FASTER, bytes_received=20000.0))
    assert cell.verdict == "better"
    assert sentences(cell.caveats)[0].startswith("Replies are 19.53 KiB here and 26.66 KiB in the baseline:")
    assert "Replies of 19.53 KiB against 26.66 KiB: perhaps not the same document." in headline


def test_an_error_page_that_is_sent_faster_is_no_better_page() -> None:
    """wrk, siege and vegeta count a redirect as a success: its size alone says what it is."""
    page, moved = known(PLAIN, bytes_received=27255.0), known(FASTER, bytes_received=377.0)
    cell, headline = web(page, moved)
    assert cell.verdict == "not comparable"
    assert headline.endswith(
        "not comparable, because the replies of one side are much larger. Replies of 377 B against 26.66 KiB."
    )
    for accepted in (("document_bytes",), ("all",)):
        cell, headline = web(page, moved, question=replace(QUESTION, accepted=accepted))
        assert (cell.verdict, "perhaps not the same document" in headline) == ("better", True), "on purpose"


@pytest.mark.parametrize(("failed", "verdict"), [(2e-4, "not comparable"), (0.02, "not comparable"), (0.99, "better")])
def test_few_failures_explain_no_small_replies(failed: float, verdict: str) -> None:
    """As many on both sides: some timed out. Where nearly all failed, what came says nothing of the document."""
    page, moved = known(PLAIN, bytes_received=27255.0), known(FASTER, bytes_received=377.0)
    cell, _ = web(*([replace(one, failed=failed) for one in side] for side in (page, moved)))
    assert cell.verdict == verdict


@pytest.mark.parametrize(
    "beside", [({"bytes_received": 850.0}, {"bytes_received": 612.0}), ({"bytes_body": 600.0}, {"bytes_received": 9e9})]
)
def test_headers_and_what_tools_count_otherwise_make_no_other_document(beside: tuple[dict[str, float], ...]) -> None:
    cell, headline = web(known(PLAIN, **beside[0]), known(FASTER, **beside[1]))
    assert cell.verdict == "better"
    assert "perhaps" not in headline


def test_who_serves_all_that_is_offered_is_not_better() -> None:
    alike = [[seen(n, 999.9 + n / 1e4, zone=zone, rate="1000") for n in runs] for zone, runs in SIDES]
    cell, headline = web(*alike)
    assert (cell.verdict, cell.q is not None and cell.q < 0.05) == ("no evidence", True)
    assert "both kept up with the offered rate" in headline
    slower = [replace(one, value=900 + one.value / 1e3) for one in alike[0]]
    assert web(slower, alike[1])[0].verdict == "better"


def test_what_is_offered_is_that_of_each_row() -> None:
    rows = []
    for load, rate in (("100", 1000), ("200", 2000)):
        for zone, runs in SIDES:
            first = int(load) * 10
            rows += [seen(first + n, rate - 0.1 + n / 1e4, zone=zone, rate=str(rate), concurrency=load) for n in runs]
    answer = tabulate(QUESTION, rows)
    assert [row.cells["web"].verdict for row in answer.rows] == ["no evidence", "no evidence"]


SIDES = (("global", range(5)), ("web", range(20, 25)))


def test_a_percentile_of_few_requests_says_how_few_decide_it() -> None:
    question = replace(QUESTION, metrics=("latency_p99",))
    both = [replace(one, metric="latency_p99") for one in (*PLAIN, *FASTER)]
    few, _ = web(known(both, requests_completed=100.0), question=question)
    assert sentences(few.caveats) == ("Of 100 requests in a run, 1 is slower than this",)
    assert web(known(both, requests_completed=500.0), question=question)[0].caveats == ()


@pytest.mark.django_db
def test_a_dynamic_page_has_a_verdict_from_ab() -> None:
    log = (ROOT / "fixtures/logs/ab/2.3-httpd2.2.34/length-failures.log").read_text()
    rate = next(text for text in log.split("\n") if text.startswith("Requests per second:")).split()[3]
    for zone, first, length in (("global", 390, 101), ("web", 590, 107)):
        for trial in range(5):
            text = log.replace(rate, f"{first + trial}.00").replace("101 bytes", f"{length + trial} bytes")
            stored = create_upload([IncomingFile("a.log", [text.encode()])], {"zone": zone, "machine": "m"})
            parse_upload(stored.upload.pk)
    question = ComparisonQuestion.from_query([("machine", "m"), ("cols", "zone"), ("metric", "requests_per_second")])
    for way in (question, replace(question, as_of=timezone.now())):
        cell = fetch_comparison(way).rows[0].cells["web"]
        assert (cell.verdict, cell.failed) == ("better", None)
        assert any("replies were not as long as the first" in words for words in sentences(cell.caveats))


@pytest.mark.django_db
@pytest.mark.parametrize("log", ["errors-503", "first-reply-503", "first-reply-502-short"])
def test_errors_of_ab_are_failures_of_the_same_document(log: str) -> None:
    text = (ROOT / f"fixtures/logs/ab/2.4.71-debian12/{log}.log").read_text()
    rate = next(words for words in text.split("\n") if words.startswith("Requests per second:")).split()[3]
    good = re.sub("Non-2xx.*\n", "", text).replace("6000 bytes", "8000 bytes").replace("197 bytes", "8000 bytes")
    good = re.sub(r"(Failed requests: +|Length: )\d+", r"\g<1>0", good)
    for zone, first, report in (("global", 3900, good), ("web", 5900, text)):
        for trial in range(5):
            logged = IncomingFile("a.log", [report.replace(rate, f"{first + trial}.00").encode()])
            parse_upload(create_upload([logged], {"zone": zone, "machine": "m"}).upload.pk)
    question = ComparisonQuestion.from_query([("machine", "m"), ("cols", "zone"), ("metric", "requests_per_second")])
    answer = fetch_comparison(question)
    assert "because more requests failed on one side" in line(answer.headline)
    assert not [words for words in sentences(answer.caveats) if "document" in words.lower()]


@pytest.mark.django_db
def test_replies_of_another_size_are_named_of_an_earlier_moment_too() -> None:
    log = (ROOT / "fixtures/logs/ab/2.4.71-debian12/keepalive-n5000-c50.log").read_text()
    sent = next(line for line in log.split("\n") if line.startswith("HTML transferred:"))
    for zone, rate, size in (("global", 53421, sent), ("web", 63421, "HTML transferred:       5000 bytes")):
        for trial in range(4):
            text = log.replace(sent, size).replace("53421.09", f"{rate + trial}.09")
            stored = create_upload([IncomingFile("a.log", [text.encode()])], {"zone": zone, "machine": "m"})
            parse_upload(stored.upload.pk)
    question = ComparisonQuestion.from_query([("machine", "m"), ("cols", "zone"), ("metric", "requests_per_second")])
    for way in (question, replace(question, as_of=timezone.now())):
        answer = fetch_comparison(way)
        assert "Replies of 1 B against 4 KiB" in line(answer.headline)
        assert answer.rows[0].cells["web"].verdict == "not comparable"
