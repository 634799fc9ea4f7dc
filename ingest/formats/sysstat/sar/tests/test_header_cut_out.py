"""sar whose header was cut out in the middle: its rows are not those of the report above."""

from __future__ import annotations

import pytest

from ingest.formats.sysstat.sar.tests.logs import problems, traces

HEADER = "12:00:00     pswpin/s pswpout/s\n"
AVERAGED = f"""Linux 6.1.0 (vm) \t2026-11-21 \t_x86_64_\t(2 CPU)

12:00:00       proc/s   cswch/s
12:00:01         1.00     11.00
12:00:02         2.00     12.00
Average:         1.50     11.50

{HEADER}12:00:01        71.00     81.00
12:00:02        72.00     82.00
Average:        71.50     81.50
"""


@pytest.mark.parametrize("cut", [HEADER, "\n" + HEADER])
def test_rows_whose_header_was_cut_out_are_not_those_of_the_report_above(cut: str) -> None:
    assert problems(AVERAGED) == []
    log = AVERAGED.replace(cut, "")
    assert {trace.metric: trace.values.tolist() for trace in traces(log)} == {
        "tasks.created": [1.0, 2.0],
        "tasks.context_switches": [11.0, 12.0],
    }
    (problem,) = problems(log)
    assert problem.message.startswith("expected a header above this row")
    assert problem.excerpt.startswith("12:00:01        71.00")
