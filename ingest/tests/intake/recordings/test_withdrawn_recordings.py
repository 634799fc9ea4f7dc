"""What was recorded counts nowhere once its upload is withdrawn, and again where that is undone."""

from __future__ import annotations

import json
from types import ModuleType

import pytest
from django.test import Client

from benchdb.curation.uploads import restore, withdraw
from benchdb.models import Machine, Measurement, Permalink, Recording, Run, RunRecording, Trace, Upload
from benchdb.reads.inventory import machines_of_recordings
from benchdb.reads.packed.proof import wrong_setups
from benchdb.reads.recordings import comparable, recorded_run
from benchdb.reads.system_differences import activities_of
from benchdb.recordings.attachment import attach
from benchdb.recordings.caveats import beside, elsewhere, partly, too_short, waiting
from benchdb.recordings.machines import machine_of
from benchdb.recordings.reboots import reboots_of
from benchdb.tables.frames import bounds, frames
from frontend.tests.recorded_runs import make_recording, make_run
from ingest.tests.intake.recordings.test_beside_stated_loads import load, send

pytestmark = pytest.mark.django_db
COST = "cpu_time_per_request"


def cost(run: Run) -> float | None:
    known = {value for (value,) in run.measurements.filter(metric=COST).values_list("value")}
    packed = list(wrong_setups())
    assert packed == [], "the packed series say the same"
    return known.pop() if known else None


def upload_of(recording: Recording) -> int:
    return recording.file.upload_id


@pytest.fixture
def recorded() -> tuple[Run, Run, Recording]:
    """Two loads at once in the second half, and one recording."""
    machine = Machine.objects.create(name="web1")
    recording = make_recording(machine, 400)
    runs = make_run(machine, 100, 100), make_run(machine, 150, 100)
    attach(runs, recording, RunRecording.How.TIME)
    return *runs, recording


def everything(runs: list[int]) -> tuple[object, ...]:
    """All that is said of recordings, and of what they are of."""
    tables = [frame.rows() for frame in frames("attached", bounds())]
    costs = [Run.objects.get(pk=run).measurements.filter(metric=COST).exists() for run in runs]
    answers = (activities_of(runs)[0].keys(), recorded_run(runs[0]), comparable(Run.objects.get(pk=runs[0])))
    host = machine_of("web1", {}, [], makes=False).is_evident
    return (
        beside.caveats(runs),
        tables,
        costs,
        *answers,
        machines_of_recordings(),
        reboots_of(["web1"], None).keys(),
        host,
    )


def test_it_counts_nowhere_until_that_is_undone(recorded: tuple[Run, Run, Recording], client: Client) -> None:
    first, second, recording = recorded
    trace = Trace.objects.filter(recording=recording).first()
    assert trace
    Trace.objects.create(
        recording=recording, timeline=trace.timeline, metric="restart", item="", data=bytes(trace.data)
    )
    ids = [first.pk, second.pk]
    before, costs = everything(ids), (cost(first), cost(second))
    assert all(before), "each of them says something"
    assert client.get(f"/api/v1/recordings?run={first.pk}").json()["recordings"]
    withdraw(upload_of(recording), "another machine's", "ada")
    nothing = ((), [], [False, False], set(), None, [], frozenset(), set(), False)
    assert everything(ids) == nothing
    assert not Measurement.objects.filter(metric__startswith="cpu_").exists()
    assert client.get(f"/api/v1/recordings?run={first.pk}").json()["recordings"] == []
    assert client.get(f"/api/v1/recordings/{recording.pk}").json()["runs"] == []
    assert next(frames("recordings", bounds()))["withdrawn_at"][0] is not None
    restore(upload_of(recording))
    assert everything(ids) == before
    assert (cost(first), cost(second)) == costs


@pytest.mark.parametrize(
    ("kind", "begins", "lasts"), [(elsewhere, -7200, 10), (partly, 350, 120), (too_short, 100, 3), (waiting, 100, 100)]
)
def test_no_caveat_speaks_of_it(kind: ModuleType, begins: float, lasts: float) -> None:
    machine = Machine.objects.create(name="web1")
    recording, run = make_recording(machine, 400), make_run(machine, begins, lasts)
    if kind is waiting:
        recording.date_is_known, recording.facts = False, {"date_printed": "03/04/05"}
        recording.save()
    attach([run], recording, RunRecording.How.CHOICE)
    before = kind.caveats([run.pk])
    assert before
    withdraw(upload_of(recording), "another machine's", "ada")
    assert kind.caveats([run.pk]) == ()
    restore(upload_of(recording))
    assert kind.caveats([run.pk]) == before


def test_of_several_the_next_one_counts(recorded: tuple[Run, Run, Recording]) -> None:
    run, _, recording = recorded
    other = make_recording(Machine.objects.get(), 400, "other.txt")
    other.facts = {"cpus": 4}
    other.save()
    attach([run], other, RunRecording.How.CHOICE)
    first = cost(run)
    assert first
    withdraw(upload_of(recording), "another machine's", "ada")
    assert cost(run) == pytest.approx(2 * first), "of 4 CPUs"
    assert "other CPUs recorded" in [one["kind"] for one in Run.objects.get(pk=run.pk).limits]
    withdraw(upload_of(other), "not this one either", "ada")
    assert cost(run) is None
    restore(upload_of(recording))
    assert cost(run) == first


def test_a_permalink_keeps_its_bytes_and_says_that_it_drifted(
    recorded: tuple[Run, Run, Recording], client: Client
) -> None:
    client.post("/cost/freeze/", {"query": "by=kernel"})
    link = Permalink.objects.get()
    before = client.get(f"/p/{link.pk}.json").content
    assert json.loads(before)["runs"]
    assert "Checked now: same answer" in client.get(f"/p/{link.pk}/?check=now").content.decode()
    withdraw(upload_of(recorded[2]), "another machine's", "ada")
    assert client.get(f"/p/{link.pk}.json").content == before
    assert "Checked now: same answer" not in client.get(f"/p/{link.pk}/?check=now").content.decode()
    restore(upload_of(recorded[2]))
    assert "Checked now: same answer" in client.get(f"/p/{link.pk}/?check=now").content.decode()


def test_a_run_of_the_same_upload_keeps_what_a_permalink_froze(recorded: tuple[Run, Run, Recording]) -> None:
    run, _, recording = recorded
    type(run.file).objects.filter(pk=run.file_id).update(upload=upload_of(recording), position=2)
    before = cost(run)
    withdraw(upload_of(recording), "another machine's", "ada")
    assert cost(run) == before
    assert not Run.objects.active().filter(pk=run.pk).exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("by_hand")
def test_its_bytes_sent_again_say_nothing_of_the_loads_beside_them(client: Client) -> None:
    files = load(1, "sunfire")
    send(client, {path: content for path, content in files.items() if path.endswith(".sar")}, machine="Sun Fire")
    first = Upload.objects.get()
    withdraw(first.pk, "another machine's", "ada")
    send(client, files)
    run = Run.objects.get()
    assert str(run.setup.kernel) == "None", "the recording's header says what it is"
    assert not run.measurements.filter(metric=COST).exists()
    assert run.attachments.exists()
    restore(first.pk)
    assert RunRecording.objects.get().run == run
