"""Studies made, filled and taken away in the page, by editors."""

from __future__ import annotations

import pytest
from django.test import Client

from benchdb.models import AuditEntry, Run, Study
from frontend.tests.constructed import runs, setup

pytestmark = pytest.mark.django_db
ADDRESS = "http://testserver/compare/?machine=built&cols=kernel&rows=concurrency"


@pytest.fixture
def study(client: Client) -> Study:
    for kernel, rate in (("Linux 6.1.0", 100.0), ("Linux 6.2.0", 150.0)):
        runs(setup(kernel, 10), {"requests_per_second": [rate, rate + 1]})
    assert client.post("/studies/make", {"title": "Kernels of spring"}).headers["Location"].endswith("/edit/")
    return Study.objects.get()


def test_an_editor_makes_a_study_with_a_question_and_runs(client: Client, study: Study) -> None:
    page = f"/studies/{study.slug}/"
    form = {"title": study.title, "summary": "6.2 is faster.", "question": "Which?", "address": ADDRESS, "note": "n"}
    assert client.post(f"{page}edit/", form).headers["Location"] == page
    shown = Client().get(page).content.decode()
    assert "6.2 is faster." in shown
    assert "Linux 6.2.0" in shown
    assert client.post(f"{page}edit/", {"do": "add runs", "search": 'kernel:"Linux 6.2.0"'}).status_code == 302
    assert set(study.runs.all()) == set(Run.objects.filter(setup__kernel__name="Linux 6.2.0"))
    assert client.post(f"{page}edit/", {"do": "remove runs", "search": "machine:built"}).status_code == 302
    assert not study.runs.exists()
    assert AuditEntry.objects.filter(action="study.made").exists()


def test_a_search_of_a_studys_runs_looks_at_all_of_them(
    client: Client, study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many newer runs of the site it lets through; and it says where it is too many to be added."""
    page, oldest = f"/studies/{study.slug}/edit/", Run.objects.order_by("pk")[0]
    study.runs.add(oldest)
    monkeypatch.setattr("benchdb.curation.studies.MOST_RUNS", 1)
    refused = client.post(page, {"do": "add runs", "search": "machine:built"})
    assert refused.status_code == 400
    assert "More than 1 runs match" in refused.content.decode()
    client.post(page, {"do": "remove runs", "search": "machine:built"})
    assert not study.runs.exists()


def test_a_link_of_another_site_is_no_question_of_a_study(client: Client, study: Study) -> None:
    form = {
        "title": "Kernels",
        "question": "Which?",
        "address": ADDRESS.replace("testserver", "evil.example"),
        "note": "",
    }
    page = client.post(f"/studies/{study.slug}/edit/", form)
    assert (page.status_code, "is a link of another site" in page.content.decode()) == (400, True)
    assert Study.objects.get().comparisons == []


def test_a_question_without_title_and_address_is_taken_away(client: Client, study: Study) -> None:
    page = f"/studies/{study.slug}/edit/"
    client.post(page, {"title": "Kernels", "question": "Which?", "address": ADDRESS, "note": ""})
    client.post(page, {"title": "Kernels", "question": "", "address": "", "note": ""})
    assert Study.objects.get().comparisons == []


def test_an_address_without_a_question_is_one_more_figure_of_the_one_above(client: Client, study: Study) -> None:
    page = f"/studies/{study.slug}/"
    form = {"question": ["Which?", ""], "address": [ADDRESS, ADDRESS], "note": ["", "By server."]}
    form |= {"answer": ["6.2, by half.", ""], "short": ["6.2", ""]}
    client.post(f"{page}edit/", {"title": "Kernels", **form})
    (question,) = client.get(page).context["questions"]
    assert (question.title, question.answer, question.short) == ("Which?", "6.2, by half.", "6.2")
    assert [figure.note for figure in question.figures] == ["", "By server."]
    shown = client.get(f"{page}edit/").content.decode()
    assert 'value="6.2, by half."' in shown
    before = Study.objects.get().comparisons
    typed = client.get(f"{page}edit/").context["asked"]
    names = {"question": "title", "address": "address", "note": "note", "answer": "answer", "short": "short"}
    client.post(
        f"{page}edit/", {"title": "Kernels", **{k: [getattr(one, v) for one in typed] for k, v in names.items()}}
    )
    assert Study.objects.get().comparisons == before, "saving without a change changes nothing"


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"title": ""}, "Give the study a title"),
        ({"title": "A", "question": "", "address": ADDRESS, "note": ""}, "Give the first address a question"),
        ({"title": "A", "question": "Which?", "address": "/wishes/?x=1", "note": ""}, "needs the address of an answer"),
        ({"title": "A", "question": "Which?", "address": "/compare/?metric=speed", "note": ""}, "speed"),
        ({"do": "add runs", "search": ""}, "Say which runs"),
        ({"do": "add runs", "search": "rps:>fast"}, "expected a number"),
        ({"do": "add runs", "search": "machine:nobody"}, "No run matches “machine:nobody”."),
        ({"do": "remove runs", "search": "machine:nobody"}, "No run of the study matches “machine:nobody”."),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(
    client: Client, study: Study, form: dict[str, str], words: str
) -> None:
    answer = client.post(f"/studies/{study.slug}/edit/", form)
    assert answer.status_code == 400
    page = answer.content.decode()
    assert words in page
    assert form.get("address", "").replace("&", "&amp;") in page
    assert f'value="{form.get("search", "")}"' in page.replace("&gt;", ">")
    assert f'value="{form.get("title", study.title)}"' in page, "the other form's is not lost"


def test_only_editors_find_the_form(client: Client, study: Study) -> None:
    page = f"/studies/{study.slug}/"
    assert f"{page}edit/" in client.get(page).content.decode()
    assert f"{page}edit/" not in Client().get(page).content.decode()
    assert Client().get(f"{page}edit/").status_code in (302, 401, 403)


def test_a_study_is_removed_and_its_runs_stay(client: Client, study: Study) -> None:
    count = Run.objects.count()
    assert client.post(f"/studies/{study.slug}/remove/").status_code == 302
    assert (Study.objects.count(), Run.objects.count()) == (0, count)
