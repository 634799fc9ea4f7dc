"""One change of a history, as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from benchdb.questions.history.beside.machine_notes import DatedNote


@dataclass(frozen=True, slots=True)
class ChangeRow:
    number: int  #: in the chart; 0 = an event without effect
    curve: str  #: "" where there is one
    between: str
    before: str
    after: str
    change: str
    moved: float  #: the same as a number; 0 = an event without effect, or nobody knows
    interval: str
    q: str
    tone: str
    sign: str
    cause: str  #: what was recorded there; "" = nothing
    aside: str  #: in what the levels differ besides, wherever along them it changed
    doubts: str  #: what else the replies did there: `Failed requests went from 0% to 33%`; that it may be drift
    verdict: str  #: why it has none; "" where the colour says it, or `doubts`
    compare: str  #: where both sides are set against each other; "" where nothing tells them apart
    outage: str = ""  #: of an event without effect on a level: `every request fails from then on`
    notes: tuple[DatedNote, ...] = ()  #: what people noted of its machine there
    say: str = ""  #: the address of the form for what changed there; "" where something on record did
