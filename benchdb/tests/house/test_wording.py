"""The catalogue: every kind has words, every gap is filled, and no code reads a sentence back."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from string import Formatter
from typing import get_args
from unittest.mock import patch

import pytest

from benchdb.domain.caveats import caveat, phrase
from benchdb.domain.dimensions import dimension
from benchdb.domain.statistics.verdicts import Verdict
from benchdb.host.paths import ROOT
from benchdb.wording import line, marked_line, sentence, words
from benchdb.wording.catalogue import CATALOGUE
from benchdb.wording.gaps import FILLED, PARTS
from benchdb.wording.grammar import inside
from benchdb.wording.sentences import GAPS

FOLDERS = (
    "benchdb/accounts", "benchdb/curation", "benchdb/questions", "benchdb/reads", "benchdb/recordings",
    "benchdb/watches", "benchdb/wording", "frontend", "ingest/declared", "ingest/intake", "ingest/pipeline",
)  # fmt: skip
OTHER_GAPS = r"\.\d[fg]|g|out of {total} \w+"  #: a number as it is, and how many of how many
MAKERS = (
    "caveat",
    "phrase",
    "words",
    "BadQuestion",
    "BadRule",
    "TooCostly",
    "TooLong",
    "TooMuchWork",
    "BadWatch",
    "BadFact",
    "in_file",
    "BadTerm",
    "BadZone",
)


def calls() -> Iterator[ast.Call]:
    for folder in FOLDERS:
        for path in (path for path in (ROOT / folder).rglob("*.py") if "tests" not in path.parts):
            yield from (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call))


def test_every_kind_that_the_code_names_has_words() -> None:
    named = [
        call.args[0] for call in calls() if isinstance(call.func, ast.Name) and call.func.id in MAKERS and call.args
    ]
    kinds = {kind.value for kind in named if isinstance(kind, ast.Constant)}
    assert len(kinds) > 40
    assert kinds <= CATALOGUE.keys()


@pytest.mark.parametrize("kind", CATALOGUE)
def test_every_gap_is_one_that_can_be_filled(kind: str) -> None:
    for _, name, spec, _ in Formatter().parse(CATALOGUE[kind]):
        known = spec in FILLED or spec in PARTS or "|" in (spec or "") or re.fullmatch(OTHER_GAPS, spec or "")
        assert name is None or known, spec


def test_one_is_one_and_many_are_many() -> None:
    assert sentence(caveat("runs without a place", runs=1, axis="cpus")) == (
        "1 run without CPUs online on record is left out."
    )
    assert sentence(caveat("runs without a place", runs=2000, axis="cpus")).startswith("2,000 runs without")


ROOMS = (
    "frontend/pages", "frontend/answers", "frontend/charts", "frontend/query.py", "frontend/run_order.py",
    "frontend/watches.py", "benchdb/accounts", "benchdb/curation", "benchdb/questions", "benchdb/recordings/clocks.py",
    "benchdb/reads/raw_log.py", "benchdb/reads/search/language.py", "benchdb/watches", "ingest/declared",
)  # fmt: skip
#: Permalinks of the first format keep its words; a name in the audit log; what kinds begin with; a line for a shell.
UNWORDED = (
    "benchdb/questions/comparison/format_1.py", "somebody without an account", "whoever sits at this machine",
    "few cells of ", "for i in $(seq ",
)  # fmt: skip
MOST_WORDS = 4  #: of a label, which may stand where it is used


def literals(tree: ast.AST) -> Iterator[str]:
    """The texts of a module, a gap's as …; not its docstrings."""
    within: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            within.add(node.value)
        elif isinstance(node, ast.JoinedStr):
            within.update(node.values)
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in node.values)
    constants = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and node not in within)
    yield from (node.value for node in constants if isinstance(node.value, str))


def is_sentence(text: str) -> bool:
    return sum(bool(re.search(r"[A-Za-z]{2}", word)) for word in text.split()) > MOST_WORDS and "<" not in text


@pytest.mark.parametrize("room", ROOMS)
def test_what_a_reader_reads_stands_in_the_catalogue(room: str) -> None:
    place = ROOT / room
    texts = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in ([place] if place.is_file() else place.rglob("*.py"))
        for text in literals(ast.parse(path.read_text()))
        if is_sentence(text) and text not in CATALOGUE and text not in get_args(Verdict)
    ]
    assert [text for text in texts if not any(known in text for known in UNWORDED)] == []


