"""The rows: what was measured (inventory, runs, recordings), how it came in (uploads), what is told of it (links)."""

from benchdb.models.accounts import Account, Invitation, Token
from benchdb.models.announcing import Announcement, Delivery, Webhook
from benchdb.models.audit import AuditEntry
from benchdb.models.idempotency import SentKey
from benchdb.models.inventory import Kernel, Machine, Server
from benchdb.models.links import KeptTwin, Permalink, Study
from benchdb.models.recordings import Host, Recording, Tie, Timeline, Trace, WindowSummary
from benchdb.models.runs import Measurement, Run, Setup
from benchdb.models.tags import Tag
from benchdb.models.uploads import Log, LogChunk, Upload, UploadFile

__all__ = [
    "Account",
    "Announcement",
    "AuditEntry",
    "Delivery",
    "Host",
    "Invitation",
    "KeptTwin",
    "Kernel",
    "Log",
    "LogChunk",
    "Machine",
    "Measurement",
    "Permalink",
    "Recording",
    "Run",
    "SentKey",
    "Server",
    "Setup",
    "Study",
    "Tag",
    "Tie",
    "Timeline",
    "Token",
    "Trace",
    "Upload",
    "UploadFile",
    "Webhook",
    "WindowSummary",
]
