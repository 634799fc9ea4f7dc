"""A frozen answer under the names of today: what is called otherwise in it, and whether anything else changed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from benchdb.domain.caveats import Caveat
from benchdb.models import FormerName
from benchdb.questions.names.former import ABOUT_NAMES, leads_on
from benchdb.reads.search.former_names import led

LINK = "query"  #: field of an answer: the link as it was frozen, which keeps its names


def other_names(then: Any, today: Any, moment: datetime) -> tuple[Caveat, ...]:
    """Names in a frozen answer that were given up after `moment`, for one that today's answer has."""
    given_up = FormerName.objects.filter(given_up_at__gt=moment).order_by("pk").values_list("kind", "name")
    names = led(list(given_up))
    if not names:
        return ()
    before, now = ("\n".join(texts(answer)) for answer in (then, today))
    return tuple(leads_on(one) for one in names if as_word(one.was).search(before) and as_word(one.now).search(now))


def as_word(name: str) -> re.Pattern[str]:
    """Whole, also among others."""
    return re.compile(rf"(?<![\w.-]){re.escape(name)}(?![\w-]|\.\w)")


def texts(value: Any) -> Iterator[str]:
    """Every text of plain data, and what its fields are called."""
    if isinstance(value, Mapping):
        for name, one in value.items():
            yield name
            yield from texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from texts(one)
    elif isinstance(value, str):
        yield value


def under_names_of_today(data: Mapping[str, Any], names: Sequence[Caveat]) -> Any:
    """Plain data with each former name replaced, in no order: names decide where a row or column stands."""
    today = {one["was"]: one["now"] for one in names}
    words = re.compile("|".join(as_word(was).pattern for was in sorted(today, key=len, reverse=True)))
    return unordered(without_links(data), lambda text: words.sub(lambda named: today[named[0]], text))


def without_links(data: Mapping[str, Any]) -> dict[str, Any]:
    """Nor what only says that a name leads on."""
    caveats = [one for one in data.get("caveats", []) if not (isinstance(one, dict) and one.get("kind") in ABOUT_NAMES)]
    return {name: value for name, value in data.items() if name != LINK} | {"caveats": caveats}


def as_it_is(text: str) -> str:
    return text


def unordered(value: Any, renamed: Callable[[str], str] = as_it_is) -> Any:
    """With its lists sorted, and its texts renamed."""
    if isinstance(value, Mapping):
        return {renamed(name): unordered(one, renamed) for name, one in value.items()}
    if isinstance(value, list):
        return sorted((unordered(one, renamed) for one in value), key=lambda one: json.dumps(one, sort_keys=True))
    return renamed(value) if isinstance(value, str) else value
