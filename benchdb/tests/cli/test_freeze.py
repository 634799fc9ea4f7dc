"""`benchdb freeze` takes the link of any answer, and a gate judges comparisons alone."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from benchdb.cli.__main__ import main
from benchdb.cli.questions import KINDS
from benchdb.host.local_sites import register
from benchdb.models import Permalink, Run
from benchdb.questions.kinds import QUESTIONS
from frontend.tests.constructed import runs, setup


@pytest.fixture
def site(tmp_path: Any, live_server: Any, site_token: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    register(live_server.url, settings.HERE.token)
    for cpus in (1, 2, 4):
        runs(setup("Linux 6.1.0", 8, machine="lab", cpus=cpus), {"requests_per_second": [100.0 * cpus, 101.0 * cpus]})
    return str(live_server.url)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", ["compare", "scaling", "history"])
def test_every_answer_is_frozen_by_its_link(site: str, client: Client, capsys: Any, kind: str) -> None:
    assert main(["--url", site, "freeze", f"{site}/{kind}/?machine=lab", "--title", "as it was"]) == 0
    link = Permalink.objects.get()
    assert (link.kind, link.title) == (kind, "as it was")
    address = capsys.readouterr().out.strip()
    assert client.get(address.removeprefix(site)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_what_is_no_answer_is_neither_frozen_nor_judged(site: str, capsys: Any) -> None:
    assert main(["--url", site, "freeze", f"{site}/machines/?machine=lab"]) == 1
    assert "expected an answer's link" in capsys.readouterr().err
    assert main(["--url", site, "compare", f"{site}/history/?machine=lab", "--fail-if", "worse"]) == 2
    assert "a gate judges comparisons, and /history/ is none" in capsys.readouterr().err
    assert main(["--url", site, "compare", "machine=nowhere", "--baseline", "41", "--fail-if", "worse"]) == 3
    assert "no run matches the question" in capsys.readouterr().err


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("command", ["compare", "freeze"])
def test_a_link_of_another_site_is_not_answered_from_this_one(site: str, capsys: Any, command: str) -> None:
    for page in ("compare/?machine=lab", "p/cdrn62miycjl/"):
        assert main(["--url", site, command, f"https://bench.example.org/{page}"]) == 1
        refusal = f"the link is of https://bench.example.org, and the site in use is {site}: add --url https://bench"
        assert refusal in capsys.readouterr().err
    assert (
        main(["--url", site, "compare", f"{site}/compare/?machine=lab&cols=cpus".replace("localhost", "127.0.0.1")])
        == 0
    )


@pytest.mark.django_db(transaction=True)
def test_the_link_of_an_uploads_comparison_is_that_comparisons(site: str, capsys: Any) -> None:
    (alone,) = runs(setup("Linux 6.1.0", 8, machine="alone"), {"requests_per_second": [100.0]})
    assert main(["--url", site, "compare", f"{site}/compare/upload/{alone.file.upload_id}/", "--json"]) == 0
    assert f"upload={alone.file.upload_id}" in json.loads(capsys.readouterr().out)["query"]
    upload = Run.objects.filter(setup__machine__name="lab").values_list("file__upload_id", flat=True)[0]
    link = f"{site}/compare/upload/{upload}/"
    assert main(["--url", site, "compare", link, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["query"] == "cols=cpus&machine=lab", "beside what its machine had"
    assert main(["--url", site, "freeze", link]) == 0
    assert Permalink.objects.get().kind == "compare"
    assert main(["--url", site, "compare", f"{site}/compare/upload/999999/"]) == 1
    assert "refuses (404)" in capsys.readouterr().err


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/runs/12/", "/", "/compare.json", "/machines/?machine=lab"])
def test_a_link_of_no_answer_is_not_compared(site: str, capsys: Any, path: str) -> None:
    assert main(["--url", site, "compare", f"{site}{path}"]) == 1
    sentence = "expected an answer's link, such as http://…/compare/?…, …/history/?… or …/p/…/, found one of "
    assert f"{sentence}{path.partition('?')[0]}\n" in capsys.readouterr().err


def test_the_kinds_of_links_are_those_of_the_site() -> None:
    assert set(KINDS) == QUESTIONS.keys()
