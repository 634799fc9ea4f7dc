"""Names of files that are no UTF-8: of disks and archives that were written elsewhere."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from benchdb.domain.text.names import kept_path
from ingest.archives.names import Names


def test_a_name_in_western_letters_of_windows_is_read_as_such() -> None:
    name = b"raw/k\xf6ln.txt".decode("utf-8", "surrogateescape")
    assert Names().clean(name) == "raw/köln.txt"
    assert kept_path(name) == "raw/köln.txt"
    mixed = b"kernel-\xe2\x82\xac/\x80.log".decode("utf-8", "surrogateescape")
    assert kept_path(mixed) == "kernel-€/€.log"


@given(name=st.binary(min_size=1, max_size=40))
def test_no_name_keeps_half_a_character(name: bytes) -> None:
    shown = kept_path(name.decode("utf-8", "surrogateescape"))
    assert shown.encode()
    assert "\\udc" not in shown or b"udc" in name


@given(name=st.text(st.sampled_from("/\\a\n\x81\xa0\ud800\udcf6"), max_size=20), ends=st.integers(240, 260))
@example(name="m", ends=254)
def test_a_kept_path_is_kept_as_it_is(name: str, ends: int) -> None:
    """Also where it is cut in front of a slash, or within an escape."""
    for path in (name, f"{name}/{'k' * ends}", f"m/{name}{'k' * ends}"):
        kept = kept_path(path, is_posix=True)
        assert kept_path(kept, is_posix=True) == kept
        assert kept == kept.strip("/")


def test_a_backslash_parts_folders_but_where_it_is_part_of_a_name() -> None:
    assert (Names().clean("a\\b/c.log"), Names(is_posix=True).clean("a\\b/c.log")) == ("a/b/c.log", "a\\b/c.log")
    assert (kept_path("a\\b/c.log"), kept_path("a\\b/c.log", is_posix=True)) == ("a/b/c.log", "a\\b/c.log")
