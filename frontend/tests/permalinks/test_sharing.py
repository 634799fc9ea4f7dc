"""Sharing in a real Chromium: what is copied, what a cell's address marks, and a drawing on somebody else's page."""

from __future__ import annotations

import re
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest
from django.test import Client

from frontend.charts.palette import colours

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("studies"),
]

QUESTION = "study=zones&provenance=published&cols=zone&baseline=global"


@pytest.fixture
def link(client: Client) -> str:
    return str(client.post("/compare/freeze/", {"query": QUESTION, "title": "Zones"}).headers["Location"])


def test_what_is_copied_is_the_export(live_server: Any, chromium: Any, link: str, client: Client) -> None:
    context = chromium.new_context()
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=live_server.url)
    page = context.new_page()
    page.goto(f"{live_server.url}{link}")
    for name, ending in (("Markdown", "md"), ("Text", "txt"), ("BibTeX", "bib")):
        page.locator(f"a[data-copy]:text-is('Copy {name}')").click()
        page.locator(f"[data-copied]:text-is('{name} copied')").wait_for()
        assert page.evaluate("navigator.clipboard.readText()").encode() == client.get(f"{link[:-1]}.{ending}").content
    page.locator("a[data-copy]:text-is('Copy link')").click()
    page.locator("[data-copied]:text-is('Link copied')").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{live_server.url}{link}"


def test_without_javascript_the_button_is_a_link_to_the_text(live_server: Any, chromium: Any, link: str) -> None:
    page = chromium.new_context(java_script_enabled=False).new_page()
    page.goto(f"{live_server.url}{link}")
    page.locator("a[data-copy]:text-is('Copy Text')").click()
    assert page.url.endswith(".txt")
    assert "310.40" in page.content()


def test_a_cells_address_marks_the_cell(live_server: Any, chromium: Any, link: str) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}{link}")
    page.locator(".cmp summary:text-is('150')").click()
    page.locator(".mini tr:has-text('399.17') a:text-is('non-global')").click()
    assert page.url.endswith("#cell=requests_per_second:150:non-global")
    assert page.locator(":target .val").inner_text() == "399.17"
    assert page.locator(":target .val").get_attribute("title") == "399.17"
    shadow = "getComputedStyle(document.querySelector(':target')).boxShadow"
    assert page.evaluate(shadow) != "none"


def test_typing_a_title_asks_nothing_and_it_is_frozen(live_server: Any, chromium: Any, site_token: str) -> None:
    page = chromium.new_context().new_page()
    page.goto(f"{live_server.url}/open/{site_token}/")
    page.goto(f"{live_server.url}/compare/?{QUESTION}")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/compare/" in request.url else None)
    page.get_by_text("Freeze and share").click()
    page.fill("input[name=title]", "Typed")
    page.fill("textarea[name=note]", "A note.")
    page.keyboard.press("Tab")
    page.wait_for_timeout(300)
    assert requests == []
    page.get_by_role("button", name="Freeze as a permalink").click()
    page.wait_for_url(re.compile(r"/p/[a-z2-7]+/$"))
    assert page.locator("h1").inner_text() == "Typed"


class Elsewhere(BaseHTTPRequestHandler):
    """Another site, strict about what it embeds."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title><body>")

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on the terminal."""


def test_another_site_shows_the_drawing_but_cannot_read_it(live_server: Any, chromium: Any, link: str) -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere) as other:
        Thread(target=other.serve_forever, daemon=True).start()
        page = chromium.new_context().new_page()
        page.goto(f"http://127.0.0.1:{other.server_port}/")
        for ending in ("svg", "png"):
            width = page.evaluate(
                "src => new Promise(done => { const i = new Image(); i.onload = () => done(i.naturalWidth);"
                " i.onerror = () => done(0); i.src = src; })",
                f"{live_server.url}{link[:-1]}.{ending}",
            )
            assert width >= 1100
        read = "src => fetch(src).then(() => 'read', () => 'refused')"
        assert page.evaluate(read, f"{live_server.url}{link[:-1]}.svg") == "refused"
        other.shutdown()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_drawing_and_the_html_file_are_readable_in_both_schemes(
    live_server: Any, chromium: Any, link: str, scheme: str
) -> None:
    page = chromium.new_context(color_scheme=scheme, viewport={"width": 390, "height": 800}).new_page()
    requests: list[str] = []
    page.goto(f"{live_server.url}{link[:-1]}.html")
    page.on("request", lambda request: requests.append(request.url))
    page.reload()
    assert requests == [page.url]
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    fills = page.evaluate("[...document.querySelectorAll('svg text')].map(t => getComputedStyle(t).fill)")
    assert set(fills) == {rgb(getattr(colours()[token], scheme)) for token in ("ink", "ink-3")}


def rgb(colour: str) -> str:
    """#15181c as a browser says it."""
    return f"rgb({', '.join(str(int(colour[place : place + 2], 16)) for place in (1, 3, 5))})"


def test_the_canonical_address_is_absolute(db: None) -> None:
    page = Client().get("/compare/?rows=metric&machine=none").content.decode()
    assert '<link rel="canonical" href="http://testserver/compare/?rows=metric&amp;machine=none">' in page
