"""Many columns -> a tinted grid: what is told apart from the baseline, in four steps; the rest quiet. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.wording import words
from benchdb.wording.figures import side
from benchdb.wording.verdicts import VERDICTS

FEWEST_COLUMNS = 4  #: besides the baseline; fewer have a table with a line of words for each
MOST_WITH_VALUES = 10  #: columns that have their value beside the change; with more, the changes stand alone
MOST_WITH_STRIP = 7  #: that leave room at their right for the chosen one, drawn
STEPS = ((0.10, "", 1), (0.25, "10%+", 2), (1.0, "25%+", 3), (float("inf"), "2×+", 4))  #: (below, its name, its number)
ORDER = tuple(VERDICTS)
TINTED = ("better", "worse")


@dataclass(frozen=True, slots=True)
class Head:
    """A column's name, where it is set against the baseline alone, and how its rows came out."""

    name: str
    path: str  #: "" where it cannot be asked for alone
    tally: tuple[str, ...]
    full: str  #: its whole name
    before: tuple[str, str]  #: (title, path): set against the column before it; "" where that is the baseline
    as_baseline: str  #: the path of the same question against it
    without: str  #: the path of the same question without it; "" where there are too many to name the others


def is_many(others: Sequence[str]) -> bool:
    return len(others) >= FEWEST_COLUMNS


def step(change: float | None, tone: str) -> int:
    """How strongly a cell is tinted, 1 to 4; 0 where nothing is told apart. Half as much weighs as twice as much."""
    if change is None or tone not in TINTED:
        return 0
    size = change if change >= 0 else 1 / max(1 + change, 1e-9) - 1 if change < -0.4 else -change
    return next(number for below, _, number in STEPS if size < below)


def heads(comparison: Comparison, metric: str, others: Sequence[str]) -> tuple[Head, ...]:
    rows = [row for row in comparison.rows if not metric or row.metric == metric]
    made, word, question = [], common_word((comparison.baseline, *others)), comparison.question
    for name, last in zip(others, ("", *others), strict=False):
        verdicts = Counter(cell.verdict for row in rows if (cell := row.cells.get(name)) and cell.verdict)
        in_order = sorted(verdicts.items(), key=lambda counted: ORDER.index(counted[0]))
        tally = tuple(f"{VERDICTS[verdict][0]} {count}" for verdict, count in in_order)
        title = words("compare with the column before", name=last.removeprefix(word))
        before = (title, alone(question, name, last)) if last else ("", "")
        as_baseline = question.with_(baseline=name).path()
        kept = [comparison.baseline, *(other for other in others if other != name)]
        is_left_out = len(others) <= MOST_WITH_VALUES and question.cols != "metric"
        without = question.narrowed(question.cols, *kept).path() if is_left_out else ""
        path = alone(question, name, comparison.baseline)
        made.append(Head(name.removeprefix(word), path, tally, side(question.cols, name), before, as_baseline, without))
    return tuple(made)


def common_word(names: Sequence[str]) -> str:
    """`Linux `: the first word of all of them, which the baseline says for all; "" where they differ."""
    firsts = {name.partition(" ")[0] for name in names}
    is_said = len(firsts) == 1 and all(name.partition(" ")[2] for name in names)
    return f"{firsts.pop()} " if is_said else ""


def alone(question: ComparisonQuestion, name: str, baseline: str) -> str:
    """The same question of one column and the baseline."""
    if question.cols == "metric":
        return ""
    return question.narrowed(question.cols, name, baseline).with_(baseline=baseline).path()
