"""The machines of an upload's recordings: as stated, else as their hosts are known; each guess is said once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.setups.hosts import is_named
from benchdb.models import Machine, Recording, UploadFile
from benchdb.recordings.machines import HostMachine, machine_of
from benchdb.wording import sentence
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import NOTICE, OF_PATH, problem_as_json
from ingest.records import Problem


class Hosts:
    """What the hosts of one upload stand for."""

    def __init__(self, ingestion: Ingestion) -> None:
        self._ingestion = ingestion
        self._stated: dict[str, dict[int, int]] = defaultdict(dict)  #: host -> machines that were stated of it here
        self._known: dict[tuple[Any, ...], HostMachine] = {}
        self._noted = set[str]()

    def machine(self, host: str, facts: Mapping[str, Any], file: UploadFile) -> Machine | None:
        """Where nobody states one. What is to be said of it is noted on the file, each sentence once."""
        answer = self.look(host, facts, makes=True)
        if answer.why:
            self.note(file, answer.why, is_notice=answer.machine is not None)
        return answer.machine

    def look(self, host: str, facts: Mapping[str, Any], *, makes: bool = False) -> HostMachine:
        """Likewise, without a word. `makes`: a machine of the host's own name, where there is none."""
        if not host:
            return HostMachine(None)
        key = (host, *(facts.get(name) for name in ("architecture", "kernel", "cpus")), makes)
        if key not in self._known:
            stated = self._stated.get(host)
            self._known[key] = machine_of(host, facts, self._ingestion.upload.pk, stated, makes=makes)
        return self._known[key]

    def state(self, host: str, machine: Machine) -> None:
        if machine.pk not in self._stated[host]:
            self._stated[host][machine.pk] = self._ingestion.upload.pk
            self._known = {key: answer for key, answer in self._known.items() if key[0] != host}

    def note(self, file: UploadFile, why: Phrase, *, is_notice: bool = False) -> None:
        """A notice is to be read; of another one somebody is to do something."""
        text = sentence(why)
        if text in self._noted or file.upload_id != self._ingestion.upload.pk:
            return
        self._noted.add(text)
        key = {NOTICE: True} if is_notice else {}
        file.problems = [*file.problems, problem_as_json(Problem(0, text)) | {OF_PATH: True} | key]
        file.save(update_fields=("problems",))


def name_machines(ingestion: Ingestion, hosts: Hosts, recordings: Sequence[Recording]) -> list[Recording]:
    """Give the recordings of one folder their machines. Those of which somebody must say it first.

    A recording of an earlier upload keeps the machine that it has: what comes later with its bytes is not applied.
    """
    facts = {row: ingestion.declared.facts_of(row.file.place)[0] for row in recordings}
    ours = [row for row in recordings if row.file.upload_id == ingestion.upload.pk or row.machine is None]
    clients = [row for row in ours if facts[row].get("side") == "client"]
    servers = [row for row in ours if row not in clients]
    for row in clients:
        client = Machine.named(str((facts[row].get("tuning") or {}).get("client") or ""))
        give(row, named(hosts, row, client), is_of_client=True)
    every = {row.host: row for row in recordings if row.host and facts[row].get("side") != "client"}
    stated = {row: str(facts[row].get("machine") or "") for row in servers}
    if len(every) <= 1:  # vmstat prints none
        for row in servers:
            give(row, named(hosts, row, Machine.named(stated[row])))
        return []
    sides = {row.host for row in servers if facts[row].get("side") == "server"}
    return [row for row in servers if not tell_apart(hosts, row, stated[row], list(every.values()), sides)]


def named(hosts: Hosts, row: Recording, stated: Machine | None) -> Machine | None:
    if stated is None:
        return hosts.machine(row.host, row.facts, row.file)
    if row.host:
        hosts.state(row.host, stated)
    return stated


def tell_apart(hosts: Hosts, row: Recording, stated: str, others: Sequence[Recording], sides: Collection[str]) -> bool:
    """Give a recording its machine where several hosts lie in a folder, of which the stated machine is one. False where
    nobody knows which. `sides`: hosts that are stated to be under load."""
    machine = Machine.named(stated)
    if machine is None:
        give(row, hosts.machine(row.host, row.facts, row.file))
        return True
    loaded = set(sides) or {other.host for other in others if is_of(hosts, other, machine)}
    candidates = loaded or {other.host for other in others if not hosts.look(other.host, other.facts).is_evident}
    if row.host not in candidates:
        give(row, hosts.look(row.host, row.facts, makes=True).machine)
        return True
    if len(candidates) > 1 and not loaded:
        hosts.note(row.file, phrase("which host is it", machine=machine.name, hosts=tuple(sorted(candidates))))
        give(row, None)
        return False
    if not loaded:
        hosts.note(row.file, phrase("host that is left", machine=machine.name, host=row.host), is_notice=True)
    give(row, named(hosts, row, machine))
    return True


def is_of(hosts: Hosts, row: Recording, machine: Machine) -> bool:
    """Whether the host is known to be the machine, or is called so."""
    if is_named(row.host, machine.name):
        return True
    return hosts.look(row.host, row.facts).machine == machine


def give(recording: Recording, machine: Machine | None, *, is_of_client: bool = False) -> None:
    if (machine, is_of_client) != (recording.machine, recording.is_of_client):
        recording.machine, recording.is_of_client = machine, is_of_client
        recording.save(update_fields=("machine", "is_of_client"))
