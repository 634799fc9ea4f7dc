"""Bytes of a reply on two sides: who answers with something else is no faster. Pure.

Comparisons ask of their columns, histories of the levels along a curve.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from benchdb.domain import statistics
from benchdb.domain.caveats import caveat
from benchdb.domain.columns import Floats
from benchdb.questions.cells import Cell
from benchdb.questions.conditions import EVERYTHING
from benchdb.questions.replies.counted import BODY, RECEIVED

#: Sizes of replies differ by more than these, in shares of the larger one and in bytes, or they are the same: servers
#: send other headers, which count as received.
SAME_SIZE = {BODY: (0.1, 64.0), RECEIVED: (0.2, 400.0)}
ANOTHER, UNLIKE = "another document", "other replies"  #: kinds of the caveats of such sides: by OTHER and more, by less
OTHER = 2.0  #: times as large: another document, whatever else may differ
DOCUMENT = "document_bytes"  #: the condition whose difference is accepted where that is meant

Sizes = Callable[[str], Floats]  #: BODY or RECEIVED -> of the runs of a side; empty where nobody knows
Pair = tuple[float, float]  #: bytes of a reply: here, there
Quantity = tuple[float, str]  #: a number of a metric


def wants_one_document(accepted: Sequence[str]) -> bool:
    """Whether nobody asked to compare different ones."""
    return {DOCUMENT, EVERYTHING}.isdisjoint(accepted)


def unlike_sizes(here: Sizes, there: Sizes) -> Pair | None:
    """Bytes of a reply of each side, where both did not answer with the same."""
    for name, (share, least) in SAME_SIZE.items():
        own, other = here(name), there(name)
        if len(own) and len(other):
            pair = statistics.median(own), statistics.median(other)
            return pair if abs(pair[0] - pair[1]) > max(least, share * max(pair)) else None
    return None


def is_explained(sizes: Pair, shares: Iterable[float | None]) -> bool:
    """Whether so many failed requests, which may bring nothing, leave that little of the larger size."""
    return 1 - min(sizes) / max(sizes) <= max(share or 0.0 for share in shares)


def are_other(sizes: Pair) -> bool:
    """Whether they are of different documents, whatever else may differ."""
    return max(sizes) >= OTHER * min(sizes)


def with_sizes(cell: Cell, sizes: Pair | None, wants_one: bool) -> Cell:
    """The cell with a doubt; without a verdict where one side's replies are many times the other's."""
    if sizes is None:
        return cell
    is_other = wants_one and are_other(sizes)
    doubt = caveat(ANOTHER if is_other else UNLIKE, size=size(sizes[0]), base=size(sizes[1]))
    return cell.but(verdict="not comparable" if is_other else cell.verdict, caveats=(*cell.caveats, doubt))


def is_another(cell: Cell) -> bool:
    """Whether its replies allow no verdict."""
    return any(one.kind == ANOTHER for one in cell.caveats)


def unlike_keys(cell: Cell) -> list[str]:
    """The conditions that can be accepted, in which a cell differs from its baseline."""
    return [*(one.dimension for one in cell.differs), *((DOCUMENT,) * is_another(cell))]


def size(of_reply: float) -> Quantity:
    """A quantity of three digits: more are chance."""
    return float(f"{of_reply:.3g}"), RECEIVED
