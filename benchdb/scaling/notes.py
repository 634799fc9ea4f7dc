"""What a reader of a curve must know before believing it, in plain sentences. Pure."""

from __future__ import annotations

from itertools import pairwise

from benchdb.comparison.answer import Comparison
from benchdb.dimensions import dimension
from benchdb.metrics import metric
from benchdb.scaling import words
from benchdb.scaling.answer import Curve
from benchdb.scaling.fit import EVIDENCE, Fit
from benchdb.scaling.knee import FEWEST
from benchdb.scaling.laws import LAWS, USL
from benchdb.scaling.resample import FEW, FEW_OTHERWISE
from benchdb.scaling.spec import ERRORS, ScalingSpec

ENOUGH = 3  #: degrees of freedom, below which a good fit is said to prove little
NOISE = 0.01  #: a decrease by a smaller share than this is not called one


def notes(spec: ScalingSpec, curve: Curve) -> tuple[str, ...]:
    said = load_notes(spec, curve) if spec.is_load else law_notes(spec, curve)
    repeats = [len(point.values) for point in curve.points]
    if max(repeats) > 1 and min(repeats) < FEW.get(spec.protocol, FEW_OTHERWISE) and len(repeats) > 1:
        fewest = f"{min(repeats)} run{'s' * (min(repeats) > 1)}"
        said.append(f"Some points have only {fewest}: intervals by bootstrap over so few are too narrow.")
    return tuple(said)


def law_notes(spec: ScalingSpec, curve: Curve) -> list[str]:
    if len(curve.points) == 1:
        return [f"Measured at {words.load(spec, curve.first.n)} only, so there is nothing to scale."]
    if not curve.laws:
        return []
    if curve.usl is None:
        return [f"{len(curve.points)} points cannot hold the {USL.parameters(fixed=False)} parameters of "
                f"{USL.spoken}; only Amdahl's law is drawn, and it passes through them because it must."]  # fmt: skip
    said = [freedom(curve.usl.fit), preference(curve), *fallen(spec, curve), peak(spec, curve)]
    return [text for text in said if text]


def freedom(usl: Fit) -> str:
    """What the number of points allows to be said."""
    given = f"{usl.points} points and {usl.parameters} parameters"
    if usl.freedom == 0:
        return f"{given}: {USL.spoken} passes through every point because it must. It describes, it proves nothing."
    if usl.freedom < ENOUGH:
        left = f"{usl.freedom} degree{'s' * (usl.freedom > 1)} of freedom"
        return f"{given} leave {left}: that {USL.spoken} comes close says little, and its parameters are rough."
    return ""


def preference(curve: Curve) -> str:
    """Which law the data prefer, by AICc, or why it cannot be said."""
    if curve.amdahl is None or curve.usl is None:
        return ""
    one, other = curve.amdahl.fit, curve.usl.fit
    if one.aicc is None or other.aicc is None:
        fits = " and ".join(
            f"{each.r_squared:.3f} for {each.known_law.spoken}" for each in (other, one) if each.r_squared
        )
        return f"Too few points for AICc to choose between the laws; R² is {fits}." if fits else ""
    difference = abs(one.aicc - other.aicc)
    if not curve.preferred:
        return f"AICc cannot choose between the laws: they differ by {difference:.1f}, less than {EVIDENCE:g}."
    return f"AICc prefers {LAWS[curve.preferred].spoken}, by {difference:.1f}."


def fallen(spec: ScalingSpec, curve: Curve) -> list[str]:
    top = curve.highest
    lost = curve.last.value / top.value - 1 if top.value else 0.0
    if lost > -NOISE:
        return []
    measured = f"From {words.load(spec, top.n)} to {words.number(curve.last.n)} the measured figure falls by"
    return [f"{measured} {words.fall(lost)}, which Amdahl's law cannot do."]


def peak(spec: ScalingSpec, curve: Curve) -> str:
    """Where the fitted peak lies among the points."""
    assert curve.usl
    fit = curve.usl.fit
    if fit.peak is None:
        return (
            f"The {USL.title} has no peak within twice the measured range, up to {words.load(spec, 2 * fit.largest)}."
        )
    if fit.peak > fit.largest:
        return f"The peak at {words.number(fit.peak)} lies beyond the largest N measured, {words.number(fit.largest)}."
    if fit.peak < curve.first.n:
        return f"The peak at {words.number(fit.peak)} lies before the smallest N measured."
    for one, other in pairwise(curve.points):
        if one.n < fit.peak < other.n:
            between = f"{words.number(one.n)} and {words.load(spec, other.n)}"
            return f"The peak at {words.number(fit.peak)} lies between {between}, where nothing was measured."
    return ""


def load_notes(spec: ScalingSpec, curve: Curve) -> list[str]:
    if metric(spec.metric).better != "higher":
        return []
    if len(curve.points) < FEWEST:
        return [f"{len(curve.points)} loads are too few to find a knee; it takes {FEWEST}."]
    said = [knee(spec, curve), fall(spec, curve)]
    if curve.offered and curve.offered > 1:
        said.append(f"Each connection makes {words.number(curve.offered)} requests, so that many times x are offered.")
    if curve.offered and curve.keeps_up_to is None:
        said.append(f"Less than 95% of the offered rate is served even at {words.load(spec, curve.first.n)}.")
    if curve.keeps_up_to is not None:
        said.append(f"At least 95% of the offered rate is served up to {words.load(spec, curve.keeps_up_to)}.")
    return [text for text in said if text]


def knee(spec: ScalingSpec, curve: Curve) -> str:
    found = curve.knee
    if found is None:
        return "No knee: within the loads measured, throughput does not rise and then flatten."
    text = f"The knee, from which more load brings less than before, is at about {words.load(spec, found.load)}"
    text += f" (measured next to it: {words.number(found.below)} and {words.number(found.above)})"
    if found.within is None:
        return f"{text}."
    share = f" {100 * (found.share or 0):.0f}% of those samples have a knee." if found.share != 1 else ""
    return f"{text}; {words.BASES[found.how]}: {words.span(found.within, found.within.high)}.{share}"


def fall(spec: ScalingSpec, curve: Curve) -> str:
    found = curve.fall
    if found is None:
        return "Throughput does not fall by 10% or more within the loads measured."
    text = f"It holds up to {words.load(spec, found.holds)} and is {words.fall(found.change)} lower"
    text += f" at {words.number(found.fails)}; nothing was measured between"
    if found.within is None:
        return f"{text}."
    within = f"{words.number(found.within.low)} and {words.number(found.within.high)}"
    return f"{text}. {words.BASES[found.how].capitalize()}: the fall begins between {within}."


def caveats(spec: ScalingSpec, shown: Comparison, unplaced: int) -> tuple[str, ...]:
    """What a reader of the whole page must know."""
    said = [text for text in shown.caveats if "needs" in text or "published" in text]
    if unplaced:
        runs = f"{unplaced} run{'s' * (unplaced > 1)}"
        title = dimension(spec.x).title
        said.append(f"{runs} without {title} on record {'are' if unplaced > 1 else 'is'} left out.")
    if spec.is_load and shown.rows and ERRORS not in {row.metric for row in shown.rows}:
        said.append("No run here records errors.")
    known = metric(spec.metric)
    if not spec.is_load and (known.better != "higher" or known.unit not in ("1/s", "B/s", "ratio")):
        said.append(f"The laws of scaling are about throughput; {known.title.lower()} is none, so none is fitted.")
    return tuple(said)
