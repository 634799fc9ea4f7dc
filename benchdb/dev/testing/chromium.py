"""The browser that pages are tested in, and static files that are looked at once."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchdb.dev.testing.waiting import HANGS
from benchdb.host import bootstrap
from benchdb.host.paths import ROOT

FAILED = ROOT / "failed-pages"  #: pictures of the pages of tests that failed
LONGEST_NAME = 150  #: letters of a picture's
PICTURE_TIMEOUT = 60_000  #: ms
CHROMIUM_OPTIONS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--no-first-run",
    "--disable-sync",
    "--disable-component-update",
)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A headless Chromium; every test opens its own context."""
    path = bootstrap.browser()
    if path is None:
        pytest.skip("no Chromium on this machine, and only root can install Debian's")
    from playwright._impl._driver import compute_driver_executable
    from playwright.sync_api import sync_playwright

    driver = subprocess.run([compute_driver_executable()[0], "--version"], capture_output=True, text=True, check=False)
    if driver.returncode:
        pytest.skip(f"Playwright's driver does not run here: {driver.stderr.strip()}")

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(CHROMIUM_OPTIONS))
        browser.new_context = patient(browser.new_context)  # type: ignore[method-assign]
        yield browser
        browser.close()


def patient(new_context: Callable[..., Any]) -> Callable[..., Any]:
    """Contexts whose waits end by what they wait for, as `wait_for` does, and whose pages are opened when all of their
    parts are there."""

    def made(**options: Any) -> Any:
        context = new_context(**options)
        context.set_default_timeout(1000 * HANGS)
        context.on("page", wait_for_parts)
        return context

    return made


def wait_for_parts(page: Any) -> None:
    """Scripts that only some pages load come after the page's own `load`, and a click before them would be lost."""
    for name in ("goto", "reload", "go_back", "go_forward"):
        setattr(page, name, with_parts(page, getattr(page, name)))


def with_parts(page: Any, way: Callable[..., Any]) -> Callable[..., Any]:
    def reached(*arguments: Any, **options: Any) -> Any:
        response = way(*arguments, **options)
        page.wait_for_selector(":root:not([data-loading])", state="attached")
        return response

    return reached


def keep_pictures(item: pytest.Item) -> list[str]:
    """Of the pages that a failed test leaves open, as PNGs in FAILED; their paths, and why there is none of one."""
    from playwright.sync_api import Error

    used: dict[str, Any] = getattr(item, "funcargs", {})
    pages = [page for context in used["chromium"].contexts for page in context.pages] if "chromium" in used else []
    name, lines = re.sub(r"[^\w.-]+", "-", item.nodeid)[-LONGEST_NAME:].strip("-"), []
    for number, page in enumerate(pages, 1):
        path = FAILED / f"{name}-{number}.png"
        try:
            page.screenshot(path=path, full_page=True, timeout=PICTURE_TIMEOUT)
            lines.append(f"{page.url}: {path}")
        except Error as error:  # it crashed, or waits for an answer
            lines.append(f"{page.url}: no picture ({error.message.splitlines()[0]})")
    return lines


def close_pages(item: pytest.Item) -> None:
    """What they still ask would be of another test."""
    used: dict[str, Any] = getattr(item, "funcargs", {})
    for context in used["chromium"].contexts if "chromium" in used else ():
        context.close()


def keep_static_files() -> None:
    """Every test's client makes its middleware, and WhiteNoise would look at every static file each time."""
    from whitenoise.middleware import WhiteNoiseMiddleware

    look, kept = WhiteNoiseMiddleware.update_files_dictionary, dict[tuple[str, str, int], dict[str, Any]]()

    def looked_at_once(middleware: Any, root: str, prefix: str) -> None:
        key = (root, prefix, middleware.max_age)
        if key not in kept:
            look(middleware, root, prefix)
            kept[key] = dict(middleware.files)
        middleware.files.update(kept[key])

    WhiteNoiseMiddleware.update_files_dictionary = looked_at_once
