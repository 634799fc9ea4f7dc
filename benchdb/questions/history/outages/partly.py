"""Runs of a curve some of whose requests failed: where they are one stretch, since when and with what. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import Dimension
from benchdb.questions.conditions import Group, Observation
from benchdb.questions.curves import called
from benchdb.questions.history.answer import FEWEST_IN_A_ROW, Curve, Outage
from benchdb.questions.history.axis import Axis
from benchdb.questions.history.outages.failing import began_with, outage
from benchdb.questions.history.outages.phrases import begun, ends_of, with_cause
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.replies.failures import NOISE

DENSE = 0.75  #: of the runs of a stretch, how many must fail for it to be one


def partly_failing(group: Group, axis: Axis, conditions: Sequence[Dimension]) -> Outage | None:
    """The stretch that holds all runs with failures; None where others stand among them, or no run came without.

    It begins and ends with shares that are more than noise. Those within it that are not are counted, too, as the
    curve's notes count them; outside of it there are none. Runs of one version fail alike or are no stretch: they have
    no order.
    """
    places, noticed = ([place for place, one in enumerate(group) if test(one)] for test in (fails, fails_noticeably))
    if len(noticed) < FEWEST_IN_A_ROW or (places[0], places[-1]) != (noticed[0], noticed[-1]):
        return None
    low, high = places[0], places[-1] + 1
    is_cut = any(0 < cut < len(group) and axis.place(group[cut - 1]) == axis.place(group[cut]) for cut in (low, high))
    if low == 0 or is_cut or len(noticed) < DENSE * (high - low):
        return None
    before, failing = group[:low], [group[place] for place in places]
    made = outage(failing, before, axis, is_last=high == len(group), total=len(group))
    return replace(made, there=began_with(before, failing, axis, conditions))


def fails(one: Observation) -> bool:
    return bool(one.failed)


def fails_noticeably(one: Observation) -> bool:
    return (one.failed or 0.0) > NOISE


def most_failed(curve: Curve) -> float:
    """The largest share of a run's requests, of the curve's levels; 0 where none failed, or nobody says how many."""
    return max((dict(one.parameters)["share"] for one in curve.notes if one.kind == "runs with failures"), default=0.0)


def since_when_of(question: HistoryQuestion, curve: Curve) -> Phrase:
    """Of a curve of which some requests failed in one stretch, with its name."""
    assert curve.partly
    made = since_when(question, curve.partly, curve.runs, most_failed(curve))
    return phrase("of one curve", curve=called(question.by, curve.title), said=made) if curve.name else made


def since_when(question: HistoryQuestion, one: Outage, total: int, share: float) -> Phrase:
    """`Since 16 Mar 2026 requests fail, with a change of kernel …: up to 40% of a run's requests, in 10 of 24 runs.`"""
    given = {"runs": len(one.runs), "total": total, "share": share}
    if one.goes_on:
        what = with_cause(phrase("a stretch fails"), one)
        return phrase("some fail since", begin=begun(question, one), what=what, **given)
    what, (begin, end) = with_cause(phrase("a stretch failed"), one), ends_of(question, one)
    if begin == end:
        kind = "some failed on a day" if question.x == "time" else "some failed with a version"
        return phrase(kind, begin=begin, what=what, **given)
    return phrase("some failed from", begin=begin, end=end, what=what, **given)
