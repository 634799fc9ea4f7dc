"""What parsers say of their logs -> caveats: a sentence that hundreds of runs say is told once. Pure.

A parser's sentence is stored with its run as text. Those of one kind differ in their figures only; the figures are
taken out here, where they come in, and nowhere else.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from benchdb.domain.caveats import Caveat, caveat

FIGURES = re.compile(r"[-+−]?\d[\d.,]*")
FEW = 2  #: sentences alike that are told one by one


def log_caveats(sentences: Iterable[str], runs: int) -> tuple[Caveat, ...]:
    """The sentences, each once; of many that say the same of other figures the first, and how many more there are.

    `sentences`: one for each run that says it. `runs`: how many there are, with those of which nothing is said.
    """
    counts = Counter(sentences)
    kinds: dict[str, list[str]] = {}
    for sentence in counts:
        kinds.setdefault(FIGURES.sub("#", sentence), []).append(sentence)
    return tuple(made for alike in kinds.values() for made in merged(alike, counts, runs))


def merged(alike: list[str], counts: Mapping[str, int], runs: int) -> list[Caveat]:
    if len(alike) > FEW:
        return [caveat("log, and others like it", text=alike[0].rstrip("."), more=len(alike) - 1)]
    return [
        caveat("log", text=sentence)
        if counts[sentence] == runs
        else caveat("log of some", text=sentence.rstrip("."), runs=counts[sentence], of=runs)
        for sentence in alike
    ]


def likeness(one: Caveat) -> tuple[str, str]:
    """What a caveat has in common with those that say the same of other figures."""
    given = dict(one.parameters)
    if one.kind in ("differs", "text"):
        return one.kind, str(given)
    return one.kind, str(given.get("dimension", FIGURES.sub("#", str(given.get("text", "")))))
