"""The places of `sadf -j` and `-x` -> what stands there: an item's name, or a metric with its factor.

Source: the column `json_path` of data/sysstat_columns.tsv, and what seven releases print as XML. A name
that the table does not have is sought among the names of the text in the same section (`frmpg` is `frmpg/s`), and kept
as `raw:<name>` where nobody knows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, lru_cache

from benchdb.domain.text.names import printable
from ingest.formats.sysstat.kit.columns import CPU_COLUMN, INTERRUPT_COLUMN, LONGEST_METRIC, Column
from ingest.formats.sysstat.kit.words import DATA
from ingest.formats.sysstat.sadf.store import item_name

#: What names an item, in the order they are looked for; sensors have a device besides.
ITEM_KEYS = (
    *("cpu", "intr", "disk-device", "dev", "iface", "line", "filesystem", "mountpoint", "fsname", "mountp"),
    *("fchost", "number", "bus_number", "name"),
)
ALIASES = {
    "cpu-load-all": "cpu-load",  #: 8.1.4 to 11.1.3
    "processes": "process-and-context-switch",  #: until 8.1.2
    "context-switch": "process-and-context-switch",
}
BATTERIES = ("power-management.battery[]", "power-management.batteries[]")


@cache
def known_places() -> Mapping[str, Mapping[str, Column]]:
    """Container -> name -> column: `{"network.net-dev[]": {"rxpck": …}}`."""
    by_container: dict[str, dict[str, Column]] = {}
    sections: dict[str, str] = {}  #: of the text -> container
    others: list[tuple[str, str, Column]] = []
    for line in (DATA / "sysstat_columns.tsv").read_text("utf-8").splitlines()[1:]:
        section, _, name, metric, unit, multiply, divide, path = line.split("\t")
        column = Column(metric, unit, int(multiply), int(divide))
        others.append((section, name, column))
        if path and "CPUn" not in path:
            container, _, key = path.rpartition(".")
            by_container.setdefault(container, {})[key] = column
            sections.setdefault(section, container)
    for section, name, column in others:
        if section in sections:
            by_container[sections[section]].setdefault(plain(name), column)
    by_container.update(dict.fromkeys(BATTERIES, by_container[BATTERIES[0]]))
    return by_container


def plain(name: str) -> str:
    """A name without what only the text, JSON or XML put to it: `%fsused` and `fsused-percent` are `%fsused`."""
    name = name.removesuffix("/s").removeprefix("kb")
    bare = name.removesuffix("-percent").removeprefix("percent-").removeprefix("%")
    return name if bare == name else f"%{bare}"


@lru_cache(maxsize=4096)
def column(container: str, name: str) -> Column:
    """What `name` is in `container`."""
    if container == "interrupts[]" and (match := CPU_COLUMN.fullmatch(name)):
        return Column(f"irq.per_s{{cpu={int(match[1])}}}", "1/s")
    if container == "interrupts-of-cpus[]" and (match := INTERRUPT_COLUMN.fullmatch(name)):
        return Column(f"irq.per_s{{intr={int(match[1])}}}", "1/s")
    names = known_places().get(container, {})
    known = names.get(name) or names.get(plain(name))
    return known or Column(printable(f"raw:{name}")[:LONGEST_METRIC])


def item_keys(names: Iterable[str]) -> tuple[str, ...]:
    """Which of a row's names tell its item: a USB device has three, a sensor two."""
    names = tuple(names)
    first = next((key for key in ITEM_KEYS if key in names), None)
    if first is None:
        return ()
    if first == "bus_number":
        return tuple(key for key in ("bus_number", "idvendor", "idprod") if key in names)
    return (first, "device") if "device" in names else (first,)


def item_of(parts: tuple[object, ...]) -> str:
    """The item as sar's text names it: `1 coretemp-isa-0000`, `1 1d6b:2`."""
    if len(parts) == 3:
        return item_name(f"{parts[0]} {parts[1]}:{parts[2]}")
    return item_name(" ".join(str(part) for part in parts))
