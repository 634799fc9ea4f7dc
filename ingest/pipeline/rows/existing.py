"""What the bytes of a file gave before, in this upload or in another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from itertools import starmap
from typing import Any

from django.db import connection
from django.db.models import F, Func, Q

from benchdb.curation.exclusions import COUNTING
from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.versions import folded
from benchdb.models import Measurement, Recording, Run, Upload, UploadFile
from benchdb.reads.search.former_names import LED, of_today
from benchdb.wording import sentence
from ingest.declared.facts import moment

OF_NO_RUN = ("notes", "side", "started_at", "booted_at")  #: facts that part no two runs of the same bytes here
OF_RECORDINGS = ("machine", "side")  #: what is said of a recording itself: server and settings are its runs'
READ_BEFORE = """
SELECT DISTINCT file.log_id FROM benchdb_uploadfile AS file WHERE file.log_id = ANY(%s) AND (
  EXISTS (SELECT FROM benchdb_run WHERE file_id = file.id)
  OR EXISTS (SELECT FROM benchdb_recording WHERE file_id = file.id)
)
"""


@dataclass(slots=True)
class Existing:
    """The active runs and the recordings of some bytes; false where there are none."""

    runs: list[Run] = field(default_factory=list)
    recordings: list[Recording] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.runs or self.recordings)

    @property
    def sentence(self) -> str:
        """Where they are."""
        return sentence(self.phrase)

    @property
    def phrase(self) -> Phrase:
        file = (self.runs or self.recordings)[0].file
        if not self.runs:
            return phrase("stored already", file=file.name, upload=file.upload_id)
        places = self.places()
        if len(places) > 1:
            return phrase("stored already in several places", places=tuple(starmap(place_of, places)))
        [((of_file, machine), numbers)] = places
        where = {"file": of_file.name, "upload": of_file.upload_id, "numbers": numbers}
        if not machine:
            return phrase("stored already as runs", **where)
        return phrase("stored already as runs of", **where, machine=machine)

    def places(self) -> list[tuple[tuple[UploadFile, str], list[int]]]:
        """(file, name of the machine) -> its runs: the same bytes may be runs of several uploads and machines."""
        places: dict[tuple[UploadFile, str], list[int]] = {}
        for run in self.runs:
            machine = run.setup.machine  # the sender may say another one
            places.setdefault((run.file, machine.name if machine else ""), []).append(run.pk)
        return list(places.items())

    def contradicted(self, facts: Mapping[str, Any]) -> list[str]:
        """What is said now and holds for nothing that is stored of these bytes: `machine otherbox (stored: web8)`."""
        today = cache(of_today)  # of one and the same name for every run
        if self.runs:
            stored = (
                stored_facts(run) | {"side": facts.get("side")} | first_of_several(run, facts) for run in self.runs
            )
            return fewest(differences(facts, one, today) for one in stored)
        held = ((of_a_recording(facts, row), recorded_facts(row, facts)) for row in self.recordings)
        return fewest(differences(own, one, today) for own, one in held)

    def is_of_another_run(self, facts: Mapping[str, Any], path: str) -> bool:
        """Whether the bytes are those of another execution than each stored run is, by what is stated of them."""
        proves_nothing, today = cache(self.gave_no_figure), cache(of_today)
        return bool(self.runs) and all(
            began_otherwise(run, facts) or (proves_nothing() and is_run_apart(run, facts, path, today))
            for run in self.runs
        )

    def gave_no_figure(self) -> bool:
        """A server that is down makes every load print the same few lines, if with a count of requests."""
        are_aborted = bool(self.runs) and all(run.status == Run.Status.ABORTED for run in self.runs)
        figures = Measurement.objects.filter(run__in=self.runs).exclude(value=Func(F("value"), function="trunc"))
        return are_aborted and not self.recordings and not figures.exists()


def is_run_apart(run: Run, facts: Mapping[str, Any], path: str, today: Callable[[str, str], str]) -> bool:
    """Whether another path states another trial, machine or setting than the stored run has. What this does not have
    on record tells nothing apart, nor does a path that was sent before."""
    stated = {name: value for name, value in facts.items() if name not in OF_NO_RUN}
    return run.file.name != path and differs(stated, stored_facts(run), today)


def began_otherwise(run: Run, facts: Mapping[str, Any]) -> bool:
    """Whether the stated start is of an execution of its own: short loads can print the same to the last digit.

    It is where the stored run has another start, and not by its log's own word: such bytes are of one moment.
    """
    stated = facts.get("started_at")
    if not stated or not run.started_at or "started_at" in run.facts:
        return False
    return not is_same("started_at", stated, run.started_at)


def fewest(every: Iterable[list[str]]) -> list[str]:
    """No others are asked for behind one with none."""
    least: list[str] | None = None
    for some in every:
        if not some:
            return []
        least = some if least is None or len(some) < len(least) else least
    return least or []


def place_of(key: tuple[UploadFile, str], numbers: list[int]) -> Phrase:
    file, machine = key
    where = {"file": file.name, "upload": file.upload_id, "numbers": numbers}
    return phrase("place of runs of", **where, machine=machine) if machine else phrase("place of runs", **where)


def stored_facts(run: Run) -> dict[str, Any]:
    """A run's own, by the names that people say them under."""
    setup = run.setup
    own = {name: getattr(setup, name) for name in ("machine", "kernel", "server", "zone", "cpus")}
    stated = {name: getattr(run, name) for name in ("trial", "started_at", "booted_at", "notes")}
    return {**own, **stated, **setup.tuning}


