"""A part of a folder brings again what another part brought: the same bytes, beside recordings or as one of these."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Run, RunRecording, UploadFile
from benchdb.models.runs import ACTIVE
from ingest.pipeline.linking.doubled_reports import doubled_reports
from ingest.tests.intake.recordings.test_beside_stated_loads import load, send
from ingest.tests.intake.zips import log

pytestmark = [pytest.mark.usefixtures("by_hand"), pytest.mark.django_db(transaction=True)]

RUN, SAR = "Sun Fire/c8/run1.log", "Sun Fire/c8/sunfire.sar"


def folder() -> dict[str, bytes]:
    """A load, what was recorded beside it, and the load's log once more."""
    files = load(1, "sunfire")
    return {RUN: files[RUN], SAR: files[SAR], "old/x.log": files[RUN]}


@pytest.mark.parametrize("first", [(RUN, SAR), (RUN,)])
def test_a_run_whose_bytes_come_again_is_there_once(client: Client, first: tuple[str, ...]) -> None:
    files = folder()
    for part in (first, [path for path in files if path not in first]):
        status = send(client, {path: files[path] for path in part}, part_of="one")
        assert (status["state"], status["error"]) == ("stored", "")
    assert (Run.objects.count(), RunRecording.objects.count()) == (1, 1)


def test_what_comes_with_such_bytes_is_attached_and_its_copies_do_not_count(client: Client) -> None:
    files, other = folder(), log(2)
    send(client, {RUN: files[RUN], "Sun Fire/c8/run2.log": other}, part_of="one")
    rest = {SAR: files[SAR], "old/x.log": files[RUN], "Sun Fire/c8/run2-copy.log": other.replace(b"\n", b"\r\n")}
    assert send(client, rest, part_of="one")["state"] == "stored"
    assert set(RunRecording.objects.filter(run__in=Run.objects.active()).values_list("run__file__name", flat=True)) == {
        RUN,
        "Sun Fire/c8/run2.log",
    }
    assert sorted(Run.objects.filter(ACTIVE).values_list("file__name", flat=True)) == [RUN, "Sun Fire/c8/run2.log"]


def test_a_recording_whose_bytes_come_again_is_there_once(client: Client) -> None:
    files = folder()
    send(client, {RUN: files[RUN], SAR: files[SAR]}, part_of="one")
    again = {"Sun Fire/c8/again.sar": files[SAR], "Sun Fire/c8/run2.log": log(2)}
    assert send(client, again, part_of="one")["state"] == "stored"
    assert RunRecording.objects.count() == Run.objects.count() == 2
    assert UploadFile.objects.get(name="Sun Fire/c8/again.sar").state == UploadFile.State.KNOWN


KERNEL = "{machine}/{kernel}/c{concurrency}/run{trial}.log"


@pytest.mark.parametrize("in_parts", [False, True])
def test_what_a_recording_filled_in_parts_no_copy_from_its_original(client: Client, in_parts: bool) -> None:
    files, folder = load(1, "sunfire"), "Sun Fire/6.18/c8"
    report = log(1)
    before = {f"{folder}/all.log": report + b"\n", f"{folder}/sar.txt": files[SAR]}
    after = {f"{folder}/run1.log": report}
    for part in (before, after) if in_parts else (before | after,):
        send(client, part, part_of="one", pattern=KERNEL)
    counting = Run.objects.filter(ACTIVE).get()
    assert (counting.file.name, str(counting.setup.kernel)) == (f"{folder}/run1.log", "6.18")
    assert counting.attachments.get().side == RunRecording.Side.SERVER


@pytest.mark.parametrize("kernels", [("6.18", "6.19"), ("6.19", "6.18")])
def test_what_is_stated_parts_them(client: Client, kernels: tuple[str, str]) -> None:
    files = load(1, "sunfire")
    for end, kernel in zip((b"", b"\n"), kernels, strict=True):
        part = {f"Sun Fire/{kernel}/c8/run1.log": log(1) + end, f"Sun Fire/{kernel}/c8/sar.txt": files[SAR]}
        send(client, part, part_of="one", pattern=KERNEL)
    assert Run.objects.filter(ACTIVE).count() == 2


@pytest.mark.parametrize("kernel", ["6.1", "vanilla"])
def test_nor_does_what_a_recording_of_another_load_filled_in(client: Client, kernel: str) -> None:
    """The recording belongs to the run of its name alone, and says of the whole folder what nobody stated."""
    folder, copy = f"Sun Fire/{kernel}/c8", log(2).replace(b"\n", b"\r\n")
    recorded = load(1, "sunfire")[SAR]
    files = {"a-copy.txt": copy, "run1.log": log(1), "run1.sar": recorded, "run2.log": log(2)}
    for name, content in files.items():
        send(client, {f"{folder}/{name}": content}, part_of="one", pattern=KERNEL)
    filled = Run.objects.get(file__name__endswith="a-copy.txt")
    assert (str(filled.setup.kernel), filled.attachments.count()) == ("Linux 6.18.44-fc-v669", 0)
    names = Run.objects.filter(ACTIVE).values_list("file__name", flat=True)
    assert sorted(names) == [f"{folder}/run1.log", f"{folder}/run2.log"]
    withdraw(filled.file.upload_id, "another machine's", "ada")
    restore(filled.file.upload_id)
    assert Run.objects.filter(ACTIVE).count() == 2


def test_what_only_its_own_part_states_of_a_run_was_not_filled_in(client: Client) -> None:
    for end, kernel in ((b"", b"6.18"), (b"\n", b"6.19")):
        toml = b'[facts]\nkernel = "%s"\n' % kernel
        send(client, {f"{kernel.decode()}/run1.log": log(1) + end, f"{kernel.decode()}/benchdb.toml": toml}, "one")
    assert Run.objects.filter(ACTIVE).count() == 2


def test_what_cannot_be_read_any_more_is_as_it_was(client: Client) -> None:
    """A release may refuse facts that one before it read: the upload that has them is not the one that is read."""
    for end, kernel in ((b"", "6.18"), (b"\n", "6.19")):
        toml = f'[facts]\nkernel = "{kernel}"\n'.encode()
        send(client, {f"{kernel}/run1.log": log(1) + end, f"{kernel}/benchdb.toml": toml}, "one")
        broken = UploadFile.objects.get(name="6.18/benchdb.toml")
        broken.log = UploadFile.objects.get(name="6.18/run1.log").log
        broken.save(update_fields=("log",))
    assert Run.objects.filter(ACTIVE).count() == 2
    assert list(doubled_reports()) == []
    broken.refresh_from_db()
    assert (broken.state, broken.problems) == (UploadFile.State.FACTS, [])


def test_nor_what_was_computed_of_a_recording(client: Client) -> None:
    files = load(1, "sunfire")
    report = files[RUN].replace(b"0.214 [ms]", b"0.21365 [ms]")  # with enough digits to be sure
    send(client, {RUN: report, SAR: files[SAR]}, part_of="one", started_at="2026-11-21T13:39:55.694Z")
    assert Run.objects.get().measurements.filter(metric="cpu_used").exists()
    send(client, {"old/a.log": report + b"\n"}, part_of="one")
    assert Run.objects.filter(ACTIVE).get().file.name == RUN
