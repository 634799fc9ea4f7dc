"""Several machines under load at once: a request costs what it took on all of them, or nothing is said of it."""

from __future__ import annotations

import numpy as np
import pytest
from django.test import Client

from benchdb.curation.uploads import move
from benchdb.domain.activity.derived import added_up
from benchdb.domain.activity.packing import packed
from benchdb.domain.caveats import of_row
from benchdb.domain.setups.hosts import different
from benchdb.models import Machine, Recording, Run, RunRecording, Trace, Upload
from benchdb.reads.system_differences import activities_of
from benchdb.recordings.attachment import attach
from benchdb.recordings.machines import GUESSED, LOADS
from benchdb.wording import sentence
from frontend.tests.recorded_runs import make_recording, make_run
from ingest.declared.hosts import update_recording

pytestmark = pytest.mark.django_db
COST, SHARE = "cpu_time_per_request", "cpu_used"
TOGETHER = "The load was recorded on web1 and web2: costs per request are of these machines together."


def recording(host: str, cpus: int = 2, samples: int = 400) -> Recording:
    row = make_recording(Machine.objects.get(), samples, f"{host}.sar")
    row.host, row.facts = host, {"cpus": cpus}
    row.save()
    return row


def figures(run: Run, *recordings: Recording) -> dict[str, float]:
    for row in recordings:
        attach([run], row, RunRecording.How.DIRECTORY)
    return dict(run.measurements.filter(line=0).values_list("metric", "value"))


def limits(run: Run) -> str:
    return " ".join(sentence(of_row(one)) for one in Run.objects.get(pk=run.pk).limits)


@pytest.fixture
def run() -> Run:
    return make_run(Machine.objects.create(name="cluster"), 100, 100)


def test_costs_of_two_servers_add_up_and_shares_do_not(run: Run, client: Client) -> None:
    alone = figures(run, recording("web1"))
    assert {COST, SHARE} <= alone.keys()
    both = figures(run, recording("web2", cpus=4))
    assert both[COST] == pytest.approx(3 * alone[COST]), "the same shares of 2 and of 4 CPUs"
    assert both["context_switches_per_request"] == pytest.approx(2 * alone["context_switches_per_request"])
    assert all(name.endswith("_per_request") for name in both)
    assert TOGETHER in limits(run)
    assert TOGETHER in client.get(f"/runs/{run.pk}/").content.decode()
    assert "CPUs were stated" not in limits(run), "of which machine?"
    assert activities_of([run.pk])[0] == {}


@pytest.mark.parametrize("host", ["web1.example.org", ""])
def test_one_server_by_two_names_is_one(run: Run, host: str) -> None:
    alone = figures(run, recording("web1"))
    assert figures(run, recording(host, cpus=4)) == alone
    assert "recorded on" not in limits(run)
    assert activities_of([run.pk])[0].keys() == {run.pk}


def test_half_a_cost_is_none(run: Run) -> None:
    figures(run, recording("web1"))
    short = figures(run, recording("web2", samples=105))
    assert COST not in short
    assert "web1 and web2, and not enough on each of them" in limits(run)


def test_one_that_was_recorded_at_another_time_is_no_second_one(run: Run) -> None:
    alone = figures(run, recording("web1"))
    assert figures(run, recording("web2", samples=50)) == alone


def test_where_nobody_stated_the_machine_it_is_asked(run: Run, client: Client) -> None:
    run.setup.machine = None
    run.setup.save()
    assert COST in figures(run, recording("web1"))
    assert figures(run, recording("gen1")) == {}
    assert "web1 and gen1, and nobody stated which of them were under load: it has no cost" in limits(run)
    page = client.get("/cost/?by=kernel").content.decode()
    assert "1 run is left out because its load was recorded on web1 and gen1" in page
    assert "has a recording of its server" not in page


@pytest.fixture
def guessed(run: Run) -> Recording:
    """One of two recorded machines, of which nobody stated that it was under load: the run has no cost."""
    one, two = recording("web1"), recording("web2")
    one.facts |= {GUESSED: LOADS}
    one.save()
    assert COST not in figures(run, one, two)
    return one


def costs(run: Run) -> int:
    return run.measurements.filter(metric=COST).count()


def test_a_guess_that_is_confirmed_is_none(run: Run, guessed: Recording) -> None:
    update_recording(guessed, {"timezone": ""})
    guessed.refresh_from_db()
    assert (GUESSED in guessed.facts, costs(run)) == (True, 0), "that says nothing of its machine"
    update_recording(guessed, {"machine": "cluster"})
    guessed.refresh_from_db()
    assert (GUESSED in guessed.facts, costs(run)) == (False, 1)
    assert TOGETHER in limits(run)


def test_so_is_one_whose_upload_is_moved_to_that_machine(run: Run, guessed: Recording) -> None:
    Upload.objects.update(state=Upload.State.STORED)
    move(guessed.file.upload_id, "cluster")
    assert costs(run) == 1
    assert TOGETHER in limits(run)


def test_what_is_not_known_of_each_is_left_out() -> None:
    assert added_up([{COST: 1.0, SHARE: 0.5, "interrupts_per_request": 1.0}, {COST: 2.0, SHARE: 0.4}]) == {COST: 3.0}
    assert different(["a", "", "b.example.org", "a", "B"]) == ("a", "b.example.org")


def with_cpus(row: Recording, *idle: float) -> Recording:
    """The recording, in which each single CPU is so idle all the time."""
    line = row.timelines.get()
    line.traces.filter(metric="cpu.idle").exclude(item="all").delete()
    packed_shares = [packed(np.full(len(line.times), share)) for share in idle]
    Trace.objects.bulk_create(
        Trace(recording=row, timeline=line, metric="cpu.idle", item=str(cpu), unit="fraction", data=data)
        for cpu, data in enumerate(packed_shares)
    )
    return row


def test_one_full_cpu_of_a_server_is_told_of_its_run_its_side_and_its_cost(run: Run, client: Client) -> None:
    figures(run, with_cpus(recording("web1"), 0.0, 0.88))
    assert "CPU 0 was full (100% busy), while the other was 12% busy: one CPU may have been the limit." in limits(run)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert "CPU 0 was full" in page
    assert "Only CPU 0 is full" not in page, "said once"
    assert "CPU 0 was full" in client.get("/cost.txt?by=kernel").content.decode()


def test_of_some_recorded_cpus_none_is_the_only_full_one(run: Run, client: Client) -> None:
    """`sar -P 0,1` on a machine of 64 CPUs: “while the other was 12% busy” spoke of two as if they were all."""
    figures(run, with_cpus(recording("web1", 64), 0.0, 0.88))
    assert "CPU 0" not in limits(run)
    page = client.get(f"/runs/{run.pk}/").content.decode()
    assert "CPU 0 was full" not in page
    assert "Only CPU 0 is full" not in page


def test_two_full_cpus_are_no_single_one(run: Run) -> None:
    figures(run, with_cpus(recording("web1"), 0.0, 0.01, 0.9))
    assert "CPU 0" not in limits(run)
