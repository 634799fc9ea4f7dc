"""ScalingSpec -> its answer from the database, by one SQL query."""

from __future__ import annotations

from benchdb.comparison.select import observations
from benchdb.scaling.analyse import analyse
from benchdb.scaling.answer import ScalingAnswer
from benchdb.scaling.spec import ScalingSpec


def scaling(spec: ScalingSpec) -> ScalingAnswer:
    return analyse(spec, observations(spec.comparison(spec.metrics)))
