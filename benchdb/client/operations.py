"""Every operation of the API, as a method."""

# Made by `python -m benchdb.dev.client --write` from the API's document: not to be edited.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, Unpack, cast

from benchdb.client.transport import File, Transport, keyed, part, path_part, with_query
from benchdb.client.types import (
    CompareQuery,
    CorrectionIn,
    CorrectionOut,
    CostQuery,
    Deliveries,
    DimensionOut,
    DryRun,
    Exclusion,
    ExclusionOut,
    Exclusions,
    ExistingLogs,
    ExistingLogsQuestion,
    FrozenQuestion,
    GetTableQuery,
    GetTablesQuery,
    GetUploadQuery,
    HistoryQuery,
    KernelOut,
    Kernels,
    LinkDetail,
    LinkOut,
    Links,
    ListExclusionsQuery,
    ListKernelsQuery,
    ListMachinesQuery,
    ListNotesQuery,
    ListPermalinksQuery,
    ListRecordingSeriesQuery,
    ListRecordingTracesQuery,
    ListRecordingsQuery,
    ListRulesQuery,
    ListRunsQuery,
    ListServersQuery,
    ListSetupsQuery,
    ListStudiesQuery,
    ListWatchesQuery,
    ListWebhookDeliveriesQuery,
    ListWebhooksQuery,
    MachineOut,
    Machines,
    Me,
    MetricOut,
    NewWebhook,
    NoteChange,
    NoteIn,
    NoteOut,
    Notes,
    PutFileQuery,
    ReceivedUpload,
    RecordingOut,
    Recordings,
    RuleIn,
    RuleOut,
    Rules,
    RunDetail,
    Runs,
    ScalingQuery,
    SeriesList,
    ServerOut,
    Servers,
    SetupOut,
    Setups,
    StatusOut,
    Studies,
    StudyDetail,
    Tables,
    TagOut,
    TraceList,
    Undone,
    WatchDetail,
    WatchIn,
    Watches,
    WebhookIn,
    Webhooks,
)


