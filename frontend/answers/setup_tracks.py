"""The setups of a machine, a kernel or a server -> a line for each: its level, its latest change, the best. Pure."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from benchdb.domain.dimensions import MISSING
from benchdb.domain.metrics import Unit, metric
from benchdb.domain.units import significant
from benchdb.questions.history.answer import Change, HistoryAnswer
from benchdb.questions.history.one_change import is_doubted, is_unexplained
from benchdb.questions.history.outages.phrases import lasting_outages
from benchdb.questions.history.question import HistoryQuestion
from benchdb.reads.varied.tracks import RunValue, Track, Tracks
from benchdb.wording import ratios, sentence, words
from benchdb.wording.grammar import first_few
from benchdb.wording.values import named_value
from frontend.answers.history.changes import aside, cause
from frontend.answers.history.doubts import doubts
from frontend.answers.history.level_spark import LevelSpark, level_spark, newest_of
from frontend.charts.history import SIGNS, tone_of

MOST_NAMED = 4  #: conditions in a setup's name
FEWEST_RUNS = 3  #: that a history is drawn of
BY_SETUP = "one curve a setup"  #: the caveat of a history that has several curves


@dataclass(frozen=True, slots=True)
class Number:
    text: str
    run: int
    when: str  #: `10 Nov 2026`; of a run without a start on record, when it was stored


@dataclass(frozen=True, slots=True)
class ChangeOfLevel:
    """The latest of a history."""

    sign: str
    tone: str
    size: str
    why: str  #: what changed there; or that nothing on record did
    doubts: str  #: that it may be drift, or is of replies
    moment: datetime  #: of the first run after it
    run: int  #: that one
    is_explained: bool
    is_doubted: bool
    is_comparable: bool


@dataclass(frozen=True, slots=True)
class SetupLine:
    """One setup: its runs are dots on a scale of their own, its levels are lines."""

    name: str
    path: str  #: of its history
    spark: LevelSpark
    level: str  #: now: the median of the runs since the latest change
    of_curve: str  #: whose level it is, where there are several
    curves: str  #: that there are several; ""
    changes: tuple[ChangeOfLevel, ...]  #: by time
    no_change: str  #: what is said where there is none
    is_testable: bool  #: whether its runs are enough for a change
    latest: Number
    best: Number
    runs: int

    @property
    def change(self) -> ChangeOfLevel | None:
        """The latest."""
        return self.changes[-1] if self.changes else None

    @property
    def unexplained(self) -> list[ChangeOfLevel]:
        """Those that stand and have no cause on record."""
        return [one for one in self.changes if not (one.is_explained or one.is_doubted)]


@dataclass(frozen=True, slots=True)
class Key:
    """A figure of the page's head."""

    name: str  #: of its setup
    number: Number


@dataclass(frozen=True, slots=True)
class Unexplained:
    """How many changes have no cause on record, and the latest of them."""

    count: int
    line: SetupLine
    change: ChangeOfLevel


@dataclass(frozen=True, slots=True)
class SetupTable:
    metric: str  #: its title
    setups: int
    began: str  #: when the first and the last run did, and how many do not say
    lines: tuple[SetupLine, ...]
    best: Key  #: of all, by the metric's direction
    latest: Key
    newest: tuple[int, ...] = ()  #: runs: the newest of every setup

    @property
    def is_drawn(self) -> bool:
        """Whether some setup has runs enough for a history."""
        return any(line.spark.curves for line in self.lines)

    @property
    def unexplained(self) -> Unexplained | None:
        pairs = [(line, change) for line in self.lines for change in line.unexplained]
        if not pairs:
            return None
        line, change = max(pairs, key=lambda pair: pair[1].moment)
        return Unexplained(len(pairs), line, change)


def history_of(track: Track) -> HistoryQuestion:
    """What a setup's line leads to, and what decides on its changes."""
    return HistoryQuestion(metric=track.metric, where=track.where)


def setup_table(tracks: Tracks, histories: Sequence[HistoryAnswer] = ()) -> SetupTable:
    """`histories`: of each of the tracks; () where these would take too long."""
    known = metric(tracks.tracks[0].metric)
    answers = histories or [unanswered(history_of(track)) for track in tracks.tracks]
    lines = sorted(zip(tracks.tracks, answers, strict=True), key=lambda pair: by_name(pair[0]))
    return SetupTable(
        metric=known.title,
        setups=tracks.setups,
        began=began(tracks),
        lines=tuple(line(track, history) for track, history in lines),
        best=Key(name(tracks.best), number(tracks.best.best, known.unit)),
        latest=Key(name(tracks.latest), number(tracks.latest.latest, known.unit)),
        newest=tracks.newest,
    )


def unanswered(question: HistoryQuestion) -> HistoryAnswer:
    """Without a curve."""
    return HistoryAnswer(question.to_query(), (), (), (), (), (), (), ())


def changes_by(table: SetupTable, runs: Collection[int]) -> list[tuple[SetupLine, ChangeOfLevel]]:
    """The changes of level that begin with these runs, but for those that may be chance."""
    return [(line, one) for line in table.lines for one in line.changes if one.run in runs and not one.is_doubted]


def news(table: SetupTable, runs: Collection[int]) -> str:
    """What these runs changed: `concurrency 64: ▼ −8.8%, Kernel …`; that they changed nothing, or are too few to tell.

    "" = they are the first there.
    """
    changes = changes_by(table, runs)
    if not changes:
        return without_news(table, runs)
    line, change = max(changes, key=lambda pair: pair[1].moment)
    of_setup = f"{line.name}: " if table.setups > 1 else ""
    moved = ", ".join(filter(None, (f"{of_setup}{change.sign} {change.size}", change.why)))
    return words("change and more", change=moved, more=len(changes) - 1) if len(changes) > 1 else moved


