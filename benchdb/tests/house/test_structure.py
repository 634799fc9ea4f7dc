"""The house stays one that a newcomer finds the way in: small rooms, and words of the field."""

import ast
import re
from pathlib import Path

import pytest

from benchdb.dev.structure import Sizes, faults, lines_of_functions, sizes, sources
from benchdb.dev.vocabulary import GLOSSARY, Retired, identifiers, retired, uses
from benchdb.host.paths import ROOT

COLUMNS = 110  #: of a template, as `pyproject.toml` tells the formatter
WORDS = retired(GLOSSARY.read_text("utf-8"))


def test_rooms_and_files_and_functions_have_their_sizes() -> None:
    assert faults(sizes(ROOT)) == []


def test_a_crowded_folder_and_long_files_and_functions_are_faults() -> None:
    measured = Sizes({"ingest/loft": 16, "ingest/room": 15}, (251,) * 20, (21,) * 20)
    assert faults(measured) == [
        "ingest/loft has 16 modules: 15 at most, it wants rooms",
        "95% of the files have up to 251 lines: 250 at most",
        "95% of the functions have up to 21 lines: 20 at most",
    ]
    assert faults(Sizes({"ingest/loft": 15}, (250,), (20,))) == []


def test_tests_beside_code_and_migrations_are_no_modules_and_rooms_of_tests_are(tmp_path: Path) -> None:
    for name in ("a.py", "__init__.py", "test_a.py", "tests/b.py", "tests/test_b.py", "migrations/0001_c.py"):
        path = tmp_path / "benchdb" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n")
    measured = sizes(tmp_path)
    assert measured.modules == {"benchdb": 1, "benchdb/tests": 2}
    assert len(measured.file_lines) == 2


def test_a_function_is_as_long_as_it_reads() -> None:
    assert lines_of_functions(ast.parse("@cache\ndef one():\n    pass\n\nasync def two(): ...\n")) == [2, 1]


def test_the_glossary_says_which_words_are_retired() -> None:
    assert {"told", "found", "each", "said", "at"} <= WORDS.names
    assert {"twin", "telling", "sole_worker", "rehearsal"} <= WORDS.parts


@pytest.mark.parametrize(
    ("name", "is_forbidden"),
    [("found", True), ("_told", True), ("found_all", False), ("twin", True), ("kept_twin", True), ("twinkle", False)],
)
def test_a_word_is_refused_as_a_name_or_in_one(name: str, is_forbidden: bool) -> None:
    assert Retired(frozenset({"found", "told"}), frozenset({"twin"})).forbids(name) is is_forbidden


def test_all_that_gives_a_name_is_looked_at() -> None:
    code = "import a as b\ndef c(d, *e, **f): g = h\nclass i:\n    j: int\n    def k(self): self.l = [m for m in n]\n"
    code += "match o:\n    case [p, *q]: pass\nfor r in s: pass\nwith t as u: pass\nif (v := w): pass\n"
    assert {name for name, _ in identifiers(ast.parse(code))} == {*"bcdefgijklmpqruv", "self"}


@pytest.mark.parametrize(
    ("name", "text", "names"),
    [
        ("a.html", "{% for b, c in d %}{% block e %}{% f g as h %}{% with i=j %}", ["a", "b", "c", "h", "i"]),
        ("a.js", "const b = 1, {c} = d;\nlet [e, f] = g;\nfunction h(i) {}\nfor (const j of k) {}", [*"abefhj"]),
    ],
)
def test_templates_and_scripts_are_looked_at_too(tmp_path: Path, name: str, text: str, names: list[str]) -> None:
    (tmp_path / name).write_text(text)
    found_all = uses(tmp_path / name, Retired(frozenset("abcdefghijk"), frozenset()))
    assert [one.split()[0] for one in found_all] == names


def test_no_retired_word_names_anything() -> None:
    shown = [*(ROOT / "frontend" / "static").rglob("*.js"), *ROOT.glob("*/templates/**/*.html")]
    paths = [*sources(ROOT, tests=True), *shown]
    assert len(shown) > 100
    assert {path.relative_to(ROOT).as_posix(): names for path in paths if (names := uses(path, WORDS))} == {}


def test_no_template_compares_with_a_number() -> None:
    """How many are many is Python's to say, under a name."""
    compares = re.compile(r"{%-? *(?:el)?if [^%]*(?:[=!<>]=|[<>]) *\d")
    lines = {path.name: compares.findall(path.read_text()) for path in ROOT.glob("*/templates/**/*.html")}
    assert len(lines) > 100
    assert {name: matches for name, matches in lines.items() if matches} == {}


def test_no_line_of_a_template_is_wider_than_its_formatter_allows() -> None:
    """The formatter breaks HTML, and leaves tags of Django as long as they are: these are broken by hand."""
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in ROOT.glob("*/templates/**/*.html")
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > COLUMNS
    ]
    assert wide == []


def test_ci_runs_each_test_once() -> None:
    """What `make test` leaves out is what `make thorough` runs."""
    makefile, ci = (ROOT / "Makefile").read_text(), (ROOT / ".ci/run").read_text()
    recipes = re.findall(r"^(test|thorough): .*\n((?:\t.*\n)+)", makefile, re.M)
    chosen = {name: re.findall('-m ("not thorough"|thorough)', recipe) for name, recipe in recipes}
    assert chosen == {"test": ['"not thorough"'], "thorough": ["thorough"]}
    assert re.findall(r"^make (\w+)$", ci, re.M) == ["test", "thorough"]
