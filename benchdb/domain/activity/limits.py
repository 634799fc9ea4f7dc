"""Was the generator the limit, or other work, and not the server? Sentences with their evidence, else none. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from benchdb.domain.activity.derived import LOOPBACK, RECEIVED, SENT, Means, whole
from benchdb.domain.units import decimals

Numbers = Mapping[tuple[str, str], float]  #: (metric, item) -> value in base units

BUSY, IDLE = 0.95, 0.2  #: shares of all CPUs: that of a generator at its limit; that of a server far from its own
ACHIEVED = 0.95  #: of the offered rate; below it the load was not served
OTHER_WORK = 0.2  #: share of all CPUs; a sampler and the start of a load generator take less
LINE = 0.92  #: of what a link can carry
LINKS = {1.25e6: "10 Mbit/s", 12.5e6: "100 Mbit/s", 125e6: "1 Gbit/s", 1.25e9: "10 Gbit/s"}  #: B/s, Ethernet's speeds
#: Errors that come from the generator's own system. Source: httperf's fd-unavail, addrunavail, ftab-full.
EXHAUSTED = {
    "fd_unavailable": "no file descriptor was free",
    "address_unavailable": "no local port was free",
    "table_full": "its table of descriptors was full",
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a run."""

    numbers: Numbers = field(default_factory=dict)
    server: Means = field(default_factory=dict)  #: means inside the load window
    client: Means = field(default_factory=dict)
    busy_before: float | None = None  #: share of the server's CPUs that worked before the load began
    cpus: tuple[int, int] | None = None  #: of the server as stated and as recorded, where these are not the same


def limits(known: Evidence) -> list[str]:
    """Why the generator, the network or other work may have been the limit."""
    return [sentence for rule in RULES for sentence in rule(known)]


def exhausted(known: Evidence) -> Iterator[str]:
    for item, why in EXHAUSTED.items():
        if failed := known.numbers.get(("requests_failed", item)):
            yield (
                f"The load generator was at its limit: {decimals(failed, 0)} times {why}, "
                "so the server was not offered that load."
            )


def unserved(known: Evidence) -> Iterator[str]:
    """Fewer replies than demanded while the server had nothing to do."""
    offered = known.numbers.get(("requests_per_second_offered", ""))
    achieved = known.numbers.get(("requests_per_second", ""))
    idle = whole(known.server, "cpu.idle")
    if offered and achieved is not None and idle is not None and achieved < ACHIEVED * offered and idle > IDLE:
        yield (
            f"{decimals(achieved, 1)} of {decimals(offered, 1)} requests per second were answered "
            f"while the server's CPUs were {idle:.0%} idle: the limit lay before the server."
        )


def busy_client(known: Evidence) -> Iterator[str]:
    client, server = whole(known.client, "cpu.idle"), whole(known.server, "cpu.idle")
    if client is not None and client < 1 - BUSY and (server is None or server > IDLE):
        rest = "" if server is None else f", the server's {server:.0%} idle"
        yield f"The load generator's CPUs were {1 - client:.0%} busy{rest}: it may have been the limit."


def full_line(known: Evidence) -> Iterator[str]:
    """An interface that carries nearly what its link can."""
    for side, means in (("server", known.server), ("load generator", known.client)):
        for (name, item), value in means.items():
            if item in LOOPBACK:
                continue
            if name == "net.util" and value >= LINE:
                yield f"The {side}'s {item} was {value:.0%} full: the network was the limit."
            elif name in SENT + RECEIVED and ("net.util", item) not in means:
                speed = next((link for link in LINKS if LINE * link <= value <= link), None)
                if speed:
                    yield (
                        f"The {side}'s {item} carried {value / speed:.0%} of what {LINKS[speed]} can: "
                        "the network may have been the limit."
                    )


def other_work(known: Evidence) -> Iterator[str]:
    """What the machine did before the load, it may have gone on doing beside it."""
    if known.busy_before is not None and known.busy_before >= OTHER_WORK:
        yield (
            f"The machine's CPUs were {known.busy_before:.0%} busy before the load began: its CPU use and its CPU time "
            "per request may be those of other work."
        )


def other_cpus(known: Evidence) -> Iterator[str]:
    """A machine may have been limited to some of its CPUs on purpose: so the run keeps the name it was given."""
    if known.cpus:
        stated, recorded = known.cpus
        yield (
            f"{decimals(stated, 0)} CPUs were stated, and {decimals(recorded, 0)} recorded: what is computed of CPUs "
            f"is computed with the {decimals(recorded, 0)} recorded; the run stands where the stated ones place it."
        )


RULES: tuple[Callable[[Evidence], Iterator[str]], ...] = (
    *(exhausted, unserved, busy_client, full_line),
    *(other_work, other_cpus),
)
