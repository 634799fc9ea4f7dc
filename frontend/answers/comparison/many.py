"""Many columns -> a tinted grid: what is told apart from the baseline, in four steps; the rest quiet. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchdb.questions.comparison.answer import Comparison
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.wording import counted
from benchdb.wording.figures import VERDICTS

FEWEST_COLUMNS = 4  #: besides the baseline; fewer have a table with a line of words for each
MOST_WITH_VALUES = 10  #: columns that have their value beside the change; with more, the changes stand alone
STEPS = ((0.10, "", 1), (0.25, "10%+", 2), (1.0, "25%+", 3), (float("inf"), "2×+", 4))  #: (below, its name, its number)
TINTED = ("better", "worse")


@dataclass(frozen=True, slots=True)
class Head:
    """A column's name, where it is set against the baseline alone, and how its rows came out."""

    name: str
    path: str  #: "" where it cannot be asked for alone
    tally: tuple[str, ...]


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
    made, word = [], common_word((comparison.baseline, *others))
    for name in others:
        verdicts = Counter(cell.verdict for row in rows if (cell := row.cells.get(name)) and cell.verdict)
        tally = tuple(f"{VERDICTS[verdict][0]} {count}" for verdict, count in verdicts.most_common())
        made.append(Head(name.removeprefix(word), alone(comparison.question, name, comparison.baseline), tally))
    return tuple(made)


def common_word(names: Sequence[str]) -> str:
    """`Linux `: the first word of all of them, which the baseline says for all; "" where they differ."""
    words = {name.partition(" ")[0] for name in names}
    is_said = len(words) == 1 and all(name.partition(" ")[2] for name in names)
    return f"{words.pop()} " if is_said else ""


def alone(question: ComparisonQuestion, name: str, baseline: str) -> str:
    """The same question of one column and the baseline."""
    if question.cols == "metric":
        return ""
    return question.narrowed(question.cols, name, baseline).with_(baseline=baseline).path()


def sentence(values: tuple[str, str], unit: str, verdict: str, facts: Sequence[tuple[str, str]], n: int) -> str:
    """What is said of a cell that is pointed at."""
    before, after = values
    numbers = f"{before} → {after} {unit}".strip() if before else f"{after} {unit}".strip()
    return "; ".join((numbers, verdict, *(f"{what.lower()} {text}" for what, text in facts), counted(n, "run")))
