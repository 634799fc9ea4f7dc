"""The rows: what was measured (inventory, runs, recordings), how it came in (uploads), what is told of it (links)."""

from benchdb.models.inventory import Kernel, Machine, Server
from benchdb.models.links import KeptTwin, Permalink, Study
from benchdb.models.recordings import Host, Recording, Tie, Timeline, Trace, WindowSummary
from benchdb.models.runs import Measurement, Run, Setup
from benchdb.models.uploads import Log, LogChunk, Upload, UploadFile

__all__ = [
    "Host",
    "KeptTwin",
    "Kernel",
    "Log",
    "LogChunk",
    "Machine",
    "Measurement",
    "Permalink",
    "Recording",
    "Run",
    "Server",
    "Setup",
    "Study",
    "Tie",
    "Timeline",
    "Trace",
    "Upload",
    "UploadFile",
    "WindowSummary",
]
