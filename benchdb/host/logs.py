"""Log lines as JSON objects, with the request and the upload that they belong to; and log files that stay small."""

from __future__ import annotations

import json
import logging
import re
import shutil
from contextvars import ContextVar
from datetime import UTC, datetime
from pathlib import Path

#: What is being worked on here; "" where nothing is.
REQUEST: ContextVar[str] = ContextVar("request", default="")
UPLOAD: ContextVar[str] = ContextVar("upload", default="")
OWN = ("method", "path", "status", "seconds")  #: of the line that each request ends with
REQUESTS = "benchdb.web.requests"  #: who writes it
#: Addresses that let in whoever knows them: the site's token, an invitation.
LETS_IN = re.compile(r"(/(?:open|join)/)[\w-]+")
LARGEST = 16 * 2**20  #: bytes of a log file
KEPT = 4  #: older ones of each


class JsonFormatter(logging.Formatter):
    """One object a line: time (UTC), level, logger, message; request, upload and traceback where there are any."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        own = {name: record.__dict__[name] for name in OWN if record.name == REQUESTS and name in record.__dict__}
        line |= {"request": REQUEST.get(), "upload": UPLOAD.get()} | own
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        text = json.dumps({name: value for name, value in line.items() if value != ""}, ensure_ascii=False)
        return LETS_IN.sub(r"\1...", text)


def rotate(folder: Path, largest: int = LARGEST) -> None:
    """Copy each large log aside and empty it: the programs that write it append, and need not know.

    A line that is written between the copy and the cut is lost.
    """
    for log in folder.glob("*.log"):
        if log.stat().st_size < largest:
            continue
        copy = log.with_name(f"{log.name}.copy")
        shutil.copyfile(log, copy)  # before the older ones move: a full disk ends it here
        for number in range(KEPT - 1, 0, -1):
            older = log.with_name(f"{log.name}.{number}")
            if older.exists():
                older.replace(log.with_name(f"{log.name}.{number + 1}"))
        copy.replace(log.with_name(f"{log.name}.1"))
        with log.open("r+b") as file:
            file.truncate(0)
