"""What a reader of a curve must know before believing it. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.metrics import metric
from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.curves import called
from benchdb.questions.scaling.answer import Curve
from benchdb.questions.scaling.far.notes import far_notes
from benchdb.questions.scaling.fit import EVIDENCE, Fit
from benchdb.questions.scaling.knee import FEWEST
from benchdb.questions.scaling.lack_of_fit import missed_by
from benchdb.questions.scaling.laws import LAWS, USL
from benchdb.questions.scaling.question import ERRORS, ScalingQuestion
from benchdb.questions.scaling.resample import FEW, FEW_OTHERWISE

ENOUGH = 3  #: degrees of freedom, below which a good fit is said to prove little
SPARE = 0.02  #: share of idle CPUs, from which something else than they is said to be the limit
NOISE = 0.01  #: a decrease by a smaller share than this is not called one
#: Of the comparison beneath the curves, what is true of the curves too.
SHARED = ("too few for the aggregation", "all published", "some published", "loads at once")


def notes(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    made = load_notes(question, curve) if question.is_load else law_notes(question, curve)
    made = [*far_notes(question, curve), *made]
    if curve.is_coarse:
        made.append(caveat("coarse curve", step=(max(point.step for point in curve.points), question.metric)))
    repeats = [len(point.values) for point in curve.points]
    enough = FEW.get(question.aggregation, FEW_OTHERWISE)
    if max(repeats) > 1 and min(repeats) < enough and len(repeats) > 1:
        made.append(caveat("few runs for a bootstrap", runs=min(repeats)))
    if max(repeats) == 1 < len(repeats) and not all(point.is_published for point in curve.points):
        made.append(caveat("single runs"))
    return made


def law_notes(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    if len(curve.points) == 1:
        return [caveat("one point", n=(question.x, curve.first.n))]
    if not curve.laws:
        return []
    if curve.usl is None:
        parameters = USL.parameters(fixed=False)
        return [caveat("too few points for the law", points=len(curve.points), parameters=parameters)]
    measured = [*beyond_linear(question, curve), *fallen(question, curve)]
    return [
        *freedom(curve.usl.fit),
        *misfit(curve),
        *preference(curve),
        *measured,
        *peak(question, curve),
        *spare(question, curve),
    ]


def freedom(usl: Fit) -> list[Caveat]:
    """What the number of points allows to be said."""
    if usl.freedom >= ENOUGH:
        return []
    kind = "few degrees of freedom" if usl.freedom else "no degree of freedom"
    return [caveat(kind, points=usl.points, parameters=usl.parameters, freedom=usl.freedom)]


def misfit(curve: Curve) -> list[Caveat]:
    """That the runs do not lie on the law of the most freedom, whose intervals say nothing then."""
    assert curve.usl
    missed = missed_by(curve.usl.fit, np.array([point.n for point in curve.points]), curve.contrasts)
    return [caveat("law does not fit", missed=missed)] if missed else []


def preference(curve: Curve) -> list[Caveat]:
    """Which law the data prefer, by AICc, or why it cannot be said."""
    if curve.amdahl is None or curve.usl is None:
        return []
    amdahl, usl = curve.amdahl.fit, curve.usl.fit
    if amdahl.aicc is None or usl.aicc is None:
        fits = [f"{fit.r_squared:.3f} for {fit.known_law.spoken}" for fit in (usl, amdahl) if fit.r_squared]
        return [caveat("too few points to choose", fits=" and ".join(fits))] if fits else []
    difference = abs(amdahl.aicc - usl.aicc)
    if difference < EVIDENCE:
        return [caveat("laws alike", difference=difference, evidence=EVIDENCE)]
    if not curve.preferred:  # the points fall, and the law that cannot is not praised
        return []
    return [caveat("law preferred", law=LAWS[curve.preferred].spoken, difference=difference)]


def beyond_linear(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    """More than linear growth, which no law here can follow."""
    if not curve.superlinear:
        return []
    n, efficiency = curve.superlinear
    return [caveat("more than linear", n=(question.x, n), efficiency=efficiency, first=curve.first.n)]


def spare(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    """Points whose CPUs were not all busy: there the load or something else was the limit."""
    return [caveat("idle", n=(question.x, n), share=share) for n, share in curve.idle if share >= SPARE and n > 1]


def fallen(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    top = curve.highest
    lost = curve.last.value / top.value - 1 if top.value else 0.0
    if lost > -NOISE or not curve.shows_last_lower:
        return []
    return [caveat("measured fall", top=(question.x, top.n), last=curve.last.n, lost=lost)]


def peak(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    """Where the fitted peak lies among the points."""
    assert curve.usl
    fit, last = curve.usl.fit, (question.x, curve.last.n)
    if curve.shape == "flat":
        return [caveat("flat", first=curve.first.n, last=last)]
    if curve.shape == "undecided":
        return [caveat("no difference shown", first=curve.first.n, last=last)]
    if fit.peak is None:
        return [] if curve.shape == "falling" else [caveat("no peak", furthest=(question.x, 2 * fit.largest))]
    if curve.peak is None:
        is_at_end = curve.highest.n == curve.last.n
        kind = "peak of the law alone" if is_at_end else "peak of the law, not of the runs"
        return [caveat(kind, peak=fit.peak, last=last)]
    if fit.peak > fit.largest:
        return [caveat("peak beyond", peak=fit.peak, largest=fit.largest)]
    gaps = [(one.n, other.n) for one, other in pairwise(curve.points) if one.n < fit.peak < other.n]
    return [caveat("peak between", peak=fit.peak, low=low, high=(question.x, high)) for low, high in gaps]


def load_notes(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    if metric(question.metric).better != "higher":
        return []
    if len(curve.points) < FEWEST:
        return [caveat("too few loads", loads=len(curve.points), needs=FEWEST)]
    return [*knee(question, curve), fall(question, curve), *served(question, curve)]


def served(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    """How far an offered rate is served."""
    if not curve.offered:
        return []
    requests = [caveat("requests per connection", requests=curve.offered)] if curve.offered > 1 else []
    if curve.keeps_up_to is None:
        return [*requests, caveat("never keeps up", load=(question.x, curve.first.n))]
    return [*requests, caveat("keeps up", load=(question.x, curve.keeps_up_to))]


def knee(question: ScalingQuestion, curve: Curve) -> list[Caveat]:
    knee = curve.knee
    if knee is None:
        return [caveat("no knee")]
    given = {"load": (question.x, knee.load), "below": knee.below, "above": knee.above}
    if knee.within is None:
        return [caveat("knee", **given)]
    ends = (knee.within.low, knee.within.high, knee.within.high)
    some = [caveat("knee of some samples", share=100 * (knee.share or 0))] if knee.share != 1 else []
    return [caveat("knee within", **given, how=knee.how, ends=ends), *some]


def fall(question: ScalingQuestion, curve: Curve) -> Caveat:
    fall = curve.step
    if fall is None and (drop := curve.drop):
        return caveat("drop", lost=drop.change, low=(question.x, drop.low.n), high=drop.high.n)
    if fall is None:
        return caveat("no fall")
    given = {"holds": (question.x, fall.holds), "lost": fall.change, "fails": fall.fails}
    if fall.within is None:
        return caveat("fall", **given)
    return caveat("fall within", **given, how=fall.how, low=fall.within.low, high=fall.within.high)


def first_points(question: ScalingQuestion, curves: Sequence[Curve]) -> tuple[Caveat, ...]:
    """That speed-ups and efficiencies are over different numbers, where curves begin at different ones."""
    begun: dict[float, list[str | tuple[str, str]]] = {}
    for curve in curves:
        if len(curve.points) > 1 and not curve.serves_nothing:
            begun.setdefault(curve.first.n, []).append(called(question.by, curve.name))
    if question.is_load or len(begun) < 2:
        return ()
    most = max(begun, key=lambda n: (len(begun[n]), -n))
    return tuple(
        caveat("first points differ", curves=tuple(begun[n]), first=(question.x, n), most=most)
        for n in sorted(begun)
        if n != most
    )


def caveats(question: ScalingQuestion, comparison: Comparison, unplaced: int) -> tuple[Caveat, ...]:
    """What a reader of the whole page must know."""
    made = [one for one in comparison.caveats if one.kind in SHARED]
    if unplaced:
        made.append(caveat("runs without a place", runs=unplaced, axis=question.x))
    has_errors = any(row.metric == ERRORS or any(cell.failed for cell in row.cells.values()) for row in comparison.rows)
    if question.is_load and comparison.rows and not has_errors:
        made.append(caveat("no error on record"))
    known = metric(question.metric)
    if not question.is_load and (known.better != "higher" or known.unit not in ("1/s", "B/s", "ratio")):
        made.append(caveat("no throughput", metric=known.name))
    return tuple(made)
