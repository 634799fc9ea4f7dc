"""axe-core finds nothing serious on any page, in either theme; no page is wider than a narrow phone, or heavy."""

from __future__ import annotations

import gzip
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from benchdb.host.paths import ROOT
from benchdb.models import Run, Upload

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("studies")]

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = (
    "/", "/runs/", "/runs/{run}/", "/runs/correct/?run={run}", "/uploads/", "/uploads/{upload}/", "/machines/",
    "/machines/sun-fire-v125/",
    "/kernels/", "/servers/", "/studies/", "/studies/smp-scaling/", "/studies/zones/", "/p/", "/docs/", "/login/",
    "/compare/?study=zones&provenance=published&cols=zone", "/scaling/?study=smp-scaling&threads=2",
    "/history/?study=zones", "/nothing-here/", "/compare/", "/scaling/", "/history/", "/cost/", "/api/v1/docs",
    "/questions/", "/rules/", "/studies/zones/edit/", "/runs/?sort=-requests_per_second", "/cost/?by=kernel",
    "/compare/?study=smp-scaling", "/notes/new/?machine=Sun+Fire+V125&since=2007-03-01",
)  # fmt: skip
SERIOUS = ("serious", "critical")
#: What is looked for: all that axe knows, and in dark what colours can change.
RULES = {"light": {}, "dark": {"runOnly": ["color-contrast", "link-in-text-block"]}}
FINDINGS = """async (rules) => (await axe.run(document, {resultTypes: ["violations"], ...rules})).violations.map(
    ({id, impact, nodes}) => [impact, id, nodes.slice(0, 3).map((node) => node.html.slice(0, 160))])"""


#: WCAG 2.5.8, with all folds open. The lines of a raw log lie as close as its text does, which the rule allows.
UNFOLDED = """document.querySelectorAll("main details:not([name], .menu)").forEach((fold) => { fold.open = true; })"""
NARROW = """async () => (await axe.run({include: ["body"], exclude: [".log"]}, {runOnly: ["target-size"]})).violations
    .flatMap(({nodes}) => nodes.map((node) => node.html.slice(0, 160)))"""
#: Whatever the fonts: a table that may be wider than its frame has something in it, or the frame, that takes the keys.
OUT_OF_REACH = """[...document.querySelectorAll(".scroll:not([tabindex])")]
    .filter((frame) => !frame.closest("[hidden]") && !frame.querySelector(
        "a[href], button, input:not([type=hidden]), select, summary, [tabindex]"))
    .map((frame) => frame.outerHTML.slice(0, 160))"""


def addresses() -> list[str]:
    run, upload = Run.objects.filter(provenance="measured").first(), Upload.objects.first()
    assert run
    assert upload
    return [page.format(run=run.pk, upload=upload.pk) for page in PAGES]


#: pixels of CSS: a narrow phone; a screen of 1440 at 200%.
WIDTHS = (320, 720)


MOST = 110_000  #: bytes of a page with all that it loads, as a browser that has nothing yet receives them
HEAD = 700  #: bytes of one answer's headers, about


LOADED = "performance.getEntriesByType('resource').map((one) => one.name)"


@cache
def packed(name: str) -> int:
    """Bytes of a static file in gzip, which every browser takes; over https they are fewer, in Brotli."""
    file = finders.find(name)
    assert file, name
    return len(gzip.compress(Path(file).read_bytes())) + HEAD


def weight(page: Any, document: bytes) -> int:
    """Bytes in gzip: the page itself and what it asks the site for."""
    parts = [url.partition("/static/") for url in page.evaluate(LOADED) if not url.startswith("data:")]
    bodies = [document, *(page.request.get(url).body() for url, mark, _ in parts if not mark)]
    return sum(len(gzip.compress(body)) + HEAD for body in bodies) + sum(
        packed(name) for _, mark, name in parts if mark
    )


