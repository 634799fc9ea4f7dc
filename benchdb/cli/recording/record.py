"""`benchdb record -- ab -n 1000 …`: a load tool run with sysstat beside it, and all of it sent as one bundle.

Several trials, and several configurations in turn, are one bundle with a folder for each run.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from benchdb.cli.recording.bundle import (
    SYSSTAT,
    FinishedExecution,
    checked_facts,
    described,
    packed,
    server_software,
    target_of,
    with_scheme,
)
from benchdb.cli.recording.plan import Configuration, Execution, ShellWanted, plan
from benchdb.cli.recording.tool import NoTool, heading, run, sysstat
from benchdb.cli.site import Refused, Site
from benchdb.cli.upload import report, waited
from benchdb.domain.dimensions import STATED_SETTINGS

NOT_FOUND, NOT_SENT, INTERRUPTED = 127, 75, 130  #: as the shell, and as sysexits.h (EX_TEMPFAIL)
NOT_READ = 65  #: likewise (EX_DATAERR): the load printed nothing that a format knows
MILLISECOND, FEW = 1e-3, 10  #: of which a latency in whole ones needs as many to be no rough figure
ENOUGH_SAMPLES = 5  #: inside a load, so that three are left after its ramp-up


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a load."""

    status: int  #: the tool's own, or why it was not recorded
    upload: int | None = None  #: None where nothing was sent
    fault: str = ""  #: what went wrong, as a sentence without its stop


def record(options: Namespace, site: Site) -> int:
    """The tool's own exit status; 75 where it was well but the bundle could not be sent."""
    return recorded_upload(options, site).status


def recorded_upload(options: Namespace, site: Site) -> Recorded:
    check_load(options)
    executions = planned(options)
    target = with_scheme(options.target) or target_of(executions[0].load)
    with tempfile.TemporaryDirectory(prefix="benchdb-") as folder:
        software = server_software(target)
        try:
            recorded = list(recordings(executions, Path(folder), options))
        except NoTool as error:
            print(f"benchdb: {error}", file=sys.stderr)
            return Recorded(NOT_FOUND, fault=str(error))
        if not recorded:
            return Recorded(INTERRUPTED, fault="The load was interrupted")
        name = f"benchdb-{recorded[0].started:%Y%m%dT%H%M%SZ}.tar.gz"
        files = [(path, f"{done.folder}/{path.name}".lstrip("/")) for done in recorded for path in done.files]
        bundle = packed(options.output or Path(name), files, described(options, target, recorded, software))
    warn_of_short_loads(recorded, options)
    return sent(options, site, bundle, worst(recorded))


def planned(options: Namespace) -> list[Execution]:
    try:
        return list(plan(options.command, options.each, options.trials, warm_up=options.warm_up))
    except ShellWanted as error:
        raise Refused(str(error)) from error


def check_sides(sides: Sequence[Configuration]) -> None:
    """Refused where one stands twice: its runs would be of one configuration."""
    labels = [side.label for side in sides]
    if twice := [label for label in dict.fromkeys(labels) if labels.count(label) > 1]:
        raise Refused(f"--each: {twice[0]} is given twice; give each configuration a value of its own")


def check_settings(sides: Sequence[Configuration], facts: Mapping[str, Any]) -> None:
    """Refused where a setting is stated twice, with different values."""
    settings = facts.get("tuning", {})
    own_options = {name: " ".join(facts[name].split()) for name in STATED_SETTINGS if name in facts}
    for name, value in own_options.items():
        check_agrees(f"--{name.replace('_', '-')}: it", value, "--tuning", settings.get(name, value))
    for side in sides:
        check_agrees(f"--tuning: {side.name}", settings.get(side.name, side.value), "--each", side.value)
        option = f"--{side.name.replace('_', '-')}: it"
        check_agrees(option, own_options.get(side.name, side.value), "--each", side.value)


def check_agrees(what: str, value: str, elsewhere: str, other: str) -> None:
    if value != other:
        raise Refused(f"{what} is {value!r} there and {other!r} in {elsewhere}; leave one out")


def check_load(options: Namespace) -> None:
    """Refused for whatever would spoil the recording once its loads are measured."""
    executions = planned(options)
    if not executions[0].load:
        raise Refused(f"nothing to run: benchdb {options.name} … -- ab -n 1000 http://127.0.0.1/")
    check_sides(options.each)
    check_settings(options.each, checked_facts(options.facts))
    if "started_at" in options.facts:
        raise Refused("--started-at: a load that is recorded starts when it is run; leave it out")
    if "trial" in options.facts and len({execution.trial for execution in executions} - {0}) > 1:
        raise Refused(f"--trial is the number of one run, and --trials {options.trials} counts them; leave one out")
    folder = options.output.absolute().parent if options.output else Path()
    if not (folder.is_dir() and os.access(folder, os.W_OK)):
        raise Refused(f"{folder} is not a folder that can be written to, and the bundle would be kept there")


