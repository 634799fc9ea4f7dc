"""`/machines/ /kernels/ /servers/`: what is known of each, and its runs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Max, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from benchdb.comparison.suggest import suggested
from benchdb.history.spec import HistorySpec
from benchdb.models import Kernel, Machine, Run, Server
from benchdb.models.inventory import Named
from frontend.pages.asking import is_htmx
from frontend.pages.runs import PAGE, page


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the three inventories."""

    key: str  #: the dimension's name
    model: type[Named]
    title: str
    fields: tuple[str, ...]  #: shown in the list and on the page


KINDS = {
    "machines": Kind("machine", Machine, "Machines", ("cpu_model", "cpu_count", "memory_bytes")),
    "kernels": Kind("kernel", Kernel, "Kernels", ("os", "series", "release", "flavour", "build", "patches")),
    "servers": Kind("server", Server, "Servers", ("product", "version")),
}
STANDING = Q(setups__runs__retired_at=None, setups__runs__excluded_at=None)


@require_safe
def listing(request: HttpRequest, kind: str) -> HttpResponse:
    """All of one kind, with the number of their runs."""
    known = KINDS[kind]
    words = request.GET.get("q", "").replace("\0", "").split()
    rows = known.model.objects.annotate(
        runs=Count("setups__runs", filter=STANDING), newest=Max("setups__runs__stored_at", filter=STANDING)
    ).order_by(*known.model._meta.ordering)
    for word in words:
        rows = rows.filter(name__icontains=word)
    template = "frontend/_inventory.html" if is_htmx(request) else "frontend/inventory.html"
    context = {"kind": kind, "known": known, "rows": rows, "words": " ".join(words), "titles": titles(known)}
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def detail(request: HttpRequest, kind: str, slug: str) -> HttpResponse:
    """One machine, kernel or server: what is known of it, and its newest runs."""
    known = KINDS[kind]
    found = get_object_or_404(known.model, slug=slug)
    asked = suggested({known.key: [found.name]})
    mine = Run.objects.standing().filter(**{f"setup__{known.key}": found})
    facts = [(field, title, getattr(found, field)) for field, title in titles(known) if getattr(found, field)]
    return render(
        request,
        "frontend/inventory_detail.html",
        {
            "kind": kind,
            "known": known,
            "found": found,
            "facts": facts,
            "runs": page(mine, "")[:PAGE],
            "total": mine.count(),
            "compare": asked.path(),
            "history": HistorySpec(metric=asked.metrics[0], where=asked.where).path(),
            "columns": ("requests_per_second", "latency_mean"),
        },
    )


def titles(known: Kind) -> list[tuple[str, Any]]:
    """(field, its title) of what is shown."""
    return [(field, str(known.model._meta.get_field(field).verbose_name)) for field in known.fields]
