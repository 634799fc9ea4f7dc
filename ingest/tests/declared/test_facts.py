import re

import pytest

from benchdb.domain.dimensions import dimension
from benchdb.domain.place import Place
from benchdb.domain.text.tomls import is_almost
from ingest.declared.declared_facts import DeclaredFacts, Scope
from ingest.declared.facts import BadFact, bundle, clean, first_of, with_path


def test_names_lose_their_stray_spaces_and_empty_fields_say_nothing() -> None:
    assert clean({"machine": "  Sun  Fire V125 ", "zone": "", "cpus": " 4 "}) == {"machine": "Sun Fire V125", "cpus": 4}


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("cpus", "four", "a whole number above 0"),
        ("cpus", "0", "a whole number above 0"),
        ("trial", "1.5", "a whole number above 0"),
        ("started_at", "yesterday", "a time such as"),
        ("booted_at", "3 days ago", "a time such as"),
        ("tuning", "KeepAlive", "settings such as"),
        ("tuning", "tuning.=1", "settings such as"),
        ("same_machine", "perhaps", "yes or no"),
        ("cpus", "99999999", "a number from 1 to 65,536"),
        ("trial", "2147483648", "a number from 1 to 2,147,483,647"),
        ("port", "http", "a whole number above 0"),
        ("port", "-1", "a whole number above 0"),
        ("port", "65536", "a number from 1 to 65,535"),
        ("started_at", "1066-10-14", "a time from 1970 on that is not in the future"),
        ("started_at", "0001-01-01", "a time"),
        ("started_at", "9999-12-31", "a time from 1970 on"),
        ("booted_at", "2999-01-01", "a time from 1970 on"),
    ],
)
def test_a_fact_that_cannot_be_is_named(field: str, value: str, expected: str) -> None:
    with pytest.raises(BadFact, match=f"{field}: expected {expected}"):
        clean({field: value})


@pytest.mark.parametrize(("property", "value"), [("cpu_count", 99_999_999), ("memory_bytes", 1)])
def test_a_machine_that_cannot_be_is_named(property: str, value: int) -> None:
    with pytest.raises(BadFact, match=f"{property}: expected a number from"):
        bundle(f'[machines."a"]\n{property} = {value}\n'.encode())


def test_an_unknown_field_is_refused() -> None:
    with pytest.raises(BadFact, match="colour: unknown field; known are machine"):
        clean({"colour": "red"})


def test_times_are_kept_in_utc() -> None:
    assert clean({"started_at": "2007-10-23T10:36:35+09:00"})["started_at"] == "2007-10-23T01:36:35+00:00"
    for without_colons in ("2007-10-23T10-36-35+09-00", "2007-10-23T01-36-35Z", "2007-10-23T01-36-35"):
        assert clean({"started_at": without_colons})["started_at"] == "2007-10-23T01:36:35+00:00", "a file's on Windows"


def test_settings_are_read_one_by_one() -> None:
    assert clean({"tuning": "KeepAlive=Off; MaxClients = 1000"})["tuning"] == {"KeepAlive": "Off", "MaxClients": "1000"}


def test_a_setting_that_is_stated_twice_has_one_value() -> None:
    assert clean({"tuning": "a=1; a = 1"})["tuning"] == {"a": "1"}
    for settings in ("a=1;a=2", "a=1\ntuning.a=2", {"a": 1, " a": 2}):
        with pytest.raises(BadFact, match=r"tuning\.a: expected one value, found '1', '2'"):
            clean({"tuning": settings})
    with pytest.raises(BadFact, match=r"tuning\.client: expected one value, found 'a', 'b'"):
        clean({"tuning": "client=a", "client": "b"})


def test_a_setting_may_be_written_as_the_site_names_it() -> None:
    assert clean({"tuning": "tuning.KeepAlive=Off; tuned=yes"})["tuning"] == {"KeepAlive": "Off", "tuned": "yes"}


def test_whether_the_load_generator_shares_the_machine_is_yes_or_no() -> None:
    assert [clean({"same_machine": answer})["tuning"]["same_machine"] for answer in ("Yes", True, "no")] == [
        "yes",
        "yes",
        "no",
    ]


