"""The words that sar translates, in every language and in the character sets its old releases printed them in.

Source: data/sysstat_words.json (all nls/*.po of sysstat 3.3 to 12.7.9).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import benchdb.domain.text  # noqa: F401 - registers the codec error handler "benchdb-latin1"

DATA = Path(__file__).with_name("data")

#: What old sar printed in besides UTF-8. Read as Latin-1 where it is not UTF-8, a word looks like one of these.
OLD_ENCODINGS = (
    *("iso8859-1", "iso8859-2", "iso8859-9", "iso8859-13", "iso8859-15", "koi8-r", "koi8-u", "cp1251"),
    *("euc-jp", "cp932", "euc-kr", "cp949", "gb2312", "big5"),
)
RESTART = re.compile(r"(?:[^\d()]{0,40}\bLINUX\b[^\d()]{0,40})(?:\(\s*(?P<cpus>\d{1,6})\s+CPU\))?\s*")
COMMENT = "COM "


def text_of(raw: bytes) -> str:
    """Bytes as text, whatever they are."""
    return raw.decode("utf-8", "benchdb-latin1")


def cells_of(raw: bytes) -> list[str]:
    """The cells of a line. Cut as bytes: Unicode has blanks that are part of a name, old encodings bytes like them."""
    return [text_of(cell) for cell in raw.split()]


@cache
def words() -> dict[str, Any]:
    return cast(dict[str, Any], json.loads((DATA / "sysstat_words.json").read_text("utf-8")))


def spellings(word: str) -> Iterator[str]:
    """A word as UTF-8 shows it, with any kind of blank, and as its old encodings look when read as Latin-1."""
    yield word
    yield re.sub(r"[\u00a0\u202f]", " ", word)
    for encoding in OLD_ENCODINGS:
        try:
            yield text_of(word.encode(encoding))
        except UnicodeEncodeError:
            continue


def _all(*kinds: str) -> tuple[str, ...]:
    listed: Iterable[str] = (word for kind in kinds for word in words()[kind])
    return tuple(sorted({spelling for word in listed for spelling in spellings(word)}))


@cache
def summary_words() -> tuple[str, ...]:
    """What a line of averages, sums or extremes begins with: no sample."""
    return _all("average", "summary", "extreme", "transliterated")


@cache
def restart_words() -> frozenset[str]:
    return frozenset(_all("restart"))


@cache
def column_aliases() -> dict[str, str]:
    """A translated column name (sysstat <= 5.1.4) -> the English one."""
    return {spelling: english for word, english in words()["columns"].items() for spelling in spellings(word)}


@cache
def item_aliases() -> dict[str, str]:
    return cast(dict[str, str], words()["items"])
