"""How values look in a template: `{{ value|measure:unit }}`, `{{ change|delta }}`."""

from __future__ import annotations

from typing import Any, cast, get_args

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

from benchdb.comparison.answer import Comparison
from benchdb.comparison.headline import headline
from benchdb.dimensions import dimension
from benchdb.metrics import Unit, metric
from benchdb.units import decimals, shown, signed_percent, times

register = template.Library()

#: verdict -> (CSS class, sign)
LOOKS = {
    "better": ("better", "▲"),
    "worse": ("worse", "▼"),
    "no evidence": ("even", "≈"),
    "equivalent": ("even", "="),
    "too few runs": ("unsure", "?"),
    "not comparable": ("unsure", "≠"),
}


@register.filter
def measure(value: float | None, metric_name: str) -> str:
    """A value of the metric called so, with its unit."""
    return shown(value, metric(metric_name).unit)


@register.simple_tag
def value_of(value: float | None, metric_name: str, places: dict[str, int]) -> str:
    """A value of a comparison; `places` are its decimals by metric."""
    return shown(value, metric(metric_name).unit, places[metric_name])


@register.filter
def in_unit(value: float | None, unit: str) -> str:
    """A value in a base unit that need not be a metric's."""
    if value is None:
        return "–"
    if unit in get_args(Unit):
        return shown(value, cast(Unit, unit))
    return decimals(value, 2) if unit == "load" else f"{decimals(value, 2)} {unit}".strip()


@register.filter
def seconds(value: float) -> str:
    """A moment or a length, as it is typed."""
    return f"{value:.7g}"


@register.filter
def delta(change: float | None) -> str:
    return signed_percent(change)


@register.filter
def factor(ratio: float | None) -> str:
    return times(ratio)


@register.filter
def percent(fraction: float | None) -> str:
    return "–" if fraction is None else f"{100 * fraction:.1f}%"


@register.filter
def count(value: int | None) -> str:
    return "–" if value is None else decimals(value, 0)


@register.filter
def size(value: int | None) -> str:
    return shown(value, "B")


@register.filter
def metric_title(name: str) -> str:
    return metric(name).title


@register.filter
def dimension_title(key: str) -> str:
    return dimension(key).title


@register.filter
def verdict_class(verdict: str | None) -> str:
    return LOOKS[verdict][0] if verdict else ""


@register.filter
def verdict_sign(verdict: str | None) -> str:
    return LOOKS[verdict][1] if verdict else ""


@register.filter
def in_a_line(comparison: Comparison) -> str:
    """The answer in one line of words."""
    return headline(comparison)


@register.filter
def item(mapping: Any, key: Any) -> Any:
    """`mapping[key]`, or None."""
    return mapping.get(key)


@register.filter
def paragraphs(text: str) -> SafeString:
    """Text divided by empty lines, as paragraphs."""
    parts = [" ".join(part.split()) for part in text.strip().split("\n\n") if part.strip()]
    return format_html_join("", "<p>{}</p>", ((part,) for part in parts))


@register.simple_tag
def page_link(path: str, title: str, current: str) -> SafeString:
    """A link of the header, marked where the reader is there."""
    here = current == path or (path != "/" and current.startswith(path))
    return format_html('<a href="{}"{}>{}</a>', path, mark_safe(' aria-current="page"') if here else "", title)


@register.filter
def field(row: Any, name: str) -> Any:
    """A row's field by its name."""
    return getattr(row, name)
