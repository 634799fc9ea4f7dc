"""Facts of single runs stay with them when their log is read anew, and what was recorded beside them follows."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.curation.corrections.run_corrections import correct_runs
from benchdb.curation.corrections.undone_corrections import undo
from benchdb.curation.exclusions import exclude
from benchdb.curation.inventory import BadCorrection
from benchdb.host.paths import ROOT
from benchdb.models import Recording, Run, RunRecording
from benchdb.wording import sentences_of
from ingest.pipeline.tasks import parse
from ingest.tests.intake.doors import GLOBAL, NON_GLOBAL, finished, send

pytestmark = pytest.mark.usefixtures("by_hand", "transactional_db")
NGINX = ROOT / "fixtures/occasions/nginx-ab"


def test_a_run_that_was_corrected_alone_keeps_that_when_its_upload_is(client: Client) -> None:
    """Both logs are of one upload; of two runs in one file each has its own."""
    answer = send(client, GLOBAL, NON_GLOBAL, machine="web1", kernel="Linux 5.10")
    parse(answer.json()["id"])
    assert finished(client, answer)["state"] == "stored"
    first = Run.objects.active().order_by("pk")[0]
    correct_runs([first.pk], {"kernel": "Linux 5.15", "tuning": {"sendfile": "on"}}, "ada")
    page = f"/uploads/{answer.json()['id']}/"
    assert "1 of its runs was corrected individually" in " ".join(client.get(page).content.decode().split())
    client.post(page, {"machine": "web2", "kernel": "Linux 5.11", "tuning": "KeepAlive=Off"})
    parse(answer.json()["id"])
    anew = Run.objects.active().with_setup().get(file=first.file, line=first.line)
    assert anew.pk != first.pk
    assert (str(anew.setup.machine), str(anew.setup.kernel)) == ("web2", "Linux 5.15")
    assert anew.setup.tuning == {"KeepAlive": "Off", "sendfile": "on"}
    other = Run.objects.active().with_setup().exclude(pk=anew.pk).first()
    assert other is not None
    assert str(other.setup.kernel) == "Linux 5.11"


def test_recordings_go_with_their_runs_where_these_are_corrected_together(client: Client) -> None:
    files = [
        SimpleUploadedFile(name, (NGINX / name).read_bytes().replace(b"(vm)", b"(lab7)"))
        for name in ("benchdb.toml", "run1.log", "run2.log", "sar.txt")
    ]
    answer = send(client, *files)
    parse(answer.json()["id"])
    both = list(Run.objects.order_by("pk"))
    made = correct_runs([run.pk for run in both], {"machine": "web9"}, "ada")
    assert str(Recording.objects.get().machine) == "web9"
    assert set(RunRecording.objects.values_list("side", flat=True)) == {"server"}
    undo(made.pk, "ada")
    assert str(Recording.objects.get().machine) == "lab7"
    measured = {run.pk: run.measurements.count() for run in both}
    made = correct_runs([both[0].pk], {"machine": "web9"}, "ada")
    assert str(Recording.objects.get().machine) == "lab7", "the other run was made there"
    assert dict(RunRecording.objects.values_list("run", "side")) == {both[0].pk: "client", both[1].pk: "server"}
    assert both[0].measurements.count() < measured[both[0].pk], "what the server cost is not known any more"
    undo(made.pk, "ada")
    assert {run.pk: run.measurements.count() for run in both} == measured


def test_each_run_of_one_file_has_its_own_facts(client: Client) -> None:
    log = GLOBAL.read_bytes()
    both = SimpleUploadedFile("both.log", log + b"\n" + NON_GLOBAL.read_bytes())
    answer = send(client, both, kernel="Linux 5.10")
    parse(answer.json()["id"])
    first, second = Run.objects.order_by("pk")[:2]
    assert first.file == second.file
    correct_runs([first.pk], {"kernel": "Linux 5.15"}, "ada")
    client.post(f"/uploads/{answer.json()['id']}/", {"kernel": "Linux 5.11"})
    parse(answer.json()["id"])
    kernels = [str(run.setup.kernel) for run in Run.objects.active().with_setup().order_by("pk")]
    assert kernels[:2] == ["Linux 5.15", "Linux 5.11"]


def test_a_server_that_the_log_contradicts_is_said(client: Client) -> None:
    """The stated one counts; whoever corrects it again takes the sentence back."""
    sentence = "The server was stated as nginx 1.20.9, which counts here; the log names Apache 2.0.58."
    answer = send(client, GLOBAL, server="nginx 1.20.9")
    parse(answer.json()["id"])
    run = Run.objects.get()
    assert sentences_of(run.caveats).count(sentence) == 1
    assert sentence in client.get(f"/runs/{run.pk}/").content.decode()
    assert sentence in client.get(f"/api/v1/runs/{run.pk}").json()["caveats"]
    made = correct_runs([run.pk], {"server": "apache 2.0"}, "ada")
    assert sentence not in sentences_of(Run.objects.get().caveats)
    undo(made.pk, "ada")
    assert Run.objects.get().caveats == run.caveats


def test_the_same_log_is_not_counted_twice_in_one_setup(client: Client) -> None:
    for facts in ({"kernel": "Linux 5.10"}, {"kernel": "Linux 5.11", "own_runs": "true"}):
        parse(send(client, GLOBAL, **facts).json()["id"])
    first, second = Run.objects.order_by("pk")
    with pytest.raises(BadCorrection, match="would count twice"):
        correct_runs([second.pk], {"kernel": "Linux 5.10"}, "ada")
    assert str(Run.objects.with_setup().get(pk=second.pk).setup.kernel) == "Linux 5.11"
    exclude(first, "the same as the second")
    correct_runs([second.pk], {"kernel": "Linux 5.10"}, "ada")
