"""What is known of runs, by the names that people say it under, beside what somebody says now. Pure, but for the rows.

`machine`, `kernel`, `server`, `zone`, `cpus` and `tuning.NAME` are of a run's setup; `booted_at` and `notes` its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from benchdb.domain.dimensions import MISSING, TUNING, dimension
from benchdb.domain.versions import folded
from benchdb.models import Run
from benchdb.wording import inside
from benchdb.wording.grammar import first_few, listed

OF_SETUP = ("machine", "kernel", "server", "zone", "cpus")
TITLES = {"booted_at": "Machine booted at (UTC)", "tuning": "Settings", "notes": "Notes"}
FACTS = (*OF_SETUP, "booted_at", "tuning", "notes")
MOST_NAMED = 3  #: values that differ, in one line

Facts = Mapping[str, Any]


def flat(facts: Facts) -> dict[str, Any]:
    """Clean facts with each setting by its own name: `tuning.KeepAlive`."""
    settings = {f"{TUNING}{name}": value for name, value in facts.get("tuning", {}).items()}
    return {name: value for name, value in facts.items() if name != "tuning"} | settings


def value_of(run: Run, name: str) -> Any:
    """A text or a number, as it is said; None where nothing is recorded."""
    if name == "booted_at":
        return run.booted_at.isoformat() if run.booted_at else None
    if name == "notes":
        return run.notes or None
    if name.startswith(TUNING):
        return run.setup.tuning.get(name.removeprefix(TUNING))
    value = getattr(run.setup, name)
    return value if isinstance(value, int) else str(value or "") or None


def holds(run: Run, name: str, fact: Any) -> bool:
    """Whether the run has it already; None is not recorded.

    Names are one whatever the case and spaces; notes hold each remark once, as lines of its own.
    """
    value = value_of(run, name)
    if fact is None:
        return value in (None, "")
    if name == "notes":
        return f"\n{fact}\n" in f"\n{value or ''}\n"
    if name == "booted_at":
        return value is not None and datetime.fromisoformat(value) == datetime.fromisoformat(fact)
    return known_by(value) == known_by(fact)


def known_by(value: Any) -> str:
    """What a fact's value is known by; "" where there is none."""
    return "" if value is None else folded(str(value))


def differing(run: Run, facts: Facts) -> list[str]:
    """The facts that it does not have."""
    return [name for name, fact in facts.items() if not holds(run, name, fact)]


def position(name: str) -> tuple[int, str]:
    """Key to list facts by, as the form has them; settings by name."""
    return (FACTS.index(name), "") if name in FACTS else (FACTS.index("tuning"), name)


def values(had: Sequence[tuple[str, int]]) -> str:
    """`Linux 5.10`, or `Linux 5.10 (3) and Linux 6.1 (1)`."""
    texts = [f"{text} ({runs:,})" if len(had) > 1 else text for text, runs in had]
    return listed(first_few(texts, MOST_NAMED))


def title(name: str) -> str:
    return TITLES[name] if name in TITLES else dimension(name).title


@dataclass(frozen=True, slots=True)
class FactChange:
    """One fact of some runs: what they had, the most of them first, and what they have behind it."""

    name: str
    had: tuple[tuple[str, int], ...]  #: (value, runs)
    fact: str
    is_remark: bool = False  #: what is added to what they had, not put in its place

    @property
    def values(self) -> str:
        """What they had, in one line; of several values each with its runs."""
        return values(self.had)

    @property
    def sentence(self) -> str:
        """`kernel Linux 5.10 → Linux 5.15`."""
        if self.is_remark:
            return f"notes: “{self.fact}” is added"
        known = title(self.name)
        return f"{known if known in self.name else inside(known)} {self.values} → {self.fact}"


def changes(runs: Sequence[Run], facts: Facts) -> list[FactChange]:
    """What becomes other, fact by fact."""
    every = [(name, fact, [run for run in runs if not holds(run, name, fact)]) for name, fact in facts.items()]
    return [change(name, counts(theirs, name), fact) for name, fact, theirs in every if theirs]


def change(name: str, had: tuple[tuple[str, int], ...], fact: Any) -> FactChange:
    """What was said of a fact, and what runs had before."""
    return FactChange(name, had, text_of(fact), is_remark=name == "notes" and fact is not None)


def counts(runs: Iterable[Run], name: str) -> tuple[tuple[str, int], ...]:
    """The values of these runs, the most of them first."""
    return tally(text_of(value_of(run, name)) for run in runs)


def tally(texts: Iterable[str]) -> tuple[tuple[str, int], ...]:
    """The most frequent first; of as many, by the alphabet."""
    return tuple(sorted(Counter(texts).items(), key=lambda one: (-one[1], one[0])))


def text_of(value: Any) -> str:
    """In one line."""
    return MISSING if value in (None, "") else " / ".join(str(value).splitlines())
