"""Runs of a curve some of whose requests failed: in which stretches, since when and with what. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

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
CLEAN = 0.5  #: of the runs before a stretch as a rule: where half of them and more fail, it begins earlier
CHANCE = 0.01  #: that a curve whose runs fail as often as they did before has such a stretch somewhere

Ends = tuple[int, int]  #: places of a curve


def partly_failing(
    group: Group, axis: Axis, conditions: Sequence[Dimension]
) -> tuple[Outage | None, tuple[Outage, ...]]:
    """The stretch of a curve with its last failures, None where these are none; and the earlier ones, in order.

    One begins and ends with shares that are more than noise; those within it that are not are counted, too, as the
    curve's notes count them. Runs of one version fail alike or are no stretch: they have no order.
    """
    made = [stretch(group, ends, axis, conditions) for ends in reversed(list(stretches(group, axis)))]
    last = next((one.run for one in reversed(group) if fails(one)), None)
    if made and made[-1].runs[-1] == last:
        return made[-1], tuple(made[:-1])
    return None, tuple(made)


def stretches(group: Group, axis: Axis) -> Iterator[Ends]:
    """From the last one to the first. Where runs failed before one, it is more than these let expect; if it is not,
    and three quarters of the runs from the first failure to the last failed, they are one stretch."""
    failed = list(accumulate((fails(one) for one in group), initial=0))
    places = [place for place, one in enumerate(group) if fails(one)]
    high = places[-1] + 1 if places else 0
    while high:
        low = begin_of(group, high)
        if is_news(failed, low, high) and is_stretch(group, (low, high), axis):
            yield low, high
        elif failed[high] >= DENSE * (high - places[0]) and is_stretch(group, (places[0], high), axis):
            yield places[0], high
            return
        high = places[failed[low] - 1] + 1 if failed[low] else 0


def begin_of(group: Group, high: int) -> int:
    """Where the runs that fail up to there begin: any more before it would be clean ones as a rule."""
    excess, most, low = 0.0, 0.0, high - 1
    for place in range(high - 1, -1, -1):
        excess += CLEAN if fails_noticeably(group[place]) else CLEAN - 1
        if excess < 0:
            break
        if excess >= most and fails(group[place]):
            most, low = excess, place
    return low


def is_news(failed: Sequence[int], low: int, high: int) -> bool:
    """Whether so many failing runs in a row are more than those before let expect, wherever a stretch might begin."""
    if not failed[low]:
        return True
    usual = (failed[low] + 1) / (low + 2)
    return high * usual ** (failed[high] - failed[low]) <= CHANCE


def is_stretch(group: Group, ends: Ends, axis: Axis) -> bool:
    """Whether most of these runs fail, others came before, and no version is cut in two."""
    low, high = ends
    noticed = [place for place in range(low, high) if fails_noticeably(group[place])]
    if low == 0 or len(noticed) < max(FEWEST_IN_A_ROW, DENSE * (high - low)):
        return False
    is_cut = any(0 < cut < len(group) and axis.place(group[cut - 1]) == axis.place(group[cut]) for cut in ends)
    return not is_cut and (noticed[0], noticed[-1]) == (low, high - 1)


def stretch(group: Group, ends: Ends, axis: Axis, conditions: Sequence[Dimension]) -> Outage:
    low, high = ends
    before, failing = group[:low], [one for one in group[low:high] if fails(one)]
    made = outage(failing, before, axis, is_last=high == len(group), total=len(group))
    share = max(one.failed or 0.0 for one in failing)
    return replace(made, there=began_with(before, failing, axis, conditions), share=share)


def fails(one: Observation) -> bool:
    return bool(one.failed)


def fails_noticeably(one: Observation) -> bool:
    return (one.failed or 0.0) > NOISE


def most_failed(curve: Curve) -> float:
    """The largest share of a run's requests, of the curve's levels; 0 where none failed, or nobody says how many."""
    return max((dict(one.parameters)["share"] for one in curve.notes if one.kind == "runs with failures"), default=0.0)


def holds_all(curve: Curve) -> bool:
    """Whether no request failed outside of the curve's last stretch."""
    failed = next((dict(one.parameters)["runs"] for one in curve.notes if one.kind == "runs with failures"), 0)
    return curve.partly is not None and len(curve.partly.runs) == failed


def since_when_of(question: HistoryQuestion, curve: Curve) -> Phrase:
    """Of the last stretch of a curve in which some requests failed, with its name."""
    assert curve.partly
    made = since_when(question, curve.partly, curve.runs, curve.partly.share)
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
