"""A part of a folder that counts again says of the runs beside it what it would have said of them at once."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.uploads import withdraw
from benchdb.models import Recording, Run, RunRecording, Setup, Upload
from ingest.tests.intake.recordings.test_beside_stated_loads import send
from ingest.tests.intake.recordings.test_machines_of_hosts import recorded_load

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

FOLDER = "night"
RECORDED = ("Linux 6.18.44-fc-v669", 2)
UNAME = b"Linux web1 6.1.7 #1 SMP PREEMPT_DYNAMIC Debian x86_64 GNU/Linux\n"


def load(number: int) -> bytes:
    return recorded_load(number)["run1.log"]


def sar() -> bytes:
    return recorded_load(1, "web1")["web1.sar"]


def part(client: Client, **files: bytes) -> int:
    paths = {f"{FOLDER}/{name.replace('_', '.')}": content for name, content in files.items()}
    return int(send(client, paths, part_of="one", pattern="")["id"])


def restore(client: Client, upload: int) -> None:
    assert client.post(f"/uploads/{upload}/change/", {"do": "restore"}).status_code == 302
    assert Upload.objects.get(pk=upload).withdrawn_at is None


def known() -> set[tuple[str, int | None]]:
    setups = Setup.objects.filter(runs__in=Run.objects.active())
    return {(str(setup.kernel or ""), setup.cpus) for setup in setups}


def test_what_its_recording_knows_holds_for_runs_that_came_meanwhile(client: Client) -> None:
    first = part(client, web1_sar=sar(), run0_log=load(1))
    withdraw(first, "wrong disks", "ada")
    part(client, run1_log=load(2), run2_log=load(3))
    assert known() == {("", None)}
    restore(client, first)
    assert known() == {RECORDED}
    assert Setup.objects.filter(runs__in=Run.objects.active()).distinct().count() == 1, "one folder, one setup"
    assert sorted(Run.objects.active().values_list("trial", flat=True)) == [1, 2, 3]
    assert RunRecording.objects.filter(run__in=Run.objects.active()).count() == 3


def test_so_it_is_with_what_uname_printed(client: Client) -> None:
    first = part(client, uname_txt=UNAME, run0_log=load(1))
    withdraw(first, "wrong disks", "ada")
    part(client, run1_log=load(2))
    assert known() == {("", None)}
    restore(client, first)
    assert known() == {("Linux 6.1.7", None)}


def test_what_was_there_before_stays_as_it_was(client: Client) -> None:
    """Setups, numbers, problems and attachments."""
    first = part(client, web1_sar=sar(), run0_log=load(1))
    part(client, run1_log=load(2))
    before = everything()
    withdraw(first, "wrong disks", "ada")
    restore(client, first)
    assert everything() == before


def everything() -> tuple[list[object], ...]:
    return (
        list(Run.objects.active().order_by("pk").values_list("pk", "setup", "trial")),
        list(RunRecording.objects.order_by("pk").values_list("run", "recording", "side", "how")),
        list(Recording.objects.order_by("pk").values_list("machine", "facts")),
        [problem for upload in Upload.objects.all() for file in upload.files.all() for problem in file.problems],
    )
