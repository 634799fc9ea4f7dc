import re
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchdb.domain.patterns import LONGEST_PART, BadPattern, Piece, path_pattern
from benchdb.domain.place import Place
from ingest.declared.declared_facts import DeclaredFacts, Scope
from ingest.declared.facts import BadFact, bundle, clean
from ingest.records import RunRecord

FULL = "{machine}/{kernel}/{zone}/c{concurrency}/run{trial}.log"
NAMES = st.text(string.ascii_letters + string.digits + " ._-", min_size=1, max_size=20).filter(
    lambda name: name.strip()
)


def test_a_path_states_what_its_parts_mean() -> None:
    assert path_pattern(FULL).stated("V125/SunOS 5.10/global/c100/run3.log") == {
        "machine": "V125",
        "kernel": "SunOS 5.10",
        "zone": "global",
        "concurrency": "100",
        "trial": "3",
    }


def test_a_folder_around_everything_does_not_matter() -> None:
    pattern = path_pattern("{zone}/run{trial}.log")
    assert pattern.stated("results/2007/web/run12.log") == {"zone": "web", "trial": "12"}
    assert pattern.stated("run12.log") is None
    assert path_pattern("/{zone}/run{trial}.log").stated("results/web/run12.log") is None


def test_any_text_and_settings() -> None:
    pattern = path_pattern("ka-{tuning.KeepAlive}/*-{server}.txt")
    assert pattern.stated("ka-Off/monday-nginx.txt") == {"tuning.KeepAlive": "Off", "server": "nginx"}


@pytest.mark.parametrize(
    ("pattern", "fault"),
    [
        ("{machne}/run{trial}.log", "unknown field {machne}; known are {machine}"),
        ("{machine}{zone}.log", "two fields side by side"),
        ("{machine}*/x", "two fields side by side"),
        ("{machine/x", "a { that is not part of a {field}"),
        ("{zone}/{zone}/x", "{zone} stands in it twice"),
        ("runs/run.log", "no {field} in it"),
        ("{}/x", "unknown field {}"),
        ("*/" * 9 + "{zone}", "more than 6 asterisks"),
    ],
)
def test_a_bad_pattern_says_what_is_wrong(pattern: str, fault: str) -> None:
    with pytest.raises(BadPattern, match=re.escape(fault)):
        path_pattern(pattern)
    with pytest.raises(BadFact, match=re.escape(f"pattern: {fault}")):
        clean({"pattern": pattern})


@given(NAMES, NAMES, NAMES, st.integers(1, 10**6), st.integers(1, 10**6))
def test_what_a_path_is_made_of_is_what_it_states(m: str, k: str, z: str, c: int, t: int) -> None:
    stated = path_pattern(FULL).stated(f"any/{m}/{k}/{z}/c{c}/run{t}.log")
    assert stated == {"machine": m, "kernel": k, "zone": z, "concurrency": str(c), "trial": str(t)}


# --- what is said of one file


def declared(stated: dict[str, object], **tomls: str) -> DeclaredFacts:
    scopes = [Scope(None, folder.strip("_"), bundle(text.encode())) for folder, text in tomls.items()]
    return DeclaredFacts(clean(stated), scopes)


def test_the_fields_stand_above_the_bundle_and_the_bundle_above_the_path() -> None:
    toml = 'pattern = "{machine}/{zone}/run{trial}.log"\n[facts]\nzone = "toml"\ncpus = 2'
    facts = declared({"cpus": "4"}, _=toml)
    above, _ = facts.facts_of(Place("m/path/run3.log"))
    assert above == {"machine": "m", "zone": "toml", "trial": 3, "cpus": 4}


def test_the_inner_toml_stands_above_the_outer_and_speaks_of_its_folder_alone() -> None:
    facts = declared({}, _='[facts]\nmachine = "outer"\nzone = "z"', a='[facts]\nmachine = "inner"')
    assert facts.facts_of(Place("a/b/run.log"))[0] == {"machine": "inner", "zone": "z"}
    assert facts.facts_of(Place("ab/run.log"))[0] == {"machine": "outer", "zone": "z"}


def test_a_toml_inside_an_archive_says_nothing_of_the_files_beside_the_archive() -> None:
    facts = DeclaredFacts({}, [Scope(7, "", bundle(b'[facts]\nzone = "z"'))])
    assert facts.facts_of(Place("run.log"))[0] == {}
    assert facts.facts_of(Place("run.log", 7))[0] == {"zone": "z"}


def test_the_fields_pattern_takes_the_place_of_the_bundles() -> None:
    facts = declared({"pattern": "{zone}/*.log"}, _='pattern = "{machine}/*.log"')
    assert facts.facts_of(Place("here/run.log"))[0] == {"zone": "here"}


