"""What people say of a host: its machine, how it writes dates, its time zone; and which runs it was recorded beside."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.db import transaction

from benchdb.accounts.audit import record
from benchdb.models import Host, Machine, Recording, Run, Tie
from benchdb.recordings.tying import BadZone, clock_ahead, moved, tie, tie_by_time, untie, zone
from ingest.facts import BadFact
from ingest.traces import days_of, midnight

MOST_RUNS = 500  #: that are named in one form


@transaction.atomic
def told(recording: Recording, said: Mapping[str, str]) -> None:
    """Keep what a form says: `machine` and `runs` of this recording, `date_order` and `timezone` of its host.

    How a host writes dates and which zone its clock has holds for all its recordings; its machine only for this one and
    for those to come, because several machines may have one host name. BadFact for what cannot be.
    """
    before = standing(recording)
    others: list[int] = []
    if recording.host:
        host = Host.objects.get_or_create(name=recording.host)[0]
        keep(host, said)
        others = [each.pk for each in Recording.objects.filter(host=host.name).exclude(pk=recording.pk)]
        others = [pk for pk in others if settle(Recording.objects.get(pk=pk), host)]
        machine = Machine.named(said.get("machine", "")) or recording.machine
        is_other = machine != recording.machine
        recording.machine = machine
        settle(recording, host, anew=is_other)
    if "runs" in said and said["runs"].strip() != before["runs"]:
        choose(recording, run_ids(said["runs"]))
    page = f"/uploads/{recording.file.upload_id}/#recording-{recording.pk}"
    after = {**standing(recording), "other recordings changed": as_ranges(others)}
    record("recording.told", str(recording), before=before, after=after, page=page)


def standing(recording: Recording) -> dict[str, str]:
    """What is known of a recording now, as the audit log keeps it."""
    host = Host.objects.filter(name=recording.host).first() if recording.host else None
    return {
        "machine": str(recording.machine or ""),
        "date_order": host.date_order if host else "",
        "timezone": host.timezone if host else "",
        "runs": as_ranges(recording.ties.values_list("run_id", flat=True)),
    }


def keep(host: Host, said: Mapping[str, str]) -> None:
    """The answers, checked and stored."""
    order, timezone = said.get("date_order", ""), said.get("timezone", "").strip()
    if order and order not in Host.DateOrder.values:
        raise BadFact(f"date_order: expected one of {', '.join(Host.DateOrder.values)}, found {order!r}")
    if timezone:
        try:
            zone(timezone)
        except BadZone as error:
            raise BadFact(f"timezone: {error}") from error
    host.date_order = order or host.date_order
    host.timezone = timezone if "timezone" in said else host.timezone
    host.machine = Machine.named(said.get("machine", "")) or host.machine
    host.save()


def settle(recording: Recording, host: Host, *, anew: bool = False) -> bool:
    """Apply what is known of the host: the day, the clock. True where that changed something; then runs are found anew.

    `anew`: something else has changed already.
    """
    changed = anew
    if not recording.date_is_known and (day := days_of(recording).get(host.date_order)):
        moved(recording, midnight(day))
        changed = True
    ahead = clock_ahead(recording, host.timezone)
    changed = changed or ahead != recording.clock_ahead
    if not changed:
        return False
    recording.clock_ahead = ahead
    recording.save()
    for tied in recording.ties.exclude(how=Tie.How.TIME).select_related("run__setup"):
        tie([tied.run], recording, Tie.How(tied.how))
    for tied in recording.ties.filter(how=Tie.How.TIME).select_related("run"):
        untie(tied.run, recording)
    tie_by_time([recording])
    return True


def choose(recording: Recording, ids: Sequence[int]) -> None:
    """The recording belongs to just these runs."""
    runs = list(Run.objects.standing().filter(pk__in=ids).select_related("setup"))
    if missing := set(ids) - {run.pk for run in runs}:
        raise BadFact(f"runs: there is no run {', '.join(map(str, sorted(missing)))}")
    for tied in recording.ties.exclude(run__in=runs).select_related("run"):
        untie(tied.run, recording)
    tie(runs, recording, Tie.How.CHOICE)


def run_ids(text: str) -> list[int]:
    """`12, 14-16` as numbers. BadFact for anything else."""
    found: list[int] = []
    for part in text.replace(",", " ").split():
        first, _, last = part.partition("-")
        if not (first.isascii() and first.isdigit() and (not last or (last.isascii() and last.isdigit()))):
            raise BadFact(f"runs: expected numbers such as 12, 14-16, found {part[:40]!r}")
        found += range(int(first), min(int(last or first), int(first) + MOST_RUNS) + 1)
        if len(found) > MOST_RUNS:
            raise BadFact(f"runs: more than {MOST_RUNS}")
    return found


def as_ranges(ids: Iterable[int]) -> str:
    """12 14 15 16 -> `12, 14-16`: what `run_ids` reads."""
    parts: list[list[int]] = []
    for each in sorted(ids):
        if parts and parts[-1][-1] == each - 1:
            parts[-1].append(each)
        else:
            parts.append([each])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)
