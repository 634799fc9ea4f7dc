"""What lies in a folder beside its logs: notes are passed over, and `uname -a` says host and kernel."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from benchdb.host.paths import ROOT
from benchdb.models import Recording, Run, Upload, UploadFile
from ingest.declared.systems import System, system_of
from ingest.pipeline.parse_upload import parse_upload
from ingest.tests.intake.doors import GLOBAL, send

LINUX = "Linux web1 6.1.0-18-amd64 #1 SMP PREEMPT_DYNAMIC Debian 6.1.76-1 (2024-02-01) x86_64 GNU/Linux\n"
SUNOS = "SunOS v125 5.10 Generic_118833-33 sun4u sparc SUNW,Sun-Fire-V125\n"
SAR = (ROOT / "fixtures/occasions/nginx-ab/sar.txt").read_bytes().replace(b"(vm)", b"(lab7)")
NOTE = b"# Second day\n\nAs the first, with the new fan.\n"

pytestmark = pytest.mark.usefixtures("by_hand")


def read(client: Client, **files: bytes) -> dict[str, object]:
    sent = [SimpleUploadedFile(name.replace("__", "."), content) for name, content in files.items()]
    answer = send(client, *sent).json()
    parse_upload(answer["id"])
    return dict(client.get(answer["status_url"]).json())


@pytest.mark.parametrize(
    ("text", "system"),
    [
        (LINUX, System("web1", "Linux 6.1.0-18-amd64")),
        (f"$ uname -a\n{LINUX}", System("web1", "Linux 6.1.0-18-amd64")),
        (SUNOS, System("v125", "SunOS 5.10 Generic_118833-33")),
        ("FreeBSD bsd1 13.2-RELEASE FreeBSD 13.2-RELEASE GENERIC amd64\n", System("bsd1", "FreeBSD 13.2-RELEASE")),
        (LINUX + LINUX, None),
        (LINUX + "Requests per second: 12\n", None),
        ("Linux is what it runs\n", None),
        ("", None),
    ],
)
def test_uname_says_host_and_kernel(text: str, system: System | None) -> None:
    assert system_of(text) == system


@pytest.mark.django_db(transaction=True)
def test_a_usual_folder_of_results_is_read_whole(client: Client) -> None:
    status = read(
        client, run__log=GLOBAL.read_bytes(), uname__txt=LINUX.encode(), notes__md=NOTE, README=NOTE, ORIGIN=NOTE
    )
    assert (status["state"], status["problems"]) == ("stored", [])
    assert status["progress"] == {"stored": 1, "facts": 1, "note": 3, "total": 5, "done": 5}
    setup = Run.objects.with_setup().get().setup
    assert (str(setup.machine), str(setup.kernel)) == ("web1", "Linux 6.1.0-18-amd64")
    page = client.get(f"/uploads/{status['id']}/").content.decode()
    assert ("Needs you" in page, "Retry" in page, "uname.txt" in page) == (False, False, True)


@pytest.mark.django_db(transaction=True)
def test_what_is_stated_or_recorded_stands_above_uname(client: Client) -> None:
    uname = LINUX.replace("web1", "lab7").encode()
    read(client, run__log=GLOBAL.read_bytes(), uname__txt=uname, sar__txt=SAR)
    setup = Run.objects.with_setup().get().setup
    assert (str(setup.machine), str(setup.kernel), setup.cpus) == ("lab7", "Linux 6.18.44-fc-v669", 2)
    assert Recording.objects.get().attachments.get().side == "server"
    other = GLOBAL.read_bytes().replace(b"390.24", b"391.24")
    log = SimpleUploadedFile("run.log", other)
    parse_upload(send(client, log, SimpleUploadedFile("uname-a", uname), machine="lab1").json()["id"])
    setup = Run.objects.with_setup().latest("pk").setup
    assert (str(setup.machine), str(setup.kernel)) == ("lab1", "Linux 6.1.0-18-amd64")
    assert str(Recording.objects.get().machine) == "lab7"


@pytest.mark.django_db(transaction=True)
def test_a_note_with_a_report_in_it_is_a_log_and_one_alone_is_told(client: Client) -> None:
    read(client, notes__md=NOTE + GLOBAL.read_bytes())
    assert Run.objects.count() == 1
    read(client, README=NOTE)
    alone = Upload.objects.latest("pk")
    assert (alone.state, alone.error) == ("failed", "There is no run in it.")
    assert UploadFile.objects.get(upload=alone).state == "note"
