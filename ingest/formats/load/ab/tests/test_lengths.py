"""Replies of another length than the first one: errors, an error that came first, a page that varies. All logs real."""

from __future__ import annotations

import re

import pytest

from ingest.formats.load.ab.tests.logs import DEBIAN, only_run, real, value
from ingest.records import RunRecord


def failures(run: RunRecord) -> tuple[float | None, ...]:
    return value(run, "requests_failed"), value(run, "requests_failed", "length"), value(run, "responses", "non_2xx")


@pytest.mark.parametrize(("log", "failed"), [("errors-503", 58), ("errors-t1", 6695)])
def test_errors_are_no_page_that_varies(log: str, failed: int) -> None:
    run = only_run(real(f"{DEBIAN}/{log}.log"))
    assert (run.facts["document_bytes"], "document_variable" in run.facts) == (8000, False)
    assert failures(run) == (failed, failed, failed)
    assert value(run, "responses", "other_length") is None
    (caveat,) = [words for words in run.caveats if "Non-2xx" in words]
    assert f"{failed:,} of " in caveat
    assert "varies" not in "".join(run.caveats)


@pytest.mark.parametrize(
    ("log", "failed"), [("first-reply-503", 825), ("first-reply-502-short", 805), ("first-reply-302", 52)]
)
def test_a_first_reply_that_failed_gives_neither_the_size_nor_the_count(log: str, failed: int) -> None:
    run = only_run(real(f"{DEBIAN}/{log}.log"))
    assert (run.facts["document_bytes"], "document_variable" in run.facts) == (8000, False)
    assert failures(run) == (failed, failed, failed)
    printed = [number.printed for number in run.measurements if number.metric == "requests_failed" and number.value]
    assert printed == [f"{2000 - failed}"] * 2
    assert any(words.startswith("The first reply was an error") for words in run.caveats)
    assert not any("add up" in words for words in run.caveats)


def changed(log: str, **numbers: int) -> RunRecord:
    """`log` with other numbers behind labels that have their words joined by _."""
    for label, number in numbers.items():
        log = re.sub(rf"({label.replace('_', ' ')}: +)\d+", rf"\g<1>{number}", log)
    return only_run(log)


def of_few_good_replies(good: int, their_bytes: int, errors: int) -> RunRecord:
    """A report of a first reply of 6,000 bytes, which was an error as nearly all were."""
    log = re.sub(r"Length: \d+", f"Length: {good}", real(f"{DEBIAN}/first-reply-503.log"))
    log = re.sub(r"(Complete requests: +)\d+", rf"\g<1>{good + errors}", log)
    bodies = errors * 6000 + their_bytes
    return changed(log, Failed_requests=good, **{"Non-2xx_responses": errors}, HTML_transferred=bodies)


@pytest.mark.parametrize("good", [40, 20, 1])
def test_a_first_reply_that_failed_as_nearly_all_did_is_not_the_document(good: int) -> None:
    """From 99% of errors on the rest was no more than what may be cut, and the page's size was the document's."""
    run = of_few_good_replies(good, good * 8000, 2000 - good)
    assert run.facts["document_bytes"] == 8000
    assert failures(run) == (2000 - good,) * 3
    (caveat,) = [words for words in run.caveats if words.startswith("The first reply was an error")]
    assert f"counts the {good} good replies, of 8,000 bytes each, as failed" in caveat


@pytest.mark.parametrize("errors", [1950, 50])
@pytest.mark.parametrize(
    ("good", "their_bytes"),
    [
        (3, 7000 + 8000 + 9000),
        (3, 7001 + 8000 + 9000),
        (3, 3 * 8000),
        (2, 8000 + 8044),
        (10, 10 * 8000),
        (19, sum(range(8000, 8019))),
        (40, 40 * 8000 + 1),
    ],
)
def test_a_few_good_replies_after_it_give_no_size_either(good: int, their_bytes: int, errors: int) -> None:
    """Their mean length may be a whole number by chance, and where it is none that of the error is no size either."""
    run = of_few_good_replies(good, their_bytes, errors)
    assert not {"document_bytes", "document_variable"} & run.facts.keys()
    assert failures(run) == (errors,) * 3
    (caveat,) = [words for words in run.caveats if words.startswith("The first reply was an error")]
    assert f"counts the {good} good replies as failed" in caveat
    assert caveat.endswith("The report does not say how long the document is.")


def test_a_page_that_varies_among_errors_varies_by_what_is_none() -> None:
    log = real(f"{DEBIAN}/errors-503.log").replace("Non-2xx responses:      58", "Non-2xx responses:      60")
    run = changed(log.replace("Length: 58", "Length: 1999"), Failed_requests=1999, HTML_transferred=15_884_001)
    assert value(run, "responses", "other_length") == 1939
    assert (run.facts.get("document_bytes"), run.facts["document_variable"]) == (None, True)
    assert not any("errors or redirects" in words for words in run.caveats)


def test_whose_length_it_is_stays_open_where_the_rest_has_no_length_of_its_own() -> None:
    log = real(f"{DEBIAN}/first-reply-502-short.log")
    run = changed(log, HTML_transferred=9_718_586)
    assert "document_bytes" not in run.facts
    assert failures(run) == (1195, 1195, 805)
    assert any("may be that of an error" in words for words in run.caveats)


def test_a_few_errors_change_nothing() -> None:
    log = real(f"{DEBIAN}/errors-503.log").replace("Length: 58", "Length: 20")
    run = changed(log.replace("Non-2xx responses:      58", "Non-2xx responses:      20"), Failed_requests=20)
    assert run.facts["document_bytes"] == 8000
    assert not any("Non-2xx" in words for words in run.caveats)
