"""The first line of a JTL file -> what stands in its columns.

Source: JMeter, SampleSaveConfiguration and CSVSaveService (the names and their order), user manual "Listeners" (what
each means). Columns can be switched off but not moved. Without a header the order is that of jmeter.properties'
defaults, which grew over the versions; the place of true or false and the number of cells after it tell which.
"""

from __future__ import annotations

import re

from ingest.formats.requests.layout import PREFIX, TRUTH, WHOLE, WORD, Kind, Layout, cells

NUMBERS = ("timeStamp", "elapsed", "bytes", "sentBytes", "grpThreads", "allThreads", "Latency", "IdleTime", "Connect")
WORDS = ("label", "responseCode", "responseMessage", "threadName", "dataType", "failureMessage", "URL", "Filename")
RARE = ("Encoding", "SampleCount", "ErrorCount", "Hostname")
KNOWN = {*NUMBERS, *WORDS, *RARE, "success"}
READ: dict[str, Kind] = {
    **dict.fromkeys(("timeStamp", "elapsed", "bytes", "sentBytes", "allThreads", "Latency", "Connect"), WHOLE),
    **dict.fromkeys(("label", "responseCode", "responseMessage", "threadName"), WORD),
    "success": TRUTH,
}
START = re.compile(PREFIX + r'"?(?:timeStamp|elapsed)"?([^\w"\s]|\t)')
BEHIND = re.compile(r"\W+$")
SEPARATORS = ",;\t|"

FIRST = ("timeStamp", "elapsed", "label", "responseCode", "responseMessage", "threadName")
THREADS = ("grpThreads", "allThreads")
#: what follows `success` and failureMessage in a file without a header, by its number of cells
LAST: dict[int, tuple[str, ...]] = {
    1: ("bytes",),
    2: ("bytes", "Latency"),
    3: ("bytes", *THREADS),
    4: ("bytes", *THREADS, "Latency"),
    5: ("bytes", *THREADS, "Latency", "IdleTime"),
    6: ("bytes", "sentBytes", *THREADS, "Latency", "IdleTime"),
    7: ("bytes", "sentBytes", *THREADS, "Latency", "IdleTime", "Connect"),
    8: ("bytes", "sentBytes", *THREADS, "URL", "Latency", "IdleTime", "Connect"),
}
DATE = r"\d{4}[/-]\d\d[/-]\d\d \d\d:\d\d:\d\d(?:\.\d+)?|\d\d/\d\d/\d\d \d\d:\d\d:\d\d"
ROW_START = re.compile(rf"(?P<before>[ \t>|#*]*)(?:\d{{12,14}}|{DATE})(?P<separator>[,;\t|])\d{{1,9}}(?P=separator)")
ROW = re.compile(rf'"?(?:\d{{10,14}}|{DATE})"?[^\w\s.]|"?(?:\d{{10,14}}|{DATE})"?\t')
TRUTHS = ("true", "false")


def header(line: str) -> Layout | None:
    """The rows below a header; None if `line` is none."""
    match = START.match(line)
    if not match:
        return None
    separator = match[2]
    names = tuple(
        known_name(name.strip()) for name in cells(line[match.end("prefix") :].strip("\r\n"), separator, is_quoted=True)
    )
    if "elapsed" not in names or len(KNOWN.intersection(names)) < 3 or len(set(names)) < len(names):
        return None
    return layout(names, separator, match["prefix"])


def known_name(name: str) -> str:
    """A column's name, without what somebody put behind the last one."""
    bare = BEHIND.sub("", name)
    return bare if bare in KNOWN else name


def layout(names: tuple[str, ...], separator: str, prefix: str) -> Layout:
    kinds = {name: READ[name] for name in names if name in READ}
    begins = ROW if names[:1] == ("timeStamp",) else re.compile(r'"?\d')
    return Layout(names, kinds, separator, is_quoted=True, row=begins, prefix=prefix)


def first_row(line: str) -> Layout | None:
    """Such rows, if `line` is one of a file without a header."""
    match = ROW_START.match(line)
    if not match or not line.endswith("\n"):
        return None
    words = cells(line[match.end("before") :].strip("\r\n"), match["separator"], is_quoted=True)
    place = next((candidate for candidate in (6, 7) if len(words) > candidate and words[candidate] in TRUTHS), 0)
    if not place:
        return None
    after = words[place + 1 :]
    message = ("failureMessage",) if after and not after[0].isdigit() else ()
    last = LAST.get(len(after) - len(message))
    names = (*FIRST, *(("dataType",) if place == 7 else ()), "success", *message, *(last or ()))
    if not last or not all(cell.isdigit() for name, cell in zip(names, words, strict=True) if name in NUMBERS[1:]):
        return None
    return layout(names, match["separator"], match["before"])
