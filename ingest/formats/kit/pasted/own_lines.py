"""The lines of a load tool, and that one of a finished report which no other tool prints.

Programs that write to one terminal leave no report whole: by its lines one is put together again. Each tool's are among
its signs; ab's reader knows its own among any others.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

TITLES = r"Summary:|Response time (?:histogram|distribution):|Latency distribution:|(?:Status code|Error) distribution:"
DETAILS = r"Details \(average, fastest, slowest\):"
TIME = r"[\d.]++(?:[nuµm]?s|m|h)[\w.]*+"
SIZE = r"[\d.]++ ?[KMGTPkmg]?i?B"


@dataclass(frozen=True, slots=True)
class OwnLines:
    """The lines of one tool, as patterns from their first printed character on."""

    result: str  #: how the line of a finished report begins that no other tool prints
    lines: tuple[str, ...] = ()  #: whole lines; none where no report is put together from them


@cache
def result_line(results: tuple[tuple[str, str], ...]) -> re.Pattern[str]:
    """The line of a finished report of any tool."""
    of_tools = "|".join(f"(?P<{tool}>{line})" for tool, line in results)
    return re.compile(rf"^[ \t]*(?:{of_tools})", re.MULTILINE)


@cache
def own_line(tool: str, own: OwnLines) -> re.Pattern[str]:
    """What a whole line of the tool is, its command line too."""
    command = rf"(?:.{{0,200}}[$#%>] )?(?:\S{{0,200}}/)?{tool.partition('_')[0]}[ \t]++(?:-|http).*"
    return re.compile(rf"[ \t]*+(?:{'|'.join((*own.lines, command))})[ \t]*")


def results_in(text: str, tools: Mapping[str, OwnLines]) -> dict[str, list[int]]:
    """Where in the text results stand, by the format that reads them."""
    places = dict[str, list[int]]()
    for match in result_line(tuple((tool, own.result) for tool, own in tools.items())).finditer(text):
        places.setdefault(match.lastgroup or "", []).append(match.start())
    return places


def lines_of(tool: str, tools: Mapping[str, OwnLines], lines: Sequence[str]) -> list[int] | None:
    """The places of the tool's lines; None where numbers may be of another one of the tools as well."""
    own = own_line(tool, tools[tool])
    foreign = [own_line(other, printed) for other, printed in tools.items() if printed.lines and other != tool]
    places = [place for place, line in enumerate(lines) if own.fullmatch(line)]
    numbers = (lines[place] for place in places if any(map(str.isdigit, lines[place])))
    return None if any(other.fullmatch(line) for line in numbers for other in foreign) else places
