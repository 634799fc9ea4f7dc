"""How values look in a template: `{{ value|measure:unit }}`, `{{ change|delta }}`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils import dateformat
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from benchdb.domain.caveats import Caveat
from benchdb.domain.dimensions import dimension
from benchdb.domain.metrics import metric
from benchdb.domain.units import decimals, significant
from benchdb.reads.facets import Choice, Facet
from benchdb.wording import figures, ratios, sentences_of, words
from benchdb.wording import sentences as worded
from benchdb.wording.grammar import first_few, inside, listed
from benchdb.wording.values import named_value, shown_value
from frontend.answers.gate_table import side_name
from frontend.answers.presentations import PRESENTATIONS
from frontend.answers.run_columns import is_day
from frontend.answers.shown_tables import ShownTable, runs_path

register = template.Library()

#: From the first quotation mark before kana to the one behind it.
JAPANESE = re.compile("([^“”]*[\u3040-\u30ff][^“”]*)")
MOST_FACTS = 5  #: that stand in the line of a part that is folded
MOST_VALUES = 8  #: of a condition, in a list
MOST_TITLES = 4  #: of conditions, in the line of a part that is folded


@register.filter
def scope(name: str) -> str:
    """What a token may, as a list of tokens says it."""
    return words(f"token: {name}")


@register.filter
def three_digits(value: float | None, metric_name: str) -> str:
    """A value with its unit, as short as a line of a list has it."""
    return "" if value is None else significant(value, metric(metric_name).unit)


@register.filter
def as_load(value: str, key: str) -> str:
    """`8 CPUs`, `concurrency 200` of the value of a column; what is no number of a load stays as it is."""
    return figures.load(key, float(value)) if key in figures.LOADS and value.isdigit() else value


@register.filter
def in_unit(value: float | None, unit: str) -> str:
    """A value in a base unit that need not be a metric's."""
    return figures.in_unit(value, unit)


@register.filter
def start(moment: datetime, form: str) -> str:
    """When a run began, by the form of its day; with the time where one is known."""
    day = dateformat.format(moment.astimezone(UTC), form)
    between = " " if "-" in form else ", "
    return day if is_day(moment) else f"{day}{between}{moment.astimezone(UTC):%H:%M:%S} UTC"


@register.filter
def moment(value: datetime | None, precision: str = "") -> str:
    """When something happened: `28 Nov 2026, 02:02`; with its seconds where these are asked for. "" for never."""
    form = "j M Y, H:i:s" if precision == "seconds" else "j M Y, H:i"
    return dateformat.format(value.astimezone(UTC), form) if value else ""


@register.filter
def day(value: datetime | None) -> str:
    """`28 Nov 2026`"""
    return dateformat.format(value.astimezone(UTC), "j M Y") if value else ""


@register.filter
def seconds(value: float) -> str:
    """A moment or a length, as it is typed."""
    return f"{value:.7g}"


@register.filter
def delta(change: float | None) -> str:
    return ratios.change_alone(change)


