"""The facts of a form, field by field: what is typed in each, and what was wrong with it. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ingest.declared.facts import BadFact

#: Name -> title, placeholder, and how its value is typed where it is not a line of text.
FORM = {
    "machine": ("Machine", "Sun Fire V125", "known"),
    "kernel": ("Kernel", "Linux 6.1.0", "known"),
    "server": ("Server", "as the log says", "known"),
    "zone": ("Zone", "global", "known"),
    "cpus": ("CPUs online", "", "number"),
    "trial": ("Trial", "the next", "number"),
    "started_at": ("Started at (UTC)", "", "time"),
    "booted_at": ("Machine booted at (UTC)", "", "time"),
    "tuning": ("Tuning", "KeepAlive=Off", "text"),
    "pattern": ("Read from file paths", "{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log", "wide"),
    "own_runs": ("New runs", "", "flag"),
    "notes": ("Notes", "", "notes"),
}


TICKED = ("true", "on")  #: as `facts.flag` reads a box


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a form was refused, in a sentence; `name` is of the field, "" where it is of none."""

    sentence: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class FactField:
    name: str
    title: str
    placeholder: str
    kind: str  #: known, number, time, text, wide, flag, notes
    typed: Any
    fault: str  #: a sentence; "" for none


def fact_fields(typed: Mapping[str, Any], fault: Fault) -> list[FactField]:
    """`typed`: name -> text, as somebody typed it; of an upload's facts its settings are written out."""
    return [
        FactField(name, *look, shown_in(look[2], typed.get(name)), fault.sentence if name == fault.name else "")
        for name, look in FORM.items()
    ]


def shown_in(kind: str, value: Any) -> Any:
    """A box is ticked for yes alone: whoever sends the form again says no other thing than the first time."""
    if kind == "flag":
        return value is True or str(value).strip().lower() in TICKED
    return value or ""


def fault_of(error: Exception) -> Fault:
    """A refusal, with the title of its field for the field's name."""
    parameters = dict(error.phrase.parameters) if isinstance(error, BadFact) else {}
    name = str(parameters.get("name", "")).partition(".")[0]
    if not isinstance(error, BadFact) or name not in FORM:
        return Fault(str(error))
    kind = "fact of a form" if error.phrase.kind == "bad fact" else error.phrase.kind
    value = str(parameters.get("value", "")).replace("T", " ") if FORM[name][2] == "time" else parameters.get("value")
    title = FORM[name][0].removesuffix(" (UTC)")
    return Fault(str(BadFact(kind, **parameters | {"name": title, "value": value})), name)
