from benchdb.dev.format_pages import PAGES, pages
from ingest.formats import formats


def test_the_pages_of_the_formats_are_those_that_their_parsers_make() -> None:
    written = {path: path.read_text("utf-8") for path in PAGES.glob("*.md")}
    assert written == pages(), "run: python -m benchdb.dev.format_pages"


def test_every_format_says_what_it_reads_and_from_which_source() -> None:
    for name, format in formats().items():
        assert format.docs.strip(), name
        assert "Source" in format.docs, f"{name} names no source"
