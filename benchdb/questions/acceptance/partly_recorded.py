"""Conditions that some runs record and others do not, of one value wherever they are recorded: no difference. Pure.

Only of what logs and recordings say by themselves, and do not always: a run without sysstat beside it has the CPUs of
the others. What people state is stated because of it: a setting, a zone or a machine of one side only is a difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.columns import Coded, Mask
from benchdb.domain.dimensions import MISSING, dimension, related
from benchdb.domain.setups.load_tools import NAME_DOCUMENT_IN_ERRORS
from benchdb.questions.numbers import Numbers

#: Of which condition there must be one value: CPUs are those of one machine.
FROM_LOGS = {"cpus": "machine", "tls": "tool", "method": "tool", "tool_version": "tool"}
KIND, OF_SIDES = "recorded of some", "recorded of some sides"  #: of the caveats


def with_recorded(numbers: Numbers, laid_out: Sequence[str]) -> tuple[Numbers, tuple[Caveat, ...]]:
    """The numbers with the one value that is on record of each such condition, and what is taken for granted so."""
    axes, conditions, made = [dimension(key) for key in laid_out], dict[str, Coded](), list[Caveat]()
    for key, owner in known_from_logs(numbers).items():
        value = only_value(numbers, key)
        if not value or any(related(dimension(key), axis) for axis in axes) or len(numbers.texts(owner)) > 1:
            continue
        coded = numbers.condition(key)
        conditions[key] = filled(coded, value)
        is_known = coded.codes[numbers.kind] == coded.texts.index(value)
        counts = {"runs": len(numbers.run_ids(is_known)), "total": len(numbers.run_ids())}
        kind = OF_SIDES if is_of_sides(numbers, is_known) else KIND
        made.append(caveat(kind, dimension=key, value=value, **counts))
    if not conditions:
        return numbers, ()
    return replace(numbers, conditions={**numbers.conditions, **conditions}), tuple(made)


def is_of_sides(numbers: Numbers, is_known: Mask) -> bool:
    """Whether of two columns all runs of one record it and none of the other: nothing tells that both had the same."""
    recorded, others = (np.unique(numbers.column.codes[mask]) for mask in (is_known, ~is_known))
    return len(recorded) == len(others) == 1 and recorded[0] != others[0]


def known_from_logs(numbers: Numbers) -> dict[str, str]:
    """Condition -> of which condition there must be one value."""
    return FROM_LOGS | ({"path": "tool"} if numbers.texts("tool") <= NAME_DOCUMENT_IN_ERRORS else {})


def only_value(numbers: Numbers, key: str) -> str:
    """What every run that records it has; "" where all do, or there are several."""
    texts = numbers.texts(key) if len(numbers.condition(key).texts) > 1 else set()
    recorded = texts - {MISSING}
    return next(iter(recorded)) if len(recorded) == 1 and MISSING in texts else ""


def filled(coded: Coded, value: str) -> Coded:
    """With this value where there was none."""
    unknown = coded.texts.index(MISSING)
    return Coded(np.where(coded.codes == unknown, coded.texts.index(value), coded.codes), coded.texts)
