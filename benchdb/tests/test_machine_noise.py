"""The noise between a machine's sittings, read from all that was measured on it."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl

import pytest

from benchdb.models import Run
from benchdb.questions.comparison.fetch import fetch_comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.kinds import QUESTIONS
from benchdb.questions.permalinks.freeze import frozen
from benchdb.wording import line
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db

BEGIN = datetime(2026, 5, 1, tzinfo=UTC)
OLD, NEW = [100.0, 101, 99, 100.5, 99.5], [110.0, 111, 109, 110.5, 109.5]
QUESTION = "machine=lab&concurrency=10"


def measured(kernel: str, values: list[float], day: int, concurrency: int = 10, machine: str = "lab") -> list[Run]:
    """One sitting: a run a minute."""
    made = runs(setup(kernel, concurrency, machine), {"requests_per_second": values})
    for minute, run in enumerate(made):
        run.started_at = BEGIN + timedelta(days=day, minutes=minute)
    Run.objects.bulk_update(made, ["started_at"])
    return made


def history(machine: str = "lab") -> None:
    """Six sittings of another load, whose medians lie 15% apart."""
    for day, middle in enumerate([80.0, 100, 120, 85, 115, 95]):
        measured("Linux 6.1", [middle, middle + 1, middle - 1], 10 + day, concurrency=50, machine=machine)


def answer(as_of: datetime | None = None) -> tuple[str, str]:
    question = ComparisonQuestion.from_query(parse_qsl(QUESTION)).at_moment(as_of)
    comparison = fetch_comparison(question)
    return str(comparison.rows[0].cells["Linux 6.2"].verdict), line(comparison.headline)


def test_the_machines_other_setups_say_how_far_sittings_lie_apart() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    history("elsewhere")
    verdict, words = answer()
    assert verdict == "better"
    assert words.endswith("One sitting a side: what differs may be the sittings.")
    history()
    verdict, words = answer()
    assert verdict == "no evidence"
    assert "One sitting" not in words


def test_a_history_of_later_is_none_of_an_earlier_moment() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    moment = Run.objects.latest("stored_at").stored_at
    history()
    Run.objects.filter(setup__concurrency=50).update(stored_at=moment + timedelta(days=30))
    assert answer(moment + timedelta(seconds=1))[0] == "better"
    assert answer()[0] == "no evidence"


def test_a_frozen_comparison_keeps_how_its_sittings_counted() -> None:
    measured("Linux 6.1", OLD, 0)
    measured("Linux 6.2", NEW, 1)
    question = ComparisonQuestion.from_query(parse_qsl(QUESTION))
    link = frozen(question, Run.objects.latest("stored_at").stored_at + timedelta(seconds=1))
    assert "One sitting a side" in link.headline
    cell = QUESTIONS["compare"].from_data(json.loads(link.result)).rows[0].cells["Linux 6.2"]
    assert (cell.sittings, cell.sitting_basis) == ((1, 1), "one sitting a side")
