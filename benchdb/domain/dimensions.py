"""What can be filtered by, put on rows, on columns or on the x axis. Pure: the paths are only names here.

A new dimension is a new row of this table.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from benchdb.domain.versions import version_key

Kind = Literal["text", "version", "number", "flag", "list"]

MISSING = "not recorded"  #: how an absent value is written, in pages and in links
LIST_SIGN = " + "
TUNING = "tuning."
#: Optional facts that are kept as settings, so that they are compared as those are -> title. `tuning.client`, …
STATED_SETTINGS = {
    "client": "Load generator's machine",
    "client_network": "Load generator's network",
    "same_machine": "Load generator on the same machine",
    "port": "Port",
    "virtual_host": "Virtual host",
    "kernel_commit": "Kernel's commit",
    "kernel_branch": "Kernel's branch",
    "kernel_repository": "Kernel's repository",
    "kernel_options": "Kernel's build options",
    "server_commit": "Server's commit",
    "server_branch": "Server's branch",
    "server_repository": "Server's repository",
    "server_options": "Server's build options",
}

#: Of those, what says which kernel or server it is: another kernel is of another commit, and one kernel of two is two.
BUILT_OF = {
    f"{owner}_{part}": (owner, part) for owner in ("kernel", "server") for part in ("commit", "branch", "repository")
}

#: Settings that succeed each other, as versions do: offered as what a history goes along.
SUCCESSIONS = tuple(f"tuning.{name}" for name in ("commit", "revision", "build", "server_commit", "kernel_commit"))

#: Settings that a log's parser states -> title.
FROM_LOGS = {"profile_event": "Event of the profile"}


class GivenName(str):
    """A title that is the name of a setting: `Gzip` and `gzip` are two, within a sentence as well."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Dimension:
    """One thing that runs can differ in."""

    key: str
    title: str
    path: str  #: from a run, in Django's notation
    kind: Kind = "text"
    of: str = ""  #: the dimension whose values decide this one's: a kernel's series is of the kernel
    family: str = ""  #: dimensions that change together: another tool has another version
    part: str = ""  #: its title behind that of the first one of its family
    is_condition: bool = True  #: must be equal for two numbers to be comparable
    has_fractions: bool = False  #: of a number: 0.5 is a value it can have
    counts_as: str = ""  #: the condition that tells its values apart instead, where a rule of the site lets some pass

    @property
    def by_rule(self) -> Dimension:
        """What its values count as, as a condition of its own."""
        return Dimension(self.counts_as, self.title, "")

    def text(self, value: Any) -> str:
        """`value` as it stands in links, tables and filters."""
        if value is None or value in ("", []):
            return "none" if self.kind == "list" else MISSING
        if self.kind == "flag":
            return "yes" if value else "no"
        if self.kind == "list":
            return LIST_SIGN.join(value)
        return f"{value:.15g}" if isinstance(value, float) else str(value)

    def value(self, text: str) -> Any:
        """What a link's `text` stands for; None for MISSING. ValueError if it can be none of this dimension's."""
        if text == MISSING:
            return None
        if self.kind == "number":
            number = float(text)
            if not math.isfinite(number) or abs(number) >= 2**63 or not (number.is_integer() or self.has_fractions):
                raise ValueError(f"no number that {self.key} can have")
            return int(number) if number.is_integer() else number
        if self.kind == "flag":
            if text not in ("yes", "no"):
                raise ValueError("yes or no")
            return text == "yes"
        if self.kind == "list":
            return [] if text == "none" else text.split(LIST_SIGN)
        return text

    def order(self, text: str) -> tuple[Any, ...]:
        """Key to sort texts of this dimension by; what was not recorded comes last."""
        if text == MISSING:
            return (1,)
        if self.kind == "list" and text == "none":
            return (-1,)
        if self.kind == "number":
            return (0, float(text), text)
        if self.kind == "version":
            return (0, text.rstrip("0123456789.-_ ").split(" ")[0].lower(), version_key(text), text)
        return (0, *natural(text))


def natural(text: str) -> tuple[Any, ...]:
    """Numbers inside a text sort as numbers: cpu2 before cpu10, 0.5 before 10."""
    parts = re.split(r"(\d+(?:\.\d+)?)", text.lower())
    return (tuple((float(part), "") if index % 2 else (-1.0, part) for index, part in enumerate(parts)), text)


def _table(rows: Iterable[Dimension]) -> dict[str, Dimension]:
    return {row.key: row for row in rows}


