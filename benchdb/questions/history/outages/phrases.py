"""Outages -> their phrases: `Since 22 Mar 2026 every request fails (the last 20 of 40 runs)`. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from datetime import UTC, datetime

from benchdb.domain.caveats import Phrase, phrase
from benchdb.questions.curves import called
from benchdb.questions.days import day_ends
from benchdb.questions.history.answer import Curve, HistoryAnswer, Outage, Place
from benchdb.questions.history.outages.flaky import is_flaky, runs_since, times_of, what_happens
from benchdb.questions.history.question import HistoryQuestion

MOST_NAMED = 3  #: curves, or stretches of one
ENDINGS = {
    "failed": "every request failed", "redirects or errors": "every reply erred", "stopped": "every run stopped",
    "failed or stopped": "every request failed or the run stopped", "unanswered": "no request answered",
}  # fmt: skip
GOING_ON = ENDINGS | {
    "failed": "every request fails", "redirects or errors": "every reply errs",
    "failed or stopped": "every run failed or stopped", "unanswered": "no request is answered",
}  # fmt: skip


def nothing_served(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """Curves of errors alone, which the headline begins with; of more than a few, how many are."""
    some = [curve for curve in answer.curves if curve.nothing_served]
    if len(some) > MOST_NAMED:
        runs = sum(curve.runs for curve in some)
        return (phrase("nothing served over curves", curves=len(some), total=len(answer.curves), runs=runs),)
    made = [
        (curve, phrase("nothing served over time", what=phrase(ENDINGS[curve.nothing_served]), runs=curve.runs))
        for curve in some
        if curve.nothing_served
    ]
    by = answer.question.by
    return tuple(phrase("of one curve", curve=called(by, curve.title), said=one) if curve.name else one
                 for curve, one in made)  # fmt: skip


def lasting_outages(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """Those that go on, which the headline begins with; as one of curves that share them."""
    pairs = [(curve, one) for curve in answer.curves for one in outages_of(curve) if one.goes_on]
    alike: dict[object, list[tuple[Curve, Outage]]] = {}
    for curve, one in pairs:
        alike.setdefault((one.how, begun(answer.question, one), one.there), []).append((curve, one))
    shared = [of_curves(answer, group) for group in list(alike.values())[:MOST_NAMED]]
    rest = sum(map(len, list(alike.values())[MOST_NAMED:]))
    return (*shared, *((phrase("more curves fail", curves=rest),) if rest else ()))


def outages_of(curve: Curve) -> tuple[Outage, ...]:
    """As they are today: none goes on where runs of another setup have followed."""
    return tuple(replace(one, is_last=False) for one in curve.outages) if curve.is_followed else curve.outages


def of_curves(answer: HistoryAnswer, group: Sequence[tuple[Curve, Outage]]) -> Phrase:
    """Of outages that are alike, each of its curve."""
    (curve, one), total = group[0], len(answer.curves)
    if len(group) == 1:
        return of_curve(answer, curve, one)
    runs = len({run for _, other in group for run in other.runs})
    what = with_cause(when(answer.question, one), one)
    return phrase("curves fail", what=what, curves=len(group), total=total, runs=runs)


def when(question: HistoryQuestion, one: Outage) -> Phrase:
    """`every run was stopped before its end from 2 Feb 2026 on`"""
    if one.goes_on:
        return phrase("from there on", change=phrase(GOING_ON[one.how]), begin=begun(question, one))
    begin, end = ends_of(question, one)
    made = phrase("runs stopped" if one.how == "stopped" and begin == end else ENDINGS[one.how])
    if begin != end:
        return phrase("from there to there", change=made, begin=begin, end=end)
    return phrase("on that day" if question.x == "time" else "with that version", change=made, begin=begin)


def of_curve(answer: HistoryAnswer, curve: Curve, one: Outage) -> Phrase:
    made, name = of_outage(answer.question, one), called(answer.question.by, curve.title)
    return phrase("of one curve", curve=name, said=made) if curve.name else made


def flaky(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """Curves that fail again and again until now, which the headline begins with: how often since the first time."""
    made = [again_and_again(answer, curve) for curve in answer.curves if is_flaky(answer.question, curve)]
    more = len(made) - MOST_NAMED
    return (*made[:MOST_NAMED], *((phrase("more curves flaky", curves=more),) if more > 0 else ()))


def again_and_again(answer: HistoryAnswer, curve: Curve) -> Phrase:
    times, kind = times_of(curve), what_happens(curve)
    first, runs = times[0], sum(len(one.runs) for one in times)
    given = {"runs": runs, "total": runs_since(curve, first), "begin": day(first.first, first.before)}
    one = (
        phrase("stopped again and again", **given)
        if kind == "stopped"
        else phrase("fails again and again", what=phrase(ENDINGS[kind]), **given)
    )
    return phrase("of one curve", curve=called(answer.question.by, curve.title), said=one) if curve.name else one


def past_outages(answer: HistoryAnswer) -> tuple[Phrase, ...]:
    """Those that are over, or that a single run is so far: the newest by its days, of the others how many runs; one of
    curves that share it is one."""
    curves = [curve for curve in answer.curves if not is_flaky(answer.question, curve)]
    past = [(curve, one) for curve in curves for one in outages_of(curve) if not one.goes_on]
    if not past:
        return ()
    alike: dict[object, list[tuple[Curve, Outage]]] = {}
    for curve, one in sorted(past, key=lambda pair: pair[1].last.x):
        alike.setdefault((one.how, ends_of(answer.question, one), one.there), []).append((curve, one))
    *others, newest = alike.values()
    return (
        of_curves(answer, newest),
        *earlier([pair for group in others for pair in group], {id(curve) for curve, _ in newest}),
        *(single_runs(curves) if any(one.stopped for _, one in past) else ()),
    )


def single_runs(curves: Sequence[Curve]) -> tuple[Phrase, ...]:
    """Beside an outage that is told, those that were stopped by accident."""
    runs = {run for curve in curves for one in curve.lone for run in one.runs}
    runs -= {run for curve in curves for one in curve.outages for run in one.runs}
    return (phrase("single runs stopped", runs=len(runs)),) if runs else ()


def earlier(others: Sequence[tuple[Curve, Outage]], named: Set[int]) -> tuple[Phrase, ...]:
    """`So it was in 7 runs before.` `2 earlier outages had 5 runs.` `named`: of which curves the newest is told, by
    their id(); those of others were not theirs."""
    if any(one.stopped for _, one in others):
        runs = len({run for _, one in others for run in one.runs})
        return (phrase("more outages", outages=len({one.runs for _, one in others}), runs=runs),)
    own, elsewhere = (
        [(curve, one) for curve, one in others if (id(curve) in named) is is_own] for is_own in (True, False)
    )
    before, runs = (len({run for _, one in some for run in one.runs}) for some in (own, elsewhere))
    curves = len({id(curve) for curve, _ in elsewhere})
    return (
        *((phrase("more runs failed", runs=before),) if before else ()),
        *((phrase("runs of other curves failed", curves=curves, runs=runs),) if runs else ()),
    )


def of_outage(question: HistoryQuestion, one: Outage) -> Phrase:
    """One sentence, without its full stop."""
    given = {"runs": len(one.runs), "total": one.total}
    if one.goes_on:
        return phrase("fails since", begin=begun(question, one), what=with_its_cause(one, GOING_ON), **given)
    what = with_its_cause(one, ENDINGS)
    if one.before is None and question.x == "time":
        return phrase("failed until", end=day(one.last, None), what=what, **given)
    ends = ends_of(question, one)
    if one.how == "stopped":
        return of_stopped(one, ends, is_version=question.x != "time")
    caused = ", with a cause" if one.there else ""
    if ends[0] == ends[1]:
        kind = "failed on a day" if question.x == "time" else "failed with a version"
        return phrase(kind + caused, begin=ends[0], what=what, **given)
    return phrase("failed from" + caused, begin=ends[0], end=ends[1], what=what, **given)


def of_stopped(one: Outage, ends: tuple[str, str], *, is_version: bool = False) -> Phrase:
    """Runs of the same day may have ended."""
    given = {"runs": len(one.runs), "total": one.total, "begin": ends[0]}
    if ends[0] == ends[1] and is_version:
        what = with_its_cause(one, ENDINGS)
        return phrase("stopped with a version", what=what, **given)
    if ends[0] == ends[1]:
        return phrase("stopped on a day", what=with_cause(phrase("runs stopped"), one), **given)
    return phrase("stopped from", end=ends[1], what=with_its_cause(one, ENDINGS), **given)


def with_its_cause(one: Outage, words: Mapping[str, str]) -> Phrase:
    return with_cause(phrase(words[one.how]), one)


def with_cause(made: Phrase, one: Outage) -> Phrase:
    """With what became another where it began."""
    if not one.there:
        return made
    if len(one.there) > MOST_NAMED:
        return phrase("as others did", change=made, keys=tuple(other.dimension for other in one.there))
    became = tuple((other.dimension, other.before, other.after) for other in one.there)
    return phrase("as it became another", change=made, became=became)


def begun(question: HistoryQuestion, one: Outage) -> str:
    return day(one.first, one.before) if question.x == "time" else one.first.label


def ends_of(question: HistoryQuestion, one: Outage) -> tuple[str, str]:
    if question.x != "time":
        return one.first.label, one.last.label
    same = day(one.first, None), day(one.last, None)
    return same if same[0] == same[1] else day_ends(one.first.x, one.last.x) or same


def day(place: Place, before: Place | None) -> str:
    """`22 Mar 2026`; with the time where the run `before` is of that day, too."""
    moment = datetime.fromtimestamp(place.x, UTC)
    is_same = before is not None and datetime.fromtimestamp(before.x, UTC).date() == moment.date()
    return f"{moment.day} {moment:%b %Y}" + (f", {moment:%H:%M}" if is_same else "")
