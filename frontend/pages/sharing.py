"""What a page says of itself to those who link to it: its address, its picture, its twins."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import HttpRequest

from frontend.faces import RENDERERS
from frontend.faces.drawing import HEIGHT, WIDTH

COPIED = {"md": "Markdown", "txt": "Text", "bib": "BibTeX"}  #: twins made to be pasted


@dataclass(frozen=True, slots=True)
class Twin:
    """A link to the same answer with another face."""

    name: str
    title: str
    path: str
    content_type: str


@dataclass(frozen=True, slots=True)
class Card:
    """What OpenGraph and Twitter show of a page, and the twins that it has."""

    title: str
    description: str
    path: str
    url: str
    image: str
    twins: tuple[Twin, ...]
    width: int = WIDTH  #: pixels, of the image
    height: int = HEIGHT

    @property
    def copied(self) -> tuple[Twin, ...]:
        return tuple(replace(each, title=COPIED[each.name]) for each in self.twins if each.name in COPIED)


def card(request: HttpRequest, title: str, description: str, path: str, twin: Callable[[str], str]) -> Card:
    """`twin` makes the path of an ending: `.png` -> /compare.png?…"""
    return Card(
        title=title,
        description=description,
        path=path,
        url=request.build_absolute_uri(path),
        image=request.build_absolute_uri(twin(".png")),
        twins=tuple(
            Twin(name, face.title, twin(f".{name}"), face.content_type.partition(";")[0])
            for name, face in RENDERERS.items()
        ),
    )
