"""`benchdb check -- ab …`: a load recorded and held against runs that are there already, as a gate for builds."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

from benchdb.cli.gate import NO_MARGIN, NOT_JUDGED, Gate, has_margin, summary
from benchdb.cli.questions import gated, keep_summary
from benchdb.cli.recording.bundle import checked_facts
from benchdb.cli.recording.record import INTERRUPTED, NOT_FOUND, NOT_READ, NOT_SENT, recorded_upload
from benchdb.cli.site import Refused, Site
from benchdb.domain.dimensions import STATED_SETTINGS, TUNING

OF_RECORD = (INTERRUPTED, NOT_FOUND, NOT_READ, NOT_SENT)  #: exit statuses that are not the load's


def check(options: Namespace, site: Site) -> int:
    """Record, then hold it against the baseline: the gate's status, or why nothing could be judged."""
    gate = Gate.of(options)
    margin = [("band", options.band)] if options.band else []
    if gate and gate.wants_margin and not has_margin(margin):
        raise Refused(NO_MARGIN)
    check_before(options, site)
    status, upload = recorded_upload(options, site)
    if status:
        return failed(options, status)
    if upload is None or gate is None:
        return status
    (run, *_) = json.loads(site.ask("/api/v1/runs", [("upload", str(upload)), ("limit", "1")]))["runs"] or [None]
    if run is None:
        raise Refused("no run was read, so there is nothing to check")
    query = [*against_baseline(options, run["setup"]), *margin]
    sys.stdout.buffer.write(site.ask("/compare.txt", query))
    sys.stdout.flush()
    return gated(gate, options.summary, site, "/compare/", query)


def check_before(options: Namespace, site: Site) -> None:
    """Refused for what could not be checked afterwards, before the load runs and its runs are stored."""
    value = value_of(options.cols, checked_facts(options.facts))
    check_differs(options, value)
    both = [(options.cols, side) for side in (options.baseline, value) if side]
    sides = [("cols", options.cols), ("baseline", options.baseline), *both]
    answer = json.loads(site.ask("/compare.json", [*(("metric", name) for name in options.metric), *sides]))
    today = {side for name, side in parse_qsl(answer["query"]) if name == options.cols}
    if len(both) > len(today):
        raise Refused(f"{options.cols} {value} and {options.baseline} are one by now: this run's has to differ")


def failed(options: Namespace, status: int) -> int:
    """A load's own status may be 1, 3 or 4, which a build would take for what its gate decided."""
    why = f"The load ended with exit status {status}: nothing is compared."
    print(f"benchdb: {why}", file=sys.stderr)
    if options.summary:
        keep_summary(options.summary, summary(f"⚠️ {why}", options.cols, ""))
    return status if status in OF_RECORD else NOT_JUDGED


def value_of(cols: str, facts: Mapping[str, Any]) -> str:
    """What is said of the column before the load; "" where nothing is."""
    value = facts.get(cols)
    if cols.startswith(TUNING):
        setting = cols.removeprefix(TUNING)
        own_option = facts.get(setting) if setting in STATED_SETTINGS else None  # `--server-commit abc`
        value = facts.get("tuning", {}).get(setting, own_option)
    return "" if value is None else " ".join(str(value).split())


def check_differs(options: Namespace, value: str) -> None:
    """Refused where a load would be recorded as one more run of the baseline."""
    if value == options.baseline:
        raise Refused(f"this run's {options.cols} is {value}: it has to differ from the baseline's")


def against_baseline(options: Namespace, setup: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The comparison of the run's side with the baseline's, on the same machine with the same tool."""
    value = value_of(options.cols, setup)
    check_differs(options, value)
    if not value:
        raise Refused(f"this run's {options.cols} is not recorded: it has to differ from the baseline's")
    metrics = options.metric or ["requests_per_second"]
    sides = [(options.cols, options.baseline), (options.cols, value)]
    same = [(name, str(setup[name])) for name in ("machine", "tool") if setup.get(name)]
    layout = [("rows", "metric"), ("cols", options.cols), ("baseline", options.baseline)]
    return [*(("metric", name) for name in metrics), *layout, *sides, *same]
