"""Content-Security-Policy: on every answer, and a real browser has nothing to complain about on any page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.models import Log, Permalink, Recording, Run, Upload, UploadFile
from benchdb.tests.people.test_permissions import ADMIN, TABLE
from benchdb.web.policy import POLICY

QUESTION = "study=zones&provenance=published&cols=zone"
WATCH = """
window.violations = [];
document.addEventListener('securitypolicyviolation', event =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""


def pages(link: str) -> list[str]:
    """Every address that answers a GET, some with what they show, and /admin/."""
    upload = Upload.objects.first()
    assert upload
    examples = [example.format(upload=upload.pk) for example, row in TABLE.values() if "GET" in row]
    admin = [f"/{route}" for route in ADMIN if "<" not in route and "(?" not in route and "logout" not in route]
    return [*examples, *admin, *shown(link)]


def shown(link: str) -> list[str]:
    """Pages with what they show: each kind of chart, of table and of form that a script works on is on one of them."""
    run = Run.objects.first()
    assert run
    own = [f"/runs/{run.pk}/", link, f"/compare/?{QUESTION}", f"/scaling/?{QUESTION}", f"/history/?{QUESTION}"]
    own += [f"/cost/?{QUESTION}", f"/admin/benchdb/run/{run.pk}/change/", "/studies/zones/", "/nothing/here/"]
    return [*own, "/", "/runs/", "/uploads/", "/compare/", "/docs/", "/api/v1/docs"]


@pytest.fixture
def link(studies: None, client: Client) -> str:
    file = UploadFile.objects.create(upload=Upload.objects.first(), position=9, name="s", log=Log.of([b"x"]))
    Recording.objects.create(file=file, tool="sar", format="sar", parser_version="1", start=0, end=1)
    return str(client.post("/compare/freeze/", {"query": QUESTION}).headers["Location"])


@pytest.mark.django_db
def test_every_answer_has_a_policy(link: str) -> None:
    browser = Client(raise_request_exception=False)
    browser.force_login(User.objects.create_superuser("ada"))
    without = [path for path in pages(link) if "Content-Security-Policy" not in browser.get(path).headers]
    assert without == []
    assert browser.get("/", headers={"host": "elsewhere.example"}).headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
    assert browser.get(f"{link[:-1]}.svg").headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert Permalink.objects.count() == 1


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("walk", "least"), [(shown, 13), pytest.param(pages, 40, marks=pytest.mark.thorough)], ids=["shown", "all"]
)
def test_a_browser_sees_no_violation(
    live_server: Any, chromium: Any, link: str, walk: Callable[[str], list[str]], least: int
) -> None:
    visitor = Client()
    visitor.force_login(User.objects.create_superuser("ada"))
    context, faults = chromium.new_context(), []
    cookie = {"name": "sessionid", "value": visitor.cookies["sessionid"].value, "url": live_server.url}
    context.add_cookies([cookie])
    context.add_init_script(WATCH)
    page = context.new_page()
    page.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
    walked = 0
    for path in walk(link):
        answer = visitor.get(path)
        if not answer.headers.get("Content-Type", "").startswith("text/html") or "attachment" in str(answer.headers):
            continue
        page.goto(f"{live_server.url}{path}", wait_until="load")
        faults += [f"{path}: {violation}" for violation in page.evaluate("window.violations")]
        walked += 1
    context.close()
    assert faults == []
    assert walked > least


@pytest.mark.django_db
def test_an_answer_that_nothing_changed_leaves_the_policy_of_the_page_that_is_kept(studies: None) -> None:
    page = f"/compare.html?{QUESTION}"
    first = Client().get(page)
    again = Client().get(page, headers={"if-none-match": first["ETag"]})
    assert first.headers["Content-Security-Policy"] != POLICY
    assert (again.status_code, "Content-Security-Policy" in again.headers) == (304, False)
