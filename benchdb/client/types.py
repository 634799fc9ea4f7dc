"""What the API takes and answers, as types."""

# Made by `python -m benchdb.dev.client --write` from the API's document: not to be edited.

from __future__ import annotations

from typing import Any, Literal, NotRequired, TypedDict


class AttachmentOut(TypedDict):
    run: int
    side: str
    how: str
    window_start: float | None
    window_end: float | None


class ChangeOut(TypedDict):
    told_at: str
    sentence: str
    detail: dict[str, Any]
    gone_at: str | None


class CorrectedFact(TypedDict):
    fact: str
    had: list[FactBefore]
    value: str


class CorrectionIn(TypedDict):
    runs: list[int]
    facts: dict[str, Any]
    dry_run: NotRequired[bool]


class CorrectionOut(TypedDict):
    id: int | None
    sentence: str
    runs: int
    uploads: int
    changes: list[CorrectedFact]
    made_at: str | None
    made_by: str
    undone_at: str | None
    undone_by: str
    undoing: str


class Deliveries(TypedDict):
    deliveries: list[DeliveryOut]
    next: str | None


class DeliveryOut(TypedDict):
    id: int
    kind: str
    title: str
    state: str
    attempts: int
    status: int | None
    error: str
    tried_at: str | None
    next_at: str | None


class DimensionOut(TypedDict):
    key: str
    title: str
    kind: str
    is_condition: bool
    can_be_laid_out: bool


class DryRun(TypedDict):
    dry_run: bool
    is_new: bool
    state: str
    error: str
    files: list[DryRunFile]
    runs: list[DryRunOfRun]
    traces: int
    problems: list[ProblemOut]


class DryRunFile(TypedDict):
    name: str
    sha256: str
    size: int
    format: str


class DryRunOfRun(TypedDict):
    file: str
    line: int
    trial: int | None
    status: str
    provenance: str
    caveats: list[str]
    setup: dict[str, Any]
    measurements: list[dict[str, Any]]


class Exclusion(TypedDict):
    run: int
    reason: str


class ExclusionOut(TypedDict):
    run: int
    reason: str
    excluded_at: str


class Exclusions(TypedDict):
    exclusions: list[ExclusionOut]
    next: str | None


class ExistingFile(TypedDict):
    upload: int
    state: str


class ExistingLogs(TypedDict):
    known: dict[str, ExistingFile]
    withdrawn: list[WithdrawnUpload]
    not_applied: dict[str, list[str]]
    stated: dict[str, dict[str, str]]
    notices: list[NoticeOfToml]
    of_other_runs: list[str]
    of_other_folders: list[str]
    unfinished: list[int]


class ExistingLogsQuestion(TypedDict):
    sha256: list[str]
    paths: NotRequired[list[str]]
    facts: NotRequired[dict[str, Any]]
    tomls: NotRequired[dict[str, str]]
    stated: NotRequired[bool]


class FactBefore(TypedDict):
    value: str
    runs: int


class FigureOut(TypedDict):
    title: str
    answer: str
    note: str
    address: str


class FileOut(TypedDict):
    name: str
    sha256: str
    size: int
    state: str


class FrozenQuestion(TypedDict):
    query: str
    kind: NotRequired[str]
    title: NotRequired[str]
    note: NotRequired[str]


class KernelOut(TypedDict):
    name: str
    slug: str
    notes: str
    runs: int
    os: str
    release: str
    series: str
    flavour: str
    build: str
    patches: list[str]


class Kernels(TypedDict):
    kernels: list[KernelOut]
    next: str | None


class LinkDetail(TypedDict):
    id: str
    url: str
    kind: str
    query: str
    title: str
    note: str
    as_of: str
    created_at: str
    author: str
    runs: list[int]
    logs: list[str]
    versions: dict[str, Any]
    comparison: dict[str, Any]
    drift: list[str]


class LinkOut(TypedDict):
    id: str
    url: str
    kind: str
    query: str
    title: str
    note: str
    as_of: str
    created_at: str
    author: str
    runs: list[int]
    logs: list[str]
    versions: dict[str, Any]


class Links(TypedDict):
    permalinks: list[LinkOut]
    next: str | None


class MachineOut(TypedDict):
    name: str
    slug: str
    notes: str
    runs: int
    cpu_model: str
    cpu_count: int | None
    memory_bytes: int | None


class Machines(TypedDict):
    machines: list[MachineOut]
    next: str | None


