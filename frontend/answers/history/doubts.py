"""The cell of a level -> what its replies, drift and sittings say against its change, in sentences. Pure."""

from __future__ import annotations

from benchdb.domain.caveats import Caveat, Phrase, phrase
from benchdb.questions.cells import Cell
from benchdb.questions.history.one_change import OF_REPLIES, OF_SIZES, is_drift, is_trend
from benchdb.questions.history.verdicts import LIKE_TREND, why_unproven
from benchdb.questions.history.within import of_time
from benchdb.wording import sentences


def doubts(cell: Cell, replies: bool = True) -> tuple[str, ...]:
    """What failed there, was another document or as offered; that it may be drift or sittings: then it is neither; that
    the level changed within a version.

    Without `replies` their sizes are said elsewhere.
    """
    noted = [one for one in cell.caveats if one.kind in OF_REPLIES and (replies or "base" not in dict(one.parameters))]
    of_replies = map(along, noted)
    why = why_unproven(cell)
    may_be = (
        *((phrase(LIKE_TREND if is_trend(cell) else "may be drift there"),) * is_drift(cell)),
        *((phrase(f"{why} there"),) if why else ()),
    )
    return sentences((*of_replies, *may_be, *of_time(cell)))


def along(one: Caveat) -> Phrase | Caveat:
    """A comparison's caveat has a baseline; in a history it is what was before."""
    return phrase(f"{one.kind} then", **dict(one.parameters)) if one.kind in OF_SIZES else one
