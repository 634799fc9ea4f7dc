"""Comparison -> the tables of its page. Pure."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import quote

from benchdb.domain.dimensions import ITEM
from benchdb.domain.units import probability, spread
from benchdb.questions.cells import Cell
from benchdb.questions.comparison.answer import Comparison, Row
from benchdb.questions.comparison.judged import UNDECIDED
from benchdb.questions.comparison.question import SPLIT_SIGN
from benchdb.wording import full_sentences, words
from benchdb.wording.figures import side as side_in_words
from benchdb.wording.grammar import listed
from benchdb.wording.values import shown_value
from benchdb.wording.verdicts import VERDICTS, verdict_words
from frontend.answers.comparison import many, tables
from frontend.answers.comparison.caveats import VERY_MANY
from frontend.answers.comparison.change_words import change_on_page, coarse_words, interval_words
from frontend.answers.comparison.page_table import ChangeStrip, Compared, PageRow, PageTable, RowSide
from frontend.answers.comparison.run_dots import DotScale, dot_scale, run_dots
from frontend.answers.comparison.strip_scale import StripScale, strip_scale
from frontend.answers.comparison.tables import difference, directed

MOST_DRAWN = 400  #: cells of a table whose runs are drawn
REST = ("other", "others")  #: what a list of items calls those that it does not name
ONE_WORD = ("median", "mean")  #: protocols that say in a word what a value is
TONES = {"better": "better", "worse": "worse", "not comparable": "care"}


def page_tables(comparison: Comparison) -> list[PageTable]:
    """One for each metric; one for all where the metrics are the rows. Items stand by size."""
    if comparison.question.rows == ITEM.key:
        comparison = replace(comparison, rows=tuple(sorted(comparison.rows, key=by_size)))
    names = list(dict.fromkeys(row.metric for row in comparison.rows))
    if comparison.question.rows == "metric":
        return [table(comparison, "", list(comparison.rows))] if names else []
    return [table(comparison, name, [row for row in comparison.rows if row.metric == name]) for name in names]


def by_size(row: Row) -> tuple[bool, float]:
    """The largest first; what is left over last."""
    values = [cell.value for cell in row.cells.values() if cell.value is not None]
    return row.key in REST, -max(values, default=0.0)


def table(comparison: Comparison, name: str, rows: list[Row]) -> PageTable:
    others = tuple(column for column in comparison.columns if column != comparison.baseline)
    margin = comparison.question.equivalence_margin / 100
    is_drawn = len(others) == 1 or (many.is_many(others) and len(others) <= many.MOST_WITH_STRIP)
    scale = scale_of(rows, margin) if is_drawn else None
    return PageTable(
        title=directed(rows[0].known_metric) if name else "",
        unit=comparison.figures[name].unit.name if name else "",
        along=comparison.along_of(rows[0].known_metric),
        metric=name,
        value_title=value_title(comparison.question.aggregation),
        key=comparison.question.cols,
        baseline=comparison.baseline,
        others=others,
        rows=tuple(page_row(comparison, row, others, scale) for row in rows),
        heads=many.heads(comparison, name, others) if many.is_many(others) else (),
        ticks=scale.ticks if scale else (),
        stripe=(scale.place(-margin), scale.place(margin) - scale.place(-margin)) if scale and margin else None,
        zero=scale.place(0.0) if scale else 0.0,
    )


def value_title(aggregation: str) -> str:
    return aggregation if aggregation in ONE_WORD else words("a value")


def scale_of(rows: list[Row], margin: float) -> StripScale | None:
    """That of the strips of all rows; None where nothing is judged."""
    every = (cell for row in rows for cell in row.cells.values() if cell.interval and not cell.ratio_span)
    judged = [cell for cell in every if cell.verdict != "not comparable"]
    changes = [end for cell in judged for end in (*(cell.interval or ()), cell.change or 0.0)]
    return strip_scale(changes, margin) if judged else None


def page_row(comparison: Comparison, row: Row, others: tuple[str, ...], scale: StripScale | None) -> PageRow:
    base = row.cells.get(comparison.baseline)
    cells = [(name, row.cells.get(name)) for name in others]
    dots = dot_scale(row.cells.values()) if len(comparison.rows) * len(row.cells) <= MOST_DRAWN else None
    unit = comparison.figures[row.metric].unit.name
    return PageRow(
        label=f"{row.label} ({unit})" if unit and comparison.question.rows == "metric" else label_of(comparison, row),
        unit=unit,
        anchor=f"row={row.metric}:{quote(row.key)}",
        base=side(comparison, row, comparison.baseline, base, dots) if base else None,
        compared=tuple(compared(comparison, row, name, cell, scale, dots) if cell else None for name, cell in cells),
    )


def sure_change(cell: Cell) -> float | None:
    """The change, or of coarse figures the smallest that it may be: a tint claims no more than that."""
    if not cell.ratio_span or cell.change is None:
        return cell.change
    least, most = cell.ratio_span
    if least > 1:
        return least - 1
    return min(0.0, most - 1)


def label_of(comparison: Comparison, row: Row) -> str:
    """A row's values, as a page shows them."""
    if row.key == row.metric:
        return row.label
    question = comparison.question
    values = zip(question.row_keys, question.row_values(row.key), strict=True)
    return SPLIT_SIGN.join(shown_value(key, value) for key, value in values)


