"""What people type and send, made up by hypothesis: it is taken, or refused with a sentence, and never a fault of ours.

Parsers and archives have such tests beside them; `make fuzz EXAMPLES=100000` runs all for long.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qsl

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from benchdb.dev.fuzz import kit
from benchdb.dev.fuzz.__main__ import LARGEST_WHOLE, seeds
from benchdb.dev.fuzz.mutations import crossed, mutated
from benchdb.dev.fuzz.targets import TARGETS
from benchdb.domain.dimensions import DIMENSIONS
from benchdb.domain.metrics import METRICS
from benchdb.host.paths import ROOT
from benchdb.questions.base import BadQuestion
from benchdb.questions.kinds import QUESTIONS
from benchdb.reads.search.language import terms
from benchdb.reads.search.moments import moments_of
from benchdb.reads.search.term import BadTerm
from ingest.declared.facts import SECTIONS, BadFact, bundle, clean
from ingest.formats import formats

NOW = datetime(2026, 11, 22, tzinfo=UTC)
WORDS = st.sampled_from([*DIMENSIONS, *METRICS, "tuning.x", "stored", "started", "-", ":", "..", '"', "<", ">=", "-1w"])
SIGNS = st.sampled_from(
    ["=", "&", ":", "..", ",", " ", "-", '"', "%00", "%F0", "[", "]", "{", "}", "\n", "'", "#", "."]
)
PARAMETERS = st.sampled_from(["rows", "cols", "metric", "split", "where", "baseline", "protocol", "item", "as_of"])
TEXTS = st.lists(st.one_of(WORDS, SIGNS, PARAMETERS, st.text(max_size=8)), max_size=12).map("".join)
PAIRS = st.tuples(st.one_of(PARAMETERS, WORDS, TEXTS), st.one_of(WORDS, TEXTS, st.integers().map(str)))
TABLES = st.sampled_from([*sorted(SECTIONS), "facts.tuning", 'files."*.log"', 'machines."a"'])
LINES = st.one_of(
    TABLES.map(lambda name: f"[{name}]"),
    st.tuples(st.sampled_from(["machine", "cpus", "trial", "tuning", "pattern", "title", "started_at"]), TEXTS).map(
        lambda pair: f"{pair[0]} = {pair[1]}"
    ),
    st.tuples(st.sampled_from(["machine", "cpus", "notes", "year"]), st.one_of(st.integers(), st.booleans())).map(
        lambda pair: f"{pair[0]} = {str(pair[1]).lower()}"
    ),
    TEXTS,
)


LOGS = st.sampled_from(
    [log for name in ("kit json", "kit words", "ab", "hey", "iostat_json") for log in seeds(name)[:3]]
)
KEPT = sorted((ROOT / "fixtures" / "fuzzed").glob("*/*"))


@pytest.mark.parametrize("path", KEPT, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_once_was_too_much_is_read_as_every_log_is(path: Path) -> None:
    TARGETS[path.parent.name.replace("-", " ")](path.read_bytes())


@pytest.mark.parametrize("target", sorted(formats()))
@given(log=st.integers(0), number=st.integers(0, 2**32))
def test_a_real_log_with_odd_numbers_and_moved_lines_is_read(target: str, log: int, number: int) -> None:
    begun_from = seeds(target)
    TARGETS[target](mutated(begun_from[log % len(begun_from)], LARGEST_WHOLE, number))


@given(st.binary(max_size=200) | LOGS, st.binary(max_size=200) | LOGS, st.integers(0, 2**32), st.integers(0, 300))
def test_a_mutation_is_the_same_again_and_no_longer_than_allowed(
    first: bytes, second: bytes, number: int, most: int
) -> None:
    assert mutated(first, most, number) == mutated(first, most, number)
    assert len(mutated(first, most, number)) <= most
    assert len(crossed(first, second, most, number)) <= most
    assert first.startswith(crossed(first, b"", 10**6, number))


PIECES = st.sampled_from(
    [b"\n", b"\r", b"\r\n", b"> ", b"{", b'"a": ', b"}", b"[", b"]", b"=\n", b"<br>", b"\\n", b"\0", b"| "]
)


@pytest.mark.parametrize("target", sorted(kit.TARGETS))
@given(pieces=st.lists(st.one_of(PIECES, LOGS, st.binary(max_size=20)), max_size=12))
def test_what_all_parsers_share_reads_whatever_it_is_given(target: str, pieces: list[bytes]) -> None:
    kit.TARGETS[target](b"".join(pieces))


@given(TEXTS)
@example("stored:99999-99-99")
@example("duration:" + "9" * 400)
def test_a_search_is_understood_or_refused(text: str) -> None:
    with suppress(BadTerm):
        for term in terms(text):
            if term.kind == "moment":
                moments_of(term, NOW)


@given(st.sampled_from(sorted(QUESTIONS)), st.lists(PAIRS, max_size=6))
def test_a_question_is_understood_or_refused_and_comes_back_from_its_own_address(
    kind: str, pairs: list[tuple[str, str]]
) -> None:
    ask = QUESTIONS[kind].question.from_query
    with suppress(BadQuestion):
        question = ask(pairs)
        assert ask(parse_qsl(question.to_query(), keep_blank_values=True)) == question


@given(st.one_of(st.binary(max_size=200), st.lists(LINES, max_size=8).map(lambda lines: "\n".join(lines).encode())))
def test_a_bundles_file_is_understood_or_refused(content: bytes) -> None:
    with suppress(BadFact):
        bundle(content)


@given(st.dictionaries(st.sampled_from(["machine", "cpus", "trial", "tuning", "started_at", "pattern", "x"]), TEXTS))
def test_stated_facts_are_clean_or_refused(stated: dict[str, str]) -> None:
    with suppress(BadFact):
        clean(stated)
