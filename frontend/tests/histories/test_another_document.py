"""A history whose server answered with something else for a while: its page, its exports, its watch."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client

from benchdb.tests.watches.watched import published_changes, watch
from benchdb.watches.check import check
from frontend.tests.constructed import runs, setup
from frontend.tests.histories.dated import START, dated

pytestmark = [pytest.mark.django_db]

NIGHTLY = "machine=nightly&metric=requests_per_second"


def nights(first: int, rate: float, size: float, count: int) -> None:
    """What wrk counts: requests and bytes, and no failure."""
    values = [rate * (1 + step / 100) for step in (0, 1, -1, 0.5, -0.5, 0.2, -0.8, 0.7, -0.3, 0.4, -0.6, 0.9)[:count]]
    counted = {"requests_completed": [1000.0] * count, "bytes_received": [1000 * size] * count}
    dated(
        runs(setup("Linux 6.1.0", 8, machine="nightly"), {"requests_per_second": values, **counted}),
        START + timedelta(days=first),
    )


@pytest.fixture
def redirected(db: None) -> None:
    nights(0, 80_000, 4240, 12)
    nights(12, 157_000, 376, 12)


@pytest.mark.usefixtures("redirected")
def test_page_and_exports_call_it_not_comparable(client: Client) -> None:
    words = "where replies went from 4.14 KiB to 376 B (not comparable)"
    page = client.get(f"/history/?{NIGHTLY}").content.decode()
    assert words in page
    assert "Replies 4.14 KiB → 376 B" in page
    assert "Not comparable: another document, an error page, a redirect, or compression." in page
    assert "othing recorded there" not in page
    assert "Nothing that is recorded changes along a curve" not in page
    for name in ("txt", "md"):
        assert "not comparable" in client.get(f"/history.{name}?{NIGHTLY}").content.decode()
    document: dict[str, Any] = client.get(f"/history.json?{NIGHTLY}").json()
    (change,) = document["curves"][0]["changes"]
    assert words in document["headline"]
    assert (change["verdict"], change["also_differs"]) == (
        "not comparable",
        [{"dimension": "document_bytes", "baseline": ["4.14 KiB a reply"], "here": ["376 B a reply"]}],
    )
    assert change["caveats"][0].startswith("Replies went from 4.14 KiB to 376 B: another document")
    table = client.get(f"/history.csv?{NIGHTLY}").content.decode()
    assert "Document size: 4.14 KiB a reply against 376 B a reply" in table


@pytest.mark.usefixtures("redirected")
def test_one_click_goes_over_it_on_purpose(client: Client) -> None:
    shown = client.get(f"/history/?{NIGHTLY}")
    path = shown.context["other_document"].path
    assert "accept=document_bytes" in path
    assert f'href="{path.replace("&", "&amp;")}"' in shown.content.decode()
    accepted = client.get(path)
    assert accepted.context["other_document"] is None
    assert (
        client.get(path.replace("/history/", "/history.json")).json()["curves"][0]["changes"][0]["verdict"] == "better"
    )


@pytest.mark.parametrize("direction", ["any", "worse"])
def test_a_watch_tells_of_a_redirect_with_the_sizes_and_not_as_better(direction: str) -> None:
    """Also where only the worse is told: a site that redirects all is down."""
    nights(0, 80_000, 4240, 12)
    watched = watch(f"/history/?{NIGHTLY}", direction=direction)
    check(watched.pk)
    nights(12, 157_000, 376, 12)
    check(watched.pk)
    (event,) = published_changes()
    assert "where replies went from 4.14 KiB to 376 B (not comparable)" in event.title
    assert (event.payload["verdict"], event.payload["also_changed"]) == ("not comparable", ["document_bytes"])
