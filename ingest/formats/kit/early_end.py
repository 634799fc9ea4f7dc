"""A run that took less time than it was asked to -> the same, interrupted: its server died, or somebody had enough.

Few tools say so: after ^C most print what they have as if it were all.
"""

from __future__ import annotations

from dataclasses import replace

from ingest.records import Problem, Record, RunRecord

LEAST, SLACK = 0.9, 0.5  #: share of the time planned, less seconds
AB_STOPS = 50_000  #: requests; with -t, ab makes no more unless -n stands behind it
STOPPED = "ab ends a test with -t after 50,000 requests unless -n stands behind it: this one took {:g} of {:g} s."
#: k6 may have run out of iterations, and says what ended it; httperf out of connections, as its parser knows.
OWN_RULE = ("httperf", "k6", "wrk", "wrk2")


def as_it_ended(one: Record | Problem) -> Record | Problem:
    """What was read; a run is interrupted if it ended early."""
    return of_run(one) if isinstance(one, RunRecord) else one


def of_run(run: RunRecord) -> RunRecord:
    """Unless a number of requests that was asked for explains its end."""
    planned = run.facts.get("duration_planned")
    if run.status != "complete" or not isinstance(planned, int | float) or run.tool in OWN_RULE:
        return run
    duration, done = (whole(run, name) for name in ("duration", "requests_completed"))
    if not duration or duration >= LEAST * planned - SLACK or is_reached(run, done):
        return run
    if run.tool == "ab" and done == AB_STOPS:
        return replace(run, caveats=(*run.caveats, STOPPED.format(duration, planned)))
    reason = f"it ended after {duration:g} s of the {planned:g} s planned"
    return replace(run, status="interrupted", facts={**run.facts, "reason": reason})


def is_reached(run: RunRecord, done: float) -> bool:
    requests = run.facts.get("requests_planned")
    return isinstance(requests, int | float) and done >= requests


def whole(run: RunRecord, metric: str) -> float:
    """0 where it was not measured."""
    return next((number.value for number in run.measurements if number.metric == metric and not number.item), 0.0)
