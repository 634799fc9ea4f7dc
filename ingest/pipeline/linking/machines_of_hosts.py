"""What the hosts of an upload's recordings stand for, where nobody states it; each guess is said once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from benchdb.domain.caveats import Phrase, phrase
from benchdb.models import Machine, Recording, UploadFile
from benchdb.recordings.machines import HostMachine, contradiction, machine_of
from benchdb.wording import sentence
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.outcomes import NOTICE, OF_PATH, problem_as_json
from ingest.records import Problem


class Hosts:
    """What the hosts of one upload stand for."""

    def __init__(self, ingestion: Ingestion) -> None:
        self._ingestion = ingestion
        self._stated: dict[str, dict[int, int]] = defaultdict(dict)  #: host -> machines that were stated of it here
        self._guessed: dict[str, dict[int, int]] = defaultdict(dict)  #: likewise, of the loads beside it alone
        self._known: dict[tuple[Any, ...], HostMachine] = {}
        self._doubts: dict[tuple[Any, ...], Phrase | None] = {}
        self._noted = set[tuple[str, str]]()  #: (sentence, host that it asks of)

    def machine(self, host: str, facts: Mapping[str, Any], file: UploadFile) -> Machine | None:
        """Where nobody states one. What is to be said of it is noted on the file, each sentence once."""
        answer = self.look(host, facts, makes=True)
        if answer.why:
            self.note(file, answer.why, is_notice=answer.machine is not None)
        return answer.machine

    def look(
        self, host: str, facts: Mapping[str, Any], *, makes: bool = False, with_guesses: bool = True
    ) -> HostMachine:
        """Likewise, without a word. `makes`: a machine of the host's own name, where there is none. `with_guesses`:
        also what was taken from loads beside the host."""
        if not host:
            return HostMachine(None)
        key = (host, *printed(facts), makes, with_guesses)
        if key not in self._known:
            stated = {**(self._guessed[host] if with_guesses else {}), **self._stated[host]}
            self._known[key] = machine_of(
                host, facts, self._ingestion.parts, stated, makes=makes, with_guesses=with_guesses
            )
        return self._known[key]

    def doubt(self, row: Recording, machine: Machine) -> Phrase | None:
        """What speaks against a recording's being of the machine of the loads beside it: what was known of its host
        before this upload, or what it prints of itself."""
        key = (machine.pk, row.host, *printed(row.facts))
        if key not in self._doubts:
            self._doubts[key] = self._doubt(row, machine)
        return self._doubts[key]

    def _doubt(self, row: Recording, machine: Machine) -> Phrase | None:
        before = machine_of(row.host, row.facts, self._ingestion.parts, makes=False) if row.host else HostMachine(None)
        if before.is_evident and before.machine not in (None, machine):
            return phrase("host beside other loads", host=row.host, loads=machine.name, machine=str(before.machine))
        if why := contradiction(machine, row.facts, self._ingestion.parts):
            return phrase("recording beside other loads", loads=machine.name, why=why)
        return None

    def state(self, host: str, machine: Machine, *, is_guess: bool = False) -> None:
        known = (self._guessed if is_guess else self._stated)[host]
        if machine.pk not in known:
            known[machine.pk] = self._ingestion.upload.pk
            self._known = {key: answer for key, answer in self._known.items() if key[0] != host}

    def note(self, file: UploadFile, why: Phrase, *, host: str = "", is_notice: bool = False) -> None:
        """A notice is to be read; of another one somebody is to do something, of each `host` that it is noted for."""
        text = sentence(why)
        if (text, host) in self._noted or file.upload_id not in self._ingestion.alike:
            return
        self._noted.add((text, host))
        if any(one["message"] == text for one in file.problems) or (not host and self._was_noted(text)):
            return
        key = {NOTICE: True} if is_notice else {}
        file.problems = [*file.problems, problem_as_json(Problem(0, text)) | {OF_PATH: True} | key]
        file.save(update_fields=("problems",))

    def _was_noted(self, text: str) -> bool:
        """By the worker before this one, where the upload is read once more."""
        noted = self._ingestion.upload.files.filter(problems__contains=[{"message": text}])
        return self._ingestion.went_before and noted.exists()


def printed(facts: Mapping[str, Any]) -> tuple[Any, ...]:
    """What a recording prints of its host that tells machines apart."""
    return tuple(facts.get(name) for name in ("architecture", "kernel", "cpus"))
