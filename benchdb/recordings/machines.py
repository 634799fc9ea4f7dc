"""Which machine a host name in a recording stands for, where nobody states it; and why it stands for none.

What somebody answered on the recording's page holds. Else a host is the machine that its other recordings are of, if
they are of one, and nothing that this one prints of itself is of another machine; those of withdrawn uploads count for
nothing. A name that many hosts have says nothing. A host that was never recorded is a machine of its own name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Max, QuerySet

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.setups.hosts import family, is_default, is_named, other, system, system_among
from benchdb.models import AuditEntry, Host, Machine, Recording, Setup

ANSWERED = "recording.told"  #: the audit log's word for an answer on a recording's page
MOST = 100  #: of what is known of a machine
GUESSED = "machine_taken_from"  #: fact of a recording of which nobody stated the machine: what it was taken from
LOADS = "loads"  #: those beside it, and no other host was recorded there


@dataclass(frozen=True, slots=True)
class HostMachine:
    """What a host stands for."""

    machine: Machine | None
    why: Phrase | None = None  #: what is to be said of it; nothing where the machine has the host's own name
    is_evident: bool = False  #: somebody said so, with another upload or on a recording's page


def machine_of(
    host: str,
    facts: Mapping[str, Any],
    uploads: Collection[int],
    stated: Mapping[int, int] | None = None,
    *,
    makes: bool = True,
    with_guesses: bool = True,
) -> HostMachine:
    """`facts`: what its recording prints of it. `stated`: machine -> upload, that were stated of it just now; what else
    is known of these `uploads` is not looked at. `makes`: a machine of its own name, where there is none.
    `with_guesses`: also what was taken from loads beside it, and nobody stated."""
    if (machine := answered(host)) is not None:
        return HostMachine(machine, phrase("machine as answered", host=host, machine=machine.name), True)
    if is_default(host):
        return HostMachine(None, phrase("host of many", host=host))
    known = {**machines_of(host, uploads, with_guesses=with_guesses), **(stated or {})}
    rows = list(Machine.objects.filter(pk__in=known).order_by("name"))
    if len(rows) > 1:
        return HostMachine(None, phrase("host of several machines", host=host, machines=tuple(map(str, rows))))
    if not rows:
        return own_machine(host, makes=makes)
    [row] = rows
    if why := contradiction(row, facts, uploads):
        return HostMachine(None, phrase("host of another machine", host=host, machine=row.name, why=why))
    notice = phrase("machine of the host", host=host, machine=row.name, upload=known[row.pk])
    return HostMachine(row, None if is_named(host, row.name) else notice, True)


def own_machine(host: str, *, makes: bool) -> HostMachine:
    """The machine of the host's name, either of them with its domain or without; or what that name leads to now."""
    row = Machine.called(host).first() or Machine.formerly(host) or by_domain(host)
    if row is None and makes:
        row = Machine.named(host)
    if row is None or is_named(host, row.name):
        return HostMachine(row)
    return HostMachine(row, phrase("machine of the name", host=host, machine=row.name))


def by_domain(host: str) -> Machine | None:
    """The only machine that `is_named` knows by it: `web1` for `web1.example.org`, and the other way round."""
    short = host.partition(".")[0]
    if is_default(short):
        return None
    near = Machine.objects.filter(name__istartswith=short).order_by("pk")[:MOST]
    named = [row for row in near if is_named(host, row.name)]
    return named[0] if len(named) == 1 else None


def answered(host: str) -> Machine | None:
    """What somebody said on the page of one of its recordings, of that one and of later ones.

    Earlier releases kept there what was stated with uploads, too: the audit log tells which it is.
    """
    row = Host.objects.filter(name=host, machine__isnull=False).select_related("machine").first()
    if row is None or row.machine is None:
        return None
    subjects = [f"recording {number}" for number in Recording.objects.filter(host=host).values_list("pk", flat=True)]
    entries = AuditEntry.objects.filter(action=ANSWERED, subject__in=subjects).order_by("-pk")
    for after in entries.values_list("after", flat=True):
        name = str(after.get("machine") or "")
        if name:
            return row.machine if (Machine.called(name).first() or Machine.formerly(name)) == row.machine else None
    return None


def machines_of(host: str, uploads: Collection[int], *, with_guesses: bool = True) -> dict[int, int]:
    """Machine -> the last upload with a recording of the host that is of it; these `uploads` aside."""
    rows = of_others(uploads).filter(host=host, machine__isnull=False)
    rows = rows if with_guesses else rows.exclude(facts__has_key=GUESSED)
    return dict(rows.values_list("machine").annotate(last=Max("file__upload")))


def of_others(uploads: Collection[int]) -> QuerySet[Recording]:
    """The recordings that count, those of these uploads aside."""
    return Recording.objects.filter(file__upload__withdrawn_at=None).exclude(file__upload__in=uploads).order_by()


def contradiction(machine: Machine, facts: Mapping[str, Any], uploads: Collection[int]) -> Phrase | None:
    """What a recording prints of its host that another machine has: processor, operating system, too many CPUs.

    Fewer CPUs online, and another release of the kernel, a machine may well have.
    """
    rows = of_others(uploads).filter(machine=machine)
    known = list(rows.values_list("facts__architecture", "facts__kernel").distinct()[:MOST])
    families = {family(architecture) for architecture, _ in known}
    if other(here := family(facts.get("architecture")), families):
        return phrase("another processor", here=here, there=tuple(sorted(families - {""})))
    kernels = Setup.objects.filter(machine=machine).order_by().values_list("kernel__os", flat=True).distinct()[:MOST]
    systems = {system(kernel) for _, kernel in known} | {system_among(name or "") for name in kernels}
    if other(here := system(facts.get("kernel")), systems):
        return phrase("another system", here=here, there=tuple(sorted(systems - {""})))
    cpus = facts.get("cpus")
    if isinstance(cpus, int) and machine.cpu_count and cpus > machine.cpu_count:
        return phrase("too many CPUs", here=cpus, there=machine.cpu_count)
    return None
