"""What numbers say of each other: aggregations, spread, change, sittings, verdict. Pure; methods are cited.

Samples are runs. Verdicts are made here: `judgements` makes all of a page's at once.
"""

from benchdb.domain.statistics.aggregations import AGGREGATIONS, Aggregation, median
from benchdb.domain.statistics.effects import (
    cliffs_delta,
    cliffs_deltas,
    coefficient_of_variation,
    effect_in_words,
    noise_of,
    ratio,
    required_ns,
)
from benchdb.domain.statistics.equivalence import are_equivalent, is_equivalent
from benchdb.domain.statistics.intervals import change_interval, change_intervals, difference_intervals
from benchdb.domain.statistics.judgements import Judgement, judgements, run_ps
from benchdb.domain.statistics.levels import FEWEST, SIGNIFICANCE, Interval, Pair, level_of_one_more
from benchdb.domain.statistics.rank_test import adjusted, fewest_for, rank_p, rank_ps, smallest_p
from benchdb.domain.statistics.sides import Contrast, Side, SittingNoise
from benchdb.domain.statistics.sitting_test import required_sittings, setups_by_sitting, sitting_noise
from benchdb.domain.statistics.sitting_test.reach import MoreRuns, more_runs
from benchdb.domain.statistics.sittings import Circumstances, sitting_numbers
from benchdb.domain.statistics.verdicts import Verdict, verdict

#: Stored with every frozen comparison. Raised whenever the same runs give another number or verdict.
VERSION = "17"

__all__ = [
    "AGGREGATIONS",
    "FEWEST",
    "SIGNIFICANCE",
    "VERSION",
    "Aggregation",
    "Circumstances",
    "Contrast",
    "Interval",
    "Judgement",
    "MoreRuns",
    "Pair",
    "Side",
    "SittingNoise",
    "Verdict",
    "adjusted",
    "are_equivalent",
    "change_interval",
    "change_intervals",
    "cliffs_delta",
    "cliffs_deltas",
    "coefficient_of_variation",
    "difference_intervals",
    "effect_in_words",
    "fewest_for",
    "is_equivalent",
    "judgements",
    "level_of_one_more",
    "median",
    "more_runs",
    "noise_of",
    "rank_p",
    "rank_ps",
    "ratio",
    "required_ns",
    "required_sittings",
    "run_ps",
    "setups_by_sitting",
    "sitting_noise",
    "sitting_numbers",
    "smallest_p",
    "verdict",
]
