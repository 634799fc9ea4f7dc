"""Runs that somebody selected -> what they are: `non-global at concurrency 200, trials 6, 7 and 9`."""

from __future__ import annotations

from collections.abc import Sequence

from benchdb.domain.dimensions import dimension
from benchdb.reads.runs import ListedRun
from benchdb.wording import words
from benchdb.wording.grammar import first_few, inside
from benchdb.wording.values import named_value
from frontend.answers.run_columns import CONDITIONS, cell, condition

LOADS = ("concurrency", "rate")
USUAL = ("kernel", "zone", *LOADS)  #: of a list that says nothing of what varies in it
MOST_SIDES, MOST_TRIALS = 2, 6  #: by name


def selection_in_words(runs: Sequence[ListedRun], varied: Sequence[str]) -> str:
    """By the conditions that tell runs of the list apart, which are `varied`; "" where nothing does."""
    kept = [key for key in CONDITIONS if key in varied]
    texts = {key: texts_of(runs, key) for key in kept}
    sides = tuple(listed_few(with_name(key, texts[key]), MOST_SIDES) for key in kept if key not in LOADS and texts[key])
    what = ", ".join(sides)
    load = next((key for key in LOADS if texts.get(key)), "")
    if load:
        values = tuple(first_few(texts[load], MOST_TRIALS))
        what = words("selected at" if what else "selected load", what=what, key=load, values=values)
    trials = tuple(str(trial) for trial in sorted({run.trial for run in runs if run.trial is not None}))
    is_one_setup = all(run.setup == runs[0].setup for run in runs)
    if trials and is_one_setup and all(run.trial is not None for run in runs):
        named = tuple(first_few(trials, MOST_TRIALS))
        what = words("selected trials of" if what else "selected trials", what=what, count=len(trials), trials=named)
    return what


def listed_few(values: Sequence[str], most: int) -> str:
    return words("these values", values=tuple(first_few(values, most)))


def texts_of(runs: Sequence[ListedRun], key: str) -> list[str]:
    """What the list says of them, numbers by their size; what is not recorded is not named."""
    column = condition(key)
    return sorted({text for run in runs if (text := cell(run, column).text)}, key=natural)


def with_name(key: str, values: Sequence[str]) -> list[str]:
    """Numbers and flags with their name before the first of them: `CPUs online 1`, `2`."""
    known = dimension(key)
    if known.kind not in ("number", "flag"):
        return list(values)
    first, *rest = [named_value(key, value) for value in values]
    return [first, *(value.removeprefix(f"{inside(known.title)} ") for value in rest)]


def natural(text: str) -> tuple[float, str]:
    """Numbers by their size, before names."""
    try:
        return float(text.replace(",", "")), ""
    except ValueError:
        return float("inf"), text
