"""What was said of a run alone, above what its upload and its log say; and what these say beneath it. Pure."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from ingest.declared.declared_facts import as_facts, merged
from ingest.declared.facts import first_of, joined_notes, moment

TUNING = "tuning."
ALSO = {"server": "server_software"}  #: what a log calls the same
Source = Mapping[str, Any]


def with_stated(stated: Source, *sources: Source) -> tuple[Source, ...]:
    """The sources of a run's facts, the first of them above the others. What is to be recorded no more, none says."""
    if not stated:
        return sources
    facts, gone = dict(stated), {name for name, fact in stated.items() if fact is None}
    if isinstance(facts.get("notes"), dict):
        facts["notes"] = facts["notes"]["only"]
        gone.add("notes")
    first, *others = (without(source, gone) for source in sources)
    return merged(first, as_facts({name: fact for name, fact in facts.items() if fact is not None})), *others


def without(source: Source, gone: Collection[str]) -> Source:
    names = {*gone, *(ALSO[name] for name in gone if name in ALSO)}
    kept = {name: fact for name, fact in source.items() if name not in names}
    if settings := kept.get("tuning"):
        kept["tuning"] = {name: value for name, value in settings.items() if TUNING + name not in gone}
    return kept


def beneath(stated: Source, *sources: Source, of_setup: Callable[..., Source]) -> dict[str, Any]:
    """What the sources say of these facts themselves, as a run has them; None where nothing."""
    known = of_setup(*sources)
    settings = {TUNING + name: value for name, value in known["tuning"].items()}
    own = {"notes": joined_notes(*sources) or None, "booted_at": moment_or_none(first_of("booted_at", *sources))}
    every = {**known, **settings, **own}
    return {name: every.get(name) or None for name in stated}


def moment_or_none(text: object) -> str | None:
    """As a run has it; None for what cannot be read as one."""
    try:
        return moment(text) if text else None
    except (ValueError, OverflowError):
        return None
