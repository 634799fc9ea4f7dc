"""A history goes only over runs that answered with one document, by the rule of comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest

from benchdb.questions.conditions import Observation
from benchdb.questions.history.analysis.analyse import analyse
from benchdb.questions.history.answer import HistoryAnswer, Moment
from benchdb.questions.history.question import HistoryQuestion
from benchdb.wording import full_sentences, line

START = datetime(2026, 10, 1, 22, tzinfo=UTC)
PAGE, MOVED = {"bytes_received": 4240.0}, {"bytes_received": 376.0}
Stretch = tuple[float, int, dict[str, float]]  #: requests per second, runs, what their replies count
#: A page, a redirect in its place, the page again on a slower server.
REDIRECTED = ((80_000.0, 12, PAGE), (157_000.0, 5, MOVED), (46_000.0, 10, PAGE))


def night_by_night(
    stretches: Sequence[Stretch], accepted: tuple[str, ...] = (), failed: float | None = None
) -> HistoryAnswer:
    """One run a day, noise 2%."""
    random, seen = np.random.default_rng(5), list[Observation]()
    for level, runs, beside in stretches:
        for value in (level * random.normal(1, 0.02, runs)).tolist():
            run = len(seen) + 1
            seen.append(
                Observation(
                    run, "requests_per_second", value, str(run), "requests_per_second", {}, failed=failed, beside=beside
                )
            )
    moments = {one.run: Moment(START + timedelta(days=one.run), is_start=True) for one in seen}
    return analyse(HistoryQuestion(accepted=accepted), seen, moments)


def verdicts(answer: HistoryAnswer) -> list[str | None]:
    return [change.after.cell.verdict for change in answer.curves[0].changes]


@pytest.mark.parametrize("failed", [None, 0.0002])
def test_a_server_that_redirects_is_no_faster_and_its_end_no_regression(failed: float | None) -> None:
    """wrk counts a redirect as a success, and a few socket errors explain nothing."""
    answer = night_by_night(REDIRECTED, failed=failed)
    assert verdicts(answer) == ["not comparable", "not comparable"]
    headline = line(answer.headline)
    assert "where replies went from 4.14 KiB to 376 B (not comparable)" in headline
    assert "where replies went from 376 B to 4.14 KiB (not comparable)" in headline
    assert "no recorded condition changed there" not in headline


@pytest.mark.parametrize("accepted", ["document_bytes", "all"])
def test_another_document_on_purpose_is_compared_and_still_named(accepted: str) -> None:
    answer = night_by_night(REDIRECTED, (accepted,))
    assert verdicts(answer) == ["better", "worse"]
    assert "where replies went from 4.14 KiB to 376 B" in line(answer.headline)


def test_replies_of_about_the_same_size_are_named_and_judged() -> None:
    answer = night_by_night(((100.0, 12, PAGE), (150.0, 12, {"bytes_received": 3000.0})))
    assert verdicts(answer) == ["better"]
    assert "where replies went from 4.14 KiB to 2.93 KiB" in line(answer.headline)


def test_the_same_page_with_other_headers_is_the_same() -> None:
    answer = night_by_night(((100.0, 12, {"bytes_received": 850.0}), (150.0, 12, {"bytes_received": 612.0})))
    assert verdicts(answer) == ["better"]
    assert "replies" not in line(answer.headline)


def test_errors_that_are_counted_explain_small_replies() -> None:
    answer = night_by_night(((100.0, 12, PAGE), (150.0, 12, MOVED)), failed=0.95)
    assert "replies" not in line(answer.headline)


def test_another_document_at_the_same_rate_is_no_history_of_one() -> None:
    answer = night_by_night(((100.0, 12, PAGE), (100.0, 12, MOVED)))
    assert not answer.curves[0].changes
    words = "Not one document: the replies of a level are between 376 B and 4.14 KiB."
    assert line(answer.headline) == f"Requests per second shows no change in 24 runs. {words}"
    assert words in full_sentences(answer.curves[0].notes)
    assert "Not one document" not in line(night_by_night(((100.0, 24, PAGE),)).headline)


def test_replies_that_vary_on_one_level_alone_may_be_errors() -> None:
    answer = night_by_night(((100.0, 12, {"varied": 0.0}), (150.0, 12, {"varied": 0.9})))
    assert verdicts(answer) == ["not comparable"]
    assert "the replies of one level vary in length" in line(answer.headline)


def test_a_drift_to_another_document_is_still_said_to_be_drift() -> None:
    steps = [(100.0 * 1.02**place, 1, PAGE if place < 14 else MOVED) for place in range(28)]
    answer = night_by_night(steps)
    assert "not comparable" in verdicts(answer)
    assert "cannot be told from drift" in line(answer.headline)
