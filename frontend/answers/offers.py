"""What was varied -> questions that are offered, each with a small drawing. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl

from benchdb.domain.dimensions import MISSING, Dimension, dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import significant
from benchdb.questions.base import Question, Where
from benchdb.questions.comparison.question import ComparisonQuestion
from benchdb.questions.cost.question import CostQuestion
from benchdb.questions.history.question import HistoryQuestion
from benchdb.questions.scaling.question import ScalingQuestion
from benchdb.reads.varied.groups import Variation
from benchdb.wording import counted, inside, words
from benchdb.wording.grammar import first_few
from benchdb.wording.values import COMMITS, named_value, shown_value
from frontend.charts.sparks import Spark, spark

MOST_NAMED = 4  #: values
TWO_SIDES = 2
LEAST_RUNS = 4  #: in a cell of a comparison, from which a test can tell a difference


@dataclass(frozen=True, slots=True)
class Offer:
    """One question that it makes sense to ask."""

    title: str
    values: tuple[tuple[int, str], ...]  #: (number of its colour, value)
    note: str
    path: str
    spark: Spark
    runs: int
    kind: str = "compare"
    varied: str = ""  #: the dimension's key
    has_answer: bool = True  #: whether the runs of each side are enough for a verdict

    @property
    def asks(self) -> str:
        """On a button: `Compare by zone`, `Scaling by offered rate`."""
        return words(f"{self.kind} by what was varied", title=inside(self.title))


def comparison(one: Variation) -> Question:
    usual = next(key for key in ("concurrency", "machine") if key != one.varied)
    return ComparisonQuestion(metrics=(one.metric,), rows=one.along or usual, cols=one.varied, where=one.where)


def scaling(one: Variation) -> Question:
    return ScalingQuestion(x=one.along, by=one.varied or "kernel", metric=one.metric, where=one.where)


def history(one: Variation) -> Question:
    return HistoryQuestion(metric=one.metric, where=one.where)


def cost(one: Variation) -> Question:
    return CostQuestion(by=one.varied or "kernel", where=one.where)


QUESTIONS: dict[str, Callable[[Variation], Question]] = {
    "compare": comparison,
    "scaling": scaling,
    "history": history,
    "cost": cost,
}

CLASSES: dict[str, type[Question]] = {
    "compare": ComparisonQuestion,
    "scaling": ScalingQuestion,
    "history": HistoryQuestion,
    "cost": CostQuestion,
}


def offer(kind: str, one: Variation) -> Offer:
    drawn = drawing(one)
    return Offer(
        title=title(kind, one),
        values=coloured(one, drawn) if one.varied and kind != "history" else (),
        note=over_time(one) if kind == "history" else note(one),
        path=QUESTIONS[kind](one).path(),
        spark=drawn,
        runs=one.runs,
        kind=kind,
        varied=one.varied,
        has_answer=has_answer(kind, one),
    )


def along_commits(one: Variation) -> Offer | None:
    """The history along commits that were measured one after the other; None of what else was varied, and of two."""
    if one.varied not in COMMITS or len(one.values) <= TWO_SIDES or MISSING in one.values:
        return None
    path = HistoryQuestion(x=one.varied, metric=one.metric, where=one.where).path()
    about = f"{words('so many commits', commits=len(one.values))} {note(one)}"
    return Offer(title("compare", one), (), about, path, Spark(), one.runs, "history")


def has_answer(kind: str, one: Variation) -> bool:
    """A comparison needs some runs in each cell; a curve needs none besides its points."""
    cells = sum(median is not None for side in one.medians for median in side)
    return kind != "compare" or one.runs >= LEAST_RUNS * cells


def begun(kind: str, known: Sequence[Variation], where: Where, varied: str, name: str) -> Question:
    """What a sentence asks of these runs: of like ones where some are `known` to be, else of all of them."""
    fitting = [one for one in known if varied in ("", what(kind, one)) and is_within(one.where, where)]
    layout = parse_qsl(QUESTIONS[kind](fitting[0]).to_query()) if fitting else laid_out(kind, varied)
    given = {"metric": (name,) * bool(name and kind != "cost"), **dict(where)}
    kept = [pair for pair in layout if pair[0] not in given or not given[pair[0]]]
    return CLASSES[kind].from_query([*kept, *((key, value) for key, values in given.items() for value in values)])


def what(kind: str, one: Variation) -> str:
    """The dimension that a question of this kind lays out; "" = none was varied."""
    return "" if kind == "history" else one.along if kind == "scaling" else one.varied


def is_within(held: Where, where: Where) -> bool:
    """Whether what is `held` still leaves some of these runs."""
    chosen = dict(where)
    return all(set(values) & set(chosen.get(key, values)) for key, values in held)


def laid_out(kind: str, varied: str) -> list[tuple[str, str]]:
    """The parameters that lay out what was varied."""
    parameter = {"compare": "cols", "scaling": "x", "cost": "by"}.get(kind, "")
    pairs = [(parameter, varied)] if parameter and varied else []
    return [*pairs, ("rows", "machine")] if pairs == [("cols", "concurrency")] else pairs


def named(one: Variation) -> list[str]:
    is_flag = dimension(one.varied).kind == "flag"
    texts = [words(f"flag: {value}") if is_flag else shown_value(one.varied, value) for value in one.values]
    return first_few(texts, MOST_NAMED)


def coloured(one: Variation, drawn: Spark) -> tuple[tuple[int, str], ...]:
    """Each value in the colour of its line or bar; in none where they are the places of one line."""
    drawn_sides = [line.number for line in drawn.lines] + [bar.number for bar in drawn.bars]
    sides = drawn_sides if is_apart(one) else []
    return tuple((number if number in sides else 0, value) for number, value in enumerate(named(one), 1))


def is_apart(one: Variation) -> bool:
    """Whether each value is a side of its own, not a place along a line."""
    return bool(one.along) or not one.varied or dimension(one.varied).kind != "number" or MISSING in one.values


def drawing(one: Variation) -> Spark:
    """Along what it was varied along; numbers that were varied alone are places themselves."""
    if not is_apart(one):
        return spark([[side[0] for side in one.medians]], [float(value) for value in one.values], one.metric)
    return spark(one.medians, positions(one), one.metric)


def title(kind: str, one: Variation) -> str:
    if kind == "history":
        parts = [named_value(key, values[0]) for key, values in one.where if key != "machine"]
        return ", ".join(first_few(parts, MOST_NAMED)) or words("its only setup")
    if kind == "scaling":
        return dimension(one.along).title
    return dimension(one.varied).title if one.varied else "Every run"


def note(one: Variation) -> str:
    """`at concurrency 30 to 200: requests per second, 12 runs`."""
    along = f"at {inside(dimension(one.along).title)} {span(dimension(one.along), one.places)}: " if one.along else ""
    along = along or "· " * bool(one.varied)
    return f"{along}{inside(metric(one.metric).title)}, {counted(one.runs, 'run')}"


def over_time(one: Variation) -> str:
    """`requests per second, 8 runs, latest 9,930/s`; `2 curves, by kernel: …, latest 20,500/s (Linux 6.6.9)`."""
    curves = f"{words('curves of a setup', curves=len(one.values), keys=(one.varied,))}: " if one.varied else ""
    value = next((value for value in reversed(one.medians[0]) if value is not None), None) if one.medians else None
    text = f"{curves}{inside(metric(one.metric).title)}, {counted(one.runs, 'run')}"
    if value is None:
        return text
    of_curve = f" ({shown_value(one.varied, one.values[0])})" if one.varied else ""
    return f"{text}, {words('latest')} {significant(value, metric(one.metric).unit)}{of_curve}"


def span(known: Dimension, places: Sequence[str]) -> str:
    """`1, 2, 4`, `30 to 200`, `7 values`."""
    texts = [shown_value(known.key, place) for place in places]
    recorded = [text for text, place in zip(texts, places, strict=True) if place != MISSING]
    if recorded and len(recorded) < len(texts):
        return words("some not recorded", values=tuple(first_few(recorded, MOST_NAMED)))
    if len(texts) <= MOST_NAMED:
        return ", ".join(texts)
    return f"{texts[0]} to {texts[-1]}" if known.kind == "number" else f"{len(places)} values"


def positions(one: Variation) -> list[float]:
    """Where the places lie: by their numbers where they have some."""
    if one.along and dimension(one.along).kind == "number" and MISSING not in one.places:
        return [float(place) for place in one.places]
    return [float(place) for place in range(len(one.places))]
