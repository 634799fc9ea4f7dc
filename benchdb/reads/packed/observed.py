"""The numbers of a question in the order of their trials, with what each is laid out by and its conditions."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from django.db import connection

from benchdb.domain.dimensions import CONDITIONS
from benchdb.reads.packed.series import Series
from benchdb.reads.packed.setups import Ints

CAVEATS = """
SELECT id, caveats, limits FROM benchdb_run
WHERE NOT (caveats = '[]'::jsonb AND limits = '[]'::jsonb) AND setup_id = ANY(%s)
"""


@dataclass(frozen=True)
class Observed:
    """The numbers of a series, by trial and then by age: the zones protocol drops the first run."""

    series: Series

    @cached_property
    def order(self) -> Ints:
        return np.lexsort((self.series.runs, self.series.trials))

    @cached_property
    def conditions(self) -> list[Mapping[str, str]]:
        """What each row of the series was measured under, as texts; one mapping for all runs of a row."""
        return conditions_of(self.series)

    @cached_property
    def caveats(self) -> Mapping[int, tuple[Any, ...]]:
        """What a log says against its run's numbers, of the runs that have such."""
        with connection.cursor() as cursor:
            cursor.execute(CAVEATS, [np.unique(self.series.setups).tolist()])
            return {run: (*loaded(caveats), *loaded(limits)) for run, caveats, limits in cursor.fetchall()}

    def texts(self, key: str) -> Callable[[int], str]:
        """What number `place` has of a dimension."""
        coded = self.series.coded_numbers(key)
        codes, texts = coded.codes.tolist(), coded.texts
        return lambda place: texts[codes[place]]

    def numbers(self) -> Iterator[tuple[int, int, int, float]]:
        """(place, row of the series, run, value) of each, in order."""
        order = self.order
        columns = (order, self.series.row[order], self.series.runs[order], self.series.values[order])
        return zip(*(column.tolist() for column in columns), strict=True)


def conditions_of(series: Series) -> list[Mapping[str, str]]:
    """Setups are alike in every metric, so that their mapping is made once."""
    coded = [(known.key, series.coded(known.key)) for known in CONDITIONS]
    columns = [(key, column.codes.tolist(), column.texts) for key, column in coded]
    made: dict[tuple[int, str, str], Mapping[str, str]] = {}
    rows: list[Mapping[str, str]] = []
    for place, (setup, group) in enumerate(zip(series.setups.tolist(), series.group.tolist(), strict=True)):
        _, _, status, provenance = series.groups[group]
        if (setup, status, provenance) not in made:
            texts = {key: texts[codes[place]] for key, codes, texts in columns}
            made[setup, status, provenance] = texts | dict(series.conditions.tuning[place])
        rows.append(made[setup, status, provenance])
    return rows


def loaded(value: Any) -> Sequence[Any]:
    """A list of the database: JSON comes as text where no field of Django's reads it."""
    return json.loads(value) if isinstance(value, str) else value
