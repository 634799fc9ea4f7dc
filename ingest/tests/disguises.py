"""How reports look once people, mailers, terminals and pages had them: the same lines, dressed up."""

from __future__ import annotations

import base64
import html
import json
import quopri
import re
import textwrap
from collections.abc import Callable
from itertools import zip_longest

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


def quoted_printable(text: str) -> str:
    """As mailers send it: equals signs written out, and lines cut at 76 characters."""
    return quopri.encodestring(text.encode()).decode()


def base64_mail(text: str) -> str:
    """As mailers send what is not all ASCII."""
    head = 'From: a@example.org\nContent-Type: text/plain; charset="utf-8"\nContent-Transfer-Encoding: base64\n'
    return f"{head}\n{base64.encodebytes(text.encode()).decode()}"


def as_transcript(text: str) -> str:
    """Of PowerShell."""
    stars = "**********************\n"
    head = f"{stars}Windows PowerShell transcript start\nStart time: 20261121010203\nUsername: CORP\\me\n{stars}"
    return f"{head}PS C:\\> bench\n{text}PS C:\\> Stop-Transcript\n{stars}".replace("\n", "\r\n")


def in_columns(text: str) -> str:
    """By `column -t`: words below each other, and no empty lines."""
    rows = [line.split() for line in text.split("\n") if line.strip()]
    widths = [max(map(len, column)) for column in zip_longest(*rows, fillvalue="")]
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "".join(f"{line}\n" for line in lines)


def in_a_log_driver(line: str) -> str:
    """Of Docker."""
    return json.dumps({"log": line + "\n", "stream": "stdout", "time": "2026-11-21T01:02:03.1Z"})


def of_mixed_ends(text: str) -> str:
    """Every second line as Windows ends it."""
    return re.sub(r"([^\n]*\n[^\n]*)\n", r"\1\r\n", text)


def in_typography(text: str) -> str:
    """As word processors write quotes, dashes and ellipses."""
    return re.sub(r'"([^"\n]*)"', "\u201c\\1\u201d", text).replace("--", "\u2014").replace("...", "\u2026")


#: What takes nothing from a load tool's report.
HARMLESS: dict[str, Disguise] = {
    "a diff that adds it": as_new_file,
    "cat -n": numbered("{:6d}\t{}"),
    "grep -n": numbered("{}:{}"),
    "grep": each_line(lambda line: f"bench.log:{line}"),
    "grep -Hn": numbered("bench.log:{}:{}"),
    "gh run view --log": each_line(lambda line: f"bench\tRun the load\t2026-11-21T01:02:03.1234567Z {line}"),
    "journalctl -o short-iso": each_line(lambda line: f"2026-11-21T01:02:03+0100 web1 bench[123]: {line}"),
    "journalctl -o short-full": each_line(lambda line: f"Sat 2026-11-21 01:02:03 CET web1 bench[123]: {line}"),
    "log4j": each_line(lambda line: f"2026-11-21 01:02:03,123 [main] INFO  c.b.Bench - {line}"),
    "logging": each_line(lambda line: f"INFO:root:{line}"),
    "pdsh": each_line(lambda line: f"node001: {line}"),
    "Org": each_line(lambda line: f": {line}"),
    "ts %.s": each_line(lambda line: f"1763690000.123456 {line}"),
    "double spaced": lambda text: text.replace("\n", "\n\n"),
    "breaks": lambda text: text.replace("\n", "<br>\n"),
    "blanks of no width": each_line(lambda line: f"\u200b{line}"),
    "kubectl logs --prefix": each_line(lambda line: f"[pod/web-6d4b75cb6d-hx2xk/bench] {line}"),
    "hard blanks everywhere": lambda text: text.replace(" ", "\u00a0"),
    "mixed ends of lines": of_mixed_ends,
    "RFC 5424": each_line(lambda line: f"<14>1 2026-11-21T01:02:03.12Z web1 bench 123 - - {line}"),
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
    "noformat": lambda text: f"{{noformat}}{text.rstrip()}{{noformat}}\n",
    "code of a wiki": lambda text: f"{{code:title=bench.log}}\n{text}{{code}}\n",
    "a fence on the line": lambda text: f"bob 10:15\n```{text.rstrip()}```\n",
    "sections of GitLab": lambda text: f"section_start:1:a\r\x1b[0KBench\n{text}section_end:2:a\r\x1b[0K\n",
    "a transcript": as_transcript,
    "progress drawn over": lambda text: f"  0%\r 50%\r100%\r{text}",
    "a block of AsciiDoc": lambda text: f"[source,text]\n----\n{text}----\n",
    "cells of AsciiDoc": each_line(lambda line: line if "|" in line else f"| {line.strip().replace(': ', ': | ', 1)}"),
    "cells of a wiki": each_line(lambda line: line if "|" in line else f"||{line.strip().replace(': ', ':|', 1)}|"),
    "a frame": each_line(lambda line: line if "│" in line else f"│ {line:<150} │"),
    "hard breaks": each_line(lambda line: line + "\\"),
    "values as code": each_line(lambda line: re.sub(r":\s+(\S.*)$", r": `\1`", line)),
    "values in bold": each_line(lambda line: re.sub(r":\s+(\S.*)$", r": **\1**", line)),
    "quoted-printable": quoted_printable,
    "base64": base64_mail,
    "typography": in_typography,
    "a form feed": lambda text: f"\f{text}",
    "a log driver": each_line(in_a_log_driver),
    "blanks made one": lambda text: re.sub(r"(?<=\S)[ \t]+", " ", text),
    "column -t": in_columns,
    "HTML": lambda text: f"<html><body><pre>\n{html.escape(text, quote=False)}</pre></body></html>\n",
}


