"""Names of files that are no UTF-8: of disks and archives that were written elsewhere."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ingest.archives.names import Names
from ingest.intake.uploads import file_name


def test_a_name_in_western_letters_of_windows_is_read_as_such() -> None:
    name = b"raw/k\xf6ln.txt".decode("utf-8", "surrogateescape")
    assert Names().clean(name) == "raw/köln.txt"
    assert file_name(name) == "raw/köln.txt"
    mixed = b"kernel-\xe2\x82\xac/\x80.log".decode("utf-8", "surrogateescape")
    assert file_name(mixed) == "kernel-€/€.log"


@given(name=st.binary(min_size=1, max_size=40))
def test_no_name_keeps_half_a_character(name: bytes) -> None:
    shown = file_name(name.decode("utf-8", "surrogateescape"))
    assert shown.encode()
    assert "\\udc" not in shown or b"udc" in name