DIMENSIONS = _table(
    (
        Dimension("machine", "Machine", "setup__machine__name"),
        Dimension("kernel", "Kernel", "setup__kernel__name", "version", family="kernel"),
        Dimension("os", "Operating system", "setup__kernel__os", of="kernel"),
        Dimension("kernel_series", "Kernel series", "setup__kernel__series", "version", "kernel"),
        Dimension("kernel_flavour", "Kernel flavour", "setup__kernel__flavour", of="kernel"),
        Dimension("kernel_patches", "Kernel patches", "setup__kernel__patches", "list", "kernel"),
        Dimension("zone", "Zone", "setup__zone"),
        Dimension("cpus", "CPUs online", "setup__cpus", "number"),
        Dimension("server", "Server", "setup__server__name", "version", family="server"),
        Dimension("server_product", "Server product", "setup__server__product", of="server"),
        Dimension("tool", "Load tool", "setup__tool", family="tool"),
        Dimension(
            "tool_version", "Load tool's version", "setup__tool_version", "version", family="tool", part="version"
        ),
        Dimension("path", "Document", "setup__path", family="document"),
        Dimension("document_bytes", "Document size", "setup__document_bytes", "number", family="document", part="size"),
        Dimension("method", "Method", "setup__method"),
        Dimension("tls", "TLS", "setup__tls", "flag"),
        Dimension("keepalive", "Keep-alive", "setup__keepalive", "flag"),
        Dimension("concurrency", "Concurrency", "setup__concurrency", "number"),
        Dimension("threads", "Threads per client", "setup__threads", "number"),
        Dimension("rate", "Offered rate", "setup__rate", "number", has_fractions=True),
        Dimension("requests", "Requests planned", "setup__requests", "number"),
        Dimension("duration_planned", "Duration planned", "setup__duration_planned", "number", has_fractions=True),
        Dimension("provenance", "Provenance", "provenance"),
        Dimension("status", "Status", "status"),
        Dimension("study", "Study", "studies__slug", is_condition=False),
        Dimension("tag", "Tag", "tags__name", is_condition=False),
        Dimension("trial", "Trial", "trial", "number", is_condition=False),
        Dimension("upload", "Upload", "file__upload_id", "number", is_condition=False),
        Dimension("run", "Run", "pk", "number", is_condition=False),
    )
)

#: Not of the run but of its measurements; they can be rows, columns and (item) filters.
ITEM = Dimension("item", "Item", "item", is_condition=False)
METRIC = Dimension("metric", "Metric", "metric", is_condition=False)
#: Of when a run was made; a question that has it as columns says which stretches.
STRETCH = Dimension("stretch", "Stretch of time", "", is_condition=False)
CONDITIONS = tuple(dimension for dimension in DIMENSIONS.values() if dimension.is_condition)
#: A run can have several at once: they can be filtered by, but not laid out.
MANY = ("study", "tag")
LAYOUT = (*(d for d in DIMENSIONS.values() if d.key not in (*MANY, "run", "upload")), ITEM, METRIC)


class UnknownDimension(ValueError):
    """A key that names no dimension."""

    def __init__(self, key: str, near: str) -> None:
        """`near`: the key that may have been meant; "" where none is."""
        super().__init__(f"unknown dimension {key!r}")
        self.key, self.near = key, near


def dimension(key: str) -> Dimension:
    """The dimension called `key`; `tuning.KeepAlive` is one for each setting. UnknownDimension if there is none."""
    if key.startswith(TUNING) and len(key) > len(TUNING):
        name = key.removeprefix(TUNING)
        family, part = BUILT_OF.get(name, ("", ""))
        title = STATED_SETTINGS.get(name) or FROM_LOGS.get(name) or GivenName(name)
        return Dimension(key, title, "setup__tuning", family=family, part=part)
    for special in (ITEM, METRIC, STRETCH):
        if key == special.key:
            return special
    try:
        return DIMENSIONS[key]
    except KeyError:
        raise UnknownDimension(key, near_key(key)) from None


def near_key(key: str) -> str:
    """The key of a dimension that may have been meant."""
    if key in STATED_SETTINGS:
        return f"{TUNING}{key}"
    near = get_close_matches(key, (*DIMENSIONS, ITEM.key, METRIC.key), 1)
    return near[0] if near and near[0] in DIMENSIONS else ""


def related(one: Dimension, other: Dimension) -> bool:
    """Whether the two cannot but differ together: a kernel's series is not held constant while kernels are compared,
    nor the commit that it was built of."""
    same = one.key == other.key or (bool(one.family) and one.family == other.family)
    part = one.of in (other.key, other.family) and bool(one.of)
    whole = other.of in (one.key, one.family) and bool(other.of)
    return same or part or whole