def recordings(executions: Sequence[Execution], folder: Path, options: Namespace) -> Iterator[FinishedExecution]:
    """The executions, one after the other; Ctrl-C ends the load that runs, and what comes after it."""
    kept = sum(execution.trial > 0 for execution in executions)
    for number, execution in enumerate(executions, 1):
        if number > 1:
            time.sleep(options.rest)
        place = folder / f"{number}"
        place.mkdir()
        prepare(execution)
        if len(executions) > 1:
            trial = f"trial {execution.trial}" if execution.trial else "warm-up"
            label = f" {execution.configuration.label}" if execution.configuration.name else ""
            print(f"benchdb: {number} of {len(executions)}:{label} {trial}", file=sys.stderr)
        done = recording(execution, place, options, execution.folder(number) if kept > 1 else "")
        if execution.trial:
            yield done
        if done.outcome.is_interrupted:
            return


def recording(execution: Execution, place: Path, options: Namespace, folder: str) -> FinishedExecution:
    log, sar, above = place / "run.log", place / SYSSTAT, heading(execution.load)
    with sysstat(sar, options.interval) as beside:
        time.sleep(options.interval * beside)  # what the machine did before
        started, began = datetime.now(UTC), time.monotonic()
        outcome = run(execution.load, log, above)
        seconds = time.monotonic() - began
        time.sleep(options.interval * beside)
    files = tuple(file for file in (log, sar) if file.exists() and file.stat().st_size)
    return FinishedExecution(execution, folder, files, started, outcome, seconds)


def prepare(execution: Execution) -> None:
    """Let sh run what sets the configuration. Refused where it fails: another one would be measured."""
    if not execution.prepare:
        return
    done = subprocess.run(["/bin/sh", "-ec", execution.prepare], stdout=sys.stderr, check=False)
    if done.returncode:
        raise Refused(f"{execution.prepare!r} ended with exit status {done.returncode}; nothing was sent")


def worst(recorded: Sequence[FinishedExecution]) -> int:
    """The first exit status that is not 0."""
    return next((done.outcome.status for done in recorded if done.outcome.status), 0)


def warn_of_short_loads(recorded: Sequence[FinishedExecution], options: Namespace) -> None:
    """sysstat samples each second at best; means need some samples inside the load, of which a tenth is ramp-up."""
    shortest = min(done.seconds for done in recorded)
    if options.interval > 0 and shutil.which("sar") and shortest < ENOUGH_SAMPLES * options.interval:
        print(
            f"benchdb: the load took {shortest:.1f} s and sysstat samples every {options.interval} s: too short to "
            f"say what the machine did. Run it for {ENOUGH_SAMPLES * options.interval} s or longer.",
            file=sys.stderr,
        )


def sent(options: Namespace, site: Site, bundle: Path, code: int) -> Recorded:
    """Upload the bundle and print the links. It is kept where it could not be sent, or was asked for."""
    fault = f"The load ended with exit status {code}" if code else ""
    if not options.upload:
        print(f"bundle   {bundle}")
        return Recorded(code, fault=fault)
    try:
        upload = site.upload([(bundle, bundle.name)], {})["id"]
        waited(site, [upload])
        status = site.status(upload)
    except Refused as error:
        print(f"benchdb: {error}\nThe bundle is kept; send it with: benchdb upload {bundle}", file=sys.stderr)
        return Recorded(code or NOT_SENT, fault=fault or f"The runs could not be sent: {error}")
    if options.each and status["runs"]:
        latency = finest_latency(site, status["runs"][: 2 * len(options.each)])
        status["compare_url"] = f"{site.login.url}/compare/?{urlencode(question(options, upload, latency))}"
    report(status)
    if options.output is None:
        bundle.unlink()
    if not status["runs"]:
        print(
            "benchdb: no run was read from what the load printed; does a known load tool write to standard output?",
            file=sys.stderr,
        )
        return Recorded(code or NOT_READ, upload, fault or "No run was read from what the load printed")
    return Recorded(code, upload, fault)


def question(options: Namespace, upload: int, latency: str) -> list[tuple[str, str]]:
    """The comparison that was recorded: its configurations side by side."""
    side = options.each[0]
    metrics = [("metric", name) for name in ("requests_per_second", latency, "requests_failed")]
    return [
        *metrics,
        ("rows", "metric"),
        ("cols", f"tuning.{side.name}"),
        ("baseline", side.value),
        ("upload", str(upload)),
    ]


def finest_latency(site: Site, runs: Sequence[Mapping[str, Any]]) -> str:
    """The mean latency; the time per request where that was printed in whole milliseconds, of which there are few.

    ab prints 0 or 1 ms for a small page, and 0.975 ms as its time per request.
    """
    numbers = [numbers_of(site, run["id"]) for run in runs]
    is_coarse = any(few_milliseconds(run.get("latency_mean", 0.0)) for run in numbers)
    has_finer = all("time_per_request" in run for run in numbers)
    return "time_per_request" if is_coarse and has_finer else "latency_mean"


def few_milliseconds(value: float) -> bool:
    return value < FEW * MILLISECOND and abs(value / MILLISECOND - round(value / MILLISECOND)) < 1e-6


def numbers_of(site: Site, run: int) -> dict[str, float]:
    measurements = json.loads(site.ask(f"/api/v1/runs/{run}"))["measurements"]
    return {one["metric"]: one["value"] for one in measurements if not one["item"]}
