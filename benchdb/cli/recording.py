"""`benchdb record -- ab -n 1000 …`: a load tool run with sysstat beside it, and all of it sent as one bundle."""

from __future__ import annotations

import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import urllib3

from benchdb.cli.bundle import packed
from benchdb.cli.machine import is_this_machine, this_machine
from benchdb.cli.site import Refused, Site
from benchdb.cli.tool import NoTool, run, sysstat
from benchdb.cli.uploading import told, waited
from benchdb.versions import server_name

NOT_FOUND, NOT_SENT = 127, 75  #: as the shell, and as sysexits.h (EX_TEMPFAIL)
FOR_TOML = {"cpus": int, "trial": int}


def record(options: Namespace, site: Site) -> int:
    """The tool's own exit status; 75 where it was well but the bundle could not be sent."""
    if not options.command:
        raise Refused("nothing to run: benchdb record -- ab -n 1000 http://127.0.0.1/")
    target = options.target or target_of(options.command)
    with tempfile.TemporaryDirectory(prefix="benchdb-") as folder:
        log, sar = Path(folder, "run.log"), Path(folder, "sar.txt")
        software = server_software(target)
        started = datetime.now(UTC)
        try:
            with sysstat(sar, options.interval) as beside:
                time.sleep(options.interval * beside)  # what the machine did before
                started = datetime.now(UTC)
                code = run(options.command, log)
                time.sleep(options.interval * beside)
        except NoTool as error:
            print(f"benchdb: {error}", file=sys.stderr)
            return NOT_FOUND
        files = [file for file in (log, sar) if file.exists() and file.stat().st_size]
        about = described(options, target, started, code, software)
        bundle = packed(options.output or Path(f"benchdb-{started:%Y%m%dT%H%M%SZ}.tar.gz"), files, about)
    return sent(options, site, bundle, code)


def sent(options: Namespace, site: Site, bundle: Path, code: int) -> int:
    """Upload the bundle and print the links. It is kept where it could not be sent, or was asked for."""
    if not options.upload:
        print(f"bundle   {bundle}")
        return code
    try:
        answer = site.upload([(bundle, bundle.name)], {})
        waited(site, [answer["id"]])
        told(site.status(answer["id"]))
    except Refused as error:
        print(f"benchdb: {error}\nThe bundle is kept; send it with: benchdb upload {bundle}", file=sys.stderr)
        return code or NOT_SENT
    if options.output is None:
        bundle.unlink()
    return code


def target_of(command: Sequence[str]) -> str:
    """The first address among the tool's words; "" where there is none."""
    return next((word for word in command if word.startswith(("http://", "https://"))), "")


def server_software(target: str) -> str:
    """What the server calls itself, "" where it does not say. One HEAD request, before the load."""
    if not target:
        return ""
    try:
        answer = urllib3.request("HEAD", target, timeout=5, retries=False, redirect=False)
    except (urllib3.exceptions.HTTPError, OSError):
        return ""
    return str(server_name(answer.headers.get("Server", "")))


def described(options: Namespace, target: str, started: datetime, code: int, software: str) -> dict[str, Any]:
    """The `benchdb.toml`: what was stated, and below it what was found out.

    This machine is the one measured only where the server runs on it; of another one nothing is known here.
    """
    found: dict[str, Any] = {"started_at": started.isoformat(), "notes": notes(options.command, code)}
    machines: dict[str, Any] = {}
    here = this_machine()
    if software:
        found["server"] = software
    if target and is_this_machine(urlsplit(target).hostname or ""):
        found |= {"machine": here.name, "kernel": here.kernel, "cpus": here.cpus, "tuning": here.settings}
        found |= {"zone": here.zone} if here.zone else {}
        model = {"cpu_model": here.cpu_model} if here.cpu_model else {}
        name = options.facts.get("machine", here.name)
        machines = {name: {**model, "cpu_count": here.cpus, "memory_bytes": here.memory_bytes}}
    else:
        found["notes"] += f"\nLoad made by {here.name}: {here.kernel}, {here.cpus} CPUs."
        print("benchdb: the server is not on this machine; say what it is with --machine, --kernel", file=sys.stderr)
    stated = {name: FOR_TOML.get(name, str)(value) for name, value in options.facts.items() if name != "pattern"}
    return {"facts": merged(found, stated), **({"machines": machines} if machines else {})}


def merged(found: dict[str, Any], stated: dict[str, Any]) -> dict[str, Any]:
    """What was stated, and what was found where nothing was. Settings and notes add up."""
    both = {**found, **stated}
    if "notes" in stated:
        both["notes"] = f"{stated['notes']}\n{found['notes']}"
    if "tuning" in stated and "tuning" in found:
        pairs = (part.partition("=") for part in stated["tuning"].split(";") if part.strip())
        both["tuning"] = {**found["tuning"], **{name.strip(): value.strip() for name, _, value in pairs}}
    return both


def notes(command: Sequence[str], code: int) -> str:
    ended = f" It ended with exit status {code}." if code else ""
    return f"Recorded: {' '.join(command)}{'.' if ended else ''}{ended}"
