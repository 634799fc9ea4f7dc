"""Who opens an address that only takes a form gets a page of the site; a program gets what it always got."""

from __future__ import annotations

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize("path", ["/studies/make", "/compare/freeze/", "/uploads/12/cancel/"])
def test_an_address_that_only_takes_a_form_is_no_blank_page(client: Client, path: str) -> None:
    page = client.get(path, headers=BROWSER)
    assert (page.status_code, page["Allow"]) == (405, "POST")
    text = page.content.decode()
    assert "<h1>Nothing to open here</h1>" in text
    assert "takes what a form of the site sends" in text
    assert "Try again" not in text, "it would be the same"
    assert client.get(path).content == b""


def test_a_program_gets_a_problem(client: Client) -> None:
    answer = client.delete("/api/v1/studies", headers=BROWSER)
    assert (answer.status_code, answer["Content-Type"]) == (405, "application/problem+json")
