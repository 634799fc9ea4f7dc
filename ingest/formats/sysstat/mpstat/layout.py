"""What the columns of mpstat are. The same names mean the same as in sar, but their order differs.

Interrupts are named as sar names them: the interrupt is the item, the CPU a part of the metric.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ingest.formats.sysstat.interval.columns import ITEM, PASSED, Cell, Kind, Layout, cell, columns
from ingest.formats.sysstat.kit.columns import Column
from ingest.formats.sysstat.kit.words import column_aliases, spellings

INTERRUPT = re.compile(r"(?!intr/s)([^\s/%]+)/s")
#: Kernel's include/linux/interrupt.h, softirq_to_name in kernel/softirq.c.
SOFT = frozenset(
    ("HI", "TIMER", "NET_TX", "NET_RX", "BLOCK", "BLOCK_IOPOLL", "IRQ_POLL", "TASKLET", "SCHED", "HRTIMER", "RCU")
)
PLACES = ("CORE", "SOCK", "NODE")  #: blank in the row of all CPUs
WITHOUT_IRQ = {  #: before 5.0 the system's time had interrupts in it
    "%system": Column("cpu.system_incl_irq", "fraction", 1, 100),
    "%user": Column("cpu.user_incl_guest", "fraction", 1, 100),
}
SHARES = frozenset(("%user", "%nice", "%system", "%iowait", "%steal", "%idle"))  #: of sar -u
ALL = {spelling for word in ("все", "vse", "alle") for spelling in spellings(word)}


def cpu(name: str) -> str:
    """A CPU in English. 12.1.2 wrote -1 for all of them in JSON."""
    return "all" if name in ALL or name == "-1" else name


def node(name: str) -> str:
    return f"node {name}"


@lru_cache(maxsize=1024)
def layout(printed: tuple[str, ...]) -> Layout | None:
    """The layout of a header; None if it is none of mpstat's."""
    names = tuple(column_aliases().get(name, name) for name in printed)
    if len(names) < 2 or names[0] not in ("CPU", "NODE"):
        return None
    values = names[1:]
    if is_sars(values):
        return None
    interrupts = [match[1] for name in values if (match := INTERRUPT.fullmatch(name))]
    if len(interrupts) == len(values):
        metric = "softirq.per_s" if SOFT.issuperset(interrupts) else "irq.per_s"
        return Layout((ITEM, *(interrupt(metric, number) for number in interrupts)), item_name=cpu)
    if "intr/s" not in values and not any(name.startswith("%") for name in values):
        return None
    absent = (1, 1 + len(PLACES)) if values[: len(PLACES)] == PLACES else (0, 0)
    has_irq = "%irq" in values
    cells = tuple(_cell(name, has_irq) for name in values)
    if is_cut(values) and values[-1] not in columns("mpstat"):  # half a name stands over half a number, or over none
        cells, absent = (*cells[:-1], PASSED), absent if absent[1] else (len(values), len(values) + 1)
    item_name = node if names[0] == "NODE" else cpu
    return Layout((ITEM, *cells), absent=absent, item_name=item_name, is_cut=is_cut(values))


def is_sars(values: tuple[str, ...]) -> bool:
    """Whether `sar -u` has these columns: no interrupts, or, of `-u ALL`, behind what was stolen.

    Before there was %iowait, mpstat had the same with `intr/s` behind them, which the edge of a screen may have cut.
    """
    if "%irq" in values:
        return "%steal" in values and values.index("%steal") < values.index("%irq")
    return values[-1] == "%idle" and "%iowait" in values and SHARES.issuperset(values)


def is_cut(names: tuple[str, ...]) -> bool:
    """Whether a header of CPUs lost its end: the idle time stands last; %user had interrupts behind that."""
    if "%idle" not in names:
        return any(name.startswith("%") for name in names)
    if names[-1] == "%idle":
        return "%user" in names
    return names[-1] not in columns("mpstat")


def interrupt(metric: str, name: str) -> Cell:
    return Cell(Kind.VALUE, Column(metric, "1/s"), name)


def _cell(name: str, has_irq: bool) -> Cell:
    if name == "intr/s":
        return interrupt("irq.per_s", "sum")
    if not has_irq and name in WITHOUT_IRQ:
        return Cell(Kind.VALUE, WITHOUT_IRQ[name])
    return cell("mpstat", name)
