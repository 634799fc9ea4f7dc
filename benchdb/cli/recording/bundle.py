"""What `record` sends: its runs' files in one .tar.gz, and a `benchdb.toml` that says what their logs cannot know."""

from __future__ import annotations

import io
import re
import shlex
import sys
import tarfile
from argparse import Namespace
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import urlsplit

import tomli_w
import urllib3

from benchdb.cli.recording.machine import is_this_machine, this_machine
from benchdb.cli.recording.plan import Execution, setting_name
from benchdb.cli.recording.server_process import OPEN_FILES, most_open_files
from benchdb.cli.recording.tool import Outcome
from benchdb.cli.site import Refused
from benchdb.domain.dimensions import STATED_SETTINGS
from benchdb.domain.patterns import with_colons
from benchdb.domain.possible import Beyond, count, cpus, port, possible
from benchdb.domain.versions import server_name

#: Tools that take an address without its scheme, as their last word.
SHORT_ADDRESSES = frozenset(("ab", "siege"))
SHORT = re.compile(r"(?:[\w.-]+|\[[0-9A-Fa-f:.]+\])(?::\d+)?(?:/\S*)?")
SYSSTAT = "sar.txt"  #: what sysstat printed beside a load
MOST_OF_NAME, MOST = 120, 4000  #: characters of a fact, as the site takes them


@dataclass(frozen=True, slots=True)
class FinishedExecution:
    """One execution, done."""

    execution: Execution
    folder: str  #: in the bundle; "" where it is the only one
    files: tuple[Path, ...]
    started: datetime
    outcome: Outcome
    seconds: float  #: how long the load took


def target_of(command: Sequence[str]) -> str:
    """The first address among the tool's words, or what httperf's options or a last word name; "" for none."""
    if address := next((word for word in command if word.startswith(("http://", "https://"))), ""):
        return address
    tools = {PurePath(word).name for word in command}
    if "httperf" in tools:
        return httperf_target(command)
    return with_scheme(command[-1]) if tools & SHORT_ADDRESSES and SHORT.fullmatch(command[-1]) else ""


def httperf_target(command: Sequence[str]) -> str:
    """`--server web1 --port 8080 --ssl`, as httperf takes them: with = or a blank; localhost and 80 by default."""
    words = [part for word in command for part in (word.split("=", 1) if word.startswith("--") else (word,))]
    options = {name: value for name, value in zip(words, [*words[1:], ""], strict=True) if name.startswith("--")}
    host, port = options.get("--server", "localhost"), options.get("--port", "")
    return f"http{'s' if '--ssl' in options else ''}://{bracketed(host)}{':' if port else ''}{port}/"


def host_of(target: str) -> str:
    """The host that an address names; "" where it names none."""
    try:
        return urlsplit(target).hostname or ""
    except ValueError:
        return ""


def port_of(target: str) -> int:
    """The port that an address names, or its scheme's."""
    try:
        parts = urlsplit(target)
        return parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError:
        return 0


def with_scheme(address: str) -> str:
    return f"http://{address}" if address and "//" not in address else address


def bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host and not host.startswith("[") else host


def server_software(target: str) -> str:
    """What the server calls itself, "" where it does not say. One HEAD request, before the load."""
    if not target:
        return ""
    try:
        answer = urllib3.request("HEAD", target, timeout=5, retries=False, redirect=False)
    except (urllib3.exceptions.HTTPError, OSError):
        return ""
    return str(server_name(answer.headers.get("Server", "")))


class BadStatement(Refused):
    """What was stated of one field cannot be."""

    def __init__(self, field: str, fault: str) -> None:
        super().__init__(f"--{field.replace('_', '-')}: {fault}")
        self.fault = fault


def checked_facts(stated: Mapping[str, str]) -> dict[str, Any]:
    """What was stated, as the bundle holds it. Refused for what the site would refuse, while no load is lost by it."""
    facts: dict[str, Any] = {}
    for name, text in stated.items():
        read, expected = READERS.get(name, (name_of, f"text of at most {MOST_OF_NAME} characters"))
        try:
            if len(text) > MOST:
                raise ValueError
            facts[name] = read(text)
        except (ValueError, OverflowError, KeyError) as error:
            typed = text if len(text) <= MOST_OF_NAME else f"{text[:MOST_OF_NAME]}…"
            expected = possible_values(error) if isinstance(error, Beyond) else expected
            raise BadStatement(name, f"expected {expected}, found {typed!r}") from error
    return facts


def possible_values(beyond: Beyond) -> str:
    """As the site words it."""
    if (limits := dict(beyond.expected.parameters)).keys() >= {"least", "most"}:
        return f"a number from {limits['least']:,} to {limits['most']:,}"
    return f"a time from {limits['first']} on that is not in the future"


def name_of(text: str) -> str:
    if len(" ".join(text.split())) > MOST_OF_NAME:
        raise ValueError
    return text


def moment(text: str) -> str:
    """As it was typed: the site reads it likewise."""
    stated = datetime.fromisoformat(with_colons(text.strip()))
    possible((stated if stated.tzinfo else stated.replace(tzinfo=UTC)).astimezone(UTC))
    return text.strip()


def named_settings(text: str) -> dict[str, str]:
    """`KeepAlive=Off; tuning.MaxClients=1000`, by their names. ValueError for a part without a name or without a =."""
    settings: dict[str, str] = {}
    for part in (part for part in text.replace("\n", ";").split(";") if part.strip()):
        name, sign, value = (" ".join(word.split()) for word in part.partition("="))
        name = setting_name(name)
        if not (name and sign):
            raise ValueError
        if settings.setdefault(name, value) != value:
            raise BadStatement("tuning", f"expected one value of {name}, found {settings[name]!r} and {value!r}")
    return settings


