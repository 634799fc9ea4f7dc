"""A frozen answer against today's -> in one sentence, how much of it is otherwise. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.caveats import Caveat, Phrase, caveat, phrase
from benchdb.questions.permalinks.other_figures import Changed, Figures

CHANGED = caveat("answer changed")
ONLY_NAMES = caveat("only names changed")
UNANSWERED = caveat("no answer today")


def finding(before: Figures, after: Figures, changed: Sequence[Changed], same_headline: bool) -> Caveat:
    """`changed`: the figures that are otherwise. What is a run, and comes and goes with it, counts as no figure."""
    figures, now = counted(before), counted(after)
    judged = sum(one.is_judged_otherwise and bool(one.before.verdict and one.now.verdict) for one in changed if one.now)
    verdicts = sum(bool(figure.verdict) for figure in before.values())
    if judged:
        return caveat("a verdict changed" if verdicts == 1 else "verdicts changed", changed=judged, verdicts=verdicts)
    is_otherwise = any(one.now is None or one.is_judged_otherwise for one in changed)
    if is_otherwise or not same_headline or figures != now or not figures:
        return CHANGED
    moved = sum(not one.before.is_single for one in changed)
    kept = kept_of(verdicts)
    if not moved:
        return caveat("no figure moved", kept=kept)
    return caveat("a figure moved" if figures == 1 else "figures moved", moved=moved, figures=figures, kept=kept)


def counted(figures: Figures) -> int:
    return sum(not one.is_single for one in figures.values())


def kept_of(verdicts: int) -> Phrase:
    """What is the same, of an answer whose verdicts and headline are."""
    return phrase("verdicts kept", verdicts=verdicts) if verdicts else phrase("headline kept")