def test_a_sentence_is_more_than_a_label() -> None:
    code = "def one(run):\n    '''What it does, in a few words.'''\n    raise Bad(f'run {run} is not a run of this')\n"
    assert [text for text in literals(ast.parse(code)) if is_sentence(text)] == ["run … is not a run of this"]


def test_phrases_stand_within_phrases() -> None:
    parts = (phrase("holds up to", load=("concurrency", 170.0)), phrase("is lower at", lost=-0.573, load=180.0))
    curve = phrase("curve of a load", curve="global", parts=parts)
    assert line([curve]) == "global holds up to concurrency 170 and is 57% lower at 180"


def test_what_a_headline_turns_on_stands_out_on_a_page_alone() -> None:
    sides = {"name": ("kernel", "a <b>&"), "base_name": ("kernel", "[[b]]"), "metric": "requests_per_second"}
    values = {"value": (200.0, "requests_per_second"), "base_value": (100.0, "requests_per_second")}
    pair = phrase("one pair", **sides, **values, moved=(1.0, 2.0), n=9, base_n=9, verdict="better")
    assert line([pair]).startswith("Requests per second: a <b>& 200/s, [[b]] 100/s: 2.00 times. 9 runs")
    page = marked_line([pair])
    assert page.startswith("Requests per second: a &lt;b&gt;&amp; 200/s, [[b]] 100/s: <b>2.00 times</b>. 9 runs")
    assert page.endswith('<b><span class="better">better</span></b>.')


def test_no_line_of_a_page_ends_within_a_day() -> None:
    """“between 13 / Nov and 14 Nov 2026”; the text itself stays as it is."""
    of = phrase("levels changed within", levels=2, key="kernel")
    levels = {"was": (9.0, "requests_per_second"), "now": (8.0, "requests_per_second")}
    days = {"before": "13 Nov", "after": "14 Nov 2026", "changes": 1}
    within = phrase("changed within, alone, in one", side=("kernel", "Linux 6.6"), key="kernel", **days, **levels)
    assert 'between <span class="nowrap">13 Nov</span> and <span class="nowrap">14 Nov 2026</span>,' in marked_line(
        [of, within]
    )
    assert "between 13 Nov and 14 Nov 2026," in line([of, within])
    moments = {**days, "before": "run 245", "after": "run 297 (2026-11-28 03:32)"}
    among = phrase("changed within, alone, in one", side=("kernel", "Linux 6.6"), key="kernel", **moments, **levels)
    assert 'run 297 (<span class="nowrap">2026-11-28 03:32</span>),' in marked_line([of, among])


def test_no_code_reads_a_sentence_back() -> None:
    """No `startswith` of a sentence's beginning, no word sought in one, outside of what parsers said."""
    beginnings = {text.split(" ")[0] for text in CATALOGUE.values() if text[:1].isupper()}
    for call in calls():
        if isinstance(call.func, ast.Attribute) and call.func.attr in ("startswith", "endswith") and call.args:
            (first, *_) = call.args
            assert not (isinstance(first, ast.Constant) and str(first.value).split(" ")[0] in beginnings), first.value


def test_a_sentence_is_made_once_and_equal_numbers_that_read_otherwise_are_others() -> None:
    with patch.object(GAPS, "vformat", side_effect=GAPS.vformat) as made:
        words = [sentence(caveat("text", text=text)) for text in (1, 1.0, True, 1, 1.0, True)]
    assert words == ["1", "1.0", "True"] * 2
    assert made.call_count == 3


def test_settings_are_called_within_a_sentence_as_they_are() -> None:
    """ "Not comparable: gzip and gzip differ": they are `Gzip` and `gzip`."""
    assert words("cell: conditions differ", keys=("tuning.Gzip", "tuning.gzip"), count=2) == "Gzip and gzip differ"
    assert inside(dimension("tuning.client").title)[0].islower(), "a title of ours is no name"


@pytest.mark.parametrize(
    ("title", "within"),
    [("Load tool's version", "load tool's version"), ("TLS", "TLS"), ("CPUs online", "CPUs online")]
    + [(setting, setting) for setting in ("KeepAlive", "MaxClients", "worker_processes", "tcp_fin_timeout")],
)
def test_a_title_within_a_sentence_keeps_the_capitals_of_a_name(title: str, within: str) -> None:
    assert inside(title) == within