class Me(TypedDict):
    name: str
    role: str
    token: str
    may: list[str]
    version: str


class MeasurementOut(TypedDict):
    metric: str
    unit: str
    item: str
    value: float
    line: int
    printed: str


class MetricOut(TypedDict):
    name: str
    title: str
    unit: str
    better: str
    meaning: str


class NewWebhook(TypedDict):
    id: int
    url: str
    kinds: list[str]
    made_at: str
    secret: str


class NoteChange(TypedDict):
    text: NotRequired[str | None]
    since: NotRequired[str | None]
    until: NotRequired[str | None]


class NoteIn(TypedDict):
    machine: str
    text: str
    since: str
    until: NotRequired[str | None]


class NoteOut(TypedDict):
    id: int
    machine: str
    text: str
    since: str
    until: str
    made_by: str
    made_at: str


class Notes(TypedDict):
    notes: list[NoteOut]
    next: str | None


class NoticeOfToml(TypedDict):
    file: str
    line: int
    message: str


class Problem(TypedDict):
    type: str
    title: str
    status: int
    detail: str
    instance: str
    errors: NotRequired[list[dict[str, str]]]


class ProblemOut(TypedDict):
    file: str
    line: int
    column: int
    message: str
    excerpt: str
    of_pattern: NotRequired[bool]
    ours: NotRequired[bool]


class ReceivedFile(TypedDict):
    name: str
    sha256: str
    size: int


class ReceivedUpload(TypedDict):
    id: int
    state: str
    status_url: str
    url: str
    files: list[ReceivedFile]
    withdrawn: list[WithdrawnUpload]


class RecordingOut(TypedDict):
    id: int
    upload: int
    file: str
    host: str
    machine: str | None
    tool: str
    format: str
    parser_version: str
    facts: dict[str, Any]
    start: float
    end: float
    date_is_known: bool
    clock_ahead: float
    runs: list[AttachmentOut]


class Recordings(TypedDict):
    recordings: list[RecordingOut]
    next: str | None


class RuleIn(TypedDict):
    dimension: str
    extent: Literal["patch", "any"]
    same: NotRequired[str]
    only: NotRequired[str]
    reason: str


class RuleOut(TypedDict):
    dimension: str
    extent: Literal["patch", "any"]
    same: NotRequired[str]
    only: NotRequired[str]
    reason: str
    id: int
    made_at: str
    made_by: str
    ended_at: str | None


class Rules(TypedDict):
    rules: list[RuleOut]
    next: str | None


class RunDetail(TypedDict):
    id: int
    setup: SetupOut
    upload: int
    file: str
    log: str
    line: int
    trial: int | None
    started_at: str | None
    booted_at: str | None
    stored_at: str
    status: str
    provenance: str
    citation: str
    notes: str
    caveats: list[str]
    format: str
    parser_version: str
    retired_at: str | None
    excluded_at: str | None
    excluded_because: str
    tags: list[str]
    facts: dict[str, Any]
    failed: float | None
    measurements: list[MeasurementOut]


class RunOfUpload(TypedDict):
    id: int
    url: str
    file: str
    line: int
    tool: str
    status: str
    provenance: str
    trial: int | None
    setup: str


class RunOut(TypedDict):
    id: int
    setup: SetupOut
    upload: int
    file: str
    log: str
    line: int
    trial: int | None
    started_at: str | None
    booted_at: str | None
    stored_at: str
    status: str
    provenance: str
    citation: str
    notes: str
    caveats: list[str]
    format: str
    parser_version: str
    retired_at: str | None
    excluded_at: str | None
    excluded_because: str
    tags: list[str]


class Runs(TypedDict):
    runs: list[RunOut]
    next: str | None


class SeriesList(TypedDict):
    series: list[SeriesOut]
    next: str | None


class SeriesOut(TypedDict):
    metric: str
    item: str
    unit: str
    samples: int
    times: list[float]
    values: list[float | None]


class ServerOut(TypedDict):
    name: str
    slug: str
    notes: str
    runs: int
    product: str
    version: str


class Servers(TypedDict):
    servers: list[ServerOut]
    next: str | None


class SetupOut(TypedDict):
    fingerprint: str
    machine: str | None
    kernel: str | None
    server: str | None
    zone: str
    cpus: int | None
    tuning: dict[str, Any]
    tool: str
    tool_version: str
    path: str
    document_bytes: int | None
    method: str
    tls: bool | None
    keepalive: bool | None
    concurrency: int | None
    threads: int | None
    rate: float | None
    requests: int | None
    duration_planned: float | None


