"""What an upload gave, file by file, with the numbers that a reader wants first."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q, Sum

from benchdb.domain.failures import COUNTING, failed_by_run
from benchdb.domain.metrics import metric
from benchdb.domain.setups.load_tools import ANSWERED_ONLY, PRINTED_STEPS
from benchdb.domain.units import amount, decimals, shown, significant
from benchdb.models import Measurement, Run, Upload, UploadFile
from benchdb.models.runs import RunQuerySet
from benchdb.models.uploads import CANCELLED
from benchdb.wording import words
from benchdb.wording.values import named_settings, named_value
from ingest.formats import formats
from ingest.formats.kit.pasted.line_times import START_SOURCE
from ingest.intake.status import UploadStatus, has_copies, has_unread_lines, runs_of
from ingest.pipeline.outcomes import NOTICE, OF_COPY, RENAMED, UNMATCHED

State = UploadFile.State
RATE = "requests_per_second"
SECOND_BEST = ("latency_median", "latency_p50", "latency_mean", "time_per_request")  #: where there is no rate
NO_RESULT = ("duration", "duration_planned")  #: how long a load took says nothing of the server
MOST_MEASURED, MOST_UNREAD = 25, 5  #: that stand open; the others are folded
#: Files that were read whole, whose path the pattern does not match: nobody need do anything.
ONLY_UNMATCHED = Q(problems__0__has_key=UNMATCHED) & ~Q(problems__contains=[{OF_COPY: True}])
LEFT = Q(problems__0__has_key=CANCELLED)  #: unread, as somebody wished
MOST_FILES = 40  #: named that need somebody, or were here before


@dataclass(frozen=True, slots=True)
class NewRun:
    """One run, as the first look at it."""

    run: Run
    value: str
    metric: str  #: its title, where it is not the rate of requests
    failed: float | None
    known: str  #: the conditions that are on record
    is_cut: bool  #: some of its lines in the log could not be read

    @property
    def has_failures(self) -> bool:
        return bool(self.failed)

    @property
    def failures(self) -> str:
        return "" if self.failed is None else decimals(self.failed, 0)


@dataclass(frozen=True, slots=True)
class KnownFile:
    """A file whose bytes were here before."""

    file: UploadFile
    runs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InNeed:
    """A file that somebody should look at, and its first problem."""

    file: UploadFile

    @property
    def is_cut(self) -> bool:
        """Some of it was read, and some that is in it was not. A path that says nothing takes nothing from a log."""
        return bool(self.file.format or self.file.state == State.UNPACKED) and has_unread_lines(self.file.problems)

    @property
    def message(self) -> str:
        return str(self.file.problems[0]["message"]) if self.file.problems else ""

    @property
    def line(self) -> int:
        """Of the first problem; 0 where it is one of the whole file."""
        return int(self.file.problems[0].get("line", 0)) if self.file.problems else 0

    @property
    def excerpt(self) -> str:
        """What stands in that line."""
        return str(self.file.problems[0].get("excerpt", "")) if self.file.problems else ""

    @property
    def more_lines(self) -> int:
        """With problems of their own."""
        return len({one.get("line") for one in self.file.problems} - {0, None, self.line})


@dataclass(frozen=True, slots=True)
class Overview:
    size: int  #: bytes of all files, as they were sent
    archives: int  #: that the files came in, as they were sent
    measured: tuple[NewRun, ...]
    no_machine: bool  #: some run's is not on record: nobody knows whether all were made on one
    no_server: bool  #: likewise
    same: tuple[str, ...]  #: conditions of all runs, which are not said of each
    earlier_runs: int  #: of files that were here already; 0 where nothing else came
    new_runs: int
    undated: int  #: runs that say no time, also those that are not shown
    undated_in: tuple[str, ...]  #: the formats of their logs, as titles
    stamped: Run | None  #: the first one whose start is by the times that stand before the lines of its log
    stamped_runs: int  #: all of them
    left: int  #: files that were not read, because somebody cancelled the upload
    unread: tuple[InNeed, ...]  #: not read at all, or not to their end; or with a path that says nothing
    unread_files: int  #: all of them
    known: tuple[KnownFile, ...]
    known_files: int
    facts: tuple[UploadFile, ...]
    beside: tuple[UploadFile, ...]  #: that are no logs and were kept, such as notes
    beside_files: int  #: all of them
    unmatched: int  #: files that count without what the pattern states
    notices: tuple[str, ...]  #: sentences of names that are former ones, and of what is taken to be so
    uploads: tuple[int, ...]  #: whose runs are asked about: this one, or those that had its bytes before

    @property
    def measured_first(self) -> tuple[NewRun, ...]:
        return self.measured[:MOST_MEASURED]

    @property
    def measured_rest(self) -> tuple[NewRun, ...]:
        """What is folded."""
        return self.measured[MOST_MEASURED:]

    @property
    def unread_first(self) -> tuple[InNeed, ...]:
        return self.unread[:MOST_UNREAD]

    @property
    def unread_rest(self) -> tuple[InNeed, ...]:
        """What is folded of those that are named."""
        return self.unread[MOST_UNREAD:]

    @property
    def is_unread(self) -> bool:
        """Whether one of them was not read to its end, as far as files are named."""
        return any(one.is_cut or one.file.state == State.FAILED for one in self.unread)

    @property
    def has_copies(self) -> bool:
        return any(has_copies(one.file.problems) for one in self.unread)

    @property
    def unread_besides(self) -> int:
        """All that are not among the first, named or not."""
        return max(0, self.unread_files - MOST_UNREAD)


def overview(status: UploadStatus) -> Overview:
    upload, runs = status.upload, status.runs
    sent = upload.files.filter(archive=None)
    same = shared([conditions(run) for run in runs])
    new_runs = Run.objects.active().filter(file__upload=upload).count()
    partly = (
        Q(state__in=(State.STORED, State.UNPACKED)) & ~Q(problems=[]) & ~Q(problems__0__has_any_keys=[RENAMED, NOTICE])
    )
    trouble = upload.files.filter((Q(state=State.FAILED) & ~LEFT) | (partly & ~ONLY_UNMATCHED))
    known = upload.files.filter(state=State.KNOWN)
    beside = upload.files.filter(state=State.NOTE)
    every = runs_of(upload, Run.objects.active())
    undated = every.filter(started_at=None)
    stamped = every.filter(started_at__isnull=False, facts__has_key=START_SOURCE)
    return Overview(
        size=sent.aggregate(size=Sum("log__size"))["size"] or 0,
        archives=sent.filter(state=State.UNPACKED).count(),
        measured=tuple(measured(runs, same)),
        no_machine=any(run.setup.machine is None for run in runs),
        no_server=any(run.setup.server is None for run in runs),
        same=same,
        new_runs=new_runs,
        earlier_runs=max(0, status.total_runs - new_runs) if new_runs else 0,
        undated=undated.count(),
        undated_in=titles_of(formats_of(undated)),
        stamped=stamped.first(),
        stamped_runs=stamped.count(),
        left=upload.files.filter(LEFT, state=State.FAILED).count(),
        unread=tuple(map(InNeed, trouble.select_related("log").order_by("position")[:MOST_FILES])),
        unread_files=trouble.count(),
        known=tuple(known_file(file) for file in known.order_by("position")[:MOST_FILES]),
        known_files=known.count(),
        facts=tuple(upload.files.filter(state=State.FACTS)),
        beside=tuple(beside.order_by("position")[:MOST_FILES]),
        beside_files=beside.count(),
        unmatched=upload.files.filter(problems__contains=[{UNMATCHED: True}]).count(),
        notices=notices(upload),
        uploads=(upload.pk,) if new_runs else tuple(sorted({run.file.upload_id for run in runs})),
    )


def formats_of(runs: RunQuerySet) -> list[str]:
    """Each once."""
    return sorted(set(runs.order_by().values_list("format", flat=True)))


def titles_of(names: Iterable[str]) -> tuple[str, ...]:
    """Of formats, each once. One that was read by a release of before may have no other name."""
    return tuple(dict.fromkeys(formats()[name].title if name in formats() else name for name in names))


def notices(upload: Upload) -> tuple[str, ...]:
    has_one = Q(problems__contains=[{RENAMED: True}]) | Q(problems__contains=[{NOTICE: True}])
    files = upload.files.filter(has_one).values_list("problems", flat=True)[:MOST_FILES]
    sentences = (str(one["message"]) for every in files for one in every if one.get(RENAMED) or one.get(NOTICE))
    return tuple(dict.fromkeys(sentences))


def known_file(file: UploadFile) -> KnownFile:
    runs = Run.objects.active().filter(file__log=file.log_id).order_by("pk").values_list("pk", flat=True)
    return KnownFile(file, tuple(runs[:MOST_FILES]))


def measured(runs: Sequence[Run], same: Sequence[str]) -> list[NewRun]:
    """Each run with the rate of its requests; where it has none, with the first number of its log.

    `same`: conditions that are said of all at once.
    """
    rows = Measurement.objects.filter(Q(item="") | Q(metric__in=COUNTING), run__in=runs).order_by("pk")
    read = list(rows.values_list("run_id", "metric", "item", "value"))
    answered_only = {run.pk for run in runs if run.setup.tool in ANSWERED_ONLY}
    lines = lines_of_runs({run.file_id for run in runs if run.file.problems})
    failed = failed_by_run((row for row in read if row[1] in COUNTING), answered_only)
    numbers: dict[int, dict[str, float]] = {}
    for run, name, item, value in read:
        if not item:
            numbers.setdefault(run, {})[name] = value
    return [
        measured_run(run, numbers.get(run.pk, {}), failed.get(run.pk), known(run, same), is_cut(run, lines))
        for run in runs
    ]


def lines_of_runs(files: Iterable[int]) -> dict[int, list[int]]:
    """File -> where its runs begin, in order; also those that are not shown, and those that do not count."""
    rows = Run.objects.filter(file__in=files, retired_at=None).order_by("file", "line").values_list("file", "line")
    lines = defaultdict[int, list[int]](list)
    for file, line in rows:
        lines[file].append(line)
    return lines


def is_cut(run: Run, lines: Mapping[int, Sequence[int]]) -> bool:
    """Whether lines of its own could not be read: of its file those before the next run (`lines_of_runs`)."""
    starts = lines.get(run.file_id, ())
    after = bisect_right(starts, run.line)
    own = range(run.line, starts[after] if after < len(starts) else sys.maxsize)
    return has_unread_lines(problem for problem in run.file.problems if problem.get("line", 0) in own)


def measured_run(run: Run, numbers: dict[str, float], failed: float | None, known: str, is_cut: bool) -> NewRun:
    others = (name for name in numbers if name not in NO_RESULT)
    name = next((name for name in (RATE, *SECOND_BEST) if name in numbers), next(others, ""))
    value = number_of(run, name, numbers[name]) if name else "–"
    title = "" if name in (RATE, "") else metric(name).title
    return NewRun(run, value, title, failed, known, is_cut)


def number_of(run: Run, name: str, value: float) -> str:
    """A time that is printed as 0 is less than the step that its tool prints in."""
    unit, step = metric(name).unit, PRINTED_STEPS.get(run.setup.tool)
    if name == RATE:
        return amount(value, unit)
    return (
        words("below a step", step=shown(step, unit))
        if step and unit == "s" and not value
        else significant(value, unit)
    )


def conditions(run: Run) -> list[str]:
    """What a run was made on: `Sun Fire V125`, `global`."""
    setup = run.setup
    return [str(part) for part in (setup.machine, setup.kernel, setup.server, setup.zone) if part]


def shared(every: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What several runs have in common; () for one."""
    return tuple(part for part in every[0] if all(part in other for other in every)) if len(every) > 1 else ()


def known(run: Run, same: Sequence[str] = ()) -> str:
    """`Sun Fire V125, global, concurrency 100, sendfile on, trial 2`, without what is the same in all."""
    setup = run.setup
    parts = [part for part in conditions(run) if part not in same]
    loads = (("concurrency", setup.concurrency), ("rate", setup.rate))
    parts += [named_value(key, str(load)) for key, load in loads if load is not None]
    parts += named_settings(setup.tuning)
    parts += [f"trial {run.trial}"] if run.trial is not None else []
    return ", ".join(parts)
