"""`make screenshots`: the pictures in README and docs, from a running site's pages.

    python -m benchdb.dev.screenshots http://127.0.0.1:8000 docs/img 41

The founding studies are on every site; a run with a recording beside it is named by its number, where there is one.
"""

from __future__ import annotations

import io
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import sync_playwright

from benchdb.host import bootstrap

HEIGHT = 900
SETTLED = 600  #: milliseconds, for what is drawn last
COLOURS = 64  #: of a picture: a page has few, and a palette is a third of the bytes
OPTIONS = ("--no-sandbox", "--disable-gpu")


@dataclass(frozen=True, slots=True)
class Picture:
    name: str
    path: str
    width: int = 1440
    scheme: str = "light"


PICTURES = (
    Picture("compare", "/compare/?study=zones&provenance=published&cols=zone&baseline=global"),
    Picture("launcher", "/compare/"),
    Picture("scaling", "/scaling/?study=smp-scaling&threads=2", scheme="dark"),
    Picture("runs", "/runs/?machine=Sun+Fire+V125&sort=-requests_per_second"),
    Picture("phone", "/compare/?study=zones&provenance=published&cols=zone&baseline=global", width=390),
)


def take(browser: Any, site: str, picture: Picture) -> bytes:
    """One page, as it opens."""
    page = browser.new_page(viewport={"width": picture.width, "height": HEIGHT}, color_scheme=picture.scheme)
    page.goto(site + picture.path, wait_until="networkidle")
    page.wait_for_timeout(SETTLED)
    png: bytes = page.screenshot()
    page.close()
    return png


def small(png: bytes) -> bytes:
    """The same picture with a palette: of an octree, since one of medians mixes the colours of thin lines."""
    kept = io.BytesIO()
    with Image.open(io.BytesIO(png)) as image:
        few = image.convert("RGB").quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
        few.save(kept, "PNG", optimize=True)
    return kept.getvalue()


def main(site: str, folder: Path, run: str = "") -> None:
    folder.mkdir(parents=True, exist_ok=True)
    pictures = (*PICTURES, *((Picture("run", f"/runs/{run}/"),) if run else ()))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=bootstrap.browser(), args=list(OPTIONS))
        for picture in pictures:
            path = folder / f"{picture.name}.png"
            path.write_bytes(small(take(browser, site.rstrip("/"), picture)))
            print(path, path.stat().st_size)
        browser.close()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), *sys.argv[3:4])