class Client(Transport):
    """A site. `more` holds parameters that are no names of Python's, such as `tuning.gzip`."""

    def compare(self, more: Mapping[str, Any] | None = None, **query: Unpack[CompareQuery]) -> dict[str, Any]:
        """The same document as `/compare.json`."""
        return cast("dict[str, Any]", self._json("GET", "/api/v1/compare", {**query, **(more or {})}))

    def create_correction(self, document: CorrectionIn) -> CorrectionOut:
        """Have all these runs the same facts. They keep their numbers, tags and exclusions; frozen links keep their bytes.

        What is said stays with each run, above what its upload says. 409 where a run cannot be corrected, or none changes."""
        return cast("CorrectionOut", self._sent("POST", "/api/v1/corrections", cast("Mapping[str, Any]", document)))

    def delete_correction(self, correction_id: int) -> Undone:
        """What the runs would have had it never been made: what was said of them since stays. For editors."""
        return cast("Undone", self._json("DELETE", f"/api/v1/corrections/{part(correction_id)}", None))

    def get_correction(self, correction_id: int) -> CorrectionOut:
        """What was corrected, by whom, and whether it was undone."""
        return cast("CorrectionOut", self._json("GET", f"/api/v1/corrections/{part(correction_id)}", None))

    def cost(self, more: Mapping[str, Any] | None = None, **query: Unpack[CostQuery]) -> dict[str, Any]:
        """The same document as `/cost.json`."""
        return cast("dict[str, Any]", self._json("GET", "/api/v1/cost", {**query, **(more or {})}))

    def list_dimensions(self) -> list[DimensionOut]:
        """What can be filtered by and laid out; at last `tuning.NAME` for every setting that some run records."""
        return cast("list[DimensionOut]", self._json("GET", "/api/v1/dimensions", None))

    def list_exclusions(
        self, more: Mapping[str, Any] | None = None, **query: Unpack[ListExclusionsQuery]
    ) -> Exclusions:
        """The runs that do not count, each with its reason, newest run first."""
        return cast("Exclusions", self._json("GET", "/api/v1/exclusions", {**query, **(more or {})}))

    def create_exclusion(self, document: Exclusion) -> ExclusionOut:
        """Leave a run out of comparisons, for a reason. Frozen links still show it. For editors."""
        return cast("ExclusionOut", self._sent("POST", "/api/v1/exclusions", cast("Mapping[str, Any]", document)))

    def delete_exclusion(self, run_id: int) -> None:
        """Count the run again. 409 where its upload is withdrawn. For editors."""
        self._json("DELETE", f"/api/v1/exclusions/{part(run_id)}", None)

    def history(self, more: Mapping[str, Any] | None = None, **query: Unpack[HistoryQuery]) -> dict[str, Any]:
        """The same document as `/history.json`."""
        return cast("dict[str, Any]", self._json("GET", "/api/v1/history", {**query, **(more or {})}))

    def list_kernels(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListKernelsQuery]) -> Kernels:
        """Every kernel, with the number of its runs that count."""
        return cast("Kernels", self._json("GET", "/api/v1/kernels", {**query, **(more or {})}))

    def get_kernel(self, slug: str) -> KernelOut:
        """One Kernel"""
        return cast("KernelOut", self._json("GET", f"/api/v1/kernels/{part(slug)}", None))

    def existing_logs(self, document: ExistingLogsQuestion) -> ExistingLogs:
        """Of these files, the ones that were read, or are to be, and what became of them."""
        return cast("ExistingLogs", self._sent("POST", "/api/v1/logs", cast("Mapping[str, Any]", document)))

    def list_machines(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListMachinesQuery]) -> Machines:
        """Every machine, with the number of its runs that count."""
        return cast("Machines", self._json("GET", "/api/v1/machines", {**query, **(more or {})}))

    def get_machine(self, slug: str) -> MachineOut:
        """One Machine"""
        return cast("MachineOut", self._json("GET", f"/api/v1/machines/{part(slug)}", None))

    def get_me(self) -> Me:
        """Who this request is made by, and what they may do. 401 for a token that lets nobody in."""
        return cast("Me", self._json("GET", "/api/v1/me", None))

    def list_metrics(self) -> list[MetricOut]:
        """What can be measured: names, base units, and which direction is better."""
        return cast("list[MetricOut]", self._json("GET", "/api/v1/metrics", None))

    def list_notes(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListNotesQuery]) -> Notes:
        """The notes, the last one that was made first."""
        return cast("Notes", self._json("GET", "/api/v1/notes", {**query, **(more or {})}))

    def create_note(self, document: NoteIn) -> NoteOut:
        """Say what was done to a machine, of a day or several. 409 for what no note can have. For editors."""
        return cast("NoteOut", self._sent("POST", "/api/v1/notes", cast("Mapping[str, Any]", document)))

    def delete_note(self, note_id: int) -> None:
        """Take it away; what was frozen with it keeps it. For whoever wrote it, and for editors."""
        self._json("DELETE", f"/api/v1/notes/{part(note_id)}", None)

    def get_note(self, note_id: int) -> NoteOut:
        """One Note"""
        return cast("NoteOut", self._json("GET", f"/api/v1/notes/{part(note_id)}", None))

    def patch_note(self, note_id: int, document: NoteChange) -> NoteOut:
        """Another text, or other days; what is left out stays. For whoever wrote it, and for editors."""
        return cast(
            "NoteOut", self._sent("PATCH", f"/api/v1/notes/{part(note_id)}", cast("Mapping[str, Any]", document))
        )

    def list_permalinks(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListPermalinksQuery]) -> Links:
        """The frozen answers, newest first."""
        return cast("Links", self._json("GET", "/api/v1/permalinks", {**query, **(more or {})}))

    def create_permalink(self, document: FrozenQuestion) -> LinkOut:
        """Keep an answer as it stands now. The same answer twice is the same permalink. For uploaders."""
        return cast("LinkOut", self._sent("POST", "/api/v1/permalinks", cast("Mapping[str, Any]", document)))

    def get_permalink(self, link_id: str) -> LinkDetail:
        """One frozen answer, with what it was made from, and whether today's data would say the same."""
        return cast("LinkDetail", self._json("GET", f"/api/v1/permalinks/{part(link_id)}", None))

    def list_recordings(
        self, more: Mapping[str, Any] | None = None, **query: Unpack[ListRecordingsQuery]
    ) -> Recordings:
        """Every recording, or those of one run, newest first."""
        return cast("Recordings", self._json("GET", "/api/v1/recordings", {**query, **(more or {})}))

    def get_recording(self, recording_id: int) -> RecordingOut:
        """One recording, with the runs that it belongs to."""
        return cast("RecordingOut", self._json("GET", f"/api/v1/recordings/{part(recording_id)}", None))

    def list_recording_series(
        self, recording_id: int, more: Mapping[str, Any] | None = None, **query: Unpack[ListRecordingSeriesQuery]
    ) -> SeriesList:
        """Every sample of one metric: one series for each item; a page has fewer series where these are long."""
        return cast(
            "SeriesList",
            self._json("GET", f"/api/v1/recordings/{part(recording_id)}/series", {**query, **(more or {})}),
        )

    def list_recording_traces(
        self, recording_id: int, more: Mapping[str, Any] | None = None, **query: Unpack[ListRecordingTracesQuery]
    ) -> TraceList:
        """What was recorded, without its numbers."""
        return cast(
            "TraceList", self._json("GET", f"/api/v1/recordings/{part(recording_id)}/traces", {**query, **(more or {})})
        )

    def list_rules(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListRulesQuery]) -> Rules:
        """The rules, newest first, with those that were ended."""
        return cast("Rules", self._json("GET", "/api/v1/rules", {**query, **(more or {})}))

    def create_rule(self, document: RuleIn) -> RuleOut:
        """One more rule, in force from now on. For editors."""
        return cast("RuleOut", self._sent("POST", "/api/v1/rules", cast("Mapping[str, Any]", document)))

    def delete_rule(self, rule_id: int) -> None:
        """End it: such differences stand in the way again. For editors."""
        self._json("DELETE", f"/api/v1/rules/{part(rule_id)}", None)

    def list_runs(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListRunsQuery]) -> Runs:
        """The runs that count today, newest first. Filters of other dimensions and words all apply; `tuning.NAME` too."""
        return cast("Runs", self._json("GET", "/api/v1/runs", {**query, **(more or {})}))

    def get_run(self, run_id: int) -> RunDetail:
        """One run with its measurements, whether it counts or not."""
        return cast("RunDetail", self._json("GET", f"/api/v1/runs/{part(run_id)}", None))

    def delete_run_tag(self, run_id: int, word: str) -> None:
        """Take a tag off the run. For editors."""
        self._json("DELETE", f"/api/v1/runs/{part(run_id)}/tags/{part(word)}", None)

    def put_run_tag(self, run_id: int, word: str) -> None:
        """Put a tag on the run. For editors."""
        self._json("PUT", f"/api/v1/runs/{part(run_id)}/tags/{part(word)}", None)

    def scaling(self, more: Mapping[str, Any] | None = None, **query: Unpack[ScalingQuery]) -> dict[str, Any]:
        """The same document as `/scaling.json`."""
        return cast("dict[str, Any]", self._json("GET", "/api/v1/scaling", {**query, **(more or {})}))

    def list_servers(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListServersQuery]) -> Servers:
        """Every server, with the number of its runs that count."""
        return cast("Servers", self._json("GET", "/api/v1/servers", {**query, **(more or {})}))

    def get_server(self, slug: str) -> ServerOut:
        """One Server"""
        return cast("ServerOut", self._json("GET", f"/api/v1/servers/{part(slug)}", None))

    def list_setups(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListSetupsQuery]) -> Setups:
        """Every setup, oldest first."""
        return cast("Setups", self._json("GET", "/api/v1/setups", {**query, **(more or {})}))

    def get_setup(self, fingerprint: str) -> SetupOut:
        """One Setup"""
        return cast("SetupOut", self._json("GET", f"/api/v1/setups/{part(fingerprint)}", None))

    def list_studies(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListStudiesQuery]) -> Studies:
        """Every study, oldest first."""
        return cast("Studies", self._json("GET", "/api/v1/studies", {**query, **(more or {})}))

    def get_study(self, slug: str) -> StudyDetail:
        """One study, with its questions and its runs."""
        return cast("StudyDetail", self._json("GET", f"/api/v1/studies/{part(slug)}", None))

    def get_tables(self, more: Mapping[str, Any] | None = None, **query: Unpack[GetTablesQuery]) -> Tables:
        """The tables, as they stand now: rows that are stored while somebody reads them are in none."""
        return cast("Tables", self._json("GET", "/api/v1/tables", {**query, **(more or {})}))

    def get_table(
        self,
        table: Literal["runs", "measurements", "recordings", "attached", "series"],
        more: Mapping[str, Any] | None = None,
        **query: Unpack[GetTableQuery],
    ) -> bytes:
        """One page of a table. `Link` names the next one (rel="next"), if there is one."""
        return self._bytes("GET", with_query(f"/api/v1/tables/{part(table)}", {**query, **(more or {})}))

    def list_tags(self) -> list[TagOut]:
        """Every tag, and how many runs that count have it."""
        return cast("list[TagOut]", self._json("GET", "/api/v1/tags", None))

    def create_upload(self, files: Sequence[File], key: str = "", **facts: str) -> ReceivedUpload | DryRun:
        """Store the files and queue their parsing. 202; 200 where these bytes came before, and for a dry run."""
        return cast("ReceivedUpload | DryRun", self._uploaded("/api/v1/uploads", files, facts, key))

    def get_upload(
        self, upload_id: int, more: Mapping[str, Any] | None = None, **query: Unpack[GetUploadQuery]
    ) -> StatusOut:
        """Its state (queued, parsing, stored, failed), its runs and problems, and a comparison of just these runs.

        Each list holds at most a thousand entries of a page; `next` is the address of the following one, or null.
        `brief=true` leaves the lists empty: to ask often how far a large upload is."""
        return cast("StatusOut", self._json("GET", f"/api/v1/uploads/{part(upload_id)}", {**query, **(more or {})}))

    def list_watches(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListWatchesQuery]) -> Watches:
        """Every watch, newest first."""
        return cast("Watches", self._json("GET", "/api/v1/watches", {**query, **(more or {})}))

    def create_watch(self, document: WatchIn) -> WatchDetail:
        """Hear of a history when it changes. 409 where one of yours says the same. For uploaders."""
        return cast("WatchDetail", self._sent("POST", "/api/v1/watches", cast("Mapping[str, Any]", document)))

    def delete_watch(self, watch_id: int) -> None:
        """End it. For whoever made it, and for editors."""
        self._json("DELETE", f"/api/v1/watches/{part(watch_id)}", None)

    def get_watch(self, watch_id: int) -> WatchDetail:
        """One watch, with the changes that it told."""
        return cast("WatchDetail", self._json("GET", f"/api/v1/watches/{part(watch_id)}", None))

    def list_webhooks(self, more: Mapping[str, Any] | None = None, **query: Unpack[ListWebhooksQuery]) -> Webhooks:
        """Every webhook, oldest first. For admins."""
        return cast("Webhooks", self._json("GET", "/api/v1/webhooks", {**query, **(more or {})}))

    def create_webhook(self, document: WebhookIn) -> NewWebhook:
        """One more address, with a secret of its own. 409 where it is told of one of the kinds already. For admins."""
        return cast("NewWebhook", self._sent("POST", "/api/v1/webhooks", cast("Mapping[str, Any]", document)))

    def delete_webhook(self, hook_id: int) -> None:
        """Tell it nothing any more; its deliveries go with it. For admins."""
        self._json("DELETE", f"/api/v1/webhooks/{part(hook_id)}", None)

    def list_webhook_deliveries(
        self, hook_id: int, more: Mapping[str, Any] | None = None, **query: Unpack[ListWebhookDeliveriesQuery]
    ) -> Deliveries:
        """What it was told, newest first, and whether that arrived. For admins."""
        return cast(
            "Deliveries", self._json("GET", f"/api/v1/webhooks/{part(hook_id)}/deliveries", {**query, **(more or {})})
        )

    def put_file(
        self,
        name: str,
        data: bytes,
        key: str = "",
        more: Mapping[str, Any] | None = None,
        **query: Unpack[PutFileQuery],
    ) -> ReceivedUpload | DryRun:
        """`curl -T run1.log …/u/?zone=global`. A name may have folders."""
        return cast(
            "ReceivedUpload | DryRun",
            self._json(
                "PUT",
                f"/u/{path_part(name)}",
                {**query, **(more or {})},
                data,
                {"Content-Type": "application/octet-stream"} | keyed(key),
            ),
        )