def test_what_the_log_measured_stands_above_the_path_and_the_difference_is_told() -> None:
    facts = declared({"pattern": "c{concurrency}/*.log"})
    above, below = facts.facts_of(Place("c10/run.log"))
    assert (above, below) == ({}, {"concurrency": 10})
    problems = [
        facts.contradictions(Place("c10/run.log"), RunRecord("ab", "", measured, ()))
        for measured in ({"concurrency": 100}, {})
    ]
    assert [[problem.message for problem in of_one] for of_one in problems] == [
        ["The path says concurrency 10, the log 100: the log counts."],
        [],
    ]


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("elsewhere.log", "The path 'elsewhere.log' does not match the pattern"),
        ("run0/x.log", "trial: expected a whole number above 0, found '0'"),
    ],
)
def test_a_path_that_says_nothing_is_told(path: str, message: str) -> None:
    facts = declared({"pattern": "run{trial}/*.log"})
    sentences = [facts.unmatched(Place(path)), *(problem.message for problem in facts.trouble(Place(path)))]
    assert [message in sentence for sentence in filter(None, sentences)] == [True]
    assert facts.facts_of(Place(path)) == ({}, {})


def test_one_field_that_cannot_be_leaves_the_others_alone() -> None:
    facts = declared({"pattern": "{machine}/{zone}/c{concurrency}/run{trial}-{started_at}.log"})
    place = Place(f"m1/{'z' * 130}/c8/run0-2026-01-02T03:04:05Z.log")
    started = "2026-01-02T03:04:05+00:00"
    assert facts.facts_of(place) == ({"machine": "m1", "started_at": started}, {"concurrency": 8})
    zone, trial = (problem.message for problem in facts.trouble(place))
    assert "What else it says counts." in zone
    assert "trial: expected a whole number above 0, found '0'. What else it says counts." in trial


def test_two_studies_in_one_upload_are_refused() -> None:
    study = "[study]\nslug = 's'\ntitle = 't'"
    with pytest.raises(BadFact, match=r"a/benchdb\.toml and b/benchdb\.toml describe a study each"):
        declared({}, a=study, b=study)


def test_a_pattern_in_a_section_is_refused() -> None:
    with pytest.raises(BadFact, match="stands at the top of the file"):
        bundle(b"[facts]\npattern = '{zone}'")


@pytest.mark.parametrize("fields", [3, 6, 12])
def test_however_many_fields_take_the_square_of_a_part_at_most(fields: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Twelve fields on 60 dashes took 14 seconds, and whoever sent them held a web process for as long."""
    begun = list[int]()
    ends = Piece.ends
    monkeypatch.setattr(Piece, "ends", lambda piece, text, begin: begun.append(begin) or ends(piece, text, begin))
    pattern = path_pattern("-".join(f"{{tuning.f{number}}}" for number in range(fields)) + "x")
    part = "-" * LONGEST_PART
    assert pattern.stated(part) is None
    assert len(begun) <= 2 * fields * (len(part) + 1)
    assert pattern.stated(f"{part[:-1]}x") == {f"tuning.f{number}": "-" for number in range(fields)} | {
        f"tuning.f{fields - 1}": "-" * (len(part) - 2 * fields + 1)
    }


def test_a_part_that_no_file_system_has_says_nothing() -> None:
    pattern = path_pattern("{machine}/run{trial}.log")
    assert pattern.stated("m" * LONGEST_PART + "/run1.log") == {"machine": "m" * LONGEST_PART, "trial": "1"}
    assert pattern.stated("m" * (LONGEST_PART + 1) + "/run1.log") is None


def made_of(part: str) -> str:
    """A part of a path, with nothing for a `*` beside something: no folder is called nothing."""
    values = {"{machine}": "a-1", "{zone}": "-", "{cpus}": "12", "{rate}": "1.5"}
    for gap, value in values.items():
        part = part.replace(gap, value)
    return part.replace("*", "") or "y" * ("*" in part)


@given(st.lists(st.sampled_from(["{machine}", "{zone}", "{cpus}", "{rate}", "*", "-", ".", "a", "1", "/"]), max_size=8))
def test_what_is_stated_makes_the_path_again(pieces: list[str]) -> None:
    """Whatever a pattern reads of a path, put back into the pattern, is the path."""
    text = "".join(pieces)
    try:
        pattern = path_pattern(text)
    except BadPattern:
        return
    path = "/".join(made_of(part) for part in text.split("/"))
    stated = pattern.stated(path.removeprefix("/"))
    assert stated is not None
    if "*" not in pieces:
        again = text
        for name, value in stated.items():
            again = again.replace(f"{{{name}}}", value)
        assert again.removeprefix("/") == path.removeprefix("/")
