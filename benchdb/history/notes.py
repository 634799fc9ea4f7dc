"""What a reader of a history must know before believing it, in plain sentences. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from benchdb.comparison.tabulate import Observation
from benchdb.dimensions import dimension
from benchdb.history.answer import Curve, Moment
from benchdb.history.spec import AXES, HistorySpec
from benchdb.stats import FEWEST


def curve_notes(spec: HistorySpec, curve: Curve, said: Iterable[str]) -> tuple[str, ...]:
    """Whether a change could be found at all; what the curve mixes; what the logs themselves warn of."""
    return tuple(dict.fromkeys((*few(spec, curve), *(f"{text.rstrip('.')}." for text in said))))


def few(spec: HistorySpec, curve: Curve) -> list[str]:
    if curve.is_testable:
        return []
    runs = f"{curve.runs} run{'s' * (curve.runs != 1)}"
    if curve.runs >= 2 * FEWEST:
        what = dimension(AXES[spec.x]).title.lower() if spec.x != "time" else "moment"
        return [f"No {what} parts its {runs} so that at least {FEWEST} stand on each side: no change can be found."]
    return [f"{runs.capitalize()} {'is' if curve.runs == 1 else 'are'} too few to find a change: "
            f"it takes {FEWEST} on each side."]  # fmt: skip


def caveats(
    spec: HistorySpec, placed: Sequence[Observation], left_out: int, moments: Mapping[int, Moment]
) -> tuple[str, ...]:
    """What a reader of the whole must know."""
    said = []
    unstarted = len({each.run for each in placed if not moments[each.run].is_start})
    total = len({each.run for each in placed})
    if unstarted and spec.x == "time":
        said.append(stored(unstarted, total))
    if left_out:
        title = dimension(AXES[spec.x]).title.lower()
        said.append(f"{left_out} run{'s' * (left_out > 1)} without a {title} on record cannot be placed.")
    published = {each.is_published for each in placed}
    if published == {True}:
        said.append("All figures are published ones; no raw logs of them are kept here.")
    if published == {True, False}:
        said.append("Some figures are published ones, others measured from raw logs kept here.")
    return tuple(said)


def stored(unstarted: int, total: int) -> str:
    who = "No run has its start on record" if unstarted == total else f"{unstarted} of {total} runs record no start"
    return f"{who}: they stand where they were stored, which need not be when they were made."