@register.filter
def signed_tenths(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")


@register.filter
def percent(fraction: float | None) -> str:
    return "–" if fraction is None else f"{100 * fraction:.1f}%"


@register.filter
def count(value: int | None) -> str:
    return "–" if value is None else decimals(value, 0)


@register.filter
def size(value: int | None) -> str:
    """`559 KiB`; three digits, as many as a glance takes."""
    return significant(value, "B")


@register.filter
def number_class(field: str) -> str:
    """Of a column of the inventory: numbers stand at its right."""
    return "number" if field in ("cpu_count", "memory_bytes") else ""


@register.filter
def in_its_language(text: str) -> SafeString:
    """As HTML, what is written in kana within it marked as Japanese: it is read aloud, and drawn, as that."""
    parts = enumerate(JAPANESE.split(text))
    marked = (format_html('<span lang="ja">{}</span>', part) if place % 2 else escape(part) for place, part in parts)
    return mark_safe("".join(marked))


@register.filter
def choice_name(choice: Choice, key: str) -> str:
    """A value that a filter offers, as a reader knows it."""
    return choice.title or shown_value(key, choice.value)


@register.filter
def metric_title(name: str) -> str:
    return metric(name).title


register.filter(inside)


@register.filter
def missing(comparison: Any) -> str:
    """What stands where a side has no figure: whether what was published was run there too, nobody knows."""
    is_published = bool(comparison) and comparison.published == len(comparison.runs)
    return words("no figure there" if is_published else "no run there")


@register.filter
def dimension_title(key: str) -> str:
    return dimension(key).title


@register.filter
def first_titles(changing: Iterable[tuple[str, Any]]) -> str:
    """The titles of the first conditions, in a sentence, and how many more there are; each comes with its values."""
    return listed(first_few([inside(dimension(key).title) for key, _ in changing], MOST_TITLES))


@register.filter
def several(of: int | Sequence[Any]) -> bool:
    """More than one."""
    return (of if isinstance(of, int) else len(of)) > 1


@register.filter
def sentences(caveats: Iterable[Caveat]) -> tuple[str, ...]:
    """Caveats in words."""
    return worded(caveats)


register.filter(sentences_of)


@register.filter
def without(caveats: Iterable[Caveat], above: Sequence[Caveat]) -> list[Caveat]:
    """Those that were not told above already."""
    return [one for one in caveats if one not in (above or ())]


register.filter(runs_path)


@register.filter
def first_facts(facts: Sequence[tuple[str, str]]) -> str:
    """The first conditions, each as it is told by itself, and how many more there are."""
    version = dict(facts).get("tool_version", "")
    shown = [(key, value) for key, value in facts if key != "tool_version"]
    texts = [named_value(key, f"{value} {version}".strip() if key == "tool" else value) for key, value in shown]
    return ", ".join(first_few(texts, MOST_FACTS))


@register.filter
def first_rows(table: ShownTable, most: int | str) -> ShownTable:
    """A table without the rows that there is no room for; `most` is "" where a page shows them all."""
    return replace(table, rows=table.rows[:most]) if isinstance(most, int) else table


register.filter("of_dimension", lambda value, key: shown_value(key, value))
register.filter("as_side", lambda value, key: side_name(key, value))


@register.filter
def most(facet: Facet) -> int:
    """Runs of its most frequent value: what the others' bars are measured by."""
    return max((choice.count for choice in facet.choices), default=0) or 1


@register.filter
def first_values(values: Sequence[str], key: str) -> str:
    texts = [shown_value(key, value) for value in values[:MOST_VALUES]]
    return ", ".join(texts) + (", …" if len(values) > MOST_VALUES else "")


@register.filter
def paragraphs(text: str) -> SafeString:
    """Text divided by empty lines, as paragraphs."""
    parts = [" ".join(part.split()) for part in text.strip().split("\n\n") if part.strip()]
    return format_html_join("", "<p>{}</p>", ((part,) for part in parts))


@register.filter
def ticked(text: str) -> SafeString:
    """Text in which `this` is code."""
    parts = enumerate(text.split("`"))
    return format_html_join(
        "", "{}", ((format_html("<code>{}</code>", part) if place % 2 else part,) for place, part in parts)
    )


@register.simple_tag
def page_link(path: str, title: str, current: str, *others: str) -> SafeString:
    """A link of the header, marked where the reader is there, or at `others`, to which that page leads."""
    here = current.startswith((path, *others))
    return format_html('<a href="{}"{}>{}</a>', path, mark_safe(' aria-current="page"') if here else "", title)


@register.simple_tag
def question_links(current: str) -> SafeString:
    """A link of the header for each kind of question."""
    pages = ((f"/{kind}/", presentation.navigation) for kind, presentation in PRESENTATIONS.items())
    return format_html_join("\n", "{}", ((page_link(path, title, current),) for path, title in pages))


#: What a model calls a field -> what a reader calls it; the others are their own words.
FIELD_TITLES = {
    "memory bytes": "Memory", "cpu model": "CPU", "cpu count": "CPUs", "os": "System", "cpus": "CPUs online",
    "started at": "Started", "pattern": "Read from file paths",
    "own runs": "Runs of their own, where the bytes are known", "excluded because": "Reason", "excluded at": "Excluded",
    "is superuser": "Admin of all", "is staff": "Opens the admin", "is active": "May log in",
    "revoked at": "Revoked", "made by": "By", "least": "Least change", "is quiet": "Quiet", "x": "Along",
    "until": "Until", "extent": "Extent", "same": "Only where the same", "only": "Only of", "stated": "Stated facts",
}  # fmt: skip


@register.filter
def field_title(name: str) -> str:
    text = name.replace("_", " ")
    return FIELD_TITLES.get(text.lower(), text[:1].upper() + text[1:])


@register.filter
def field(row: Any, name: str) -> Any:
    """A row's field by its name."""
    return getattr(row, name)
