"""How often a scaling page claims a gain or a fall of a curve that is flat; how often it tells those that are there.

A claim is any word of a gain, a fall, a peak, a knee or growth beyond linear in the headline, or in what a headline of
several curves says of one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchdb.domain.caveats import Phrase
from benchdb.domain.statistics import VERSION
from benchdb.questions.conditions import Observation
from benchdb.questions.scaling.analysis import analyse
from benchdb.questions.scaling.headline.ends import by_end
from benchdb.questions.scaling.question import ScalingQuestion

CURVES = 1000
SEED = 20_261_124
CLAIMS = frozenset((
    "curves hold", "curves flatten", "curves gain up to", "curves only fall", "curves still gain", "curves peak",
    "curves peak between", "curves end highest", "falls from the first on", "grows more than linearly", "is lower at",
    "has its fitted peak", "has its fitted peak within", "has its knee", "has its knee within", "holds up to",
    "curve of a time", "curve of a figure", "gains up to", "gains up to, over the first",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """What is true of a curve at concurrency 1, 2, 4 …"""

    title: str
    medians: tuple[float, ...]
    runs: int
    noise: tuple[float, float] = (0.03, 0.03)  #: at the first load and at the last
    freedom: int = 0  #: of Student's t that luck is drawn from; 0 = a normal's
    wild: float = 1.0  #: what the first run at the last load is multiplied by
    claim: str = ""  #: the kind of phrase that says what is there; "" = nothing is


FLAT = (1000.0,) * 5
UNCHANGED = (
    *(Case(f"flat, 5 loads, {runs} runs each, noise 3%", FLAT, runs) for runs in (2, 3, 4, 6)),
    Case("flat, 10 loads, 3 runs each, noise 3%", (1000.0,) * 10, 3),
    Case("flat, 5 loads, 3 runs each, noise 10%", FLAT, 3, (0.10, 0.10)),
    Case("flat, 5 loads, 3 runs each, noise 2% rising to 15%", FLAT, 3, (0.02, 0.15)),
    Case("flat, 5 loads, 3 runs each, noise 3%, tails of a t with 3", FLAT, 3, freedom=3),
    *(Case(f"flat, 5 loads, {runs} runs each, noise 3%, one run a quarter", FLAT, runs, wild=0.25) for runs in (3, 4)),
)
WILD = "+20% at the last of 5 loads, 5 runs each, noise 3%, one run a quarter"
GAINS = tuple(
    Case(
        f"+{percent}% at the last of 5 loads, {runs} runs each, noise 3%",
        (*FLAT[:4], 1000.0 + 10 * percent), runs, claim="curves still gain",
    )
    for percent in (10, 20) for runs in (3, 5)
)  # fmt: skip
CHANGED = (*GAINS, Case(WILD, GAINS[-1].medians, 5, wild=0.25, claim="curves still gain"))


def claims(case: Case, random: np.random.Generator) -> set[str]:
    """The kinds of claims that are made of one made-up curve."""
    answer = analyse(ScalingQuestion(x="concurrency"), [*observations(case, random)])
    phrases = (*answer.headline, *by_end(answer, answer.curves))
    return {kind for one in phrases for kind in kinds(one)} & CLAIMS


def observations(case: Case, random: np.random.Generator) -> Iterator[Observation]:
    run = 0
    for place, (median, noise) in enumerate(
        zip(case.medians, np.linspace(*case.noise, len(case.medians)), strict=True)
    ):
        for index, luck in enumerate(luck_of(case, random)):
            run += 1
            load = str(2**place)
            held = {"concurrency": load, "kernel": "a", "machine": "m"}
            value = median * float(np.exp(noise * luck))
            if index == 0 and place == len(case.medians) - 1:
                value *= case.wild
            yield Observation(run, "requests_per_second", value, load, "a", held)


def luck_of(case: Case, random: np.random.Generator) -> NDArray[np.float64]:
    return random.standard_t(case.freedom, case.runs) if case.freedom else random.normal(0, 1, case.runs)


def kinds(one: Phrase) -> Iterator[str]:
    """Of the phrase and those within it."""
    yield one.kind
    for _, value in one.parameters:
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Phrase):
                yield from kinds(part)


def counted(case: Case, curves: int, seed: int = SEED) -> tuple[int, int]:
    """(how many headlines claim something, how many of them what is there)"""
    random = np.random.default_rng([seed, *case.title.encode()])
    made = [claims(case, random) for _ in range(curves)]
    return sum(bool(one) for one in made), sum(case.claim in one for one in made)


def table(curves: int = CURVES) -> str:
    head = f"Statistics version {VERSION}, seed {SEED}.\n\n"
    head += "| truth | curves | a gain or fall is claimed | the one that is there |\n|---|---|---|---|\n"
    rows = []
    for case in (*UNCHANGED, *CHANGED):
        claimed, right = (f"{100 * one / curves:.1f}%" for one in counted(case, curves))
        rows.append(f"| {case.title} | {curves:,} | {claimed} | {right if case.claim else '–'} |\n")
    return head + "".join(rows)
