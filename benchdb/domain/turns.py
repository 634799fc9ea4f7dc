"""Values in the order of time -> whether some of them come and go: histories side by side, no succession. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import groupby

ROLLBACK = 2  #: stretches of the one value that an upgrade which was taken back leaves


def take_turns(values: Iterable[str]) -> bool:
    """Whether more than one value comes back, or one does twice."""
    stretches = Counter(value for value, _ in groupby(values))
    returning = sum(count > 1 for count in stretches.values())
    return returning > 1 or max(stretches.values(), default=0) > ROLLBACK
