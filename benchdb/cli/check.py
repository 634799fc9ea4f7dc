"""`benchdb check -- ab …`: a load recorded and held against runs that are there already, as a gate for builds."""

from __future__ import annotations

import json
import shlex
import sys
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl

from benchdb.cli.gating.gate import NOT_COMPARABLE, NOT_JUDGED, Gate
from benchdb.cli.gating.options import NO_MARGIN, has_margin
from benchdb.cli.questions import bearer, gated, lacking
from benchdb.cli.recording.bundle import checked_facts
from benchdb.cli.recording.machine import settings
from benchdb.cli.recording.record import INTERRUPTED, Recorded, check_load, recorded_upload
from benchdb.cli.recording.server_process import OPEN_FILES
from benchdb.cli.site import Refused, Site
from benchdb.cli.summaries import check_summary, keep_fault
from benchdb.domain.dimensions import FROM_LOGS, STATED_SETTINGS, TUNING

UPLOAD = "upload"  #: what one must be allowed to do
#: Settings that logs of profilers and of Phoronix state, and the one that a recording states of a server elsewhere.
STATED_BY_ITSELF = frozenset({*FROM_LOGS, "test_profile", "client"})


def check(options: Namespace, site: Site) -> int:
    """Record, then hold it against the baseline: the gate's status, or 2 where nothing could be judged."""
    gate = Gate.of(options) or Gate()
    margin = [("band", options.band)] if options.band else []
    if gate.wants_margin and not has_margin(margin):
        raise Refused(NO_MARGIN)
    if missing := check_before(options, site, margin):
        print(f"benchdb: {missing}", file=sys.stderr)
        keep_fault(options, missing)
        return NOT_COMPARABLE
    recorded = recorded_upload(options, site)
    if recorded.fault:
        return failed(options, recorded)
    (run, *_) = json.loads(site.ask("/api/v1/runs", [("upload", str(recorded.upload)), ("limit", "1")]))["runs"]
    query = [*against_baseline(options, run["setup"]), *margin]
    sys.stdout.buffer.write(site.ask("/compare.txt", query))
    sys.stdout.flush()
    return gated(gate, options, site, "/compare/", query)


def check_before(options: Namespace, site: Site, margin: Sequence[tuple[str, str]]) -> str:
    """Refused for what could not be checked afterwards, before the load runs and its runs are stored.

    What is lacking where no run has the baseline, and nobody wants that to pass.
    """
    check_load(options)
    check_summary(options.summary)
    facts = checked_facts(options.facts)
    value = value_of(options.cols, facts)
    check_differs(options, value)
    if not value:
        check_may_be_known(options.cols)
    me = site.me()
    if UPLOAD not in me["may"]:
        raise Refused(f"{bearer(me)} may not upload to {site.login.url}, so no load was run")
    sides = [(options.cols, side) for side in (options.baseline, value) if side]
    machine = [("machine", str(facts["machine"]))] if facts.get("machine") else []
    metrics = [("metric", name) for name in options.metric]
    query = [*metrics, ("cols", options.cols), ("baseline", options.baseline), *sides, *machine, *margin]
    answer = json.loads(site.ask("/compare.json", query))
    today = {side for name, side in parse_qsl(answer["query"]) if name == options.cols}
    if len(sides) > len(today):
        raise Refused(f"{options.cols} {value} and {options.baseline} are one by now: this run's has to differ")
    if "not-comparable" in options.unless or not lacking(query, answer):
        return ""
    where = f" on {machine[0][1]}" if machine else ""
    missing = f"no run{where} has {options.cols} {options.baseline}"
    return f"No load was run: {missing}. Record the baseline first, or add --unless not-comparable."


def failed(options: Namespace, recorded: Recorded) -> int:
    """2, but for Ctrl-C: a load's own status may be 1, 3 or 4, which a build would take for what its gate decided."""
    why = f"{recorded.fault}; nothing is compared."
    print(f"benchdb: {why}", file=sys.stderr)
    keep_fault(options, why)
    return INTERRUPTED if recorded.status == INTERRUPTED else NOT_JUDGED


def value_of(cols: str, facts: Mapping[str, Any]) -> str:
    """What is said of the column before the load; "" where nothing is."""
    value = facts.get(cols)
    if cols.startswith(TUNING):
        setting = cols.removeprefix(TUNING)
        own_option = facts.get(setting) if setting in STATED_SETTINGS else None  # `--server-commit abc`
        value = facts.get("tuning", {}).get(setting, own_option)
    return "" if value is None else " ".join(str(value).split())


def check_may_be_known(cols: str) -> None:
    """Refused for a setting that nothing states: neither an option, nor logs, nor the machine itself."""
    setting = cols.removeprefix(TUNING)
    if setting == cols or setting in {*STATED_BY_ITSELF, OPEN_FILES, *settings()}:
        return
    own_option = f"--{setting.replace('_', '-')} VALUE" if setting in STATED_SETTINGS else ""
    option = own_option or f"--tuning {shlex.quote(setting)}=VALUE"
    raise Refused(f"this run's {cols} would not be recorded: state it with {option}")


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