class Setups(TypedDict):
    setups: list[SetupOut]
    next: str | None


class StatusOut(TypedDict):
    id: int
    state: str
    takes_long: bool
    error: str
    progress: dict[str, int]
    files: list[FileOut]
    runs: list[RunOfUpload]
    not_applied: int
    withdrawn: list[WithdrawnUpload]
    excluded: list[RunOfUpload]
    problems: list[ProblemOut]
    compare_url: str | None
    url: str
    next: str | None


class Studies(TypedDict):
    studies: list[StudyOut]
    next: str | None


class StudyDetail(TypedDict):
    slug: str
    url: str
    title: str
    summary: str
    source: str
    notes: str
    figures: list[FigureOut]
    tables: list[dict[str, Any]]
    runs: list[int]


class StudyOut(TypedDict):
    slug: str
    url: str
    title: str
    summary: str
    source: str


class Tables(TypedDict):
    tables: dict[str, str]
    description: str


class TagOut(TypedDict):
    name: str
    runs: int


class TraceList(TypedDict):
    traces: list[TraceOut]
    next: str | None


class TraceOut(TypedDict):
    metric: str
    item: str
    unit: str
    samples: int


class Undone(TypedDict):
    runs: int
    left: int


class UploadForm(TypedDict):
    machine: NotRequired[str]
    kernel: NotRequired[str]
    server: NotRequired[str]
    zone: NotRequired[str]
    cpus: NotRequired[str]
    trial: NotRequired[str]
    started_at: NotRequired[str]
    booted_at: NotRequired[str]
    tuning: NotRequired[str]
    client: NotRequired[str]
    client_network: NotRequired[str]
    same_machine: NotRequired[str]
    port: NotRequired[str]
    virtual_host: NotRequired[str]
    kernel_commit: NotRequired[str]
    kernel_branch: NotRequired[str]
    kernel_repository: NotRequired[str]
    kernel_options: NotRequired[str]
    server_commit: NotRequired[str]
    server_branch: NotRequired[str]
    server_repository: NotRequired[str]
    server_options: NotRequired[str]
    notes: NotRequired[str]
    pattern: NotRequired[str]
    own_runs: NotRequired[str]
    paths: NotRequired[str]


class WatchDetail(TypedDict):
    id: int
    url: str
    title: str
    history: str
    feed: str
    direction: str
    least: float
    is_quiet: bool
    made_at: str
    looked_at: str | None
    trouble: str
    alarms: int
    runs: int | None
    changes: list[ChangeOut]


class WatchIn(TypedDict):
    question: str
    title: NotRequired[str]
    direction: NotRequired[Literal["any", "worse"]]
    least: NotRequired[float]
    is_quiet: NotRequired[bool]
    mail: NotRequired[str]


class WatchOut(TypedDict):
    id: int
    url: str
    title: str
    history: str
    feed: str
    direction: str
    least: float
    is_quiet: bool
    made_at: str
    looked_at: str | None
    trouble: str
    alarms: int


class Watches(TypedDict):
    watches: list[WatchOut]
    next: str | None


class WebhookIn(TypedDict):
    url: str
    kinds: NotRequired[list[str]]


class WebhookOut(TypedDict):
    id: int
    url: str
    kinds: list[str]
    made_at: str


class Webhooks(TypedDict):
    webhooks: list[WebhookOut]
    next: str | None


class WithdrawnUpload(TypedDict):
    upload: int
    url: str
    files: int
    by: str
    withdrawn_at: str
    because: str
    message: str


TieOut = AttachmentOut  # as it was called


class Filters(TypedDict, total=False):
    machine: str | int | float | list[str] | list[int]
    kernel: str | int | float | list[str] | list[int]
    zone: str | int | float | list[str] | list[int]
    cpus: str | int | float | list[str] | list[int]
    server: str | int | float | list[str] | list[int]
    trial: str | int | float | list[str] | list[int]


