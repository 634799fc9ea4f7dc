"""What people say of runs that are here already -> clean facts; “not recorded” takes one away. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from benchdb.domain.caveats import phrase
from benchdb.domain.dimensions import MISSING, STATED_SETTINGS
from ingest.declared.facts import BadFact, clean


def corrected_facts(stated: Mapping[str, str]) -> dict[str, Any]:
    """As of an upload, with None for what is to be recorded no more. BadFact for what cannot be."""
    gone = [name for name, text in stated.items() if is_missing(text)]
    if "tuning" in gone:
        raise BadFact("which settings", why=phrase("which setting"))
    facts = clean({name: text for name, text in stated.items() if name not in gone})
    settings = {name: None if is_missing(value) else value for name, value in facts.pop("tuning", {}).items()}
    settings |= {name: None for name in gone if name in STATED_SETTINGS}
    facts |= {name: None for name in gone if name not in STATED_SETTINGS}
    return facts | ({"tuning": settings} if settings else {})


def is_missing(text: object) -> bool:
    return " ".join(str(text).split()).lower() == MISSING
