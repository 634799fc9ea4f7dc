"""Which sections of a `benchdb.toml` are about a path, however many there are."""

from __future__ import annotations

import sys
from fnmatch import fnmatchcase

from hypothesis import given
from hypothesis import strategies as st

from ingest.declared.facts import Bundle
from ingest.declared.path_sections import PathSections, about_none

NAMES = st.text("ab*?[]!/\n", max_size=5)


@given(patterns=st.lists(NAMES, max_size=6), path=NAMES)
def test_they_are_those_that_match_it_in_the_order_written(patterns: list[str], path: str) -> None:
    sections = [(pattern, {"trial": number}) for number, pattern in enumerate(patterns)]
    matching = [facts for pattern, facts in sections if fnmatchcase(path, pattern)]
    assert list(PathSections(sections).facts_of(path)) == matching


@given(patterns=st.lists(NAMES, max_size=4), paths=st.lists(NAMES, max_size=4))
def test_of_those_about_none_each_is_named(patterns: list[str], paths: list[str]) -> None:
    unused = [pattern for pattern in patterns if not any(fnmatchcase(path, pattern) for path in paths)]
    assert list(about_none(patterns, paths)) == unused


def calls(sections: int) -> int:
    """How many functions it takes to know what is stated of one path."""
    bundle = Bundle(by_pattern=tuple((f"a/run{number}.log", {"trial": number}) for number in range(sections)))
    count = 0

    def look(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(look)
    try:
        facts = bundle.facts_of("a/run7.log")
    finally:
        sys.setprofile(None)
    assert facts == {"trial": 7}
    return count


def test_a_path_is_looked_up_among_those_of_other_files() -> None:
    assert calls(2000) == calls(20)
