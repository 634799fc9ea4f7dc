"""What benchdb itself says of a run becomes its kind and its parameters; what its log's parser says stays text."""

import re

from django.db import migrations

from benchdb.wording import sentences_of

#: As these sentences were worded until now, and how their figures were written.
NUMBER, PERCENT, NAME = r"([\d,.]+)", r"([\d,]+)%", r"(.+)"
EXHAUSTED = {
    "no file descriptor was free": "no descriptor was free",
    "no local port was free": "no port was free",
    "its file descriptor table was full": "its table was full",
}


def number(text):
    return float(text.replace(",", ""))


def whole(text):
    return int(text.replace(",", ""))


def share(text):
    return whole(text) / 100


def times(text):
    return 1.0 if text == "once" else number(text.removesuffix(" times"))


def why(text):
    return [{"kind": EXHAUSTED[text], "parameters": []}]


LIMITS = (
    (
        "generator exhausted",
        rf"The load generator was at its limit (once|{NUMBER[1:-1]} times) \(({'|'.join(EXHAUSTED)})\), so the server was "
        r"not offered the full load\.",
        (("times", times), ("why", why)),
    ),
    (
        "load not served",
        rf"{NUMBER} of {NUMBER} requests per second were answered while the server's CPUs were {PERCENT} idle: the "
        r"bottleneck was upstream of the server \(the load generator or the network\)\.",
        (("achieved", number), ("offered", number), ("idle", share)),
    ),
    (
        "generator busy",
        rf"The load generator's CPUs were {PERCENT} busy: it may have been the limit\.",
        (("busy", share),),
    ),
    (
        "generator busy, server idle",
        rf"The load generator's CPUs were {PERCENT} busy, the server's {PERCENT} idle: it may have been the limit\.",
        (("busy", share), ("idle", share)),
    ),
    (
        "line full",
        rf"The (server|load generator)'s {NAME} was {PERCENT} full: the network was the limit\.",
        (("side", str), ("interface", str), ("full", share)),
    ),
    (
        "line nearly full",
        rf"The (server|load generator)'s {NAME} carried {PERCENT} of what {NAME} can: the network may have been the "
        r"limit\.",
        (("side", str), ("interface", str), ("full", share), ("link", str)),
    ),
    (
        "other work",
        rf"The machine's CPUs were {PERCENT} busy before the load began: CPU use and CPU time per request may include "
        r"other work\.",
        (("busy", share),),
    ),
    (
        "other CPUs recorded",
        rf"([\d,]+) CPUs were stated, but ([\d,]+) recorded\. Figures that depend on the number of CPUs use the [\d,]+ "
        r"recorded; the run stays filed under the stated count\.",
        (("stated", whole), ("recorded", whole)),
    ),
)
CAVEATS = (
    (
        "other server logged",
        rf"The server was stated as {NAME}, which counts here; the log names {NAME}\.",
        (("stated", str), ("logged", str)),
    ),
    (
        "copy of a report",
        r"The same numbers as the report at line (\d+): a copy counts twice\.",
        (("line", int),),
    ),
    (
        "copy of a report elsewhere",
        rf"The same numbers as the report at line (\d+) of {NAME}: a copy counts twice\.",
        (("line", int), ("file", str)),
    ),
)


def value_of(text, known):
    for kind, pattern, parameters in known:
        match = isinstance(text, str) and re.fullmatch(pattern, text)
        if match:
            pairs = zip(parameters, match.groups(), strict=True)
            return {"kind": kind, "parameters": [[name, read(part)] for (name, read), part in pairs]}
    return text


def as_values(apps, schema_editor):
    runs = apps.get_model("benchdb", "Run")._default_manager
    rows = runs.exclude(caveats=[], limits=[]).values_list("pk", "caveats", "limits")
    for pk, *kept in rows.order_by("pk").iterator():
        caveats, limits = (
            [value_of(one, known) for one in own] for own, known in zip(kept, (CAVEATS, LIMITS), strict=True)
        )
        if [caveats, limits] != kept:
            runs.filter(pk=pk).update(caveats=caveats, limits=limits)


def as_sentences(apps, schema_editor):
    """For a release before this one."""
    runs = apps.get_model("benchdb", "Run")._default_manager
    rows = runs.exclude(caveats=[], limits=[]).values_list("pk", "caveats", "limits")
    for pk, caveats, limits in rows.order_by("pk").iterator():
        runs.filter(pk=pk).update(caveats=sentences_of(caveats), limits=sentences_of(limits))


class Migration(migrations.Migration):
    dependencies = [("benchdb", "0068_watch_attempts")]

    operations = [migrations.RunPython(as_values, as_sentences, elidable=True)]