class CompareQuery(Filters, total=False):
    metric: str | int | float | list[str] | list[int]
    rows: str
    cols: str
    split: str
    baseline: str
    stretch: str | int | float | list[str] | list[int]
    protocol: str
    band: str
    accept: str
    as_of: str
    item: str | int | float | list[str] | list[int]
    os: str | int | float | list[str] | list[int]
    kernel_series: str | int | float | list[str] | list[int]
    kernel_flavour: str | int | float | list[str] | list[int]
    kernel_patches: str | int | float | list[str] | list[int]
    server_product: str | int | float | list[str] | list[int]
    tool: str | int | float | list[str] | list[int]
    tool_version: str | int | float | list[str] | list[int]
    path: str | int | float | list[str] | list[int]
    document_bytes: str | int | float | list[str] | list[int]
    method: str | int | float | list[str] | list[int]
    tls: str | int | float | list[str] | list[int]
    keepalive: str | int | float | list[str] | list[int]
    concurrency: str | int | float | list[str] | list[int]
    threads: str | int | float | list[str] | list[int]
    rate: str | int | float | list[str] | list[int]
    requests: str | int | float | list[str] | list[int]
    duration_planned: str | int | float | list[str] | list[int]
    provenance: str | int | float | list[str] | list[int]
    status: str | int | float | list[str] | list[int]
    study: str | int | float | list[str] | list[int]
    tag: str | int | float | list[str] | list[int]
    upload: str | int | float | list[str] | list[int]
    run: str | int | float | list[str] | list[int]


class CostQuery(Filters, total=False):
    by: str
    baseline: str
    protocol: str
    band: str
    accept: str
    as_of: str
    item: str | int | float | list[str] | list[int]
    os: str | int | float | list[str] | list[int]
    kernel_series: str | int | float | list[str] | list[int]
    kernel_flavour: str | int | float | list[str] | list[int]
    kernel_patches: str | int | float | list[str] | list[int]
    server_product: str | int | float | list[str] | list[int]
    tool: str | int | float | list[str] | list[int]
    tool_version: str | int | float | list[str] | list[int]
    path: str | int | float | list[str] | list[int]
    document_bytes: str | int | float | list[str] | list[int]
    method: str | int | float | list[str] | list[int]
    tls: str | int | float | list[str] | list[int]
    keepalive: str | int | float | list[str] | list[int]
    concurrency: str | int | float | list[str] | list[int]
    threads: str | int | float | list[str] | list[int]
    rate: str | int | float | list[str] | list[int]
    requests: str | int | float | list[str] | list[int]
    duration_planned: str | int | float | list[str] | list[int]
    provenance: str | int | float | list[str] | list[int]
    status: str | int | float | list[str] | list[int]
    study: str | int | float | list[str] | list[int]
    tag: str | int | float | list[str] | list[int]
    upload: str | int | float | list[str] | list[int]
    run: str | int | float | list[str] | list[int]


class ListExclusionsQuery(TypedDict, total=False):
    before: int
    limit: int


class HistoryQuery(Filters, total=False):
    x: str
    by: str
    since: str
    until: str
    metric: str
    accept: str
    as_of: str
    item: str | int | float | list[str] | list[int]
    os: str | int | float | list[str] | list[int]
    kernel_series: str | int | float | list[str] | list[int]
    kernel_flavour: str | int | float | list[str] | list[int]
    kernel_patches: str | int | float | list[str] | list[int]
    server_product: str | int | float | list[str] | list[int]
    tool: str | int | float | list[str] | list[int]
    tool_version: str | int | float | list[str] | list[int]
    path: str | int | float | list[str] | list[int]
    document_bytes: str | int | float | list[str] | list[int]
    method: str | int | float | list[str] | list[int]
    tls: str | int | float | list[str] | list[int]
    keepalive: str | int | float | list[str] | list[int]
    concurrency: str | int | float | list[str] | list[int]
    threads: str | int | float | list[str] | list[int]
    rate: str | int | float | list[str] | list[int]
    requests: str | int | float | list[str] | list[int]
    duration_planned: str | int | float | list[str] | list[int]
    provenance: str | int | float | list[str] | list[int]
    status: str | int | float | list[str] | list[int]
    study: str | int | float | list[str] | list[int]
    tag: str | int | float | list[str] | list[int]
    upload: str | int | float | list[str] | list[int]
    run: str | int | float | list[str] | list[int]


class ListKernelsQuery(TypedDict, total=False):
    after: int
    limit: int


class ListMachinesQuery(TypedDict, total=False):
    after: int
    limit: int


class ListNotesQuery(TypedDict, total=False):
    machine: str
    before: int
    limit: int


