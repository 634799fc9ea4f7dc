"""A single run as a question: what is frozen, copied and downloaded of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpRequest

from benchdb.models import Measurement, Run
from benchdb.questions.comparison.question import ComparisonQuestion
from frontend.pages.sharing import Card, card

#: Of what sar and its relatives recorded beside it, during the load.
ACTIVITY = (
    "cpu_user_time_per_request", "cpu_system_time_per_request", "context_switches_per_request",
    "interrupts_per_request", "network_bytes_per_request", "cpu_used",
)  # fmt: skip
#: What is said of a run, as far as it was measured.
METRICS = (
    "requests_per_second", "latency_mean", "latency_median", "time_per_request", "transfer_rate", "requests_completed",
    "requests_failed", "duration", "cpu_time_per_request", *ACTIVITY,
)  # fmt: skip
MOST = 12


def run_question(run: Run, measurements: Sequence[Measurement]) -> ComparisonQuestion:
    """The run's figures, a row each."""
    measured = [one.metric for one in measurements if not one.item]
    chosen = [name for name in METRICS if name in measured] or measured[:MOST]
    return ComparisonQuestion(
        metrics=tuple(chosen) or METRICS[:1], rows="metric", cols="run", where=(("run", (str(run.pk),)),)
    )


def run_card(request: HttpRequest, run: Run, question: ComparisonQuestion) -> Card:
    title = f"Run {run.pk}" + (f": {run.setup.server}" if run.setup.server else "")
    shared: Any = card(request, title, "", f"/runs/{run.pk}/", question.path)
    return shared
