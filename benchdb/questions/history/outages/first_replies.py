"""Runs of which half of the requests failed and more, so that their document's size may be that of an error. Pure.

ab prints the length of the first reply. Its reader puts that right where the bytes received prove it; where the served
replies vary, the errors have several lengths, or exactly half of the replies are errors, nobody can tell. A size that
some run served without failures is no error's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from benchdb.domain.columns import Floats, Ints, Mask
from benchdb.questions.replies.failures import NOISE

HALF = 0.5  #: share of errors from which on the first reply is an error as likely as not
#: Runs whose shares differ by less fail alike: of a thousand requests, half of which fail by chance, shares differ by
#: at most 4.4 points in 95 of 100 pairs of runs.
ALIKE = 0.05


@dataclass(frozen=True, slots=True)
class Doubtful:
    """Of the runs of one load."""

    sizes: Mask  #: whose size may be that of an error
    alike: Mask  #: that fail as these do, of a document that is known: they do not say that it was served


def of_doubtful_size(shares: Floats, sizes: Ints, missing: int, errors_alone: Mask) -> Doubtful:
    """`shares` of requests that failed; `missing`: the code of a size that is not on record."""
    some = np.isfinite(shares) & (shares > NOISE) & ~errors_alone
    served = np.unique(sizes[~(some | errors_alone)])
    doubtful = some & ((shares >= HALF) | (sizes == missing)) & ~np.isin(sizes, served)
    return Doubtful(doubtful, some & ~doubtful & near(shares, np.sort(shares[doubtful])))


def near(shares: Floats, others: Floats) -> Mask:
    """Which of them are about as large as one of `others`, in order."""
    if not len(others):
        return np.zeros(len(shares), bool)
    right = np.searchsorted(others, shares).clip(max=len(others) - 1)
    apart = np.minimum(np.abs(shares - others[right]), np.abs(shares - others[(right - 1).clip(min=0)]))
    return np.asarray(apart < ALIKE)