def without_news(table: SetupTable, runs: Collection[int]) -> str:
    """In how many setups nothing changed, and in how many something may have.

    Where nothing is settled in those of the most runs, it is not in the others either: they have no more runs.
    """
    of_level = [line for line in table.lines if line.is_testable and line.latest.run in runs]
    moved = [line for line in of_level if any(one.run in runs for one in line.changes)]
    unsettled = [line for line in moved if any(one.run in runs and one.is_comparable for one in line.changes)]
    quiet = len(of_level) - len(moved)
    if not unsettled:
        return words("no change of its setups", setups=quiet) if quiet else ""
    if quiet:
        return words("no change of some setups", setups=quiet, unsettled=len(unsettled))
    touched = sum(run in runs for run in table.newest)
    return words("too few runs in its setups", setups=max(touched, len(unsettled)))


def run_ids(table: SetupTable) -> set[int]:
    """The runs that news can be of."""
    changed = (one.run for line in table.lines for one in line.changes)
    return {*(line.latest.run for line in table.lines), *changed, *table.newest}


def by_name(track: Track) -> tuple[object, ...]:
    """Those of the most runs first; of as many, numbers in their order."""
    places = ((0, float(value), "") if value.isdecimal() else (1, 0.0, value) for _, value in track.name)
    return (-track.runs, *places)


def name(track: Track) -> str:
    names = [named_value(key, value) for key, value in track.name if value != MISSING]
    return ", ".join(first_few(names, MOST_NAMED)) or words("nothing else recorded" if track.name else "its only setup")


def line(track: Track, history: HistoryAnswer) -> SetupLine:
    unit, is_one, curves = metric(track.metric).unit, not history.conflicts, history.curves
    newest = newest_of(curves) if curves and is_one else None
    changes = sorted(
        (change for curve in curves if is_one for change in curve.changes), key=lambda one: one.after.first.x
    )
    return SetupLine(
        name=name(track),
        path=history_of(track).path(),
        spark=level_spark(curves, track.metric, has_levels=is_one) if track.runs >= FEWEST_RUNS else LevelSpark(),
        level=significant(newest.levels[-1].value if newest else track.latest.value, unit),
        of_curve=newest.name if newest and len(curves) > 1 else "",
        curves=several(history),
        changes=tuple(change_of_level(history.question, change) for change in changes),
        no_change="" if changes else without_change(history, track.runs),
        is_testable=is_one and any(curve.is_in_line for curve in curves),
        latest=number(track.latest, unit),
        best=number(track.best, unit),
        runs=track.runs,
    )


def several(history: HistoryAnswer) -> str:
    """`8 curves, by kernel`"""
    keys = next((dict(one.parameters)["keys"] for one in history.caveats if one.kind == BY_SETUP), ())
    return words("curves of a setup", curves=len(history.curves), keys=keys) if keys else ""


def without_change(history: HistoryAnswer, runs: int) -> str:
    """What stands where a change would."""
    if not history.curves:
        return words("see its history")
    if history.conflicts:
        return words("not one history", keys=history.conflicts)
    if lasting := lasting_outages(history):
        return sentence(lasting[0])
    if any(curve.is_in_line for curve in history.curves):
        return words("no change of level", runs=runs)
    if apart := sum(curve.runs_apart for curve in history.curves):
        return words("too few that lie apart", runs=apart)
    most = max((curve.runs for curve in history.curves), default=0)
    return words("too few on each curve" if len(history.curves) > 1 else "too few for a change", runs=most)


def change_of_level(question: HistoryQuestion, change: Change) -> ChangeOfLevel:
    cell, is_explained = change.after.cell, not is_unexplained(question, change)
    tone = tone_of(question.metric, cell)
    return ChangeOfLevel(
        sign=SIGNS[tone],
        tone=tone,
        size=ratios.change(cell.change, cell.ratio),
        why=why(change) if is_explained else words("not explained"),
        doubts="; ".join(doubts(cell)),
        moment=datetime.fromtimestamp(change.after.first.x, UTC),
        run=change.after.first.runs[0],
        is_explained=is_explained,
        is_doubted=is_doubted(change),
        is_comparable=cell.verdict != "not comparable",
    )


def why(change: Change) -> str:
    """What changed there; else in what the levels differ besides."""
    if change.there:
        return cause(change.there)
    return words("levels differ", conditions=aside(change)) if change.apart else ""


def number(measured: RunValue, unit: Unit) -> Number:
    return Number(significant(measured.value, unit), measured.run, when(measured))


def when(measured: RunValue) -> str:
    own = day(measured.moment)
    return own if measured.is_dated else words("stored, date not on record", day=own)


def began(tracks: Tracks) -> str:
    """`first run 3 May 2024, last 9 Nov 2026; 12 runs have no date on record`."""
    if tracks.began is None:
        return words("no run has a date")
    first, last = map(day, tracks.began)
    dated = words("first and last run", first=first, last=last)
    return "; ".join(filter(None, (dated, words("runs without a date", runs=tracks.undated) if tracks.undated else "")))


def day(microseconds: int) -> str:
    return f"{moment(microseconds):%-d %b %Y}"


def moment(microseconds: int) -> datetime:
    return datetime.fromtimestamp(microseconds / 1e6, UTC)
