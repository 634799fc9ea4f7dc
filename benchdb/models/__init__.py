"""The rows: what was measured (inventory, runs, recordings), how it came in (uploads), what is told of it (links)."""

from benchdb.models.acceptance import AcceptanceRule
from benchdb.models.accounts import Account, Invitation, Token
from benchdb.models.audit import AuditEntry
from benchdb.models.events import Delivery, Event, Webhook
from benchdb.models.idempotency import SentKey
from benchdb.models.inventory import FormerName, Kernel, Machine, MachineNote, Server
from benchdb.models.links import Permalink, PermalinkBody, PermalinkExport, SavedQuestion, Study
from benchdb.models.logs import Log, LogChunk, LogWithdrawn
from benchdb.models.packed import LabelledRuns, PackedSeries, SetupRuns
from benchdb.models.recordings import Host, Recording, RunRecording, Timeline, Trace, WindowSummary
from benchdb.models.runs import Measurement, ReplacedFact, Run, RunCorrection, Setup
from benchdb.models.tags import Tag
from benchdb.models.uploads import Upload, UploadFile
from benchdb.models.watches import Watch, WatchedChange

__all__ = [
    "AcceptanceRule",
    "Account",
    "AuditEntry",
    "Delivery",
    "Event",
    "FormerName",
    "Host",
    "Invitation",
    "Kernel",
    "LabelledRuns",
    "Log",
    "LogChunk",
    "LogWithdrawn",
    "Machine",
    "MachineNote",
    "Measurement",
    "PackedSeries",
    "Permalink",
    "PermalinkBody",
    "PermalinkExport",
    "Recording",
    "ReplacedFact",
    "Run",
    "RunCorrection",
    "RunRecording",
    "SavedQuestion",
    "SentKey",
    "Server",
    "Setup",
    "SetupRuns",
    "Study",
    "Tag",
    "Timeline",
    "Token",
    "Trace",
    "Upload",
    "UploadFile",
    "Watch",
    "WatchedChange",
    "Webhook",
    "WindowSummary",
]
