"""The runs of a frozen answer against those of today: what came, what went and why, what was read anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set

from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Run
from benchdb.questions.unfinished import UNFINISHED

MOST_NAMED = 5  #: runs, or groups of them; the rest is counted


def other_runs(before: Set[int], there: Set[int]) -> tuple[Caveat, ...]:
    """`before`: those that counted; `there`: those that do. What was read anew is the same run."""
    gone, new = before - there, there - before
    anew = read_in_place(gone, new)
    return (*added(new - set(anew.values())), *missing(sorted(gone - anew.keys())), *read_again(sorted(anew)))


def anew(then: Iterable[int], today: Iterable[int]) -> dict[int, int]:
    """A run that counted -> the reading of the same log that counts in its place."""
    before, there = set(then), set(today)
    return read_in_place(before - there, there - before)


def read_in_place(gone: Set[int], new: Set[int]) -> dict[int, int]:
    """A run that counted -> the reading of the same log that counts in its place."""
    today = {(log, ordinal): run for run, log, ordinal in places(new)}
    return {run: today[log, ordinal] for run, log, ordinal in places(gone) if (log, ordinal) in today}


def places(runs: Set[int]) -> list[tuple[int, str, int]]:
    """(run, the SHA-256 of its log, which run of that)"""
    if not runs:
        return []
    return list(Run.objects.filter(pk__in=runs).order_by("pk").values_list("pk", "file__log", "ordinal"))


def added(runs: Set[int]) -> tuple[Caveat, ...]:
    return (caveat("more runs", runs=len(runs), numbers=sorted(runs)),) if runs else ()


def missing(gone: Sequence[int]) -> tuple[Caveat, ...]:
    """Why each run that counted no longer does."""
    return reasons(gone, {run.pk: run for run in Run.objects.filter(pk__in=gone)})


def reasons(gone: Sequence[int], known: Mapping[int, Run]) -> tuple[Caveat, ...]:
    """Of the first few, those that were excluded on a day for one reason as one; the rest is counted."""
    together: dict[object, list[int]] = {}
    for pk in gone:
        together.setdefault(exclusion(known.get(pk)) or pk, []).append(pk)
    groups = list(together.values())
    named = tuple(reason_of(group, known) for group in groups[:MOST_NAMED])
    left = sum(map(len, groups[MOST_NAMED:]))
    return (*named, caveat("fewer runs", runs=left)) if left else named


def exclusion(run: Run | None) -> tuple[str, str] | None:
    """(day, why), of a run that was excluded."""
    return (f"{run.excluded_at:%Y-%m-%d}", run.excluded_because) if run and run.excluded_at else None


def reason_of(group: Sequence[int], known: Mapping[int, Run]) -> Caveat:
    first, *others = group
    if not others:
        return reason(first, known.get(first))
    day, why = exclusion(known[first]) or ("", "")
    return caveat("runs excluded", runs=tuple(group), day=day, reason=why)


def read_again(runs: Sequence[int]) -> tuple[Caveat, ...]:
    """Likewise, of what was read anew and counts."""
    known = Run.objects.filter(pk__in=runs[:MOST_NAMED]).order_by("pk")
    named = tuple(read_anew(run, f"{run.retired_at:%Y-%m-%d}") for run in known if run.retired_at)
    rest = (caveat("runs read anew", runs=len(runs) - len(named)),) if len(runs) > len(named) else ()
    return (*named, *rest)


def reason(pk: int, run: Run | None) -> Caveat:
    if run is None:
        return caveat("run deleted", run=pk)
    if run.excluded_at:
        return caveat("run excluded", run=pk, day=f"{run.excluded_at:%Y-%m-%d}", reason=run.excluded_because)
    if run.retired_at:
        return read_anew(run, f"{run.retired_at:%Y-%m-%d}")
    if run.status in UNFINISHED:
        return caveat("run unfinished", run=pk)
    return caveat("run corrected", run=pk)


def read_anew(run: Run, day: str) -> Caveat:
    """With both versions of the parser where another one has read the same log since."""
    now = Run.objects.active().filter(file__log=run.file.log_id, ordinal=run.ordinal).first()
    if now is None or (now.format, now.parser_version) == (run.format, run.parser_version):
        return caveat("run read anew", run=run.pk, day=day)
    was, by = (f"{one.format} {one.parser_version}" for one in (run, now))
    return caveat("run read by another version", run=run.pk, day=day, was=was, now=by)
