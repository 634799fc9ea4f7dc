"""Which machine a host name in a recording stands for."""

from __future__ import annotations

from benchdb.models import Host, Machine


def machine_of(host: str, stated: Machine | None) -> Machine | None:
    """The machine that a host name stands for: as stated now, as said before, else one of that name, made where new."""
    if not host:
        return stated
    known = Host.objects.get_or_create(name=host)[0]
    if stated and known.machine_id != stated.pk:
        known.machine = stated
        known.save(update_fields=("machine",))
    if known.machine is None:
        known.machine = Machine.named(host)
        known.save(update_fields=("machine",))
    return known.machine
