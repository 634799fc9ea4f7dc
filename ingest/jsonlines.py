"""Records and Problems -> one JSON object for each, as `parselog` prints them and golden files keep them.

NaN and infinities are not JSON: a number that is one of them is left out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from benchdb.metrics import UnknownMetric, metric
from ingest.records import Measurement, Problem, Record, RunRecord, TraceRecord

Line = dict[str, Any]


def lines_of(file: str, format: str, parsed: Iterable[Record | Problem]) -> Iterator[Line]:
    """What `parsed` from `file` says, in its order."""
    for each in parsed:
        if isinstance(each, RunRecord):
            yield _run(file, format, each)
        elif isinstance(each, TraceRecord):
            yield _trace(file, format, each)
        else:
            yield _problem(file, each)


def _run(file: str, format: str, run: RunRecord) -> Line:
    return {
        "kind": "run",
        "file": file,
        "format": format,
        "tool": run.tool,
        "tool_version": run.tool_version,
        "status": run.status,
        "facts": _finite({**run.facts, "status": run.status}),
        "measurements": [_measurement(each) for each in run.measurements if math.isfinite(each.value)],
        "caveats": list(run.caveats),
        "line": run.line,
    }


def _measurement(each: Measurement) -> Line:
    unit = metric(each.metric).unit
    line = {"metric": each.metric, "item": each.item, "value": each.value, "unit": unit, "line": each.line}
    return line | ({"printed": each.printed} if each.printed else {})


def _trace(file: str, format: str, trace: TraceRecord) -> Line:
    kept = np.isfinite(trace.times) & np.isfinite(trace.values)
    return {
        "kind": "trace",
        "file": file,
        "format": format,
        "metric": trace.metric,
        "item": trace.item,
        **_unit(trace.metric),
        "facts": _finite(dict(trace.facts)),
        "times": trace.times[kept].tolist(),
        "values": trace.values[kept].tolist(),
    }


def _unit(name: str) -> Line:
    """A trace may use sysstat's own names, which the vocabulary does not have."""
    try:
        return {"unit": metric(name).unit}
    except UnknownMetric:
        return {}


def _problem(file: str, problem: Problem) -> Line:
    return {
        "kind": "problem",
        "file": file,
        "line": problem.line,
        "column": problem.column,
        "message": problem.message,
        "excerpt": problem.excerpt,
    }


def _finite(facts: Line) -> Line:
    return {name: value for name, value in facts.items() if not isinstance(value, float) or math.isfinite(value)}