def side(comparison: Comparison, row: Row, name: str, cell: Cell, dots: DotScale | None) -> RowSide:
    figures = comparison.figures[row.metric]
    digits = row.digits + (cell.n > 1)
    exact = figures.text(cell, row.digits) if cell.is_below_step else figures.unit.exact(cell.value)
    return RowSide(
        name=name,
        text=figures.text(cell, row.digits),
        closer=exact if cell.n == 1 or cell.is_published else figures.text(cell, digits),
        whole=f"{exact} {figures.unit.name}".strip(),
        n=cell.n,
        runs=cell.runs,
        range=figures.span(cell, digits),
        cv="" if cell.cv is None else spread(cell.cv),
        is_published=cell.is_published and comparison.is_part_published,
        caveats=full_sentences(cell.caveats),
        noted=noted(cell),
        anchor=f"cell={row.metric}:{quote(row.key)}:{quote(name)}",
        dots=run_dots(cell, dots, comparison.columns.index(name) + 1) if dots else None,
    )


def noted(cell: Cell) -> str:
    """`40% failed`, `note on 1 of 5`, `2 notes`: what stands in the line of that which its part that opens says."""
    return listed([one for one in (tables.failing_words(cell), of_logs(cell)) if one])


def of_logs(cell: Cell) -> str:
    logs = [one for one in cell.caveats if one.kind.startswith("log")]
    some = [one["runs"] for one in logs if one.kind == "log of some"]
    if len(logs) > 1:
        return words("notes of logs", notes=len(logs))
    return words("note of some logs", some=some[0], of=cell.n) if some else words("note of a log") if logs else ""


def compared(
    comparison: Comparison, row: Row, name: str, cell: Cell, scale: StripScale | None, dots: DotScale | None
) -> Compared:
    verdict = cell.verdict or ""
    is_judged = bool(verdict) and verdict != "not comparable" and not cell.mixes
    is_apart = bool(verdict or cell.mixes) and not is_judged
    return Compared(
        side=side(comparison, row, name, cell, dots),
        change=change_on_page(cell) if is_judged else "",
        tone=TONES.get(verdict, "q2"),
        sign=VERDICTS["not comparable" if is_apart else verdict][0] if verdict or is_apart else "",
        verdict=verdict_words("not comparable" if is_apart else verdict, comparison.question.equivalence_margin),
        strip=strip(cell, scale) if scale and is_judged else None,
        coarse=coarse_words(cell) if scale and is_judged else "",
        facts=facts(cell, difference(comparison, row, cell)) if is_judged else (),
        differs=tuple(map(str, cell.differs)),
        step=many.step(sure_change(cell), verdict) if is_judged else 0,
        interval=interval_words(cell) if is_judged else "",
        against=against(comparison, "not comparable" if is_apart else verdict),
    )


def against(comparison: Comparison, verdict: str) -> str:
    """How a cell came out, with what it was set against."""
    baseline = side_in_words(comparison.question.cols, comparison.baseline)
    given = {"baseline": baseline, "margin": f"{comparison.question.equivalence_margin:g}"}
    return words(f"chosen: {verdict or 'not compared'}", **given)


def strip(cell: Cell, scale: StripScale) -> ChangeStrip | None:
    if cell.interval is None or cell.change is None or cell.ratio_span:
        return None
    low, high = map(scale.place, cell.interval)
    return ChangeStrip(scale.place(cell.change), low, high, f"95% interval {interval_words(cell)}")


def a_side(count: int) -> str:
    return words("over so many a side", n=VERY_MANY) if count > VERY_MANY else words("about so many a side", n=count)


def effect(cell: Cell) -> str:
    """Cliff's delta in a word and as a number: `large (−0.88)`."""
    return f"{cell.effect} ({cell.cliffs_delta:+.2f})".replace("-", "−") if cell.effect else ""


def facts(cell: Cell, difference: str) -> tuple[tuple[str, str], ...]:
    """What the part that opens says of the change."""
    made = [(words("fact: change"), interval_words(cell))]
    made.append((words("fact: difference"), difference))
    made.append(("q", "" if cell.q is None else probability(cell.q)))
    made.append((words("fact: effect"), effect(cell) if cell.q is not None else ""))
    is_apart = any(cell.sittings) and cell.n > 1
    made.append((words("fact: sittings"), f"{cell.sittings[0]} against {cell.sittings[1]}" if is_apart else ""))
    is_needed = cell.runs_needed and cell.verdict in UNDECIDED and not cell.required_sittings
    made.append((words("fact: runs needed"), a_side(cell.runs_needed) if is_needed else ""))
    made.append(
        (
            words("fact: sittings needed"),
            a_side(cell.required_sittings) if cell.required_sittings else "",
        )
    )
    return tuple((what, text) for what, text in made if text)
