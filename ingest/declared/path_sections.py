"""The sections `[files."…"]` of a `benchdb.toml`, by the paths that they are about. Pure.

There may be one for each file: a path without a wildcard is looked up, and a pattern is read once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from fnmatch import translate
from typing import Any

WILDCARD = re.compile(r"[*?\[]")
Facts = Mapping[str, Any]


class PathSections:
    def __init__(self, sections: Sequence[tuple[str, Facts]]) -> None:
        """(path or pattern, what is stated of it) in the order written."""
        self._by_path = defaultdict[str, list[tuple[int, Facts]]](list)
        self._patterns = list[tuple[re.Pattern[str], int, Facts]]()
        for number, (pattern, facts) in enumerate(sections):
            if WILDCARD.search(pattern):
                self._patterns.append((re.compile(translate(pattern)), number, facts))
            else:
                self._by_path[pattern].append((number, facts))

    def facts_of(self, path: str) -> Iterator[Facts]:
        """What each section that is about the path says, in the order written."""
        about = [(number, facts) for pattern, number, facts in self._patterns if pattern.match(path)]
        about += self._by_path.get(path, ())
        yield from (facts for _, facts in sorted(about, key=lambda one: one[0]))


def about_none(patterns: Sequence[str], paths: Collection[str]) -> Iterator[str]:
    """The patterns that match none of the paths."""
    every = set(paths)
    for pattern in patterns:
        is_path = not WILDCARD.search(pattern)
        if is_path and pattern in every:
            continue
        if is_path or not any(map(re.compile(translate(pattern)).match, paths)):
            yield pattern
