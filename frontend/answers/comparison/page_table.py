"""A comparison's table on its page, as values: one line a row, the runs behind it one click away. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from benchdb.domain.metrics import metric
from benchdb.wording import words
from benchdb.wording.verdicts import VERDICTS, verdict_words
from frontend.answers.comparison import many
from frontend.answers.comparison.run_dots import RunDots

TOO_FEW = verdict_words("too few runs", 0)
#: What a row calls sittings, and what its part that opens says of so many.
SITTINGS = (words("fact: sittings"), words("fact: sittings needed"))
APART = 70.0  #: between the texts of two ticks of a narrow strip
NEEDED = {words("fact: runs needed"): "so many runs needed", words("fact: sittings needed"): "so many needed apart"}
MOST_IN_WORDS = 2  #: columns beside the baseline that have their verdicts in words
SIGNS = tuple(dict.fromkeys(sign for sign, _ in VERDICTS.values()))
BRIEF = 10  #: characters of a row's name, which leave room for its numbers beside it on a phone


@dataclass(frozen=True, slots=True)
class ChangeStrip:
    """A change with its interval, on the scale of the whole table."""

    dot: float
    low: float
    high: float
    words: str


@dataclass(frozen=True, slots=True)
class RowSide:
    """One side of a row: its value in the line, its runs beneath."""

    name: str
    text: str  #: as many digits as deserved, in the unit of its row
    closer: str  #: one digit more; all of them of a single run or a published figure
    whole: str  #: all of them, with the unit
    n: int
    runs: Sequence[int]
    range: str
    cv: str
    is_published: bool  #: and others are not: where all are, the caption says so once
    caveats: tuple[str, ...]
    noted: str  #: of how many runs their logs' parser says something; "" of none
    anchor: str
    dots: RunDots | None  #: its runs, drawn; None where the row's are not


@dataclass(frozen=True, slots=True)
class Compared:
    """A side set against the baseline."""

    side: RowSide
    change: str
    tone: str
    sign: str
    verdict: str
    strip: ChangeStrip | None
    coarse: str  #: why it has no strip, where coarse figures are why
    facts: tuple[tuple[str, str], ...]  #: (what, text), for the part that opens
    differs: tuple[str, ...]
    step: int  #: of the tint, 0 to 4
    interval: str  #: of the change, as the change is told
    against: str  #: `worse than Linux 2.4.18`

    @property
    def needed(self) -> tuple[str, ...]:
        """What would decide it: runs, or runs that lie apart."""
        return tuple(words(NEEDED[what], n=text) for what, text in self.facts if what in NEEDED)

    @property
    def notes(self) -> tuple[str, ...]:
        """What limits it."""
        return (*(words("also differs", difference=one) for one in self.differs), *self.side.caveats)


@dataclass(frozen=True, slots=True)
class PageRow:
    label: str
    anchor: str
    unit: str  #: of its values; "" where the metric's title says it
    base: RowSide | None
    compared: tuple[Compared | None, ...]  #: one for each column besides the baseline; None = not run

    @property
    def are_drawn(self) -> bool:
        return any(side.dots for side in self.sides)

    @property
    def has_sittings(self) -> bool:
        """Whether it is told how its runs lie apart, which wants a word about what that is."""
        return any(what in SITTINGS for one in self.compared if one for what, _ in one.facts)

    @property
    def has_spread(self) -> bool:
        """Whether some side has runs to range over."""
        return any(side.range or side.cv for side in self.sides)

    @property
    def sides(self) -> Iterator[RowSide]:
        """Those that were run."""
        yield from ([self.base] if self.base else [])
        yield from (one.side for one in self.compared if one)


@dataclass(frozen=True, slots=True)
class PageTable:
    """The rows of one metric, or of all where the metrics are the rows."""

    title: str
    unit: str  #: of all its values; "" where the metric's title says it, or each row has its own
    along: str
    baseline: str
    others: tuple[str, ...]
    rows: tuple[PageRow, ...]
    ticks: tuple[tuple[float, str], ...]  #: of the strips: (place, text); () = no strips
    stripe: tuple[float, float] | None  #: where two sides count as the same: (place, width)
    zero: float = 0.0  #: where no change stands on a strip
    heads: tuple[many.Head, ...] = ()  #: of many columns; () = there are few
    metric: str = ""  #: "" where the metrics are the rows
    value_title: str = ""  #: what each value is: `median`
    key: str = ""  #: the dimension of its columns

    @property
    def is_of_one_pair(self) -> bool:
        return len(self.others) == 1

    @property
    def has_values(self) -> bool:
        """Of many columns: whether there is room for more than the changes."""
        return len(self.others) <= many.MOST_WITH_VALUES

    @property
    def has_strip_of_column(self) -> bool:
        """Of many columns: whether the chosen one is drawn at their right."""
        return self.has_strips and len(self.others) <= many.MOST_WITH_STRIP

    @property
    def few_ticks(self) -> tuple[tuple[float, str], ...]:
        """Of a strip half as wide: where no change stands, and the ends that lie well apart from that."""
        ends = [tick for tick in (self.ticks[0], self.ticks[-1]) if abs(tick[0] - self.zero) >= APART]
        return tuple(sorted({*ends, *(tick for tick in self.ticks if tick[0] == self.zero)}))

    @property
    def has_strips(self) -> bool:
        return bool(self.ticks)

    @property
    def is_unjudged(self) -> bool:
        """Every verdict is that the runs are too few: it is said beneath the table once."""
        verdicts = {one.verdict for row in self.rows for one in row.compared if one}
        return verdicts == {TOO_FEW}

    @property
    def is_of_shares(self) -> bool:
        """Parts of a whole that nobody judges: how many times 0.1% lies in 0.3% is of no use."""
        return self.is_unjudged and bool(self.metric) and metric(self.metric).unit == "fraction"

    @property
    def is_noted_throughout(self) -> bool:
        """The logs of every cell say something: that is said above the table once."""
        sides = [side for row in self.rows for side in row.sides]
        return len(sides) > 1 and all(side.noted for side in sides)

    @property
    def signs(self) -> str:
        """What its signs mean, where several columns may leave no room for words: `▲ better, ▼ worse`."""
        if len(self.others) < 2 or self.is_unjudged:
            return ""
        meanings: dict[str, dict[str, None]] = {}
        for one in (one for row in self.rows for one in row.compared if one and one.sign):
            meanings.setdefault(one.sign, {})[one.verdict] = None
        in_order = sorted(meanings, key=SIGNS.index)
        meanings_of_each = ", ".join(f"{sign} {' or '.join(meanings[sign])}" for sign in in_order)
        return words("meanings of signs", signs=meanings_of_each) if meanings_of_each else ""

    @property
    def classes(self) -> str:
        """For its style."""
        marks = {
            "several": not self.is_of_one_pair,
            "signs": len(self.others) >= MOST_IN_WORDS + 1,
            "single": not self.others,
            "unjudged": self.is_unjudged,
            "values-only": self.is_of_shares,
            "brief": all(len(row.label) <= BRIEF for row in self.rows),
            "all-noted": self.is_noted_throughout,
        }
        return " ".join(("cmp", *(name for name, is_so in marks.items() if is_so)))

    @property
    def width(self) -> int:
        """How many columns a line has."""
        return 2 + (4 if self.has_strips else 3) * len(self.others)
