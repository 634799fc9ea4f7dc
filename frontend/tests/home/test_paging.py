"""Lists that grow for years are read in pages, and searched."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.models import AcceptanceRule, Permalink, SavedQuestion, Study, Token, Watch, Webhook
from frontend.paging import ON_A_PAGE

pytestmark = pytest.mark.django_db
MANY = range(ON_A_PAGE + 9)


@pytest.fixture
def many(admin_user: User) -> None:
    """More of everything than a page has."""
    now = datetime(2026, 11, 1, tzinfo=UTC)
    User.objects.bulk_create(User(username=f"person {n}") for n in MANY)
    Study.objects.bulk_create(Study(slug=f"s{n}", title=f"Study {n}", position=n) for n in MANY)
    Token.objects.bulk_create(Token(owner=admin_user, name=f"laptop {n}", digest=f"{n:064d}") for n in MANY)
    SavedQuestion.objects.bulk_create(
        SavedQuestion(name=f"Question {n}", kind="compare", query="cols=kernel") for n in MANY
    )
    Watch.objects.bulk_create(Watch(title=f"Watch {n}", query="machine=web9", site="http://x.test/") for n in MANY)
    Webhook.objects.bulk_create(Webhook(url=f"https://r{n}.test", kinds=[]) for n in MANY)
    AcceptanceRule.objects.bulk_create(
        AcceptanceRule(dimension=f"tuning.s{n}", extent="any", reason=f"reason {n}") for n in MANY
    )
    Permalink.objects.bulk_create(
        Permalink(pk=f"{n:012}", title=f"Frozen {n}", query="cols=kernel", as_of=now, run_ids=[], logs=[], result="{}")
        for n in MANY
    )


@pytest.mark.usefixtures("many")
@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("/people/", ">person {}<"),
        ("/studies/", "Study {}<"),
        ("/account/", "laptop {}<"),
        ("/questions/", ">Question {}<"),
        ("/watches/", "Watch {}<"),
        ("/rules/", "reason {}<"),
        ("/p/", "Frozen {}<"),
        ("/webhooks/", "https://r{}.test<"),
    ],
)
def test_a_long_list_has_pages_and_a_search(admin_client: Client, path: str, name: str) -> None:
    first, second = (admin_client.get(f"{path}?page={page}").content.decode() for page in (1, 2))
    shown = [{n for n in MANY if name.format(n) in page} for page in (first, second)]
    assert len(shown[0]) <= ON_A_PAGE
    assert shown[0] | shown[1] == {*MANY}
    assert 'href="?page=2"' in first
    answer = admin_client.get(f"{path}?q={name.strip('<>').format(57)}").content.decode()
    assert [n for n in MANY if name.format(n) in answer] == [57]
    assert 'href="?' not in answer


@pytest.mark.usefixtures("many")
def test_home_and_launchers_show_the_first_studies_and_lead_to_all(client: Client) -> None:
    for path, most in (("/", 7), ("/scaling/", 12)):
        page = client.get(path).content.decode()
        assert (page.count('href="/studies/s'), 'href="/studies/">All studies' in page) == (most, True)
