"""`/api/v1/setups`, `/machines`, `/kernels`, `/servers`, `/metrics`, `/dimensions`: what runs are told by."""

from __future__ import annotations

from typing import Annotated, Any

from django.db.models import Count
from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema

from benchdb.dimensions import DIMENSIONS, MANY
from benchdb.documents import SetupOut
from benchdb.metrics import METRICS
from benchdb.models import Kernel, Machine, Server, Setup
from frontend.api.paging import After, Limit, oldest_first
from frontend.pages.inventory import STANDING

setups, machines, kernels, servers, metrics, dimensions = (Router() for _ in range(6))
Slug = Annotated[str, Path(max_length=220, pattern=r"^[-a-zA-Z0-9_]+$")]
Fingerprint = Annotated[str, Path(pattern="^[0-9a-f]{64}$")]


class NamedOut(Schema):
    name: str
    slug: str
    notes: str
    runs: int


class MachineOut(NamedOut):
    cpu_model: str
    cpu_count: int | None
    memory_bytes: int | None


class KernelOut(NamedOut):
    os: str
    release: str
    series: str
    flavour: str
    build: str
    patches: list[str]


class ServerOut(NamedOut):
    product: str
    version: str


class Setups(Schema):
    setups: list[SetupOut]
    next: str | None


class Machines(Schema):
    machines: list[MachineOut]
    next: str | None


class Kernels(Schema):
    kernels: list[KernelOut]
    next: str | None


class Servers(Schema):
    servers: list[ServerOut]
    next: str | None


class MetricOut(Schema):
    name: str
    title: str
    unit: str
    better: str
    meaning: str


class DimensionOut(Schema):
    key: str
    title: str
    kind: str
    is_condition: bool
    can_be_laid_out: bool


def counted(model: Any) -> Any:
    return model.objects.annotate(runs=Count("setups__runs", filter=STANDING))


@setups.get("", response=Setups)
def all_setups(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every setup, oldest first."""
    known = Setup.objects.select_related("machine", "kernel", "server")
    listed, following = oldest_first(request, known, after, limit)
    return {"setups": listed, "next": following}


@setups.get("/{fingerprint}", response=SetupOut)
def one_setup(request: HttpRequest, fingerprint: Fingerprint) -> Setup:
    return get_object_or_404(Setup.objects.select_related("machine", "kernel", "server"), fingerprint=fingerprint)


@machines.get("", response=Machines)
def all_machines(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every machine, with the number of its runs that count."""
    listed, following = oldest_first(request, counted(Machine), after, limit)
    return {"machines": listed, "next": following}


@machines.get("/{slug}", response=MachineOut)
def one_machine(request: HttpRequest, slug: Slug) -> Machine:
    return get_object_or_404(counted(Machine), slug=slug)


@kernels.get("", response=Kernels)
def all_kernels(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every kernel, with the number of its runs that count."""
    listed, following = oldest_first(request, counted(Kernel), after, limit)
    return {"kernels": listed, "next": following}


@kernels.get("/{slug}", response=KernelOut)
def one_kernel(request: HttpRequest, slug: Slug) -> Kernel:
    return get_object_or_404(counted(Kernel), slug=slug)


@servers.get("", response=Servers)
def all_servers(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every server, with the number of its runs that count."""
    listed, following = oldest_first(request, counted(Server), after, limit)
    return {"servers": listed, "next": following}


@servers.get("/{slug}", response=ServerOut)
def one_server(request: HttpRequest, slug: Slug) -> Server:
    return get_object_or_404(counted(Server), slug=slug)


@metrics.get("", response=list[MetricOut])
def all_metrics(request: HttpRequest) -> list[Any]:
    """What can be measured: names, base units, and which direction is better."""
    return list(METRICS.values())


@dimensions.get("", response=list[DimensionOut])
def all_dimensions(request: HttpRequest) -> list[dict[str, Any]]:
    """What can be filtered by and laid out; besides these, `tuning.NAME` for every setting."""
    return [
        {
            "key": known.key,
            "title": known.title,
            "kind": known.kind,
            "is_condition": known.is_condition,
            "can_be_laid_out": known.key not in MANY,
        }
        for known in DIMENSIONS.values()
    ]