class ListPermalinksQuery(TypedDict, total=False):
    before: str
    limit: int


class ListRecordingsQuery(TypedDict, total=False):
    run: int | None
    before: int
    limit: int


class ListRecordingSeriesQuery(TypedDict, total=False):
    metric: str
    item: str | int | float | list[str] | list[int]
    after: int
    limit: int


class ListRecordingTracesQuery(TypedDict, total=False):
    after: int
    limit: int


class ListRulesQuery(TypedDict, total=False):
    before: int
    limit: int


class ListRunsQuery(Filters, total=False):
    before: int
    limit: int
    q: str
    os: str | int | float | list[str] | list[int]
    kernel_series: str | int | float | list[str] | list[int]
    kernel_flavour: str | int | float | list[str] | list[int]
    kernel_patches: str | int | float | list[str] | list[int]
    server_product: str | int | float | list[str] | list[int]
    tool: str | int | float | list[str] | list[int]
    tool_version: str | int | float | list[str] | list[int]
    path: str | int | float | list[str] | list[int]
    document_bytes: str | int | float | list[str] | list[int]
    method: str | int | float | list[str] | list[int]
    tls: str | int | float | list[str] | list[int]
    keepalive: str | int | float | list[str] | list[int]
    concurrency: str | int | float | list[str] | list[int]
    threads: str | int | float | list[str] | list[int]
    rate: str | int | float | list[str] | list[int]
    requests: str | int | float | list[str] | list[int]
    duration_planned: str | int | float | list[str] | list[int]
    provenance: str | int | float | list[str] | list[int]
    status: str | int | float | list[str] | list[int]
    study: str | int | float | list[str] | list[int]
    tag: str | int | float | list[str] | list[int]
    upload: str | int | float | list[str] | list[int]
    run: str | int | float | list[str] | list[int]


class ScalingQuery(Filters, total=False):
    x: str
    by: str
    metric: str
    protocol: str
    gamma: str
    accept: str
    as_of: str
    item: str | int | float | list[str] | list[int]
    os: str | int | float | list[str] | list[int]
    kernel_series: str | int | float | list[str] | list[int]
    kernel_flavour: str | int | float | list[str] | list[int]
    kernel_patches: str | int | float | list[str] | list[int]
    server_product: str | int | float | list[str] | list[int]
    tool: str | int | float | list[str] | list[int]
    tool_version: str | int | float | list[str] | list[int]
    path: str | int | float | list[str] | list[int]
    document_bytes: str | int | float | list[str] | list[int]
    method: str | int | float | list[str] | list[int]
    tls: str | int | float | list[str] | list[int]
    keepalive: str | int | float | list[str] | list[int]
    concurrency: str | int | float | list[str] | list[int]
    threads: str | int | float | list[str] | list[int]
    rate: str | int | float | list[str] | list[int]
    requests: str | int | float | list[str] | list[int]
    duration_planned: str | int | float | list[str] | list[int]
    provenance: str | int | float | list[str] | list[int]
    status: str | int | float | list[str] | list[int]
    study: str | int | float | list[str] | list[int]
    tag: str | int | float | list[str] | list[int]
    upload: str | int | float | list[str] | list[int]
    run: str | int | float | list[str] | list[int]


class ListServersQuery(TypedDict, total=False):
    after: int
    limit: int


class ListSetupsQuery(TypedDict, total=False):
    after: int
    limit: int


class ListStudiesQuery(TypedDict, total=False):
    after: int
    limit: int


class GetTablesQuery(TypedDict, total=False):
    format: str


class GetTableQuery(TypedDict, total=False):
    run: int
    recording: int
    after: int
    format: str


class GetUploadQuery(TypedDict, total=False):
    brief: str
    page: int


class ListWatchesQuery(TypedDict, total=False):
    before: int
    limit: int


class ListWebhooksQuery(TypedDict, total=False):
    after: int
    limit: int


class ListWebhookDeliveriesQuery(TypedDict, total=False):
    before: int
    limit: int


class PutFileQuery(Filters, total=False):
    started_at: str
    booted_at: str
    tuning: str
    client: str
    client_network: str
    same_machine: str
    port: str
    virtual_host: str
    kernel_commit: str
    kernel_branch: str
    kernel_repository: str
    kernel_options: str
    server_commit: str
    server_branch: str
    server_repository: str
    server_options: str
    notes: str
    pattern: str
    own_runs: str
    dry_run: str
