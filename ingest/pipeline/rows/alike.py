"""Whether two runs may be one by what is said of them. What is not recorded of one contradicts nothing."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from benchdb.domain.caveats import Caveat
from benchdb.domain.setups.fingerprints import SETUP_FIELDS
from benchdb.models import Run, Setup
from ingest.formats.kit.pasted.line_times import START_SOURCE

NAMED = ("machine", "kernel", "server")


@dataclass(frozen=True, slots=True)
class Copy:
    """What a run is a copy of."""

    of: Caveat
    line: int
    is_sure: bool
    is_decided: bool  #: it was read before, and counts or not as it did then

    @property
    def excludes(self) -> bool:
        return self.is_sure and not self.is_decided


def recorded(run: Run) -> dict[str, Any]:
    """All that is recorded of a run's setup and of its beginning, each setting by itself."""
    setup: Setup = run.setup
    values = {name: getattr(setup, f"{name}_id" if name in NAMED else name) for name in SETUP_FIELDS}
    settings: Mapping[str, str] = values.pop("tuning")
    every = {**values, **{f"tuning.{name}": value for name, value in settings.items()}, "started_at": run.started_at}
    return {name: value for name, value in every.items() if value not in (None, "")}


def may_be_of_one_setup(one: Run, other: Run, but: Collection[str] = ()) -> bool:
    """`but`: of what may differ nevertheless. Two loggers put different times before the lines of one report."""
    known = recorded(other)
    by_stamps = any(START_SOURCE in run.facts for run in (one, other))
    but = {*but, "started_at"} if by_stamps else but
    return all(name in but or known.get(name, value) == value for name, value in recorded(one).items())


def knows_more(one: Run, other: Run) -> bool:
    return len(recorded(one)) > len(recorded(other))


def original(copy: Run, first: Run) -> dict[str, int]:
    """Which run it is, where that is of another upload: several may have its file's name and its line."""
    return {} if copy.file.upload_id == first.file.upload_id else {"original": first.pk}