def test_what_was_built_and_where_the_load_came_from_are_settings() -> None:
    facts = clean({"tuning": "KeepAlive=Off", "client": " load2 ", "server_commit": "5b41e2a", "port": "8080"})
    assert facts == {"tuning": {"KeepAlive": "Off", "client": "load2", "port": "8080", "server_commit": "5b41e2a"}}
    assert dimension("tuning.client").title == "Load generator's machine"
    declared = bundle(b'[facts]\nsame_machine = "yes"\nserver_branch = "main"\n')
    assert declared.facts_of("a.log") == {"tuning": {"same_machine": "yes", "server_branch": "main"}}


def test_a_bundle_says_what_holds_for_which_file() -> None:
    declared = bundle(b'[facts]\nmachine = "m"\n[files."*.log"]\nzone = "global"\n[files."web*"]\nzone = "web"\n')
    assert declared.facts_of("a.log") == {"machine": "m", "zone": "global"}
    assert declared.facts_of("web.log") == {"machine": "m", "zone": "web"}
    assert declared.facts_of("a.csv") == {"machine": "m"}


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"machine = ", "benchdb.toml: Invalid value"),
        (b"[runs]\n", "unknown section 'runs'"),
        (b"a = 1\n\xffb", "expected text in UTF-8, or in UTF-16 with its mark, found the byte 0xff"),
        (b'[facts]\nkernel = "5"\nkernel = "6"\n', "kernel is there already: state it once"),
        (b"[facts]\n[machines]\n[facts]\n", r"\[facts\] is there already"),
    ],
)
def test_a_broken_bundle_file_is_named(content: bytes, fault: str) -> None:
    with pytest.raises(BadFact, match=fault):
        bundle(content)


def test_a_fault_of_the_text_is_told_with_its_line() -> None:
    for content in (b'[facts]\n\nkernel = "5"\nkernel = "6"\n', b"[facts]\n\n\n# \xe4\n"):
        with pytest.raises(BadFact) as refused:
            bundle(content)
        assert str(with_path("a/benchdb.toml", refused.value, content)).startswith("a/benchdb.toml, line 4: ")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_bundle_file_of_another_editor_is_read(encoding: str) -> None:
    assert bundle('[facts]\r\nmachine = "Größe"\r\n'.encode(encoding)).common == {"machine": "Größe"}


@pytest.mark.parametrize(
    ("name", "is_so"),
    [
        ("Benchdb.toml", True),
        ("benchdb.toml.txt", True),
        ("benchdb (1).toml", True),
        ("benchdb.toml", False),
        ("benchdb.log", False),
    ],
)
def test_a_name_that_is_almost_that_of_a_bundle_file_is_known(name: str, is_so: bool) -> None:
    assert is_almost(name) is is_so


def test_the_first_source_that_knows_decides() -> None:
    assert first_of("zone", {"zone": ""}, {"zone": "web"}, {"zone": "log"}) == "web"
    assert first_of("zone", {}) is None


def test_a_bundle_that_is_nested_too_deep_is_a_bad_fact() -> None:
    with pytest.raises(BadFact, match="nested too deep"):
        bundle(b"a = " + b"[" * 100_000)


@pytest.mark.parametrize(
    ("stated", "fault"),
    [
        ("memory = 3", "memory: unknown field; known are cpu_model, cpu_count, memory_bytes, notes"),
        ('memory_bytes = "2 GB"', "memory_bytes: expected a whole number of bytes, such as 2147483648, found '2 GB'"),
        ("cpu_count = 1.5", "cpu_count: expected a whole number above 0, found '1.5'"),
        ("memory_bytes = true", "memory_bytes: expected a whole number of bytes"),
    ],
)
def test_what_cannot_be_of_a_machine_is_named(stated: str, fault: str) -> None:
    with pytest.raises(BadFact, match=re.escape(fault)):
        bundle(f'[machines."box"]\n{stated}\n'.encode())


def test_what_is_said_of_a_machine_is_read() -> None:
    read = bundle(b'[machines."box"]\ncpu_model = 486\nmemory_bytes = 4194304\nnotes = ""\n').machines
    assert read == {"box": {"cpu_model": "486", "memory_bytes": 4194304}}


def test_an_empty_fact_of_some_files_takes_away_what_is_said_of_more() -> None:
    toml = b'[files."*.log"]\nstarted_at = "2026-11-27T10:00:00Z"\nzone = "a"\n[files."b.log"]\nstarted_at = ""\n'
    declared = DeclaredFacts({}, [Scope(None, "", bundle(toml))])
    assert declared.facts_of(Place("b.log"))[0] == {"zone": "a"}
    assert declared.facts_of(Place("a.log"))[0]["started_at"] == "2026-11-27T10:00:00+00:00"
