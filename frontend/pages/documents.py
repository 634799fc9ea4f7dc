"""`/docs/`: the project's own documents as pages, so that a number can link to what explains it."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.html import strip_tags
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

from benchdb.host.paths import ROOT
from benchdb.wording import words

DOCS = ROOT / "docs"
#: What there is to read, in the order in which somebody needs it.
SHELVES = {
    "Begin here": ("tutorial", "cli", "moving-in", "alternatives"),
    "What the answers mean": ("comparing", "scaling", "history", "watching", "glossary"),
    "For programs": ("client", "webhooks"),
    "Run a site": ("operations", "containers", "scaling-out", "performance"),
    "Inside": ("architecture",),
}
FOLDERS = (("formats", "Log formats"), ("decisions", "Decisions"))
LONG = 3  #: sections from which on a document lists them beside it
NAME = re.compile(r"(?:(?:formats|decisions)/)?[A-Za-z0-9_-]+")
SECOND = re.compile(r'<h2 id="([^"]+)">(.*?)</h2>', re.S)


class Shelved(NamedTuple):
    """One document in the list."""

    title: str
    address: str
    about: str = ""


class Section(NamedTuple):
    """A heading that can be linked."""

    title: str
    anchor: str


@require_safe
def documents(request: HttpRequest) -> HttpResponse:
    """What there is to read."""
    shelves = {
        title: [Shelved(title_of(DOCS / f"{name}.md"), f"/docs/{name}/", words(f"document: {name}")) for name in names]
        for title, names in SHELVES.items()
    }
    folders = {
        title: [Shelved(title_of(path), f"/docs/{name_of(path)}/") for path in sorted((DOCS / folder).glob("*.md"))]
        for folder, title in FOLDERS
    }
    return render(request, "frontend/docs/documents.html", {"shelves": shelves, "folders": folders})


@require_safe
def document(request: HttpRequest, name: str) -> HttpResponse:
    """One document."""
    path = DOCS / f"{name}.md"
    if not NAME.fullmatch(name) or not path.is_file():
        raise Http404(f"there is no document {name!r}")
    content = rendered(path)
    sections = [Section(unescape(strip_tags(title)), anchor) for anchor, title in SECOND.findall(content)]
    context = {"title": title_of(path), "content": content, "sections": sections if len(sections) >= LONG else []}
    return render(request, "frontend/docs/document.html", context)


def name_of(path: Path) -> str:
    return str(path.relative_to(DOCS).with_suffix(""))


def title_of(path: Path) -> str:
    """The first heading, without the marks of code."""
    with path.open(encoding="utf-8") as text:
        heading = next((line[2:].strip() for line in text if line.startswith("# ")), path.stem)
    return heading.replace("`", "")


@lru_cache(maxsize=100)
def rendered(path: Path) -> SafeString:
    """HTML of one of our own documents; raw HTML inside is shown as text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(anchors_plugin, slug_func=slugify, max_level=3)
    html = markdown.render(re.sub(r"(?m)^<!--.*?-->\n?", "", path.read_text("utf-8")))
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return mark_safe(re.sub(r'href="(?!https?:|#|/)([^"#]+?)\.md(#[^"]*)?"', r'href="../\1/\2"', html))
