"""Sides of a comparison -> the lines of `benchdb record` that make more runs, each of which states its side."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchdb.domain.dimensions import MISSING, TUNING, dimension
from benchdb.domain.reproduce import command
from benchdb.models import Setup

#: What `record` takes a fact of its own for.
FACTS = ("machine", "kernel", "server", "zone", "cpus")
OBSERVED = ("net.", "ulimit.")  #: how settings begin that `record` finds by itself
OF_THE_SYSTEM = ("machine", "kernel", "os", "kernel_series", "kernel_flavour", "kernel_patches", "cpus")
OF_RUNS = ("run", "trial", "upload", "study", "stretch")  #: what no preparation makes: more runs are of no side
OF_THE_LOAD = ("tool", "tool_version", "path", "document_bytes", "method", "tls", "keepalive", "concurrency", "threads",
               "rate", "requests", "duration_planned")  # fmt: skip
AS_FACTS = {"duration_planned": "duration"}  #: of these, by another name
#: Stands for what nobody told the site. There is no such program: who forgets to replace it measures nothing.
PREPARE = "./prepare"


@dataclass(frozen=True, slots=True)
class SideToRecord:
    """A column, and a run whose load is made again."""

    value: str
    run: int
    is_own: bool = True  #: or a neighbour's, where the column has none


@dataclass(frozen=True, slots=True)
class Load:
    """What one side runs."""

    value: str  #: of the compared dimension
    command: str
    facts: Mapping[str, str]  #: to state besides settings
    settings: Mapping[str, str]


def stated(setup: Setup, cols: str, side: SideToRecord, keys: Iterable[str]) -> tuple[dict[str, str], dict[str, str]]:
    """(facts, settings) that a run of this side must state to count there. `keys`: what the question tells apart."""
    known = {name: str(value) for name in FACTS if (value := getattr(setup, name)) not in (None, "")}
    facts = {name: value for name, value in known.items() if name == "machine" or name in keys}
    settings = {name: str(value) for name, value in setup.tuning.items() if TUNING + name in keys or is_stated(name)}
    if not side.is_own:
        put(cols, side.value, facts, settings)
    return facts, settings


def put(cols: str, value: str, facts: dict[str, str], settings: dict[str, str]) -> None:
    """The value of another side; nothing where that has none."""
    place, name = (settings, cols.removeprefix(TUNING)) if cols.startswith(TUNING) else (facts, cols)
    place.pop(name, None)
    if value != MISSING and (place is settings or name in FACTS):
        place[name] = value


def command_on(cols: str, side: SideToRecord, facts: Mapping[str, Any]) -> str:
    """The load of this side. That of a neighbour runs with the side's value, where what is known of it is all it was
    given; "" where it cannot."""
    if side.is_own or cols not in OF_THE_LOAD:
        return command(facts)
    bare = {name: value for name, value in facts.items() if name != "command"}
    if not are_same_words(command(bare), command(facts)):
        return ""
    changed = command({**bare, AS_FACTS.get(cols, cols): dimension(cols).value(side.value)})
    return "" if are_same_words(changed, command(bare)) else changed


def are_same_words(one: str, other: str) -> bool:
    """Whether two lines give a program the same options, in whatever order."""
    try:
        return sorted(shlex.split(one)) == sorted(shlex.split(other))
    except ValueError:  # somebody's line, with a quote that is not closed
        return False


def is_stated(name: str) -> bool:
    return not name.startswith(OBSERVED)


def in_turns(cols: str, loads: Sequence[Load], count: int) -> str:
    """One side: so many runs. Two: so many of each, in turns, but for what takes a reboot or another machine."""
    if cols in OF_RUNS and len({line(load) for load in loads}) == 1:
        loads = loads[:1]
    if len(loads) == 1 or cols in OF_THE_SYSTEM:
        return "\n".join(f"for i in $(seq {count}); do {line(load)}; done" for load in loads)
    if can_be_each(cols, loads):
        return alternating(cols.removeprefix(TUNING), loads, count)
    alike = len({load.command for load in loads}) == 1
    lines = [f"  {f'{prepared(cols, load)} && ' if alike else ''}{line(load)}" for load in loads]
    return "\n".join((f"for i in $(seq {count}); do", *lines, "done"))


def in_one_sitting(cols: str, loads: Sequence[Load], count: int) -> str:
    """A sitting of each side, its runs one after the other; before each stands what it is a sitting of."""
    is_prepared = cols not in OF_THE_SYSTEM and len({load.command for load in loads}) == 1
    lines = []
    for load in loads:
        made = line(load) if count == 1 else f"for i in $(seq {count}); do {line(load)}; done"
        lines += [f"# {' '.join(load.value.split())}", f"{prepared(cols, load)} && {made}" if is_prepared else made]
    return "\n".join(lines)


def can_be_each(cols: str, loads: Sequence[Load]) -> bool:
    """Whether `--each` can name the sides: by one setting, with all else alike."""
    name = cols.removeprefix(TUNING)
    others = {str((load.facts, without(load.settings, name))) for load in loads}
    is_plain = all(load.settings.get(name) == load.value and not set(":;") & {*load.value} for load in loads)
    return cols.startswith(TUNING) and is_plain and not set(":;=") & {*name} and len(others) == 1


def alternating(name: str, loads: Sequence[Load], count: int) -> str:
    """A B, B A, … as `record` alternates. A load that serves both sides stands behind what prepares each."""
    alike = len({load.command for load in loads}) == 1
    one = loads[0]
    sides = [f"{name}={load.value}: {prepared(TUNING + name, load) if alike else load.command}" for load in loads]
    words = f"benchdb record{options(one.facts, without(one.settings, name))} --trials {count} --each"
    return " \\\n  ".join((words, *map(shlex.quote, sides), *([f"-- {one.command}"] if alike else [])))


def prepared(cols: str, load: Load) -> str:
    return f"{PREPARE} {shlex.quote(f'{cols.removeprefix(TUNING)}={load.value}')}"


def line(load: Load) -> str:
    return f"benchdb record{options(load.facts, load.settings)} -- {load.command}"


def without(settings: Mapping[str, str], name: str) -> dict[str, str]:
    return {key: value for key, value in settings.items() if key != name}


def options(facts: Mapping[str, str], settings: Mapping[str, str]) -> str:
    """As words of a shell, each with a space before it. A setting that `--tuning` could not say is left out."""
    words = [f" --{name} {shlex.quote(value)}" for name, value in facts.items()]
    pairs = [f"{name}={value}" for name, value in sorted(settings.items()) if not set(";\n") & {*name, *value}]
    return "".join((*words, *([f" --tuning {shlex.quote('; '.join(pairs))}"] if pairs else [])))
