"""What a page says of itself to those who link to it: its address, its picture, its exports."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import HttpRequest

from frontend.exports import RENDERERS
from frontend.exports.card import HEIGHT, WIDTH

#: Exports made to be pasted -> (title, what for)
COPIED = {
    "md": ("Markdown", "for a review"),
    "txt": ("Text", "80 columns, for a mailing list"),
    "bib": ("BibTeX", "for a paper"),
}


@dataclass(frozen=True, slots=True)
class ExportLink:
    """A link to the same answer in another form."""

    name: str
    title: str
    path: str
    content_type: str
    use: str = ""  #: what it is for, where it is made to be pasted


@dataclass(frozen=True, slots=True)
class Card:
    """What OpenGraph and Twitter show of a page, and the exports that it has."""

    title: str
    description: str
    path: str
    url: str
    image: str
    exports: tuple[ExportLink, ...]
    width: int = WIDTH  #: pixels, of the image
    height: int = HEIGHT

    @property
    def drawing(self) -> str:
        """Its charts for a browser without scripts."""
        return next((link.path for link in self.exports if link.name == "svg"), "")

    @property
    def copied(self) -> tuple[ExportLink, ...]:
        """The exports made to be pasted."""
        chosen = (link for link in self.exports if link.name in COPIED)
        return tuple(replace(link, title=COPIED[link.name][0], use=COPIED[link.name][1]) for link in chosen)

    @property
    def others(self) -> tuple[ExportLink, ...]:
        """The exports to be kept or opened."""
        return tuple(link for link in self.exports if link.name not in COPIED)


def card(request: HttpRequest, title: str, description: str, path: str, export: Callable[[str], str]) -> Card:
    """`export` makes the path of an ending: `.png` -> /compare.png?…"""
    return Card(
        title=title,
        description=description,
        path=path,
        url=request.build_absolute_uri(path),
        image=request.build_absolute_uri(export(".png")),
        exports=tuple(
            ExportLink(name, renderer.title, export(f".{name}"), renderer.content_type.partition(";")[0])
            for name, renderer in RENDERERS.items()
        ),
    )
