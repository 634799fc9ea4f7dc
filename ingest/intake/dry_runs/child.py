"""`python -m ingest.intake.dry_runs.child 300`: one dry run after the other; ends where none comes for 300 seconds.

Out: an empty frame once it is ready. In: a frame with the order as JSON, then each file's bytes in frames, an empty one
last. Out: a frame of JSON, which is {"result": …}, {"refused": kind, "sentence": …} for what cannot be taken,
{"busy": sentence} where it gave way, or {"status": 503} and the like.
"""

from __future__ import annotations

import json
import os
import select
import sys
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO, cast

import django
from django.core.serializers.json import DjangoJSONEncoder

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
django.setup()

from django.db import connections  # noqa: E402 - models need a configured Django

from benchdb.held_rows import has_waited  # noqa: E402
from benchdb.web.failures import status_of  # noqa: E402
from ingest.declared.facts import BadFact  # noqa: E402
from ingest.intake.dry_runs.giving_way import GivingWay  # noqa: E402
from ingest.intake.dry_runs.preview import previews_as_json  # noqa: E402
from ingest.intake.dry_runs.report import report  # noqa: E402
from ingest.intake.uploads import BadUpload, IncomingFile, TooLarge  # noqa: E402
from ingest.pipeline.sandbox.child import die_with_parent  # noqa: E402
from ingest.pipeline.sandbox.frames import FramedStream, frame, read_frame  # noqa: E402
from ingest.pipeline.sandbox.limits import MIB  # noqa: E402

PIECE = 256 * 1024  #: bytes read at once
MOST = 8 * MIB  #: bytes of an answer: the web server takes it apart and puts it together again
TOO_LONG = f"Its report is longer than {MOST // MIB} MiB; send it without dry_run."

OVERTAKEN = "An upload needed what this dry run had locked and took precedence; try again in a few seconds."
BEING_STORED = "An upload of the same files is being stored; try again in a few seconds."

KINDS: Mapping[str, Callable[[Sequence[IncomingFile], Mapping[str, Any]], object]] = {
    "report": report,
    "preview": previews_as_json,
}


def main(idle: float) -> None:
    die_with_parent()
    source, target = os.fdopen(0, "rb", 2**20), cast(BinaryIO, os.fdopen(os.dup(1), "wb", 2**16))
    os.dup2(2, 1)  # whatever prints does not speak to the parent
    say(target, b"")
    while select.select([source], [], [], idle)[0] and (order := read_frame(cast(BinaryIO, source))) is not None:
        watcher = GivingWay(lambda: give_up(target))
        content = answer(json.loads(order), cast(BinaryIO, source))
        watcher.done()
        say(target, content)
        connections.close_all()


def say(target: BinaryIO, content: bytes) -> None:
    target.write(frame(content))
    target.flush()


def give_up(target: BinaryIO) -> None:
    """With this process ends its session, and what that holds is free."""
    say(target, json.dumps({"busy": OVERTAKEN}).encode())
    os._exit(0)


def answer(order: Mapping[str, Any], source: BinaryIO) -> bytes:
    """JSON. All that belongs to the order has been read from `source` afterwards."""
    streams = [FramedStream(source) for _ in order["names"]]
    named = zip(order["names"], streams, strict=True)
    incoming = [IncomingFile(name, pieces(stream), is_posix) for (name, is_posix), stream in named]
    try:
        content = json.dumps({"result": KINDS[order["kind"]](incoming, order["facts"])}, cls=DjangoJSONEncoder).encode()
        if len(content) > MOST:
            raise TooLarge(TOO_LONG)
    except (BadUpload, BadFact) as error:
        content = json.dumps({"refused": type(error).__name__, "sentence": str(error)}).encode()
    except Exception as error:  # noqa: BLE001 - the web server says it in the asker's form
        content = json.dumps(trouble(error)).encode()
    for stream in streams:
        stream.drain()
    return content


def trouble(error: Exception) -> dict[str, Any]:
    if has_waited(error):
        return {"busy": BEING_STORED}
    traceback.print_exc(file=sys.stderr)
    return {"status": status_of(error)}


def pieces(stream: FramedStream) -> Iterator[bytes]:
    while piece := stream.read(PIECE):
        yield piece


if __name__ == "__main__":
    main(float(sys.argv[1]))
