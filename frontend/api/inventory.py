"""`/api/v1/setups`, `/machines`, `/kernels`, `/servers`, `/metrics`, `/dimensions`: what runs are known by."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Path, Router, Schema

from benchdb.curation.inventory import renamed_to
from benchdb.domain.dimensions import DIMENSIONS, MANY
from benchdb.domain.metrics import METRICS
from benchdb.models import Kernel, Machine, Server, Setup
from benchdb.reads.facets import settings_on_record
from benchdb.reads.inventory import counted, rows_of
from benchdb.reads.inventory import setups as stored_setups
from benchdb.reads.representations import SetupOut
from benchdb.wording.patterns import pattern
from frontend.api.paging import After, Limit, oldest_first

setups, machines, kernels, servers, metrics, dimensions = (Router() for _ in range(6))
Slug = Annotated[str, Path(max_length=220, pattern=pattern(r"^[-a-zA-Z0-9_]+$", "form: slug"))]
Fingerprint = Annotated[str, Path(pattern=pattern("^[0-9a-f]{64}$", "form: digest"))]


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


@setups.get("", response=Setups)
def all_setups(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every setup, oldest first."""
    listed, following = oldest_first(request, stored_setups(), after, limit)
    return {"setups": listed, "next": following}


@setups.get("/{fingerprint}", response=SetupOut)
def one_setup(request: HttpRequest, fingerprint: Fingerprint) -> Setup:
    return get_object_or_404(stored_setups(), fingerprint=fingerprint)


@machines.get("", response=Machines)
def all_machines(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every machine, with the number of its runs that count."""
    listed, following = oldest_first(request, rows_of("machines"), after, limit)
    return {"machines": counted("machines", listed), "next": following}


@machines.get("/{slug}", response=MachineOut)
def one_machine(request: HttpRequest, slug: Slug) -> Machine:
    return counted("machines", [row_at(Machine, slug)])[0]


@kernels.get("", response=Kernels)
def all_kernels(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every kernel, with the number of its runs that count."""
    listed, following = oldest_first(request, rows_of("kernels"), after, limit)
    return {"kernels": counted("kernels", listed), "next": following}


@kernels.get("/{slug}", response=KernelOut)
def one_kernel(request: HttpRequest, slug: Slug) -> Kernel:
    return counted("kernels", [row_at(Kernel, slug)])[0]


@servers.get("", response=Servers)
def all_servers(request: HttpRequest, after: After = 0, limit: Limit = 50) -> dict[str, Any]:
    """Every server, with the number of its runs that count."""
    listed, following = oldest_first(request, rows_of("servers"), after, limit)
    return {"servers": counted("servers", listed), "next": following}


@servers.get("/{slug}", response=ServerOut)
def one_server(request: HttpRequest, slug: Slug) -> Server:
    return counted("servers", [row_at(Server, slug)])[0]


def row_at(model: type[Machine | Kernel | Server], slug: str) -> Any:
    """What has this address, or had it before it was renamed or merged. Http404."""
    row = model._default_manager.filter(slug=slug).first()
    return row or get_object_or_404(model, slug=renamed_to(str(model._meta.model_name), slug))


@metrics.get("", response=list[MetricOut])
def all_metrics(request: HttpRequest) -> list[Any]:
    """What can be measured: names, base units, and which direction is better."""
    return list(METRICS.values())


@dimensions.get("", response=list[DimensionOut])
def all_dimensions(request: HttpRequest) -> list[dict[str, Any]]:
    """What can be filtered by and laid out; at last `tuning.NAME` for every setting that some run records."""
    return [
        {
            "key": known.key,
            "title": known.title,
            "kind": known.kind,
            "is_condition": known.is_condition,
            "can_be_laid_out": known.key not in MANY,
        }
        for known in (*DIMENSIONS.values(), *settings_on_record())
    ]
