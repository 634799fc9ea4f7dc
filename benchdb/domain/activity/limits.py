"""Was the generator the limit, or other work, and not the server? Caveats with their evidence, else none. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from benchdb.domain.activity.derived import LOOPBACK, RECEIVED, SENT, Means, whole
from benchdb.domain.caveats import Caveat, caveat, phrase

Numbers = Mapping[tuple[str, str], float]  #: (metric, item) -> value in base units

BUSY, IDLE = 0.95, 0.2  #: shares of all CPUs: that of a generator at its limit; that of a server far from its own
ACHIEVED = 0.95  #: of the offered rate; below it the load was not served
OTHER_WORK = 0.2  #: share of all CPUs; a sampler and the start of a load generator take less
NICED = 0.05  #: share of all CPUs; less is a sampler's
OF_OTHER_WORK = ("other work", "niced work")  #: caveats of a cost that is not the load's alone
#: Caveats of a figure that is the network's or the load generator's, and not the server's.
NOT_THE_SERVER = (
    "line full", "line nearly full", "generator busy", "generator busy, server idle", "load not served",
    "generator exhausted",
)  # fmt: skip
ONE_CPU = "one CPU full"  #: the caveat of a server that had no other CPU to go on with, though they had room
FULL, FREE = 0.95, 0.6  #: busy shares of a CPU that nothing more fits on, and of one with room
NONE_FULL = (1 + FREE) / 2  #: busy share of all CPUs, above which no single one is full while all others have room
SEEN = 0.8  #: of what the load received; a recording with less on the wire saw something else
LINE = 0.92  #: of what a link can carry
LINKS = {1.25e6: "10 Mbit/s", 12.5e6: "100 Mbit/s", 125e6: "1 Gbit/s", 1.25e9: "10 Gbit/s"}  #: B/s, Ethernet's speeds
#: Errors that come from the generator's own system. Source: httperf's fd-unavail, addrunavail, ftab-full.
EXHAUSTED = {
    "fd_unavailable": "no descriptor was free",
    "address_unavailable": "no port was free",
    "table_full": "its table was full",
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a run."""

    numbers: Numbers = field(default_factory=dict)
    server: Means = field(default_factory=dict)  #: means inside the load window
    client: Means = field(default_factory=dict)
    busy_before: float | None = None  #: share of the server's CPUs that worked before the load began
    wire: float | None = None  #: bytes on the wire for each request, as recorded
    cpus: tuple[int, int] | None = None  #: of the server as stated and as recorded, where these are not the same
    busy_cpus: Mapping[str, float] = field(default_factory=dict)  #: busy share of each single CPU of the server
    several: Caveat | None = None  #: of which machines the cost is, or why there is none, where several were recorded


def limits(known: Evidence) -> tuple[Caveat, ...]:
    """Why the generator, the network or other work may have been the limit."""
    return tuple(one for rule in RULES for one in rule(known))


def exhausted(known: Evidence) -> Iterator[Caveat]:
    for item, why in EXHAUSTED.items():
        if failed := known.numbers.get(("requests_failed", item)):
            yield caveat("generator exhausted", times=failed, why=(phrase(why),))


def unserved(known: Evidence) -> Iterator[Caveat]:
    """Fewer replies than demanded while the server had nothing to do."""
    offered = known.numbers.get(("requests_per_second_offered", ""))
    achieved = known.numbers.get(("requests_per_second", ""))
    idle = whole(known.server, "cpu.idle")
    if offered and achieved is not None and idle is not None and achieved < ACHIEVED * offered and idle > IDLE:
        yield caveat("load not served", achieved=achieved, offered=offered, idle=idle)


def busy_client(known: Evidence) -> Iterator[Caveat]:
    client, server = whole(known.client, "cpu.idle"), whole(known.server, "cpu.idle")
    if client is None or client >= 1 - BUSY:
        return
    if server is None:
        yield caveat("generator busy", busy=1 - client)
    elif server > IDLE:
        yield caveat("generator busy, server idle", busy=1 - client, idle=server)


def full_cpu(known: Evidence) -> Iterator[Caveat]:
    """One CPU without room while all others have some: what a server of one thread looks like."""
    if one := only_full(known.busy_cpus):
        cpu, most = one
        yield caveat(ONE_CPU, cpu=cpu, busy=known.busy_cpus[cpu], others=len(known.busy_cpus) - 1, most=most)


def only_full(busy: Mapping[str, float]) -> tuple[str, float] | None:
    """(the CPU that is full, how busy the busiest other one is) of CPUs' busy shares; None where they are not so."""
    full = [cpu for cpu, share in busy.items() if share >= FULL]
    others = [share for cpu, share in busy.items() if cpu not in full]
    return (full[0], max(others)) if len(full) == 1 and others and max(others) <= FREE else None


def are_all(cpus: int, facts: Iterable[Mapping[str, Any]]) -> bool:
    """Whether so many single CPUs are all that a machine has by its recordings' facts, or these do not say:
    `sar -P 0,1` records two of 64."""
    return cpus >= max((int(one["cpus"]) for one in facts if one.get("cpus")), default=0)


def full_line(known: Evidence) -> Iterator[Caveat]:
    """An interface that carries nearly what its link can."""
    for side, means in (("server", known.server), ("load generator", known.client)):
        for (name, item), value in means.items():
            if item in LOOPBACK:
                continue
            if name == "net.util" and value >= LINE:
                yield caveat("line full", side=side, interface=item, full=value)
            elif name in SENT + RECEIVED and ("net.util", item) not in means:
                speed = next((link for link in LINKS if LINE * link <= value <= link), None)
                if speed:
                    yield caveat("line nearly full", side=side, interface=item, full=value / speed, link=LINKS[speed])


def other_work(known: Evidence) -> Iterator[Caveat]:
    """What the machine did before the load, it may have gone on doing beside it; what somebody made give way did."""
    if known.busy_before is not None and known.busy_before >= OTHER_WORK:
        yield caveat("other work", busy=known.busy_before)
    niced = whole(known.server, "cpu.nice") or 0.0
    if niced >= NICED:
        yield caveat("niced work", busy=niced)


def lost_bytes(known: Evidence) -> Iterator[Caveat]:
    """Less on the wire than was received: the recording is of another time or another way, and so are its CPU times."""
    received, done = (known.numbers.get((metric, "")) for metric in ("bytes_received", "requests_completed"))
    if known.wire is not None and received and done and known.wire < SEEN * received / done:
        wire, per_request = ((value, "network_bytes_per_request") for value in (known.wire, received / done))
        yield caveat("fewer bytes recorded", wire=wire, received=per_request)


def other_cpus(known: Evidence) -> Iterator[Caveat]:
    """A machine may have been limited to some of its CPUs on purpose: so the run keeps the name it was given."""
    if known.cpus:
        stated, recorded = known.cpus
        yield caveat("other CPUs recorded", stated=stated, recorded=recorded)


def several_machines(known: Evidence) -> Iterator[Caveat]:
    if known.several:
        yield known.several


RULES: tuple[Callable[[Evidence], Iterator[Caveat]], ...] = (
    *(exhausted, unserved, busy_client, full_line, full_cpu),
    *(other_work, lost_bytes, other_cpus, several_machines),
)
