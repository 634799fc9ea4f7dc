"""Recordings belong to the runs of their directory, and know what the runs' logs cannot: machine, kernel, CPUs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from benchdb.domain.setups.fingerprints import SETUP_FIELDS, fingerprint
from benchdb.models import Kernel, Recording, Run, Setup, Upload, UploadFile
from benchdb.recordings.attachment import attach_by_time, attach_directory, detach_each
from ingest.declared.declared_facts import Folder
from ingest.declared.systems import System
from ingest.pipeline.ingestion import Ingestion
from ingest.pipeline.linking.date_recordings import date_recordings
from ingest.pipeline.linking.machines_of_hosts import Hosts
from ingest.pipeline.linking.machines_of_recordings import name_machines
from ingest.pipeline.linking.moved_setups import Moves, number_anew
from ingest.pipeline.linking.parts import copies_in, recordings_beside, runs_beside, with_withdrawn
from ingest.pipeline.outcomes import note_once, problem_as_json
from ingest.pipeline.rows.clean import fitting
from ingest.pipeline.rows.packed_once import packed_once
from ingest.records import Problem

Places = dict[Folder, tuple[list[Run], list[Recording]]]


def link_recordings(ingestion: Ingestion) -> None:
    """Give recordings their machines and runs what the recordings' headers know; attach the ones to the others."""
    copies = copies_in(ingestion)
    places = by_directory(ingestion, copies)
    if ingestion.declared.systems or any(recordings for _, recordings in places.values()):
        with packed_once():
            link_places(ingestion, places, copies)
    timed = (run for run in ingestion.runs.values() if run.started_at)
    tell_left_out(
        attach_by_time(ingestion.recordings.values(), timed), "left out of its time", "the runs of its machine and time"
    )


def link_places(ingestion: Ingestion, places: Places, copies: Mapping[Folder, Collection[Recording]]) -> None:
    """The same of what lies in one folder, for each."""
    hosts, moves = Hosts(ingestion), Moves()
    for place, (runs, every) in own_first(places, copies):
        ours = [run for run in runs if run.file.upload_id in ingestion.alike]
        counting = [run for run in runs if run.file.upload_id not in ingestion.withdrawn] or runs
        recordings, withdrawn = parted(ingestion, every)
        if recordings:
            date_recordings(counting, recordings)
            named = name_machines(ingestion, hosts, counting, recordings, copies.get(place, ()))
            detach_each(row for row in named.waiting if row.file.upload_id != ingestion.upload.pk)
            detach_each(named.of_others, runs)
            recordings = [row for row in recordings if row not in (*named.waiting, *named.of_others)]
            fill_setups(moves, ours, recorded_facts([row for row in recordings if not row.is_of_client]))
        if system := ingestion.declared.systems.get(place):
            there = [run for run in ours if run.file.upload_id not in ingestion.withdrawn]
            fill_setups(moves, ours, printed_facts(hosts, system, there))
        withdrawn = name_withdrawn(ingestion, counting, withdrawn)
        for some in filter(None, (recordings, withdrawn)):
            left_out = attach_directory(runs, some, came_before=with_withdrawn(ingestion))
            tell_left_out(left_out, "left out of its folder", f"the {len(runs):,} runs of its folder")
    number_anew(ingestion, moves)


def name_withdrawn(ingestion: Ingestion, runs: Sequence[Run], recordings: Sequence[Recording]) -> list[Recording]:
    """Recordings of withdrawn parts, named by themselves: nothing that they say holds for others. Those that belong to
    the loads of their folder, once they count again."""
    ours = [row for row in recordings if row.file.upload_id in ingestion.withdrawn]
    date_recordings(runs, ours)
    waiting = name_machines(ingestion, Hosts(ingestion), runs, ours).waiting if ours else []
    return [row for row in recordings if row not in waiting]


def parted(ingestion: Ingestion, recordings: Sequence[Recording]) -> tuple[list[Recording], list[Recording]]:
    """(those that count, those that came with an upload which was withdrawn): these say nothing of the others, and
    count where the withdrawal is undone."""
    others = {row.file.upload_id for row in recordings} - {ingestion.upload.pk}
    withdrawn = Upload.objects.filter(pk__in=others, withdrawn_at__isnull=False).values_list("pk", flat=True)
    gone = set(withdrawn) if others else set()
    return (
        [row for row in recordings if row.file.upload_id not in gone],
        [row for row in recordings if row.file.upload_id in gone],
    )


