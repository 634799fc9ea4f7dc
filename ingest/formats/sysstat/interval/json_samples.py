"""The samples of a live tool's JSON in sysstat's own layout, each read as a whole, which is what nearly all are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import orjson

START, END = b"\t\t\t\t{\n", b"\n\t\t\t\t}"
AFTER = re.compile(rb",?[ \t]*\n")
BETWEEN = END + b",\n" + START  #: two samples
LONGEST = 2**22  #: bytes
AT_ONCE = 2**22  #: bytes of samples that are read in columns: each of hundreds costs some time however short it is
FEWEST = 8  #: samples, as long as the first, for which that pays

Number = float | int
Row = tuple[bytes, tuple[bytes, ...], Sequence[str | Number]]  #: (its list's name, keys, values)


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample's text; empty where none was found before `end`."""

    content: bytes
    end: int  #: where the line after it begins
    lines: int


@dataclass(frozen=True, slots=True)
class Rows:
    """What a sample says."""

    stamp: bytes
    rows: Sequence[Row]


def sample_from(text: bytes, place: int) -> Sample:
    """The sample whose first line begins at `place`."""
    end = text.find(END, place, place + LONGEST)
    after = AFTER.match(text, end + len(END)) if end >= 0 else None
    if after is None:
        return Sample(b"", end + len(END) if end >= 0 else min(len(text), place + LONGEST), 0)
    return Sample(text[place : end + len(END)], after.end(), text.count(b"\n", place, after.end()))


def samples_from(text: bytes, place: int) -> tuple[bytes, Sample]:
    """(the first, several samples) from `place` on, without the lines that open and close them; few of them: empty."""
    begin, limit = place + len(START), place + AT_ONCE
    end = text.rfind(BETWEEN, begin, limit)
    first = text.find(BETWEEN, begin, limit)
    is_one = first < 0  # or less: what follows is cut off
    if is_one or not text.startswith(START, place) or end - begin < FEWEST * (first - begin):
        return b"", Sample(b"", limit, 0)
    following = end + len(BETWEEN) - len(START)
    return text[begin:first], Sample(text[begin:end], following, text.count(b"\n", place, following))


def rows_of(content: bytes) -> Rows | None:
    """The rows of a sample; None if it has anything else but rows of words and numbers, or no time."""
    if not content or (b"\\" in content or b"true" in content or b"false" in content):
        return None
    try:
        sample = orjson.loads(content)
    except orjson.JSONDecodeError:
        return None
    stamp, rows = sample.pop("timestamp", None), list[Row]()
    if not isinstance(stamp, str):
        return None
    for name, section in sample.items():
        for row in section if isinstance(section, list) else (section,):
            if not isinstance(row, dict):
                return None
            rows.append((name.encode(), keys_of(tuple(row)), list(row.values())))
    return Rows(stamp.encode(), rows)


@lru_cache(maxsize=4096)
def keys_of(names: tuple[str, ...]) -> tuple[bytes, ...]:
    """As they stand before values on a line."""
    return tuple(name.encode() + b":" for name in names)
