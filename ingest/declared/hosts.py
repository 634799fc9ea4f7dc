"""What people say of a host: its machine, how it writes dates, its time zone; and which runs it was recorded beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from benchdb.accounts.audit import record
from benchdb.models import Host, Machine, Recording, Run, RunRecording
from benchdb.recordings.attachment import attach, attach_anew, detach
from benchdb.recordings.clocks import BadZone, clock_ahead, set_midnight, zone
from benchdb.recordings.machines import GUESSED
from ingest.declared.days import TAKEN_FROM, shift_to
from ingest.declared.facts import BadFact
from ingest.declared.waiting_hosts import settle

MOST_RUNS = 500  #: that are named in one form


@transaction.atomic
def update_recording(recording: Recording, answers: Mapping[str, str]) -> None:
    """Keep what a form says: `machine` and `runs` of this recording, `date_order` and `timezone` of its host.

    How a host writes dates and which zone its clock has holds for all its recordings; its machine only for this one and
    for those to come, because several machines may have one host name. BadFact for what cannot be.
    """
    before = answers_of(recording)
    others: list[int] = []
    if recording.host:
        host = Host.objects.get_or_create(name=recording.host)[0]
        store_answers(host, answers)
        others = [other.pk for other in Recording.objects.filter(host=host.name).exclude(pk=recording.pk)]
        others = [pk for pk in others if redate(Recording.objects.get(pk=pk), host)]
        is_other = state_machine(recording, Machine.named(answers.get("machine", "")))
        redate(recording, host, is_changed=is_other)
        if is_other:
            settle(recording)
    if "runs" in answers and answers["runs"].strip() != before["runs"]:
        attach_chosen(recording, run_ids(answers["runs"]))
    page = f"/uploads/{recording.file.upload_id}/#recording-{recording.pk}"
    after = {**answers_of(recording), "other recordings changed": as_ranges(others)}
    record("recording.told", str(recording), before=before, after=after, page=page)


def state_machine(recording: Recording, machine: Machine | None) -> bool:
    """Whether that is news: another machine, or the same one, which was a guess. No machine changes nothing."""
    if machine is None:
        return False
    was_guess = bool(recording.facts.pop(GUESSED, None))
    is_other = machine != recording.machine
    recording.machine = machine
    return is_other or was_guess


def answers_of(recording: Recording) -> dict[str, str]:
    """What is known of a recording now, as the audit log keeps it."""
    host = Host.objects.filter(name=recording.host).first() if recording.host else None
    return {
        "machine": str(recording.machine or ""),
        "date_order": host.date_order if host else "",
        "timezone": host.timezone if host else "",
        "runs": as_ranges(recording.attachments.values_list("run_id", flat=True)),
    }


def store_answers(host: Host, answers: Mapping[str, str]) -> None:
    """The answers, checked and stored."""
    order, timezone = answers.get("date_order", ""), answers.get("timezone", "").strip()
    if order and order not in Host.DateOrder.values:
        raise BadFact("order of dates", known=tuple(Host.DateOrder.values), value=order)
    if timezone:
        try:
            zone(timezone)
        except BadZone as error:
            raise BadFact("bad time zone", why=error.phrase) from error
    host.date_order = order or host.date_order
    host.timezone = timezone if "timezone" in answers else host.timezone
    host.machine = Machine.named(answers.get("machine", "")) or host.machine
    host.save()


def redate(recording: Recording, host: Host, *, is_changed: bool = False) -> bool:
    """Apply what is known of the host: the day, the clock. True where that changed something; then runs are found anew.

    `anew`: something else has changed already.
    """
    changed = is_changed
    seconds = shift_to(host.date_order, recording)
    if seconds is not None and (seconds or not recording.date_is_known or TAKEN_FROM in recording.facts):
        recording.facts.pop(TAKEN_FROM, None)
        set_midnight(recording, seconds)
        changed = True
    ahead = clock_ahead(recording, host.timezone)
    changed = changed or ahead != recording.clock_ahead
    if not changed:
        return False
    recording.clock_ahead = ahead
    recording.save()
    attach_anew(recording)
    return True


def attach_chosen(recording: Recording, ids: Sequence[int]) -> None:
    """The recording belongs to just these runs."""
    runs = list(Run.objects.active().filter(pk__in=ids).select_related("setup"))
    if missing := set(ids) - {run.pk for run in runs}:
        raise BadFact("no such runs", runs=tuple(map(str, sorted(missing))))
    detach(recording.attachments.exclude(run__in=runs))
    attach(runs, recording, RunRecording.How.CHOICE)


def run_ids(text: str) -> list[int]:
    """`12, 14-16` as numbers. BadFact for anything else."""
    numbers: list[int] = []
    for part in text.replace(",", " ").split():
        first, _, last = part.partition("-")
        if not (first.isascii() and first.isdigit() and (not last or (last.isascii() and last.isdigit()))):
            raise BadFact("not numbers of runs", text=part[:40])
        numbers += range(int(first), min(int(last or first), int(first) + MOST_RUNS) + 1)
        if len(numbers) > MOST_RUNS:
            raise BadFact("most runs of a recording", most=MOST_RUNS)
    return numbers


def as_ranges(ids: Iterable[int]) -> str:
    """12 14 15 16 -> `12, 14-16`: what `run_ids` reads."""
    parts: list[list[int]] = []
    for number in sorted(ids):
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)
