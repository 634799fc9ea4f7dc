"""The machines under load of a run, where several were recorded: what a request cost on all of them together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from benchdb.domain.activity.derived import Means, added_up, whole
from benchdb.domain.caveats import Caveat, caveat
from benchdb.domain.setups.hosts import different, is_named
from benchdb.models import Run, RunRecording
from benchdb.recordings.machines import GUESSED

COST = "cpu_time_per_request"
NO_COST, NONE_STATED = "several machines, no cost", "several machines, none stated"  #: kinds of caveat


@dataclass(frozen=True, slots=True)
class Server:
    """One machine under load, with what its recordings say of one run."""

    attached: Sequence[RunRecording]
    means: Means
    computed: Mapping[str, float]
    cpus: int | None  #: as recorded

    @property
    def idle(self) -> float:
        share = whole(self.means, "cpu.idle")
        return 1.0 if share is None else share


@dataclass(frozen=True, slots=True)
class Together:
    """What is said of a run by all of its machines."""

    computed: Mapping[str, float]
    means: Means  #: of the busiest one
    cpus: int | None = None  #: of a single one
    several: Caveat | None = None  #: why there is no cost, or of what it is, where there are several


def together(run: Run, servers: Sequence[Server]) -> Together:
    """Costs add up, where each of the machines is known to be under load; shares of several machines do not."""
    if len(servers) < 2:
        return next((Together(one.computed, one.means, one.cpus) for one in servers), Together({}, {}))
    hosts = hosts_of(one for server in servers for one in server.attached)
    are_guessed = any(GUESSED in one.recording.facts for server in servers for one in server.attached)
    if run.setup.machine_id is None or are_guessed:
        return Together({}, {}, several=caveat(NONE_STATED, hosts=hosts))
    computed = added_up([one.computed for one in servers])
    kind = "costs of several machines" if COST in computed else NO_COST
    return Together(computed, min(servers, key=lambda one: one.idle).means, several=caveat(kind, hosts=hosts))


def busiest(servers: Sequence[Server]) -> Sequence[RunRecording]:
    """The recordings of the machine whose means count."""
    return min(servers, key=lambda one: one.idle).attached if servers else ()


def by_host(attached: Sequence[RunRecording]) -> list[Sequence[RunRecording]]:
    """Recordings of the machines under load, those of each machine. What prints no host is of the first."""
    others = hosts_of(attached)[1:]
    if not others:
        return [attached] if attached else []
    of_others = [[one for one in attached if is_named(one.recording.host, host)] for host in others]
    apart = {one.pk for some in of_others for one in some}
    return [[one for one in attached if one.pk not in apart], *of_others]


def hosts_of(attached: Iterable[RunRecording]) -> tuple[str, ...]:
    """Those that were recorded during the load."""
    return different(one.recording.host for one in attached if overlaps(one))


def overlaps(one: RunRecording) -> bool:
    if one.window_start is None or one.window_end is None:
        return False
    return one.window_start < one.recording.end and one.window_end > one.recording.start