def each_wrapped(wrap: Callable[[str], str]) -> Disguise:
    """Every line, the empty ones too, in what a collector writes of it."""
    return lambda text: "".join(f"{wrap(line)}\n" for line in text.split("\n"))


def in_the_journal(line: str) -> str:
    return json.dumps({"__REALTIME_TIMESTAMP": "1763690000123456", "_PID": "42", "MESSAGE": line})


def shown(text: str) -> str:
    """By `cat -A`."""
    return "".join(f"{''.join(map(shown_byte, line.encode()))}$\n" for line in text.removesuffix("\n").split("\n"))


def shown_byte(byte: int) -> str:
    if byte >= 0x80:
        return f"M-{shown_byte(byte - 0x80)}"
    return f"^{chr(byte ^ 0x40)}" if byte < 0x20 or byte == 0x7F else chr(byte)


def sought(form: str) -> Disguise:
    """By `grep -A 5` in a file: one line in seven is what was sought."""
    return lambda text: "".join(
        form.format(":" if number % 7 == 1 else "-", number, line) for number, line in enumerate(text.split("\n"), 1)
    )


def in_rich_text(end: str) -> Disguise:
    """As word processors keep it; `end`: of a paragraph."""
    head = "{\\rtf1\\ansi\\ansicpg1252\n{\\fonttbl\\f0\\fmodern Menlo-Regular;}\n{\\*\\generator X;}\n\\f0\\fs22 \\cf0 "

    def kept(text: str) -> str:
        escaped = re.sub(r"[\\{}]", r"\\\g<0>", text).replace("\t", "\\tab ")
        signs = "".join(sign if sign.isascii() else f"\\u{ord(sign)}?" for sign in escaped)
        return head + signs.replace("\n", end) + "}\n"

    return kept


