"""The machines of an upload's recordings: as stated of them or of the loads beside them, else as their hosts are known.

A recording that lies beside loads of a stated machine is of that machine, unless something speaks against it: then
somebody is asked, and it counts for no run until that is answered.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchdb.domain.caveats import phrase
from benchdb.domain.setups.hosts import is_named
from benchdb.models import Machine, Recording, Run, RunRecording
from benchdb.recordings.directories import Places, named_so, places_by
from benchdb.recordings.machines import GUESSED, LOADS, answered
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.linking.machines_of_hosts import Hosts

Facts = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StatedMachine:
    """What is stated of the machine of one recording."""

    names: frozenset[str] = frozenset()  #: several where it lies beside loads of several
    is_of_loads: bool = False  #: it was stated of the loads beside it, and not of the recording itself

    @property
    def machine(self) -> Machine | None:
        return Machine.named(*self.names) if len(self.names) == 1 else None


@dataclass(frozen=True, slots=True)
class Named:
    """Recordings of one folder that belong to no load there."""

    waiting: list[Recording]  #: somebody must say first of which machine they are
    of_others: list[Recording]  #: copies of those that lie in another folder, and are of the loads there


class Loads:
    """The loads of one folder, by the machines that are stated of them."""

    def __init__(self, ingestion: Ingestion, runs: Sequence[Run]) -> None:
        self._ingestion, self._runs = ingestion, runs

    @cached_property
    def _by_name(self) -> dict[str, Places]:
        return places_by(run.file.place.stem for run in self._runs)

    @cached_property
    def _machines(self) -> list[str]:
        """Of each run; "" where none is stated of it: its setup may have one that was recorded."""
        return [self._stated_of(run) for run in self._runs]

    def _stated_of(self, run: Run) -> str:
        is_stated = run.stated.get("machine") or self._ingestion.declared.facts_of(run.file.place)[0].get("machine")
        return str(run.setup.machine or "") if is_stated else ""

    @cached_property
    def _of_all(self) -> frozenset[str]:
        return frozenset(filter(None, self._machines))

    def machines(self, recording: Recording) -> frozenset[str]:
        """Of the loads that it is named after, else of all of them."""
        places = named_so(recording.file.place.stem, self._by_name)
        own = frozenset(filter(None, (self._machines[place] for place in places))) if places is not None else None
        return own or self._of_all


def name_machines(
    ingestion: Ingestion,
    hosts: Hosts,
    runs: Sequence[Run],
    recordings: Sequence[Recording],
    copies: Collection[Recording] = (),
) -> Named:
    """Give the recordings of one folder their machines. Those that do not belong to its loads for now.

    A recording of an earlier upload keeps the machine that it has: what comes later with its bytes is not applied. So
    does one of which the folder has a copy (`copies`): it is named where it lies, and where that is beside loads of
    another machine it says nothing of these, unless it is a load generator's.
    """
    facts = {row: ingestion.declared.facts_of(row.file.place)[0] for row in recordings}
    copies = [row for row in copies if row.machine is not None or row.file.upload_id in ingestion.parts]
    named_here = [row for row in recordings if row not in copies]
    ours = [row for row in named_here if row.machine is None or row.file.upload_id in ingestion.alike]
    for row in ours:
        if facts[row].get("side") == "client":
            client = Machine.named(str((facts[row].get("tuning") or {}).get("client") or ""))
            give(row, named(hosts, row, client), is_of_client=True)
    loads = Loads(ingestion, runs)
    servers = {row: stated_of(row, facts[row], loads) for row in recordings if facts[row].get("side") != "client"}
    beside = Beside(hosts, servers, {row for row in servers if facts[row].get("side") == "server"})
    waiting = [row for row in ours if row in servers and not beside.tell(row)]
    of_others = [row for row in copies if is_of_others(row, runs)]
    for row in of_others:
        note_of_others(hosts, row, runs)
    return Named(waiting, of_others)


def note_of_others(hosts: Hosts, copy: Recording, runs: Sequence[Run]) -> None:
    loads = tuple(sorted({str(run.setup.machine) for run in runs if run.setup.machine}))
    if copy.machine is not None:
        why = phrase("copy beside other loads", loads=loads, machine=copy.machine.name)
        hosts.note(copy.file, why, is_notice=True)


def is_of_others(copy: Recording, runs: Sequence[Run]) -> bool:
    """It waits for an answer where it lies, or was recorded of a server that is not under load here."""
    if copy.machine is None:
        return not copy.attachments.exists()
    loaded = {run.setup.machine_id for run in runs} - {None}
    is_of_server = copy.attachments.filter(side=RunRecording.Side.SERVER).exclude(run__in=runs).exists()
    return bool(loaded) and copy.machine_id not in loaded and is_of_server


def stated_of(row: Recording, facts: Facts, loads: Loads) -> StatedMachine:
    if own := str(facts.get("machine") or ""):
        return StatedMachine(frozenset((own,)))
    return StatedMachine(loads.machines(row), is_of_loads=True)


def named(hosts: Hosts, row: Recording, stated: Machine | None) -> Machine | None:
    if stated is None:
        return hosts.machine(row.host, row.facts, row.file)
    if row.host:
        hosts.state(row.host, stated)
    return stated


@dataclass(frozen=True, slots=True)
class Beside:
    """The recordings of one folder that may be of the machine under load."""

    hosts: Hosts
    stated: Mapping[Recording, StatedMachine]
    servers: Collection[Recording]  #: that are stated to be of it

    def tell(self, row: Recording) -> bool:
        """Give a recording its machine. False where nobody knows it."""
        stated = self.stated[row]
        machine = stated.machine
        if machine is None:
            return self._by_host(row, stated.names)
        rivals = {other.host: other for other, its in self.stated.items() if other.host and its.names == stated.names}
        if len(rivals) > 1 and row.host:  # vmstat prints none
            return self._apart(row, machine, list(rivals.values()))
        if not stated.is_of_loads or row in self.servers:
            give(row, named(self.hosts, row, machine))
            return True
        return self._beside_loads(row, machine)

    def _by_host(self, row: Recording, loads: Collection[str]) -> bool:
        """Where no machine is stated, or several are of the loads beside it."""
        if loads and not self._is_evident(row, loads):
            self.hosts.note(row.file, phrase("beside several loads", machines=tuple(sorted(loads))), host=row.host)
            give(row, None)
            return False
        give(row, self.hosts.machine(row.host, row.facts, row.file))
        return True

    def _is_evident(self, row: Recording, loads: Collection[str]) -> bool:
        """Whether the host says which machine it is: another one that is known, or one of those under load."""
        answer = self.hosts.look(row.host, row.facts)
        return answer.machine is not None and (answer.is_evident or answer.machine.name in loads)

    def _beside_loads(self, row: Recording, machine: Machine) -> bool:
        """What somebody answered of the host stands above what is stated of the loads beside it."""
        if row.host and (own := answered(row.host)) is not None:
            give(row, machine if own == machine else self.hosts.machine(row.host, row.facts, row.file))
            return True
        if why := self.hosts.doubt(row, machine):
            self.hosts.note(row.file, why)
            give(row, None)
            return False
        is_guess = bool(row.host) and not is_of(self.hosts, row, machine)
        if row.host:
            self.hosts.state(row.host, machine, is_guess=is_guess)
        give(row, machine, is_guess=is_guess)
        return True

    def _apart(self, row: Recording, machine: Machine, others: Sequence[Recording]) -> bool:
        """Where several hosts lie in a folder, of which the stated machine is one. False where nobody knows which."""
        hosts = self.hosts
        sides = {other.host for other in self.servers if other.host}
        loaded = sides or {other.host for other in others if is_of(hosts, other, machine)}
        candidates = loaded or {other.host for other in others if not is_evident(hosts, other)}
        if row.host not in candidates:
            give(row, hosts.look(row.host, row.facts, makes=True).machine)
            return True
        if len(candidates) > 1 and not loaded:
            which = phrase("which host is it", machine=machine.name, hosts=tuple(sorted(candidates)))
            hosts.note(row.file, which, host=row.host)
            give(row, None)
            return False
        if not loaded:
            hosts.note(row.file, phrase("host that is left", machine=machine.name, host=row.host), is_notice=True)
        give(row, named(hosts, row, machine))
        return True


def is_of(hosts: Hosts, row: Recording, machine: Machine) -> bool:
    """Whether the host is known to be the machine, or is called so. That a recording of it once lay alone beside the
    machine's loads is no evidence: it may have been the load generator's."""
    if is_named(row.host, machine.name):
        return True
    return hosts.look(row.host, row.facts, with_guesses=False).machine == machine


def is_evident(hosts: Hosts, row: Recording) -> bool:
    return hosts.look(row.host, row.facts, with_guesses=False).is_evident


def give(recording: Recording, machine: Machine | None, *, is_of_client: bool = False, is_guess: bool = False) -> None:
    """`is_guess`: nobody states it of the recording, nor is it known of its host."""
    facts = {name: value for name, value in recording.facts.items() if name != GUESSED}
    facts |= {GUESSED: LOADS} if is_guess else {}
    if (machine, is_of_client, facts) != (recording.machine, recording.is_of_client, recording.facts):
        recording.machine, recording.is_of_client, recording.facts = machine, is_of_client, facts
        recording.save(update_fields=("machine", "is_of_client", "facts"))