def own_first(places: Places, copies: Collection[Folder]) -> Iterable[tuple[Folder, tuple[list[Run], list[Recording]]]]:
    """Folders with copies of what lies in another one come after that one."""
    return sorted(places.items(), key=lambda one: one[0] in copies)


def by_directory(ingestion: Ingestion, copies: Mapping[Folder, Collection[Recording]]) -> Places:
    """Files of one directory were made together; so were loose files, which came together, if in several parts.

    What this upload brought again lies beside it, too, where another part brought it first: each row is there once.
    """
    directories: Places = defaultdict(lambda: ([], []))
    for run in ingestion.runs.values():
        directories[directory(run.file)][0].append(run)
    recordings = dict(ingestion.recordings)
    for recording in recordings.values():
        directories[directory(recording.file)][1].append(recording)
    for recording in recordings_beside(ingestion, list(directories)):
        if recordings.setdefault(recording.pk, recording) is recording:
            directories[directory(recording.file)][1].append(recording)
    for place, rows in copies.items():
        directories[place][1].extend(recordings.setdefault(row.pk, row) for row in rows)
    observed = [place for place, (_, some) in directories.items() if some]
    for run in runs_beside(ingestion, [*observed, *ingestion.declared.systems]):
        if run.pk not in ingestion.runs:
            directories[directory(run.file)][0].append(run)
    return directories


def directory(file: UploadFile) -> Folder:
    return file.archive_id, file.place.folder


def tell_left_out(recordings: Iterable[Recording], about: str, runs: str) -> None:
    """On the recording's file, as what could not be read of it."""
    message = (
        f"This recording was not attached to {runs}: with so many recordings beside them "
        "nobody can tell which belong together. Name it as the log of its load (run1.sar beside run1.log), or give "
        "each load and what was recorded beside it a folder of their own."
    )
    files = {recording.file_id: recording.file for recording in recordings}
    for file in files.values():
        note_once(file, about, problem_as_json(Problem(line=0, message=message)))
    UploadFile.objects.bulk_update(files.values(), ("problems",), batch_size=1000)


def recorded_facts(recordings: Sequence[Recording]) -> dict[str, Any]:
    """Machine, kernel and CPUs as the recordings' headers name them; nothing where they name several machines.

    Those without a header name none: vmstat's has no host. Of a host that may be any machine, the others are known.
    """
    named = [recording for recording in recordings if recording.machine is not None or recording.host]
    if len({(recording.machine_id, not recording.machine_id and recording.host) for recording in named}) != 1:
        return {}
    kernels, cpus = (
        {recording.facts[name] for recording in named if recording.facts.get(name) is not None}
        for name in ("kernel", "cpus")
    )
    return {
        "machine": named[0].machine,
        "kernel": Kernel.named(str(kernels.pop())) if len(kernels) == 1 else None,
        "cpus": fitting(Setup, "cpus", cpus.pop()) if len(cpus) == 1 else None,
    }


def printed_facts(hosts: Hosts, system: System, runs: Sequence[Run]) -> dict[str, Any]:
    """Machine and kernel as `uname -a` names them; the machine of the runs where it is known. Nothing for several, nor
    where some runs have none and the others another one than it names."""
    facts, every = {"kernel": system.kernel}, {run.setup.machine for run in runs}
    known = every - {None}
    if not every or len(known) > 1 or (len(every) > 1 and hosts.look(system.host, facts).machine not in known):
        return {}
    machine = known.pop() if known else hosts.machine(system.host, facts, runs[0].file)
    return {"machine": machine, "kernel": Kernel.named(system.kernel)}


def fill_setups(moves: Moves, runs: Sequence[Run], facts: Mapping[str, Any]) -> None:
    """What nobody stated of the runs' setups, as their recordings know it."""
    setups = {run.setup.pk: run.setup for run in runs if facts}
    complete = {number: complete_setup(setup, facts) for number, setup in setups.items()}
    moved = [run for run in runs if facts and complete[run.setup.pk] != run.setup]
    for run in moved:
        moves.add(run, complete[run.setup.pk])
    Run.objects.bulk_update(moved, ("setup",), batch_size=1000)


def complete_setup(setup: Setup, facts: Mapping[str, Any]) -> Setup:
    """The setup with what it lacks; made where new. One of another machine stays as it is."""
    if setup.machine_id is not None and setup.machine != facts["machine"]:
        return setup
    values: dict[str, Any] = {name: getattr(setup, name) for name in SETUP_FIELDS}
    lacking = {name: value for name, value in facts.items() if value is not None and values[name] is None}
    if not lacking:
        return setup
    values |= lacking
    return Setup.objects.get_or_create(fingerprint=fingerprint(values), defaults=values)[0]
