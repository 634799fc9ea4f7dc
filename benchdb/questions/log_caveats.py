"""What is said of single runs -> caveats of many: what hundreds of runs say is told once. Pure.

What a log's parser says is stored with its run as text. The sentences of one kind differ in their figures only; the
figures are taken out here, where the texts come in, and nowhere else. All else that a run says is a value.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from benchdb.domain.activity.full_cpus import full_cpus
from benchdb.domain.activity.limits import ONE_CPU
from benchdb.domain.caveats import Caveat, Phrase, caveat, said_of

FIGURES = re.compile(r"[-+−]?\d[\d.,]*")
BUSY = "busy"  #: the parameter of what says how busy CPUs were
SHARES = (BUSY, "most")  #: those of one sentence that are shares: of a full CPU, and of the busiest other one
OTHERS = "log, and others like it"  #: kind of what is said of many; its `runs` are more than its sentences
FEW = 2  #: caveats alike that are told one by one
#: Of what a caveat speaks: with another one of these it says something else, with another of the rest the same.
SUBJECTS = ("dimension", "side", "interface", "why", "stated", "logged")


def log_caveats(known: Iterable[Caveat], runs: int) -> tuple[Caveat, ...]:
    """The caveats, each once; of many that say the same of other figures the first, and how many other figures and
    runs there are.

    `known`: one for each run that says it. `runs`: how many there are, with those of which nothing is said.
    """
    counts = Counter(map(as_shown, known))
    kinds: dict[Likeness, list[Caveat]] = {}
    for one in counts:
        kinds.setdefault(likeness(one), []).append(one)
    return tuple(made for alike in kinds.values() for made in merged(alike, counts, runs))


def as_shown(one: Caveat) -> Caveat:
    """With shares as they are written, in whole percents: 99.8% and 100% would be one sentence told twice."""
    if not any(name == BUSY for name, _ in one.parameters):
        return one
    parameters = ((name, round(value, 2) if name in SHARES else value) for name, value in one.parameters)
    return Caveat(one.kind, tuple(parameters), one.places)


def as_told(one: Caveat) -> Caveat:
    """Without what no sentence says: alike for whoever tells each sentence once."""
    if one.kind != OTHERS:
        return one
    return replace(one, parameters=tuple(pair for pair in one.parameters if pair[0] != "runs"))


def merged(alike: Sequence[Caveat], counts: Mapping[Caveat, int], runs: int) -> list[Caveat]:
    of_all = sum(counts[one] for one in alike)
    if alike[0].kind == ONE_CPU and len(alike) > 1:
        text = full_cpus((Phrase(one.kind, one.parameters), counts[one]) for one in alike)
        return [of_some(text, of_all, runs)]
    if len(alike) > FEW:
        return [caveat(OTHERS, text=said_of(alike[0]), more=len(alike) - 1, runs=of_all)]
    return [of_some(said_of(one), counts[one], runs) for one in alike]


def of_some(text: Phrase | str, runs: int, of: int) -> Caveat:
    return caveat("log", text=text) if runs == of else caveat("log of some", text=text, runs=runs, of=of)


Likeness = tuple[object, ...]


def likeness(one: Caveat | Phrase) -> Likeness:
    """What a caveat has in common with those that say the same of other figures."""
    given = dict(one.parameters)
    if one.kind in ("differs", "text"):
        return one.kind, str(given)
    if "text" in given:
        return one.kind, shape(given["text"])
    return one.kind, *(given[name] for name in SUBJECTS if not isinstance(given.get(name, 0), int | float))


def shape(text: Phrase | str) -> Likeness:
    return likeness(text) if isinstance(text, Phrase) else (FIGURES.sub("#", text),)
