"""A Comparison -> one line of words that answers its question. Pure."""

from __future__ import annotations

from collections import Counter

from benchdb.comparison.answer import Cell, Comparison, Row
from benchdb.comparison.spec import Spec
from benchdb.dimensions import dimension
from benchdb.metrics import metric
from benchdb.units import decimals, shown, signed_percent, times

ORDER = ("better", "worse", "equivalent", "no evidence", "too few runs", "not comparable")

FEW = 4  #: metrics that one line can name


def headline(comparison: Comparison) -> str:
    """Who is how much better than the baseline, and whether the runs can show it; "" where nothing is compared."""
    compared = [(row, column, row.cells[column]) for row in comparison.rows for column in others(comparison, row)]
    if not compared:
        return ""
    if len(compared) == 1:
        return single(comparison, *compared[0])
    if is_portrait(comparison, compared):
        return portrait(comparison, compared)
    return several(comparison, compared)


def others(comparison: Comparison, row: Row) -> list[str]:
    """The columns that a row compares with its baseline."""
    return [column for column in comparison.columns if column in row.cells and row.cells[column].change is not None]


def single(comparison: Comparison, row: Row, column: str, cell: Cell) -> str:
    """`Requests per second: non-global 380.95/s, global 390.24/s: −2.4%. 1 run against 1: too few to judge.`"""
    base = row.cells[comparison.baseline]
    unit = row.known_metric.unit
    exact = comparison.places[row.metric]
    figures = ", ".join(
        f"{called(comparison, name)} {shown(each.value, unit, exact)}"
        for name, each in ((column, cell), (comparison.baseline, base))
    )
    runs = f"{cell.n} run{'s' * (cell.n > 1)} against {base.n}"
    return f"{row.known_metric.title}: {figures}: {change(cell)}. {runs}: {judgement(cell)}."


def called(comparison: Comparison, column: str) -> str:
    """A column as a sentence names it: a number says of what it is one."""
    known = dimension(comparison.spec.cols)
    return f"{inside(known.title)} {column}:" if known.kind == "number" else column


def is_portrait(comparison: Comparison, compared: list[tuple[Row, str, Cell]]) -> bool:
    """Whether a few metrics of one side stand against those of one other."""
    return comparison.spec.rows == "metric" and len({column for _, column, _ in compared}) == 1 and len(compared) <= FEW


def portrait(comparison: Comparison, compared: list[tuple[Row, str, Cell]]) -> str:
    """`2.6 against 2.4: Requests per second 6.09×, Latency, mean 0.196×; of 2 comparisons 2 too few runs.`"""
    changes = "; ".join(f"{row.known_metric.title} {change(cell)}" for row, _, cell in compared)
    verdicts = f"of {len(compared)} comparisons {counted(compared)}"
    return f"{compared[0][1]} against {comparison.baseline}: {changes}; {verdicts}."


def counted(compared: list[tuple[Row, str, Cell]]) -> str:
    """How many cells got which verdict."""
    verdicts = Counter(str(cell.verdict) for _, _, cell in compared)
    return ", ".join(f"{verdicts[name]} {name}" for name in ORDER if verdicts[name])


def several(comparison: Comparison, compared: list[tuple[Row, str, Cell]]) -> str:
    """The middle one of the changes and their range, and how many cells got which verdict."""
    changes = sorted((cell for _, _, cell in compared), key=lambda cell: cell.change or 0.0)
    counts = counted(compared)
    names = {row.metric for row, _, _ in compared}
    is_one = len(names) == 1
    what = metric(names.pop()).title if is_one else f"{len(names)} metrics"
    sides = {column for _, column, _ in compared}
    whose = f"{called(comparison, sides.pop())} " if len(sides) == 1 else ""
    middle = f"{whose}{middle_of(changes)} in the median, " if is_one and len(changes) > 2 else whose
    along = dimension(comparison.spec.cols).title.lower()
    span = f"from {change(changes[0])} to {change(changes[-1])} against {along} {comparison.baseline}"
    return f"{what}: {middle}{span}; of {decimals(len(compared), 0)} comparisons {counts}."


def middle_of(changes: list[Cell]) -> str:
    """The median of sorted changes; of an even number the mean of the middle two."""
    low, high = changes[(len(changes) - 1) // 2], changes[len(changes) // 2]
    return change(low) if low is high else signed_percent(((low.change or 0.0) + (high.change or 0.0)) / 2)


def change(cell: Cell) -> str:
    """−2.4%, or 6.09× where percents would be hard to read."""
    return times(cell.ratio) if cell.ratio and (cell.ratio >= 2 or cell.ratio <= 0.5) else signed_percent(cell.change)


def judgement(cell: Cell) -> str:
    said = {
        "too few runs": "too few to judge",
        "not comparable": "not comparable, because other conditions differ",
        "no evidence": "no evidence of a difference",
        "equivalent": "shown to be equivalent",
    }
    return said.get(str(cell.verdict), str(cell.verdict))


def title(spec: Spec) -> str:
    """`Requests per second by concurrency and zone`."""
    names = [metric(name).title for name in spec.metrics]
    what = ", ".join(names) if len(names) <= 3 else f"{names[0]} and {len(names) - 1} other metrics"
    along = [inside(dimension(key).title) for key in (*spec.row_keys, spec.cols) if key != "metric"]
    return f"{what} by {' and '.join(along)}"


def inside(title: str) -> str:
    """A title as it stands within a sentence: an abbreviation (CPUs, TLS) keeps its capitals."""
    return title if title[:2].isupper() else title[:1].lower() + title[1:]
