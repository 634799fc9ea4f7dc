"""`/docs/`: the project's own documents as pages, so that a number can link to what explains it."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe
from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

from benchdb.host.paths import ROOT

DOCS = ROOT / "docs"
FOLDERS = (("", "Guides"), ("formats", "Log formats"), ("decisions", "Decisions"))
NAME = re.compile(r"(?:(?:formats|decisions)/)?[A-Za-z0-9_-]+")


@require_safe
def documents(request: HttpRequest) -> HttpResponse:
    """What there is to read."""
    groups = [
        (title, [(title_of(path), f"/docs/{name_of(path)}/") for path in sorted((DOCS / folder).glob("*.md"))])
        for folder, title in FOLDERS
    ]
    return render(request, "frontend/documents.html", {"groups": groups})


@require_safe
def document(request: HttpRequest, name: str) -> HttpResponse:
    """One document."""
    path = DOCS / f"{name}.md"
    if not NAME.fullmatch(name) or not path.is_file():
        raise Http404(f"there is no document {name!r}")
    context = {"title": title_of(path), "content": rendered(path)}
    return render(request, "frontend/document.html", context)


def name_of(path: Path) -> str:
    return str(path.relative_to(DOCS).with_suffix(""))


def title_of(path: Path) -> str:
    """The first heading."""
    with path.open(encoding="utf-8") as text:
        return next((line[2:].strip() for line in text if line.startswith("# ")), path.stem)


@lru_cache(maxsize=100)
def rendered(path: Path) -> SafeString:
    """HTML of one of our own documents; raw HTML inside is shown as text."""
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    markdown.use(anchors_plugin, slug_func=slugify, max_level=3)
    html = markdown.render(re.sub(r"<!--.*?-->\n?", "", path.read_text("utf-8")))
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    return mark_safe(re.sub(r'href="(?!https?:|#|/)([^"#]+?)\.md(#[^"]*)?"', r'href="../\1/\2"', html))
