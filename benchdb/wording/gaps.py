"""How a gap of a catalogue's line is filled. Pure.

`{runs:# run|# runs}`  one of two texts, by whether the number is 1; # stands for the number; a phrase stands as it is
`{some:out of {total} curve}`  2 of 4 curves, all 4 curves, both curves, the only curve
`{title:inside}`       a title within a sentence
`{titles:and}`         a, b and c; `{titles:few}` no more than three of them by name
`{values:,}`           a, b, c; `{values:or}` a or b or c
`{key:dimension}`      a dimension's title within a sentence; `{key:Dimension}` as it stands alone
`{keys:conditions}`    the titles of a few dimensions, in a sentence; the others are counted; `{keys:insides}` of all
`{name:metric}`        a metric's title within a sentence; `{name:Metric}` alone; `{names:Metrics}`
`{name:cost}`          the same, without `per request`
`{value:spent}`        what a request costs of something: 51.6 µs of CPU time, 1.3 context switches
`{value:quantity}`     (value, metric[, decimals]) with its unit
`{moved:change}`       (change, ratio[, span if coarse]) as −2.4% or 6.09 times; `{lost:lost}` a change without its sign
`{some:runs apart}`    (runs, (change, ratio)) as 8 runs are at −10%
`{moved:moved}`        (verdict, (least change, most change)) as +5.0% to +14%, in the verdict's colour
`{moved:in words}`     (verdict, (change, ratio[, span])) as −2.4%, 6.09 times or 5.10 times less, in its colour
`{ends:range}`         the least and the greatest change, each so in words: −12% to 5.10 times
`{verdicts:outcome}`   how many rows got which verdict; `{verdicts:outcomes}` how many cells, of several columns
`{moved:by}`           (least, most), each (change, ratio), after a verb: by 5.0% to 14%, (2.10 to 3.00 times)
`{ratio:far}`          a ratio alone: 3.58 times, 5.10 times less
`{rows:rows}`          (dimension, rows, whether it is named) as at concurrency 30 and 50
`{name:side}`          (dimension, column) in a sentence; `{value:condition}` with what it is one of: kernel 2.6.11
`{given:having}`       (dimension, its values) as 3 threads per client, concurrency 64, the machine web8
`{where:named}`        ((dimension, its values), …) as nginx 1.22.1, web8, CPUs online 4 or 8
`{ends:shares}`        (least, most) of several shares as 3% to 35% of the, or All
`{part:share}`         a share as 0.3%, or less than 0.01%; `{part:Share}` at the beginning of a sentence,
                        `{parts:each}` of several; `{part:ceiling}` behind `up to`;
                        `{part:percent}` as a whole percentage, `{part:%1}` to a tenth;
                        `{n:tenths}` a number to one decimal; `{interval:ends}` of changes: −8.0% to +28%
`{gain:multiple}`      a ratio in a sentence: 3.35 times, 0.4 times; `{gain:about}` 3.4 times
`{span:between}`       (least, most) of a coarse ratio: 1.0 to 5.0 times, −12% to +14%
                        `{span:multiples}` 1.0 to 5.0 times
`{curve:curve}`        a curve's name; that of runs which do not record its condition says so
`{n:load}`             (axis, n) as 8 CPUs, concurrency 170; `{n:number}` whole where it is whole
`{ns:loads}`           (axis, several) as 8 and 16 CPUs, concurrency 80 and 120
`{n:axis}` `{n:last}`  around other numbers: from 1 to 8 CPUs, from concurrency 100 to 170
`{ends:span}`          (low, high, furthest)
`{ends:stretch}`       (since, before) as from 1 Feb 2026 to 20 May 2026; either may be empty
`{verdict:judgement}`  a verdict in a sentence, in its colour; `{verdict:quiet judgement}` in none
`{verdict:judged}`     (verdict, margin) as a table says it: cannot tell, same within 5%
`{cpus:full in}`       ((CPU, runs), …) as CPU 0 in 4 runs, CPU 1 in 2 and 3 more
`{numbers:runs}`       run 3, run 4 and 12 more; `{verdict:verdict}` a verdict, or not compared
`{text:unstopped}`     a text or a phrase without its full stop
`{parts:;}`            phrases within a phrase, one after the other; `{parts:&}` as a list with `and`;
                       `{parts:then}` as what happened in turn; `{parts: }` with a space between, `{parts:comma}`;
                       `{ends:to}` from one to the other

`[[` and `]]` stand around what a line turns on: bold on a page, nothing in plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from html import escape, unescape
from string import Formatter
from typing import Any

from benchdb.domain.caveats import Phrase
from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import decimals, signed_percent
from benchdb.wording import figures, ratios, verdicts
from benchdb.wording.costs import cost, spent
from benchdb.wording.grammar import clauses, first_few, inside, listed, out_of

MOST_NAMED = 3  #: of a list that a line can hold
MOST_RUNS = 5
BETWEEN = {";": "; ", "to": " to ", "comma": ", ", " ": " ", "then": ", then ", "and for": ", and for "}
OUT_OF = "out of "
PARTS = (*BETWEEN, "&")  #: gaps that are filled with phrases
TONED = ("judgement", "moved", "in words")  #: what is better or worse, in its colour

FILLED: Mapping[str, Callable[[Any], str]] = {
    "": str,
    "unstopped": lambda text: text.rstrip("."),
    "and": listed,
    "few": lambda words: listed(first_few(words, MOST_NAMED)),
    ",": ", ".join,
    "or": " or ".join,
    "dimension": lambda key: inside(dimension(key).title),
    "Dimension": lambda key: dimension(key).title,
    "conditions": lambda keys: listed(first_few([inside(dimension(key).title) for key in keys], MOST_NAMED)),
    "insides": lambda keys: listed([inside(dimension(key).title) for key in keys]),
    "Metrics": lambda names: ", ".join(metric(name).title for name in names),
    "metric": lambda name: inside(metric(name).title),
    "Metric": lambda name: metric(name).title,
    "cost": cost,
    "spent": lambda given: spent(*given),
    "quantity": lambda given: figures.quantity(*given),
    "change": lambda given: ratios.from_least_to_most([given]),
    "runs apart": lambda given: f"{given[0]} runs are at {ratios.from_least_to_most([given[1]])}",
    "%": signed_percent,
    "ends": lambda ends: f"{signed_percent(ends[0])} to {signed_percent(ends[1])}",
    "%1": "{:.1%}".format,
    "lost": lambda change: signed_percent(change).lstrip("−+"),
    "share": figures.share,
    "Share": lambda part: figures.share(part).capitalize(),
    "ceiling": figures.ceiling,
    "shares": lambda ends: figures.shares(*ends),
    "each": lambda parts: listed([figures.share(part) for part in parts]),
    "percent": "{:.0%}".format,
    "tenths": lambda n: decimals(n, 1),
    "times": lambda ratio: ratios.multiplied(ratio, ratios.TIMES),
    "far": lambda ratio: ratios.from_least_to_most([(None, ratio)]),
    "multiple": ratios.multiple,
    "about": lambda ratio: f"{ratios.two_digits(ratio)} times",
    "between": lambda span: ratios.between(span[0], span[1], ratios.TIMES),
    "multiples": lambda span: ratios.times_between(*span),
    "load": lambda given: figures.load(*given),
    "loads": lambda given: figures.loads(*given),
    "axis": lambda given: figures.before_load(*given),
    "last": lambda given: figures.last_load(*given),
    "number": figures.number,
    "count": lambda n: decimals(n, 0),
    "stretch": lambda ends: figures.stretch(*ends),
    "span": lambda given: figures.span(*given),
    "parameter": figures.parameter,
    "column": lambda given: figures.column(*given),
    "became": figures.became,
    "curve": figures.curve,
    "curves": figures.curves,
    "condition": lambda given: figures.condition(*given),
    "side": lambda given: figures.side(*given),
    "sides": lambda pairs: listed(first_few([figures.side(*pair) for pair in pairs], MOST_NAMED)),
    "moved": lambda given: ratios.from_least_to_most(given[1]),
    "in words": lambda given: ratios.from_least_to_most([given[1]]),
    "range": ratios.from_least_to_most,
    "by": lambda ends: ratios.moved_by(*ends),
    "rows": lambda given: figures.at_rows(*given),
    "outcome": verdicts.outcome,
    "outcomes": lambda counts: verdicts.outcome(counts, "comparisons"),
    "named": figures.named_conditions,
    "having": lambda given: figures.having(*given),
    "inside": inside,
    "first": figures.first_values,
    "judgement": verdicts.judgement,
    "quiet judgement": verdicts.judgement,
    "judged": lambda given: verdicts.verdict_words(*given),
    "runs": lambda numbers: listed(first_few([f"run {number}" for number in numbers], MOST_RUNS)),
    "full in": lambda cpus: listed(first_few(figures.full_in(cpus), MOST_NAMED)),
    "verdict": lambda verdict: verdicts.verdict_word(verdict) or "not compared",
    "basis": lambda how: figures.BASES[how],
    "Basis": lambda how: figures.BASES[how].capitalize(),
}


class Gaps(Formatter):
    """Fills the gaps of a line; `worded` words a phrase within it."""

    def __init__(self, worded: Callable[[Any], str]) -> None:
        self.worded = worded

    def parse(self, line: str) -> Iterable[Any]:
        return parts_of(type(self), line)  # type: ignore[arg-type]

    @staticmethod
    def literal(text: str) -> str:
        """What stands between the gaps of a line."""
        return text.replace("[[", "").replace("]]", "")

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec and isinstance(value, Phrase):
            return self.worded(value)
        if "|" in format_spec:
            one, _, many = format_spec.partition("|")
            return (one if value == 1 else many).replace("#", decimals(value, 0) if "#" in format_spec else "")
        if isinstance(value, Phrase):
            return FILLED[format_spec](self.worded(value))
        if format_spec in BETWEEN:
            return BETWEEN[format_spec].join(map(self.worded, value))
        if format_spec == "&":
            return clauses([self.worded(part) for part in value])
        if format_spec.startswith(OUT_OF):
            total, _, noun = format_spec.removeprefix(OUT_OF).partition(" ")
            return out_of(value, int(total), noun)
        fill = FILLED.get(format_spec)
        return fill(value) if fill else format(value, format_spec)


@lru_cache(maxsize=2_048)
def parts_of(kind: type[Gaps], line: str) -> tuple[Any, ...]:
    """A line taken apart; those of the catalogue are taken apart once."""
    return tuple((kind.literal(text), *gap) for text, *gap in Formatter().parse(line))


class MarkedGaps(Gaps):
    """The same as HTML. Whatever fills a gap is a name or a figure, never HTML."""

    @staticmethod
    def literal(text: str) -> str:
        return escape(text).replace("[[", "<b>").replace("]]", "</b>")

    def format_field(self, value: Any, format_spec: str) -> str:
        format_spec = unescape(format_spec)  # it was parsed as lines are
        text = super().format_field(value, format_spec)
        if isinstance(value, Phrase) or format_spec in PARTS:
            return text  # marked already
        tone = "" if format_spec not in TONED else value[0] if format_spec in ("moved", "in words") else value
        return f'<span class="{tone}">{escape(text)}</span>' if tone in ("better", "worse") else escape(text)
