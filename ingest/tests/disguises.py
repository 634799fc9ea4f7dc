"""How reports look once people, mailers, terminals and pages had them: the same lines, dressed up."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

Disguise = Callable[[str], str]


def each_line(dress: Callable[[str], str]) -> Disguise:
    """Every line that has something on it, dressed."""
    return lambda text: "\n".join(dress(line) if line.strip() else line for line in text.split("\n"))


def bold(line: str) -> str:
    bare = line.strip()
    return f"**{bare}**"


def in_a_table(line: str) -> str:
    """Two cells; a line with a bar of its own would end its cell there."""
    if "|" in line:
        return line
    label, colon, rest = line.strip().partition(": ")
    return f"| {label}: | {rest.strip()} |" if colon else f"| {line.strip()} |"


def commented(line: str) -> str:
    _label, colon, rest = line.partition(":")
    return f"{line}    # wow" if colon and re.search(r"\d", rest) else line


def numbered(form: str) -> Disguise:
    """Every line behind its number, the empty ones too."""
    return lambda text: "\n".join(form.format(number, line) for number, line in enumerate(text.split("\n"), 1))


def as_new_file(text: str) -> str:
    """A diff that adds it."""
    lines = text.split("\n")
    head = f"diff --git a/bench.log b/bench.log\n--- /dev/null\n+++ b/bench.log\n@@ -0,0 +1,{len(lines)} @@\n"
    return head + "\n".join(f"+{line}" for line in lines)


#: What takes nothing from a load tool's report.
HARMLESS: dict[str, Disguise] = {
    "a diff that adds it": as_new_file,
    "cat -n": numbered("{:6d}\t{}"),
    "grep -n": numbered("{}:{}"),
    "grep": each_line(lambda line: f"bench.log:{line}"),
    "grep -Hn": numbered("bench.log:{}:{}"),
    "gh run view --log": each_line(lambda line: f"bench\tRun the load\t2026-11-21T01:02:03.1234567Z {line}"),
    "journalctl -o short-iso": each_line(lambda line: f"2026-11-21T01:02:03+0100 web1 bench[123]: {line}"),
    "log4j": each_line(lambda line: f"2026-11-21 01:02:03,123 [main] INFO  c.b.Bench - {line}"),
    "logging": each_line(lambda line: f"INFO:root:{line}"),
    "pdsh": each_line(lambda line: f"node001: {line}"),
    "Org": each_line(lambda line: f": {line}"),
    "ts %.s": each_line(lambda line: f"1763690000.123456 {line}"),
    "double spaced": lambda text: text.replace("\n", "\n\n"),
    "breaks": lambda text: text.replace("\n", "<br>\n"),
    "blanks of no width": each_line(lambda line: f"\u200b{line}"),
    "titles of windows": each_line(lambda line: f"\x1b]0;bench\x07{line}"),
}
DISGUISES: dict[str, Disguise] = {
    "bullets": each_line(lambda line: f"- {line.strip()}"),
    "stars": each_line(lambda line: f"* {line.strip()}"),
    "bold": each_line(bold),
    "table": each_line(in_a_table),
    "quote": each_line(lambda line: f"> {line}"),
    "quote of a quote": each_line(lambda line: f"> > {line}"),
    "indented": each_line(lambda line: f"    {line}"),
    "comments": each_line(commented),
    "time stamps": each_line(lambda line: f"2026-11-21T01:02:03.123456Z {line}"),
    "bracketed stamps": each_line(lambda line: f"[2026-11-21 01:02:03] {line}"),
    "GitLab": each_line(lambda line: f"2026-11-21T01:02:03.123456Z 01O {line}"),
    "docker compose": each_line(lambda line: f"bench-1  | {line}"),
    "levels": each_line(lambda line: f"[INFO] {line}"),
    "a logger": each_line(lambda line: f"2026-11-21 01:02:03,123 INFO {line}"),
    "syslog": each_line(lambda line: f"Nov 21 01:02:03 web1 bench[123]: {line}"),
    "a numbered list": each_line(lambda line: f"1. {line.strip()}"),
    "a quote in a list": each_line(lambda line: f"- > {line.strip()}"),
    "code in lines": each_line(lambda line: f"`{line.strip()}`"),
    "translations": lambda text: re.sub(r"(?<=\S)\n(?=.)", "\n（每秒请求数）\n", text),
    "hard blanks": lambda text: text.replace("  ", "\u00a0 "),
    "colours": each_line(lambda line: f"\x1b[1;32m{line}\x1b[0m"),
    "DOS": lambda text: text.replace("\n", "\r\n"),
    "code": lambda text: f"<pre><code>{text.rstrip()}</code></pre>\n",
    "closing tag": lambda text: f"{text.rstrip()}</code>\n",
    "fence": lambda text: f"Here it is:\n\n```\n{text}```\n",
    "joined": lambda text: re.sub(r"\n(?!\s*\n)", " " * 60, text, count=1),
    **HARMLESS,
    "HTML": lambda text: f"<html><body><pre>\n{html.escape(text, quote=False)}</pre></body></html>\n",
}
