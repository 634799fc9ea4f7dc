"""The rows: what was measured (inventory, runs), how it came in (uploads), what is told of it (links)."""

from benchdb.models.accounts import Account, Invitation, Token
from benchdb.models.announcing import Announcement, Delivery, Webhook
from benchdb.models.audit import AuditEntry
from benchdb.models.idempotency import SentKey
from benchdb.models.inventory import Kernel, Machine, Server
from benchdb.models.links import Permalink, Study
from benchdb.models.runs import Measurement, Run, Setup, Trace
from benchdb.models.tags import Tag
from benchdb.models.uploads import Log, LogChunk, Upload, UploadFile

__all__ = [
    "Account",
    "Announcement",
    "AuditEntry",
    "Delivery",
    "Invitation",
    "Kernel",
    "Log",
    "LogChunk",
    "Machine",
    "Measurement",
    "Permalink",
    "Run",
    "SentKey",
    "Server",
    "Setup",
    "Study",
    "Tag",
    "Token",
    "Trace",
    "Upload",
    "UploadFile",
    "Webhook",
]
