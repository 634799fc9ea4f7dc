"""Times of a search: `since:2024-05-01`, `until:30d`, `stored:2026-11-01..2026-11-20`. Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from benchdb.reads.search.term import BOUND, BadTerm, Term, ranged

MADE, STORED = ("since", "until"), "stored"
MOMENTS = (*MADE, STORED)
AGO = re.compile(r"(\d{1,5})d")


def moment_term(key: str, value: str, is_not: bool) -> Term:
    """`since:` has a beginning, `until:` an end, `stored:` one of the two or both. What they are is read later."""
    if key == STORED:
        is_whole = ".." in value or BOUND.fullmatch(value)
        parsed = ranged("moment", key, value if is_whole else f"{value}..", is_not)
    else:
        low, high = (value, "") if key == "since" else ("", value)
        parsed = Term("moment", key, "", low=low, high=high, is_not=is_not)
    if not parsed.is_range:
        raise BadTerm("day of a search", key=key, text=value)
    return parsed


def moments_of(parsed: Term, now: datetime) -> tuple[datetime | None, datetime | None]:
    """From when on, and before when; None = no such end. A day counts as a whole. BadTerm for what is no moment."""
    low = moment_of(parsed.key, parsed.low, now, is_end=not parsed.has_low) if parsed.low else None
    high = moment_of(parsed.key, parsed.high, now, is_end=parsed.has_high) if parsed.high else None
    return low, high


def moment_of(key: str, text: str, now: datetime, is_end: bool) -> datetime:
    """`is_end`: of a day its end. BadTerm for what is neither a moment or day nor `30d`."""
    try:
        if ago := AGO.fullmatch(text):
            return now - timedelta(days=int(ago[1]))
        moment = datetime.fromisoformat(text)
        days = 1 if is_end and len(text) == len("2024-05-01") else 0
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) + timedelta(days=days)
    except (ValueError, OverflowError) as error:
        raise BadTerm("day of a search", key=key, text=text) from error


def by_storing(query: str) -> str:
    """A search for when runs were made -> the same for when they were stored."""
    typed = re.compile(r"(?<!\S)(since|until)[:=](\S+)")
    return typed.sub(lambda match: f"stored:{match[2]}" if match[1] == "since" else f"stored:..{match[2]}", query)
