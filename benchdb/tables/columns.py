"""The columns of the exported tables: name, kind and meaning. Pure.

A name once given is kept: other people's programs read it. Numbers are in base units, as everywhere.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

Kind = Literal["text", "whole", "number", "truth", "moment", "json", "sentences"]


class Column(NamedTuple):
    """One column; what is not known is empty."""

    name: str
    kind: Kind
    field: str  #: where Django's ORM finds it, from the table's own row; "" = made by `frames.py`
    meaning: str


RUNS = (
    Column("run", "whole", "pk", "number of the run, as in its address /runs/NUMBER/"),
    Column("upload", "whole", "file__upload_id", "the upload it came with"),
    Column("file", "text", "file__name", "name of its log"),
    Column("log", "text", "file__log_id", "SHA-256 of its log's bytes"),
    Column("line", "whole", "line", "where it begins in the log"),
    Column("setup", "text", "setup__fingerprint", "the same for runs that are repetitions of each other"),
    Column("trial", "whole", "trial", "which repetition"),
    Column("started_at", "moment", "started_at", ""),
    Column("booted_at", "moment", "booted_at", "the machine, where somebody said"),
    Column("status", "text", "status", "complete, aborted or interrupted"),
    Column("machine", "text", "setup__machine__name", ""),
    Column("kernel", "text", "setup__kernel__name", ""),
    Column("server", "text", "setup__server__name", "the web server with its version"),
    Column("zone", "text", "setup__zone", ""),
    Column("cpus", "whole", "setup__cpus", "online"),
    Column("tuning", "json", "setup__tuning", "settings of server and system by name"),
    Column("tool", "text", "setup__tool", "the load generator"),
    Column("tool_version", "text", "setup__tool_version", ""),
    Column("path", "text", "setup__path", "of the document"),
    Column("document_bytes", "whole", "setup__document_bytes", ""),
    Column("method", "text", "setup__method", ""),
    Column("tls", "truth", "setup__tls", ""),
    Column("keepalive", "truth", "setup__keepalive", ""),
    Column("concurrency", "whole", "setup__concurrency", ""),
    Column("threads", "whole", "setup__threads", "of the load generator"),
    Column("rate_planned", "number", "setup__rate", "offered, 1/s"),
    Column("requests_planned", "whole", "setup__requests", ""),
    Column("duration_planned", "number", "setup__duration_planned", "seconds"),
    Column("provenance", "text", "provenance", "measured, or published in a paper"),
    Column("citation", "text", "citation", "source of a published figure"),
    Column("notes", "text", "notes", ""),
    Column("facts", "json", "facts", "all that the log says besides its measurements"),
    Column("caveats", "sentences", "caveats", "sentences that travel with its numbers"),
    Column("format", "text", "format", "the parser that read it"),
    Column("parser_version", "text", "parser_version", ""),
    Column("stored_at", "moment", "stored_at", ""),
    Column("retired_at", "moment", "retired_at", "when a better reading of the same log took its place"),
    Column("excluded_at", "moment", "excluded_at", "when somebody took it out of all answers"),
    Column("excluded_because", "text", "excluded_because", ""),
    Column(
        "first_stored_at", "moment", "first_stored_at", "of the first reading of the same log, where this is not it"
    ),
)
MEASUREMENTS = (
    Column("run", "whole", "run_id", "see runs"),
    Column("metric", "text", "metric", "a name of the vocabulary"),
    Column("item", "text", "item", "the part that it is about; empty for the whole"),
    Column("value", "number", "value", "in the base unit"),
    Column("unit", "text", "", "1/s, s, B, B/s, count, fraction, ratio; empty where nobody knows it"),
    Column("line", "whole", "line", "of the log; 0 = computed"),
    Column("printed", "text", "printed", "what the log shows, where the value corrects it"),
)
RECORDINGS = (
    Column("recording", "whole", "pk", "number of the recording"),
    Column("upload", "whole", "file__upload_id", "the upload it came with"),
    Column("file", "text", "file__name", "name of its log"),
    Column("log", "text", "file__log_id", "SHA-256 of its log's bytes"),
    Column("host", "text", "host", "as the log names it"),
    Column("machine", "text", "machine__name", ""),
    Column("tool", "text", "tool", "sar, iostat, …"),
    Column("format", "text", "format", "the parser that read it"),
    Column("parser_version", "text", "parser_version", ""),
    Column("facts", "json", "facts", "kernel, CPUs, time zone, comments, …"),
    Column("start", "number", "start", "seconds since 1970 on its clock; since midnight where it has no date"),
    Column("end", "number", "end", "likewise"),
    Column("date_is_known", "truth", "date_is_known", ""),
    Column("clock_ahead", "number", "clock_ahead", "seconds that its clock was ahead of UTC"),
    Column("withdrawn_at", "moment", "file__upload__withdrawn_at", "since when it counts nowhere, as its upload"),
)
ATTACHED = (
    Column("run", "whole", "run_id", "see runs"),
    Column("recording", "whole", "recording_id", "see recordings"),
    Column("side", "text", "side", "server or client"),
    Column("how", "text", "how", "by directory, by time, or because somebody said so"),
    Column("window_start", "number", "window_start", "of the load, on the recording's clock; empty: all of it counts"),
    Column("window_end", "number", "window_end", "likewise"),
)
SERIES = (
    Column("recording", "whole", "", "see recordings"),
    Column("metric", "text", "", "such as cpu.user"),
    Column("item", "text", "", "a CPU, a device, an interface, a process; empty for the whole"),
    Column("unit", "text", "", "the base unit; empty: as printed"),
    Column("time", "number", "", "seconds on the recording's clock"),
    Column("value", "number", "", "empty: not measured at that moment"),
)

TABLES: dict[str, tuple[Column, ...]] = {
    "runs": RUNS,
    "measurements": MEASUREMENTS,
    "recordings": RECORDINGS,
    "attached": ATTACHED,
    "series": SERIES,
}
