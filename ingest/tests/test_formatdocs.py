from ingest.formatdocs import PAGES, pages
from ingest.parsers import formats


def test_the_pages_of_the_formats_are_those_that_their_parsers_make() -> None:
    written = {path: path.read_text("utf-8") for path in PAGES.glob("*.md")}
    assert written == pages(), "run: python -m ingest.formatdocs"


def test_every_format_says_what_it_reads_and_from_which_source() -> None:
    for name, format in formats().items():
        assert (format.__doc__ or "").strip(), name
        assert "Source" in (format.__doc__ or ""), f"{name} names no source"
