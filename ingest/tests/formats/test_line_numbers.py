"""A line keeps its number in the log, whatever stood around it and was taken away."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from ingest.formats.kit.noise import cleaned
from ingest.formats.kit.report_scanner import Page
from ingest.formats.kit.row_noise import bare_rows

PIECES = (
    *("\n", "\n\n", "\r", "\r\n", "\r\r\n", " ", "\t", "=\n", "=3D", "=C3=A9", "\\\n", "\x1b[1m", "\b", "\f"),
    *(
        "Time taken:  1.5 seconds",
        "Total:  3  4  5",
        "12",
        "word",
        "<br>",
        "**",
        "`",
        "> ",
        "| ",
        " |",
        "│",
        "^C",
        " # ",
    ),
    *("--More--(50%)", "（翻訳）", "[code]", "[/code]", "```", "{code}", "&lt;", "</b>", "<td>", "12:00:01 "),
    *(
        "@@ -1 +1 @@",
        "\n-",
        "\n+",
        "[-1-]{+2+}",
        "a.log:",
        "\n 7: ",
        "--|--",
        "- ",
        "* ",
        "\x1e",
        "\x1d",
        "</td>",
        "</pre>",
        "&nbsp;",
    ),
)


@settings(max_examples=500)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
@example("a=3D1\nbroken by the mailer=\n and drawn\rover\n")
@example("1\r \n2\n\n3\n\n4\n\n5\n\n6\n\n7\n\n8\n\n")
def test_what_is_cleaned_has_as_many_lines_as_the_log(log: str) -> None:
    page = Page(cleaned(log))
    assert page.newlines(0, len(page.text)) == log.count("\n")


@settings(max_examples=500)
@given(st.lists(st.sampled_from(PIECES), max_size=60).map("".join))
def test_rows_are_as_many_as_lines_of_the_log(log: str) -> None:
    """Where there is a newline: without any, a lone CR may end lines, as on old Macs."""
    log = "word\n" + log
    assert bare_rows(log.encode()).count(b"\n") == log.count("\n")