def first_of_several(run: Run, facts: Mapping[str, Any]) -> dict[str, Any]:
    """A trial that was stated beside a whole upload is the number of its first run, and was stated of this one."""
    stated = run.file.upload.facts.get("trial")
    return {"trial": stated} if stated is not None and stated == facts.get("trial") else {}


def recorded_facts(recording: Recording, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Likewise. `facts` name the machine under load, of which a recording of the client says nothing."""
    if recording.is_of_client:
        return {"machine": facts.get("machine"), "side": "client", "client": recording.machine}
    return {"machine": recording.machine, "side": "server"}


def of_a_recording(facts: Mapping[str, Any], recording: Recording) -> dict[str, Any]:
    client = (facts.get("tuning") or {}).get("client") if recording.is_of_client else None
    return {name: facts[name] for name in OF_RECORDINGS if name in facts} | ({"client": client} if client else {})


def differences(facts: Mapping[str, Any], stored: Mapping[str, Any], today: Callable[[str, str], str]) -> list[str]:
    """Those of `facts` that `stored` has otherwise or not at all, with both. `today`: what a name's is called now."""
    single = {name: value for name, value in facts.items() if name != "tuning"} | dict(facts.get("tuning") or {})
    return [
        sentence(difference(name, value, stored.get(name)))
        for name, value in single.items()
        if not is_same(name, value, stored.get(name)) and not is_same_today(name, value, stored.get(name), today)
    ]


def differs(facts: Mapping[str, Any], stored: Mapping[str, Any], today: Callable[[str, str], str]) -> bool:
    """Whether a fact that is on record is stated otherwise."""
    known = {name: value for name, value in facts.items() if name != "tuning" and stored.get(name)}
    settings = {name: value for name, value in dict(facts.get("tuning") or {}).items() if stored.get(name)}
    return bool(differences({**known, "tuning": settings}, stored, today))


def difference(name: str, value: object, stored: object) -> Phrase:
    if stored:
        return phrase("fact stored otherwise", name=name, value=str(value), stored=str(stored))
    return phrase("fact not stored", name=name, value=str(value))


def is_same(name: str, value: object, stored: object) -> bool:
    """Whether a stated fact is the stored one. Names are one whatever the case and spaces, notes where they hold it."""
    if name in ("started_at", "booted_at"):
        return isinstance(stored, datetime) and moment(value) == moment(stored)
    new, kept = (folded(str(one)) for one in (value, stored if stored is not None else ""))
    return new in kept if name == "notes" else new == kept


def is_same_today(name: str, value: object, stored: object, today: Callable[[str, str], str]) -> bool:
    """Whether a former name is of what is stored."""
    return name in LED and is_same(name, today(name, str(value)), stored)


def came_of(upload: Upload) -> Q:
    """The runs (and recordings) that count for an upload: its own, and those that its known bytes gave before."""
    known = Q(file__log__files__upload=upload, file__log__files__state=UploadFile.State.KNOWN)
    return Q(file__upload=upload) | known


Measured = tuple[str, int, int]  #: (SHA-256, line, how many runs of that line come before): one line may be several
Exclusion = tuple[datetime | None, str]  #: since when, and why; (None, "") where it counts


def exclusions_of(logs: Iterable[str]) -> dict[Measured, Exclusion]:
    """Whether what was measured there was excluded, as its last reading had it.

    An exclusion is of what was measured, not of a row: it stays when the file is read anew or a fact is corrected.
    Nothing was decided of a copy that counted because its original was withdrawn.
    """
    retired = Run.objects.filter(retired_at__isnull=False, file__log__in=set(logs)).order_by(
        "retired_at", "file", "ordinal"
    )
    rows = retired.values_list("pk", "file__log", "line", "retired_at", "file", "excluded_at", "excluded_because")
    counting = set(
        retired.filter(excluded_at=None, caveats__contains=[{"kind": COUNTING}]).values_list("pk", flat=True)
    )
    last: dict[tuple[str, int], tuple[object, list[Exclusion | None]]] = {}
    for number, digest, line, retired_at, file, since, reason in rows:
        reading = (retired_at, file)
        if last.get((digest, line), (None, []))[0] != reading:
            last[digest, line] = (reading, [])
        last[digest, line][1].append(None if number in counting else (since, reason))
    return {(*place, number): one for place, (_, some) in last.items() for number, one in enumerate(some) if one}


def read_before(logs: Iterable[str]) -> list[str]:
    """Those of the SHA-256 that gave anything before: of new logs neither runs nor recordings are to be asked for."""
    with connection.cursor() as cursor:
        cursor.execute(READ_BEFORE, [list(set(logs))])
        return [digest for (digest,) in cursor.fetchall()]


def existing_of(logs: Iterable[str]) -> dict[str, Existing]:
    """SHA-256 -> what these bytes gave, in two queries however many they are; the runs with their setups."""
    existing: dict[str, Existing] = defaultdict(Existing)
    digests = set(logs)
    runs = Run.objects.filter(retired_at=None, file__log__in=digests)
    for run in runs.select_related("file__upload", "setup__machine", "setup__kernel", "setup__server").order_by(
        "ordinal"
    ):
        existing[run.file.log_id].runs.append(run)
    for recording in Recording.objects.filter(file__log__in=digests).select_related("file", "machine").order_by("pk"):
        existing[recording.file.log_id].recordings.append(recording)
    return existing