def test_each_page_is_accessible_in_both_themes_fits_a_narrow_phone_and_is_light(
    live_server: Any, chromium: Any, site_token: str
) -> None:
    """One walk, for a page is loaded once: as an editor sees it, who sees most."""
    page = chromium.new_context(bypass_csp=True, reduced_motion="reduce").new_page()
    page.goto(f"{live_server.url}/open/{site_token}/")
    findings, widths, weights, frames, targets = {}, {}, {}, {}, {}
    for address in addresses():
        answer = page.goto(live_server.url + address, wait_until="networkidle")
        weights[address] = weight(page, answer.body())
        frames[address] = page.evaluate(OUT_OF_REACH)
        page.add_script_tag(path=str(AXE))
        for scheme, rules in RULES.items():
            page.emulate_media(color_scheme=scheme)
            serious = [finding for finding in page.evaluate(FINDINGS, rules) if finding[0] in SERIOUS]
            findings[address, scheme] = serious
        page.evaluate(UNFOLDED)
        targets[address] = page.evaluate(NARROW)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 640})
            widths[address, width] = page.evaluate("document.documentElement.scrollWidth")
        page.set_viewport_size({"width": 1280, "height": 720})
    assert {place: serious for place, serious in findings.items() if serious} == {}
    assert {place: frame for place, frame in frames.items() if frame} == {}
    assert {place: narrow for place, narrow in targets.items() if narrow} == {}
    assert {place: bytes_sent for place, bytes_sent in weights.items() if bytes_sent > MOST} == {}
    assert {place: wide for place, wide in widths.items() if wide > place[1]} == {}


def test_charts_are_loaded_only_where_a_chart_is(live_server: Any, chromium: Any) -> None:
    query: list[str] = []
    page = chromium.new_context().new_page()
    page.on("request", lambda request: query.append(request.url))
    page.goto(live_server.url + "/runs/")
    page.wait_for_load_state("networkidle")
    assert not [url for url in query if "/charts/" in url]
    page.goto(live_server.url + "/")
    page.wait_for_selector("canvas[data-drawn]")
    assert [url for url in query if "/charts/" in url]


def test_the_theme_is_kept_and_the_keys_are_told(live_server: Any, chromium: Any) -> None:
    page = chromium.new_context(color_scheme="light").new_page()
    page.goto(live_server.url + "/runs/")
    ground = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(ground)
    switch = page.locator("[data-theme-switch]")
    switch.click()
    switch.click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    dark = page.evaluate(ground)
    assert dark != light
    page.goto(live_server.url + "/docs/")
    assert page.evaluate(ground) == dark, "the next page has it too"
    page.keyboard.press("?")
    assert page.locator("#keys").is_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.type") == "search"
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("g")
    page.keyboard.press("r")
    page.wait_for_url("**/runs/")


def test_a_comparison_is_picked_and_frozen_by_keyboard_alone(live_server: Any, chromium: Any) -> None:
    page = chromium.new_context().new_page()
    page.goto(live_server.url + "/")
    for key in ("g", "c"):
        page.keyboard.press(key)
    page.wait_for_url("**/compare/")
    for key in ("j", "Enter"):
        page.keyboard.press(key)
    page.wait_for_url("**/compare/?*")
    page.keyboard.press("s")
    assert page.evaluate("document.activeElement.name") == "title"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    assert page.locator("details.menu[open]").count() == 0, "a menu closes behind who goes on"


@pytest.mark.parametrize(
    "address", ["/", "/runs/", "/runs/{run}/", "/uploads/", "/scaling/?study=smp-scaling&threads=2"]
)
def test_nothing_is_inline(client: Any, address: str) -> None:
    run = Run.objects.first()
    assert run
    page = client.get(address.format(run=run.pk)).content.decode()
    assert "style=" not in page
    assert "<style" not in page
    assert not [
        tag for tag in page.split("<script")[1:] if "src=" not in tag.split(">")[0] and "json" not in tag.split(">")[0]
    ]
