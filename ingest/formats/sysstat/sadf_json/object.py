"""The text of one object of `sadf -j` -> the object, also where the writer's JSON is none.

What releases are known to have written: decimal commas under many locales (10.0.3 to 11.4), no comma after a line
(10.2.1; FC hosts of 11.1.5 to 11.2.0), `nan` for a number, a comment's quotes and backslashes as they are (all). A
number may have a plus before it, such as the change of a battery that is charged.
"""

from __future__ import annotations

import re
from typing import Any

import orjson

from ingest.formats.sysstat.kit.words import text_of

COMMENT = re.compile(
    r'"comment"\s*:\s*\{\s*"date"\s*:\s*"(?P<date>[^"]*)",?\s*"time"\s*:\s*"(?P<time>[^"]*)",?'
    r'(?P<zone>[^{}]{0,60}?)"com"\s*:\s*"(?P<com>.*)"\s*\}',
    re.DOTALL,
)
REPAIRS: tuple[tuple[re.Pattern[bytes], bytes], ...] = (
    (re.compile(rb"(:\s*-?\d+),(?=\d)"), rb"\1."),
    (re.compile(rb":\s*[-+]?(?:nan|NaN|inf|Infinity)\b"), rb": null"),
    (re.compile(rb"(:\s*)\+(?=\d)"), rb"\1"),
    (re.compile(rb'([}\]"\d])(\s*\n\s*["{])'), rb"\1,\2"),
    (re.compile(rb",(\s*,)+"), rb","),
    (re.compile(rb",(\s*[}\]])"), rb"\1"),
)


class NoObject(ValueError):
    """A text that cannot be read as an object; the message says what is wrong with it."""


def object_of(text: bytes) -> dict[str, Any]:
    """The object that `text` is, repaired where it has to be."""
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        value = repaired(text, error)
    if not isinstance(value, dict):
        raise NoObject("expected an object")
    return value


def repaired(text: bytes, error: orjson.JSONDecodeError) -> Any:
    """The object in `text` with the known faults of its writers mended."""
    if match := COMMENT.search(text_of(text)):
        return {"comment": match.groupdict()}
    text = text_of(text).encode("utf-8", "replace")
    for pattern, replacement in REPAIRS:
        text = pattern.sub(replacement, text)
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError:
        raise NoObject(str(error)) from error
