"""What a reader waits for: the first paint of a page, and its answer after a click on a filter, in Chromium.

    python -m benchdb.dev.benchmarks.paints --site http://127.0.0.1:8000

In each turn every page is opened once, with nothing kept from the turn before, and beside them a page that asks the
database nothing; then a filter is clicked, and the new answer is waited for. What this machine adds, being busy, is in
the bare page's column too. `--write` puts the table into docs/performance.md.
"""

from __future__ import annotations

import argparse
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from benchdb.host import bootstrap
from benchdb.host.paths import ROOT

PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- paints -->\n", "<!-- end of paints -->\n"
OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu")
BARE = "/login/"
#: address -> what is replaced when a filter is clicked; "" = nothing is clicked there
PAGES = {
    BARE: "",
    "/": "",
    "/runs/": "#list",
    "/compare/": "",
    "/compare/?machine=host-01": "#comparison-all",
    "/history/?machine=host-01&kernel=Linux+2.2.5&concurrency=100": "#history-all",
    "/scaling/?machine=host-01&x=concurrency&by=kernel": "#scaling-all",
    "/machines/host-01/": "",
}
PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
BOX = ".filters input[type=checkbox]:not(:checked)"
#: From the click to the frame in which the new answer stands.
ANSWERED = """async ([box, part]) => {
    const before = document.querySelector(part), began = performance.now();
    const choice = document.querySelector(box);
    choice.closest("details").open = true;
    choice.click();
    while (document.querySelector(part) === before || document.querySelector(".htmx-request")) {
        await new Promise(requestAnimationFrame);
        if (performance.now() - began > 20000) return null;
    }
    await new Promise(requestAnimationFrame);
    return performance.now() - began;
}"""


@dataclass
class Waits:
    """Of one page, in ms, one for each turn."""

    paints: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)


def turn(browser: Any, site: str, waits: dict[str, Waits]) -> None:
    """Every page once, each as a browser opens it that was never here."""
    for path, part in PAGES.items():
        context = browser.new_context(viewport={"width": 1440, "height": 900})
        page = context.new_page()
        page.goto(site + path, wait_until="networkidle")
        if (painted := page.evaluate(PAINTED)) is not None:
            waits[path].paints.append(painted)
        if part and (answered := page.evaluate(ANSWERED, [BOX, part])) is not None:
            waits[path].answers.append(answered)
        context.close()


def table(waits: dict[str, Waits]) -> str:
    bare = median(waits[BARE].paints)
    lines = ["| page | first paint, ms | beyond the bare page, ms | filter, ms |", "|---|---|---|---|"]
    for path, own in waits.items():
        paint = median(own.paints) if own.paints else float("nan")
        answer = f"{median(own.answers):.0f}" if own.answers else ""
        lines.append(f"| `{path}` | {paint:.0f} | {paint - bare:.0f} | {answer} |")
    return "\n".join(lines) + "\n"


def measured(turns: int, open_all: Callable[[dict[str, Waits]], None]) -> str:
    """The table, with what else the machine did meanwhile."""
    waits = {path: Waits() for path in PAGES}
    before = os.getloadavg()[0]
    for _ in range(turns):
        open_all(waits)
    load = f"{before:.1f} to {os.getloadavg()[0]:.1f} on {os.cpu_count()} CPUs"
    return f"Medians of {turns} turns; load average {load}.\n\n{table(waits)}"


def write(text: str) -> None:
    page = PAGE.read_text("utf-8")
    head, _, rest = page.partition(BEGIN)
    PAGE.write_text(f"{head}{BEGIN}{text}{END}{rest.partition(END)[2]}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--site", required=True, help="the address of a running site")
    parser.add_argument("--turns", type=int, default=7)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    site = given.site.rstrip("/")
    with sync_playwright() as playwright:
        program = shutil.which("chromium") or bootstrap.browser()
        browser = playwright.chromium.launch(executable_path=program, args=list(OPTIONS))
        text = measured(given.turns, lambda waits: turn(browser, site, waits))
        browser.close()
    print(text)
    if given.write:
        write(text)


if __name__ == "__main__":
    main()
