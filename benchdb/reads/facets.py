"""Which values each dimension takes among some runs, and how often: what a filter offers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from benchdb.domain.dimensions import MANY, MISSING, TUNING, Dimension, dimension
from benchdb.models import Study
from benchdb.reads.conditions import Where
from benchdb.reads.packed.census import Census, Labels, latest
from benchdb.reads.search.former_names import where_of_today
from benchdb.reads.search.labels import labels_among
from benchdb.reads.search.select import selected
from benchdb.reads.search.selection import Selection

OFFERED = (
    "study", "tag", "provenance", "machine", "os", "kernel_series", "kernel", "kernel_flavour", "kernel_patches",
    "zone", "cpus", "server", "tool", "concurrency", "status",
)  # fmt: skip
MOST_SETTINGS = 24  #: of the tuning, that are offered like any other dimension
MOST_VALUES = 40  #: of one facet: the most frequent ones, and those that are chosen


@dataclass(frozen=True, slots=True)
class Choice:
    """One value that a filter offers."""

    value: str
    count: int  #: runs
    is_chosen: bool
    title: str = ""  #: what is shown in its place: a study's title


@dataclass(frozen=True, slots=True)
class Facet:
    """One dimension and its values, counted among the runs that all other filters let through."""

    dimension: Dimension
    choices: tuple[Choice, ...]
    more: int = 0  #: values that are not offered, each rarer than those that are

    @property
    def is_open(self) -> bool:
        return any(choice.is_chosen for choice in self.choices)


def facets(
    where: Where,
    keys: Iterable[str] | None = None,
    query: str = "",
    selection: Selection | None = None,
    measuring: Selection | None = None,
) -> list[Facet]:
    """Dimensions with a single value that is not chosen are left out: they filter nothing, and settings likewise.

    `selection`: the runs that the filters and the search let through, where they are known already. `measuring`: the
    runs that are counted, where a question uses no others; values of others are offered with 0.
    """
    where = where_of_today(where)  # what is chosen stands beside its runs
    census, labels = latest.labelled()
    keys = (*OFFERED, *census.settings[:MOST_SETTINGS]) if keys is None else keys
    whole = selection or selected(census, where, query)
    every = []
    for key in keys:
        others = [(other, values) for other, values in where if other != key]
        rest = whole if len(others) == len(where) else selected(whole.census, others, query)
        every.append(facet(dimension(key), set(dict(where).get(key, ())), counted(key, rest, labels, measuring)))
    every = [titled(one, labels.titles) if one.dimension.key == "study" else one for one in every]
    return [offered for offered in every if tells_apart(offered) or offered.is_open]


def titled(offered: Facet, titles: Mapping[str, str]) -> Facet:
    """Studies are known to readers by their title, and stand in its order."""
    choices = (replace(choice, title=titles.get(choice.value, "")) for choice in offered.choices)
    return replace(
        offered, choices=tuple(sorted(choices, key=lambda choice: (choice.title or choice.value).casefold()))
    )


def titles_offered(offered: Iterable[Facet]) -> dict[str, str]:
    """Of the studies that filters offer, by slug."""
    return {choice.value: choice.title for facet in offered for choice in facet.choices if choice.title}


def study_titles(where: Where) -> dict[str, str]:
    """Of the studies that are filtered by, by slug."""
    slugs = dict(where).get("study", ())
    return dict(Study.objects.filter(slug__in=slugs).values_list("slug", "title")) if slugs else {}


def tells_apart(offered: Facet) -> bool:
    """A setting whose one value some runs record and others do not is no choice: machines have such by the dozen."""
    values = [choice.value for choice in offered.choices]
    is_setting = offered.dimension.key.startswith(TUNING)
    return len({*values} - ({MISSING} if is_setting else set())) > 1


def counted(key: str, selection: Selection, labels: Labels, measuring: Selection | None) -> dict[str, int]:
    """Value -> runs, 0 where none of them is in `measuring`."""
    counts = values_of(key, selection, labels)
    if measuring is None or not selection.counts[~measuring.mask].any():
        return counts
    return dict.fromkeys(counts, 0) | values_of(key, selection.and_also(measuring), labels)


def values_of(key: str, selection: Selection, labels: Labels) -> dict[str, int]:
    """How many of the runs have each value."""
    if key in MANY:
        return labels_among(key, selection, labels)
    return selection.census.sums(key, selection.counts)


def facet(known: Dimension, chosen: set[str], counts: dict[str, int]) -> Facet:
    frequent = sorted(counts, key=lambda value: -counts[value])[:MOST_VALUES]
    values = sorted({*frequent, *chosen}, key=known.order)
    more = len(counts.keys() - values)
    return Facet(known, tuple(Choice(value, counts.get(value, 0), value in chosen) for value in values), more)


def settings_at_hand() -> tuple[Dimension, ...]:
    """The tuning that some run records, to be laid out like any other dimension."""
    return settings_on_record()[:MOST_SETTINGS]


def settings_on_record() -> tuple[Dimension, ...]:
    """All of the tuning that some run records."""
    return tuple(map(dimension, latest.census().settings))


def census() -> Census:
    """How many runs each setup has."""
    return latest.census()
