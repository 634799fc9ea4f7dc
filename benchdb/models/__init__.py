"""The rows: what was measured (inventory, runs), how it came in (uploads), what is told of it (links)."""

from benchdb.models.inventory import Kernel, Machine, Server
from benchdb.models.links import KeptTwin, Permalink, Study
from benchdb.models.runs import Measurement, Run, Setup, Trace
from benchdb.models.uploads import Log, LogChunk, Upload, UploadFile

__all__ = [
    "KeptTwin",
    "Kernel",
    "Log",
    "LogChunk",
    "Machine",
    "Measurement",
    "Permalink",
    "Run",
    "Server",
    "Setup",
    "Study",
    "Trace",
    "Upload",
    "UploadFile",
]
