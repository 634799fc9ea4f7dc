"""A question is frozen with all its exports, whose bytes are kept: the pages and the API do it here."""

from __future__ import annotations

from functools import partial
from urllib.parse import parse_qsl

from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone

from benchdb.accounts.actor import actor_of
from benchdb.models import Permalink
from benchdb.questions.base import BadQuestion
from benchdb.questions.kinds import question_of
from benchdb.questions.permalinks.freeze import export_bytes, freeze, shown
from benchdb.web.requests import lasting_address
from frontend.answers.export import Export, Origin
from frontend.answers.presentations import PRESENTATIONS
from frontend.exports import RENDERERS, rendered


@transaction.atomic
def freeze_question(request: HttpRequest, kind: str, query: str, title: str, note: str) -> Permalink:
    """The permalink of a question as it is answered now, with its exports. BadQuestion for what cannot be frozen."""
    link = freeze(question_of(kind, parameters(query)), timezone.now(), title, note)
    if not link.address:
        link.address, link.author = address_of(request, link), author_of(request)
        link.save(update_fields=("address", "author"))
    export = link_export(request, link)
    for name in RENDERERS:
        export_bytes(link, name, partial(rendered, name, export))
    return link


def author_of(request: HttpRequest) -> str:
    """Who freezes, by the name of the account; "" for whoever has none."""
    actor = actor_of(request)
    return actor.name if actor.user else ""


def parameters(query: str) -> list[tuple[str, str]]:
    """Its names and values; "" asks the question of an empty page. BadQuestion for what is no query."""
    if strange := [piece for piece in query.split("&") if piece and "=" not in piece]:
        raise BadQuestion("not a query", text=strange[0][:80])
    return parse_qsl(query)


def export_of(request: HttpRequest, link: Permalink, name: str) -> bytes:
    """An export's bytes; one that is younger than the link is made now, and kept."""
    return export_bytes(link, name, lambda: rendered(name, link_export(request, link)))


def address_of(request: HttpRequest, link: Permalink) -> str:
    """As its exports were frozen with: whoever asks for a younger one says nothing of the site to others."""
    return link.address or lasting_address(request, f"/p/{link.pk}/")


def link_export(request: HttpRequest, link: Permalink) -> Export:
    """What the exports of a permalink say."""
    more = {
        "permalink": link.pk,
        "as_of": link.as_of.isoformat(),
        "author": link.author,
        "title": link.title,
        "note": link.note,
        "versions": link.versions,
        "logs": link.logs,
    }
    day = f"{link.as_of:%Y-%m-%d}"
    origin = Origin(address_of(request, link), f"benchdb-{link.pk}", frozen_at=day, author=link.author)
    return PRESENTATIONS[link.kind].export(shown(link), origin, heading=link.title, note=link.note, more=more)
