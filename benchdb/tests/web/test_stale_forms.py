"""A form that was opened under another login is told to be loaded again, in a page that looks like the others."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

pytestmark = pytest.mark.django_db


def strict(**more: str) -> Client:
    return Client(enforce_csrf_checks=True, headers={"accept": "text/html", **more})


def test_a_form_of_another_login_says_what_to_do() -> None:
    browser = strict(referer="http://testserver/uploads/7/?state=failed")
    browser.force_login(User.objects.create_superuser("ada"))
    answer = browser.post("/uploads/7/retry/", {"csrfmiddlewaretoken": "x" * 64})
    page = " ".join(answer.content.decode().split())
    assert answer.status_code == 403
    assert "Your login has changed since this page was opened" in page
    assert '<a class="btn main" href="/uploads/7/?state=failed">Load the page again</a>' in page
    assert "benchdb/styles/site" in page
    assert "CSRF" not in page


def test_the_page_of_another_site_is_not_linked() -> None:
    page = strict(referer="https://elsewhere.example/form").post("/watches/").content.decode()
    assert "elsewhere" not in page


@pytest.mark.parametrize("method", ["DELETE", "PUT", "PATCH", "POST"])
def test_what_an_address_does_not_take_is_said_before_any_token(method: str) -> None:
    answer = strict().generic(method, "/runs/")
    assert answer.status_code == 405
    assert answer.headers["Allow"] == "GET, HEAD"


def test_a_form_to_an_address_that_takes_it_is_refused_and_not_called() -> None:
    assert strict().post("/logout/").status_code == 403
    assert strict().post("/runs/edit/").status_code == 403
    assert strict().generic("DELETE", "/login/").status_code == 405
