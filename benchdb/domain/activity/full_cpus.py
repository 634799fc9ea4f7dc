"""What several runs say of one full CPU -> one phrase that is true of all of them. Pure.

The scheduler may put a server of one thread on another CPU in each run: the first run's CPU is not that of the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from benchdb.domain.activity.limits import ONE_CPU
from benchdb.domain.caveats import Parameter, Phrase, phrase

AT_LEAST = "one CPU full, at least"  #: the same CPU, with figures of each run's own
IN_TURN = "one CPU full, not the same"  #: one CPU in a run, another one in the next
FULL = (ONE_CPU, AT_LEAST, IN_TURN)


def full_cpus(texts: Iterable[tuple[Phrase, int]], **more: Parameter) -> Phrase:
    """What (phrase, runs that say it) have in common; `more` goes with it.

    `cpus`: (CPU, runs), those of most runs first; `busy` and `most` are the least of the full CPUs' shares and the
    greatest of the others'.
    """
    counted = list(texts)
    if len({text for text, _ in counted}) == 1 and not more:
        return counted[0][0]
    cpus, figures = by_cpu(counted), [dict(text.parameters) for text, _ in counted]
    shares = {"busy": min(one["busy"] for one in figures), "most": max(one["most"] for one in figures)}
    given = {"cpus": cpus, **shares, "others": max(one["others"] for one in figures), **more}
    return phrase(AT_LEAST, cpu=cpus[0][0], **given) if len(cpus) == 1 else phrase(IN_TURN, **given)


def by_cpu(counted: Sequence[tuple[Phrase, int]]) -> tuple[tuple[str, int], ...]:
    """(CPU, runs in which it was full)."""
    cpus = Counter[str]()
    for text, runs in counted:
        given = dict(text.parameters)
        cpus.update(dict(given["cpus"]) if "cpus" in given else {str(given["cpu"]): runs})
    return tuple(sorted(cpus.items(), key=lambda one: (-one[1], by_number(one[0]))))


def by_number(cpu: str) -> tuple[int, str]:
    return (int(cpu), "") if cpu.isdecimal() else (0, cpu)
