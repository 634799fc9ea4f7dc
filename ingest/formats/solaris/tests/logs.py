"""Small logs of the tools of Solaris, and what is read from any.

No real logs are at hand: own values in the layouts of the tools.
"""

from __future__ import annotations

import io

from benchdb.host.paths import ROOT
from ingest.formats import formats
from ingest.records import Problem, TraceRecord

LOGS = ROOT / "fixtures" / "logs"
FORMATS = ("solaris_sar", "solaris_vmstat", "solaris_mpstat", "solaris_iostat", "prstat")
SAMPLES = sorted(path for name in FORMATS for path in (LOGS / name).rglob("*.txt"))
BANNER = "\nSunOS v125 5.10 Generic_118833-33 sun4u    03/04/2007\n"
SAR = BANNER + "\n10:00:00    %usr    %sys    %wio   %idle\n10:00:05      10      20       1      69\n"
VMSTAT_HEAD = (
    " kthr      memory            page            disk          faults      cpu\n"
    " r b w   swap  free  re  mf pi po fr de sr s0 -- -- --   in   sy   cs us sy id\n"
)
BOOT = " 0 0 0 3000000 700000 1  1  0  0  0  0  0  0  0  0  0  100  100  100  1  1 98\n"
ROW = " 2 1 0 2000000 600000 7 80  4  8  0  0  3 12  0  0  0  900 4000 1500 20 30 50\n"
VMSTAT = VMSTAT_HEAD + BOOT + ROW
MPSTAT_HEAD = "CPU minf mjf xcal  intr ithr  csw icsw migr smtx  srw syscl  usr sys  wt idl\n"
CPU = "  {}   10   1   55   300  100  200    8    9   77    3  4000   20  30   0  50\n"
ZONES = "ZONEID    NPROC  SWAP   RSS MEMORY      TIME  CPU ZONE                        \n"
GLOBAL = "     0       62  662M  476M    10%  15:02:10 4.9% global                      \n"
WEB1 = "     1       24   12G 9386K   .5%  54:15:43  70% web1                        \n"
TOTAL = "Total: 86 processes, 516 lwps, load averages: 1.05, 2.54, 3.48\n"

Values = dict[tuple[str, str], list[float]]


def parsed(name: str, content: str | bytes) -> list[object]:
    raw = content.encode() if isinstance(content, str) else content
    return list(formats()[name].parse(io.BytesIO(raw)))


def traces(name: str, content: str | bytes) -> list[TraceRecord]:
    return [entry for entry in parsed(name, content) if isinstance(entry, TraceRecord)]


def problems(name: str, content: str | bytes) -> list[Problem]:
    return [entry for entry in parsed(name, content) if isinstance(entry, Problem)]


def samples_of(name: str, content: str | bytes) -> list[TraceRecord]:
    """The traces without the averages since boot."""
    return [trace for trace in traces(name, content) if not trace.metric.startswith("since_boot:")]


def values(name: str, content: str | bytes) -> Values:
    return {(trace.metric, trace.item): trace.values.tolist() for trace in traces(name, content)}


def times(name: str, content: str) -> list[float]:
    return [float(time) for time in samples_of(name, content)[0].times]