def answer(text: str) -> str:
    return {"yes": "yes", "true": "yes", "no": "no", "false": "no"}[text.strip().lower()]


A_NUMBER, A_TIME = "a whole number above 0", "a time such as 2026-11-21T14:05:00Z"
READERS: Mapping[str, tuple[Callable[[str], Any], str]] = {
    "cpus": (cpus, A_NUMBER),
    "trial": (count, A_NUMBER),
    "port": (port, A_NUMBER),
    "started_at": (moment, A_TIME),
    "booted_at": (moment, A_TIME),
    "same_machine": (answer, "yes or no"),
    "tuning": (named_settings, "settings such as KeepAlive=Off; MaxClients=1000"),
    "notes": (str, f"text of at most {MOST} characters"),
}


def described(options: Namespace, target: str, recorded: Sequence[FinishedExecution], software: str) -> dict[str, Any]:
    """The `benchdb.toml`: what was stated, and below it what was found out."""
    common, machines = common_facts(options, target, software)
    facts = merged(common, checked_facts(options.facts))
    own = [(done.folder, own_facts(done, len(recorded))) for done in recorded]
    about: dict[str, Any] = {"facts": merged(facts, own[0][1])} if len(recorded) == 1 else {"facts": facts}
    if len(recorded) > 1:
        about["files"] = {f"{folder}/*": merged(facts, run_facts) for folder, run_facts in own}
    if "client" in common and any(path.name == SYSSTAT for done in recorded for path in done.files):
        about.setdefault("files", {})[f"*{SYSSTAT}"] = {"side": "client", "client": common["client"]}
    return about | ({"machines": machines} if machines else {})


def common_facts(options: Namespace, target: str, software: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """(what holds for every run, what is known of machines).

    This machine is the one measured only where the server runs on it; of another one nothing is known here.
    """
    here = this_machine()
    facts: dict[str, Any] = {"server": software} if software else {}
    if target and is_this_machine(host_of(target)):
        limit = most_open_files(port_of(target))
        settings = here.settings | ({OPEN_FILES: limit} if limit else {})
        facts |= {"machine": here.name, "kernel": here.kernel, "cpus": here.cpus, "tuning": settings}
        facts |= {"zone": here.zone} if here.zone else {}
        facts |= {"booted_at": here.booted_at} if here.booted_at else {}
        model = {"cpu_model": here.cpu_model} if here.cpu_model else {}
        name = options.facts.get("machine", here.name)
        return facts, {name: {**model, "cpu_count": here.cpus, "memory_bytes": here.memory_bytes}}
    facts["notes"] = f"Load made by {here.name}: {here.kernel}, {here.cpus} CPUs."
    facts["client"] = here.name
    print(f"benchdb: {elsewhere(target, options.facts)}", file=sys.stderr)
    return facts, {}


def elsewhere(target: str, stated: Mapping[str, str]) -> str:
    """What is not known, and how to say it."""
    if not target:
        return "no word of the load is its server's address; say it with --target, and what is known of it is recorded"
    missing = [f"--{name}" for name in ("machine", "kernel", "cpus") if name not in stated]
    if not missing:
        return "the server is not on this machine: what is recorded here is of the load generator"
    return f"the server is not on this machine; say what it is with {', '.join(missing)}"


def own_facts(done: FinishedExecution, runs: int) -> dict[str, Any]:
    """What holds for one run: its start, its command, its trial, its configuration."""
    side = done.execution.configuration
    own: dict[str, Any] = {
        "started_at": done.started.isoformat(),
        "notes": notes(done.execution, done.outcome.status),
    }
    if runs > 1:
        own["trial"] = done.execution.trial
    if side.name:
        own["tuning"] = {side.name: side.value}
    return own


def merged(observed: Mapping[str, Any], stated: Mapping[str, Any]) -> dict[str, Any]:
    """What was stated, and what was observed where nothing was. Settings and notes add up."""
    among_settings = STATED_SETTINGS.keys() & stated.get("tuning", {}).keys()
    both = {name: value for name, value in observed.items() if name not in among_settings} | dict(stated)
    if remarks := [facts["notes"] for facts in (stated, observed) if facts.get("notes")]:
        both["notes"] = "\n".join(remarks)
    if "tuning" in both:
        both["tuning"] = {**observed.get("tuning", {}), **stated.get("tuning", {})}
    return both


def notes(execution: Execution, code: int) -> str:
    prepared = f"\nPrepared by: {execution.prepare}" if execution.prepare else ""
    ended = f" It ended with exit status {code}." if code else ""
    return f"Recorded: {shlex.join(execution.load)}{'.' if ended else ''}{ended}{prepared}"


def packed(target: Path, files: Sequence[tuple[Path, str]], document: Mapping[str, Any]) -> Path:
    """Write the bundle to `target`, each file under its name there; `benchdb.toml` first, should it break off."""
    with tarfile.open(target, "w:gz") as archive:
        content = tomli_w.dumps(document).encode()
        header = tarfile.TarInfo("benchdb.toml")
        header.size, header.mtime = len(content), int(max((path.stat().st_mtime for path, _ in files), default=0))
        archive.addfile(header, io.BytesIO(content))
        for path, name in files:
            archive.add(path, name, recursive=False)
    return target
