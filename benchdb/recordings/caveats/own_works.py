"""Load generators that ran on the machine under load: the CPU time of a request has their own work in it."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, Q

from benchdb.domain.activity.derived import LOOPBACK_HOSTS
from benchdb.domain.caveats import Caveat, caveat
from benchdb.models import Measurement

OWN_WORK = "generator's own work"  #: the kind of caveat that says so
OWN_WORK_NOT_APART = f"{OWN_WORK}, not apart"  #: where the CPU time of the server's processes is not known
OF_MACHINE, OF_SERVER = "cpu_time_per_request", "server_cpu_time_per_request"


def caveats(runs: Sequence[int]) -> tuple[Caveat, ...]:
    """Of how many runs, and whether the server's own CPU time is known of any. `runs`: their ids."""
    known = Measurement.objects.filter(run__in=runs, item="").order_by()
    here = Q(run__facts__host__in=sorted(LOOPBACK_HOSTS)) | Q(run__setup__tuning__same_machine="yes")
    counted = known.aggregate(
        runs=Count("run", filter=here & Q(metric=OF_MACHINE)), apart=Count("run", filter=here & Q(metric=OF_SERVER))
    )
    if not counted["runs"]:
        return ()
    return (caveat(OWN_WORK if counted["apart"] else OWN_WORK_NOT_APART, runs=counted["runs"]),)