def without_middle(mark: str) -> Disguise:
    """What is left of it where somebody cut its second third out, and said so."""

    def cut(text: str) -> str:
        lines = text.split("\n")
        return "\n".join([*lines[: len(lines) // 3], mark, *lines[2 * len(lines) // 3 :]])

    return cut


def on_a_terminal(columns: int) -> Disguise:
    """As a multiplexer copies it: long lines are two."""
    return lambda text: "\n".join(
        line[start : start + columns] for line in text.split("\n") for start in range(0, max(len(line), 1), columns)
    )


def in_wide_digits(text: str) -> str:
    return text.translate({ord("0") + digit: chr(0xFF10 + digit) for digit in range(10)})


def folded(text: str) -> str:
    """On GitHub."""
    return f"<details><summary>Results</summary><pre>{html.escape(text, quote=False)}</pre></details>\n"


def mailed_lines(text: str) -> str:
    """Folded at 70 columns and quoted, by a mailer that does not say so."""
    lines = [part for line in text.split("\n") for part in textwrap.wrap(line, 70) or [""]]
    return "\n".join(f"> {line}" for line in lines)


NUMBER_OF_THOUSANDS = r"(?<![\w.,:/])(\d{1,3})(\d{3})(?=(?:\.\d+)?(?![\w:.,/]))"
DECIMAL = r"(?<![\w.])(\d+\.\d+)(?![\w.])"
#: How the shortest log of each format is tried besides.
PASTES: dict[str, Disguise] = {
    "a bar before each line": each_line(lambda line: f"| {line}"),
    "a row of one cell": each_line(lambda line: f"| {line} |"),
    "docker's file": each_wrapped(in_a_log_driver),
    "the journal's JSON": each_wrapped(in_the_journal),
    "logrus": each_wrapped(lambda line: f'time="2026-11-21T01:02:03Z" level=info msg={json.dumps(line)}'),
    "CloudWatch": lambda text: (
        "timestamp,message\n" + each_wrapped(lambda line: '1763690000123,"' + line.replace('"', '""') + '"')(text)
    ),
    "Ansible": lambda text: f"ok: [web1] => {json.dumps({'rc': 0, 'stdout': text}, indent=4)}\n",
    "a notebook": lambda text: json.dumps({"outputs": [{"text": text.splitlines(keepends=True)}]}, indent=1),
    "YAML": lambda text: "result: |\n" + each_line(lambda line: f"  {line}")(text),
    "folded on GitHub": folded,
    "BBCode": lambda text: f"[code]{text}[/code]\n",
    "cells of HTML": each_line(lambda line: f"<tr><td>{html.escape(line, quote=False)}</td></tr>"),
    "bold labels": each_line(lambda line: re.sub(r"^(\s*)([A-Za-z#][^:\n]*):", r"\1**\2:**", line)),
    "bold numbers": lambda text: re.sub(DECIMAL, r"**\1**", text),
    "numbers as code": lambda text: re.sub(DECIMAL, r"`\1`", text),
    "notes behind": each_line(lambda line: f"{line}   <-- look here" if re.search(r": .*\d", line) else line),
    "a diff by words": lambda text: re.sub(DECIMAL, r"[-9.9-]{+\1+}", text, count=5),
    "a manual page": lambda text: re.sub(r"[A-Za-z]", lambda letter: f"{letter[0]}\b{letter[0]}", text),
    "a pager": lambda text: re.sub(r"((?:[^\n]*\n){10})", r"\1--More--(50%)\n", text),
    "a pager drawn over": lambda text: re.sub(r"((?:[^\n]*\n){10})", "\\1--More--\r        \r", text),
    "read as Latin-1": lambda text: text.encode().decode("latin-1"),
    "wide digits": in_wide_digits,
    "soft hyphens": lambda text: re.sub(r"([A-Za-z]{4})([A-Za-z]{4})", "\\1\u00ad\\2", text),
    "a script's typescript": lambda text: f"Script started on 2026-11-21\n\x1b[?2004l\r{text}\x1b[?2004h$ exit\r\n",
    "errors between": lambda text: re.sub(r"(?<=\S)\n(?=.)", "\nWARN: connection reset by peer\n", text, count=4),
    "dots for the middle": without_middle("..."),
    "snipped": without_middle("[snip]"),
    "a hundred columns": on_a_terminal(100),
    "hyphens that do not break": lambda text: text.replace("-", "\u2011"),
    "wide percents": lambda text: text.replace("%", "\uff05"),
    "blanks of a typesetter": lambda text: text.replace("  ", "\u2009 "),
    "joiners before numbers": lambda text: re.sub(r"(?<= )(\d)", "\u2060\\1", text),
    "escapes of Markdown": lambda text: text.replace("_", "\\_").replace("%", "\\%"),
    "a mailer's lines": mailed_lines,
    "cut with dots": lambda text: "\n".join(line if len(line) < 60 else f"{line[:57]}..." for line in text.split("\n")),
    "pages of a printer": lambda text: re.sub(r"((?:[^\n]*\n){20})", "\\1\n\f21.11.26   bench.log   Page 2\n\n", text),
    "a comment of C": lambda text: "/*\n" + each_wrapped(lambda line: f" * {line}")(text) + " */\n",
    "thousands in groups": lambda text: re.sub(NUMBER_OF_THOUSANDS, r"\1'\2", text),
    "a string of JSON": lambda text: json.dumps(text) + "\n",
    "a string of Python": lambda text: repr(text.encode()) + "\n",
    "decimal commas": lambda text: re.sub(r"(?<![\w.-])(\d+)\.(?=\d+(?![\w.]*\.))", r"\1,", text),
}
