"""`/` and `/studies/<slug>/`: what is here, and what was found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from django.db.models import Count, Prefetch, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from benchdb.comparison.answer import Comparison
from benchdb.comparison.select import compared
from benchdb.comparison.spec import Spec
from benchdb.models import Kernel, Machine, Run, Server, Study, Upload, UploadFile
from benchdb.scaling.select import scaling
from benchdb.scaling.spec import ScalingSpec
from frontend.charts import charts
from frontend.pages.scaling import shown as scaling_shown

NEWEST = 8
FIRST_FILES = UploadFile.objects.filter(archive=None).order_by("position")[:3]  #: of each upload, as they were sent


@dataclass(frozen=True, slots=True)
class Figure:
    """One comparison of a study, answered."""

    title: str
    note: str
    comparison: Comparison
    charts: list[dict[str, Any]]
    path: str


@dataclass(frozen=True, slots=True)
class ScalingFigure:
    """One question for the scaling lab of a study, answered."""

    title: str
    note: str
    scaling: dict[str, Any]  #: what the answer's template needs
    charts: list[dict[str, Any]]
    path: str


def figure(told: dict[str, str]) -> Figure | ScalingFigure:
    """`told["page"]` names the page that answers it: compare, if it is not there, or scaling."""
    if told.get("page") == "scaling":
        return scaling_figure(told)
    spec = Spec.from_query(parse_qsl(told["query"]))
    answer = compared(spec)
    return Figure(told["title"], told.get("note", ""), answer, charts(answer), spec.path())


def scaling_figure(told: dict[str, str]) -> ScalingFigure:
    spec = ScalingSpec.from_query(parse_qsl(told["query"]))
    context = scaling_shown(scaling(spec))
    return ScalingFigure(told["title"], told.get("note", ""), context, context["charts"], spec.path())


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What is here: the studies with a small chart each, the newest uploads, one-click comparisons."""
    studies = list(Study.objects.annotate(size=Count("runs")).order_by("position", "title"))
    shown = [(study, figure(study.comparisons[0]) if study.comparisons else None) for study in studies]
    counts = {
        "runs": Run.objects.standing().count(),
        "machines": Machine.objects.count(),
        "kernels": Kernel.objects.count(),
        "servers": Server.objects.count(),
    }
    numbers = {"size": Count("files__runs"), "number": Count("files", Q(files__archive=None), distinct=True)}
    uploads = Upload.objects.prefetch_related(Prefetch("files", FIRST_FILES, "first_files")).annotate(**numbers)
    newest = uploads.order_by("-pk")[:NEWEST]  # a query that counts has no order of its own
    return render(request, "frontend/home.html", {"studies": shown, "counts": counts, "newest": newest})


@require_safe
def studies(request: HttpRequest) -> HttpResponse:
    return render(
        request,
        "frontend/studies.html",
        {"studies": Study.objects.annotate(size=Count("runs")).order_by("position", "title")},
    )


@require_safe
def study(request: HttpRequest, slug: str) -> HttpResponse:
    """A study: what was asked and found, with every comparison answered from the runs themselves."""
    found = get_object_or_404(Study, slug=slug)
    figures = [figure(told) for told in found.comparisons]
    return render(request, "frontend/study.html", {"study": found, "figures": figures})
