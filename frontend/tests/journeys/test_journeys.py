"""What people come for, counted in actions: a click, a choice of files, a line typed. Fewer is the promise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from benchdb.host.paths import ROOT
from benchdb.host.process import Process
from frontend.tests.constructed import runs, setup

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ZONES = ROOT / "fixtures/studies/zones"
BUNDLE = ROOT / "fixtures/occasions/nginx-ab"
WIDE = {"width": 1440, "height": 900}
TOML = """[files."global.log"]
zone = "global"
[files."web.log"]
zone = "web"
[facts]
machine = "Journey's machine"
"""


class Journey:
    """A reader who counts what they do."""

    def __init__(self, page: Any, site: str) -> None:
        self.page, self.site, self.actions = page, site, 0
        page.goto(site)

    def click(self, role: str, name: str | re.Pattern[str]) -> None:
        self.page.get_by_role(role, name=name).first.click()
        self.actions += 1

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()
        self.actions += 1

    def choose(self, files: list[Path]) -> None:
        self.page.set_input_files("input[name=file]", [str(file) for file in files])
        self.actions += 1

    def type_line(self, selector: str, line: str) -> None:
        self.page.fill(selector, line)
        self.page.press(selector, "Enter")
        self.actions += 1


@pytest.fixture
def page(chromium: Any, live_server: Any, site_token: str) -> Iterator[Any]:
    """A page that may upload, as the link that `make run` prints opens it."""
    context = chromium.new_context(viewport=WIDE, permissions=["clipboard-read", "clipboard-write"])
    opened = context.new_page()
    opened.goto(f"{live_server.url}/open/{site_token}/")
    yield opened
    context.close()


def test_which_kernel_is_faster_takes_two_clicks(live_server: Any, page: Any) -> None:
    for kernel, rate in (("Linux 6.1.0", 100.0), ("Linux 6.2.0", 150.0)):
        runs(setup(kernel, 10), {"requests_per_second": [rate + trial for trial in range(6)]})
    reader = Journey(page, live_server.url)
    reader.click("link", "Compare")
    reader.press("a.offer")
    page.wait_for_selector("canvas[data-drawn]")
    assert "better" in page.locator(".comparison").inner_text()
    assert page.locator(".gate").count() == 0
    assert reader.actions == 2


def test_two_logs_are_shared_in_six_actions(live_server: Any, page: Any, worker: Process, tmp_path: Path) -> None:
    for zone, source in (("global", "global"), ("web", "non-global")):
        (tmp_path / f"{zone}.log").write_bytes((ZONES / f"{source}.log").read_bytes() + b"\n")
    (tmp_path / "benchdb.toml").write_text(TOML)
    reader = Journey(page, live_server.url)
    reader.click("link", "Upload logs")
    reader.choose(sorted(tmp_path.iterdir()))
    reader.click("button", re.compile("^Upload$"))
    page.wait_for_selector(".asking-next")
    reader.click("link", "Compare by zone")
    page.wait_for_selector("canvas[data-drawn]")
    reader.press(".freezing > summary")
    reader.click("button", "Freeze and copy Markdown")
    page.wait_for_url(re.compile(r"/p/[a-z2-7]+/$"))
    copied = page.evaluate("navigator.clipboard.readText()")
    assert page.url.rstrip("/") in copied
    assert "390" in copied
    assert reader.actions == 6


def test_failing_runs_of_a_machine_at_high_load_are_one_line_typed(live_server: Any, page: Any) -> None:
    numbers = {"requests_per_second": [100.0, 110.0], "requests_failed": [0.0, 7.0]}
    for machine, concurrency in (("web8", 150), ("web8", 50), ("web9", 150)):
        runs(setup("Linux 6.1.0", concurrency, machine=machine), numbers)
    reader = Journey(page, live_server.url)
    reader.type_line("input[type=search]", "machine:web8 concurrency:>100 failed:>0")
    page.wait_for_url("**/runs/?**")
    assert page.locator("tr[data-row]").count() == 1
    assert page.locator("tr[data-row] .worse").inner_text() == "7"
    assert reader.actions == 1


def test_a_run_with_its_sar_needs_no_scrolling(live_server: Any, page: Any, worker: Process) -> None:
    reader = Journey(page, live_server.url)
    page.goto(f"{live_server.url}/uploads/")
    reader.choose([path for path in BUNDLE.iterdir() if path.name != "ORIGIN"])
    reader.click("button", re.compile("^Upload$"))
    page.wait_for_selector(".measured")
    reader.press(".measured a[data-open]")
    page.wait_for_selector("canvas[data-drawn]")
    above = "element => element.getBoundingClientRect().bottom <= window.innerHeight"
    assert page.locator(".kpis").first.evaluate(above)
    charts = page.locator(".traces").first.locator(".chart.trace")
    # the panels are as high as they are to be read: of seven, the band of single CPUs may lie lower
    assert [charts.nth(place).evaluate(above) for place in range(6)] == [True] * 6
    assert charts.count() == 7
    log = "element => element.getBoundingClientRect().top < window.innerHeight / 2"
    assert page.locator(".log").first.evaluate(log)
