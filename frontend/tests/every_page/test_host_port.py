"""What one asker says of the site's address is told to nobody else.

A Host header's port is not checked: tunnels and containers map ports. So whatever is remembered between requests
(pages, permalinks, exports, feeds) must hold none of it, but for what its author froze.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from benchdb.models import PermalinkBody, PermalinkExport

QUESTION = "study=zones&provenance=published&cols=zone"
PAGES = ("/", "/runs/", "/studies/", "/studies/zones/", f"/compare/?{QUESTION}", f"/compare.md?{QUESTION}", "/p/")
FEED = "/feeds/runs.atom"
KINDS = ("json", "csv", "md", "txt", "html", "svg", "png")
FORGED, PORT = {"Host": "127.0.0.1:6666"}, b":6666"


def frozen(client: Client, **more: Any) -> str:
    """The path of a new permalink, without its last slash."""
    location = client.post("/compare/freeze/", {"query": QUESTION}, **more).headers["Location"]
    return location[location.index("/p/") :].rstrip("/")


@pytest.mark.django_db
def test_no_page_holds_the_address_that_somebody_else_asked_for(studies: None, client: Client) -> None:
    """Nor does an export or a page that a stranger is the first to ask for, as after an upgrade."""
    link = frozen(client)
    PermalinkExport.objects.exclude(name="txt").delete()
    PermalinkBody.objects.all().delete()
    paths = [*PAGES, FEED, f"{link}/", *(f"{link}.{kind}" for kind in KINDS)]
    answers = [Client().get(path, headers=FORGED) for path in paths]
    assert any(PORT in answer.content for answer in answers), "one's own answer names what one asked for"
    for path in paths:
        answer = Client().get(path)
        assert answer.status_code == 200, path
        assert PORT not in answer.content, path


@pytest.mark.django_db
def test_what_is_kept_or_sent_says_what_the_admin_says(studies: None, client: Client, settings: Any) -> None:
    settings.SITE_URL = "https://bench.example.org"
    link = frozen(client, headers=FORGED)
    assert b"\nhttps://bench.example.org/p/" in client.get(f"{link}.txt").content
    admin = Client()
    admin.force_login(User.objects.create_superuser("ada"))
    page = admin.post("/people/", {"role": "viewer"}, headers=FORGED).content
    assert b"https://bench.example.org/join/" in page
    assert PORT not in page
