"""The documents as pages: each can be read, and every link to one of them leads to what it names."""

import re
from pathlib import Path

import pytest
from django.test import Client

from benchdb.host.paths import ROOT
from frontend.pages.documents import SHELVES

TEMPLATES = sorted((ROOT / "frontend/templates").rglob("*.html"))
LINKS = sorted({link for path in TEMPLATES for link in re.findall(r'"/docs/([\w/-]+)/#([\w-]+)"', path.read_text())})
NAMES = sorted(str(path.relative_to(ROOT / "docs").with_suffix("")) for path in (ROOT / "docs").rglob("*.md"))


@pytest.mark.parametrize("name", NAMES)
def test_a_document_is_a_page(client: Client, name: str) -> None:
    page = client.get(f"/docs/{name}/")
    assert page.status_code == 200
    first = Path(ROOT / "docs" / f"{name}.md").read_text("utf-8").splitlines()[0].removeprefix("# ")
    assert f"{first.split('`')[0].split('&')[0][:20]}" in page.content.decode()


@pytest.mark.parametrize(("name", "anchor"), LINKS)
def test_a_number_links_to_what_explains_it(client: Client, name: str, anchor: str) -> None:
    assert f'id="{anchor}"' in client.get(f"/docs/{name}/").content.decode()


def test_all_documents_are_listed(client: Client) -> None:
    page = client.get("/docs/").content.decode()
    assert all(f'href="/docs/{name}/"' in page for name in NAMES)


def test_every_guide_stands_on_one_shelf() -> None:
    shelved = [name for named in SHELVES.values() for name in named]
    assert sorted(shelved) == sorted(name for name in NAMES if "/" not in name)


def test_a_long_document_lists_its_sections(client: Client) -> None:
    page = client.get("/docs/comparing/").content.decode()
    assert '<li><a href="#sittings">Sittings</a></li>' in page
    [listed] = re.findall(r'<nav class="contents".*?</nav>', page, re.S)
    assert re.findall(r'href="#([^"]+)"', listed) == re.findall(r'<h2 id="([^"]+)"', page.partition("</article>")[0])


def test_links_between_documents_lead_somewhere(client: Client) -> None:
    for name in NAMES:
        for link in re.findall(r'href="(\.\./[^"#]+/)', client.get(f"/docs/{name}/").content.decode()):
            address = str((Path("/docs") / name / link).resolve()) + "/"
            assert client.get(address).status_code == 200, f"{name}: {link}"


@pytest.mark.parametrize("name", ["../README", "formats/../../README", "nothing", "formats"])
def test_nothing_else_is_served(client: Client, name: str) -> None:
    assert client.get(f"/docs/{name}/").status_code == 404


def test_raw_html_is_shown_as_text(client: Client) -> None:
    assert "<script" not in re.sub(r"<head>.*</head>", "", client.get("/docs/comparing/").content.decode(), flags=re.S)
