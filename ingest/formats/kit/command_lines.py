"""A URL, an echoed command, an error's words -> facts and kinds. Shared by hey and the tools that print like it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

from ingest.formats.kit.printed_units import seconds
from ingest.records import Fact

USUAL_PORTS = {"http": 80, "https": 443}
URL = re.compile(
    r"(https?)://(?:[^/?#@\s\"']*+@)?(\[[0-9A-Fa-f:.%]+\]|[^/:?#\s\[\]\"']++)(?::(\d{1,5})(?!\d))?([/?#][^\s\"']*+)?",
    re.IGNORECASE,
)
ERROR_URL = re.compile(r"\b(Get|Post|Put|Head|Delete|Patch|Options) \"?(https?://[^\s\"]+?)\"?: ")
KINDS = (
    ("refused", "refused"),
    ("connection reset", "reset"),
    ("broken pipe", "write"),
    ("timeout", "timeout"),
    ("timed out", "timeout"),
    ("deadline exceeded", "timeout"),
    ("too many open files", "fd_unavailable"),
    ("cannot assign requested address", "address_unavailable"),
    ("dial ", "connect"),
    ("connection error", "connect"),
    ("eof", "receive"),
    ("closed", "receive"),
)
SURE_KINDS = ("refused", "reset")  #: that an error shows by its last words
MAX_REASONS = 3
# Python 3.11 before 3.11.5 loses its place in possessive groups, (?:ab)*+ that fail at b: they are written (?>(?:ab)*).
SIGN = r"[^\s$%#>]{0,80}+[$%#>]"  #: of a shell that waits for a command
PATH = r"(?:[^\s$%#>]{0,200}/)?"  #: to a program
PROMPT = rf"(?>(?:{SIGN} ++)?){PATH}"  #: before a command that a shell echoed

Option = tuple[str, Callable[[str], Fact | None]]


def url_facts(url: str) -> dict[str, Fact]:
    """url, host, port, path, tls; {} for what is no web address."""
    match = URL.match(url)
    if not match:
        return {}
    scheme = match[1].lower()
    return {
        "url": match[0],
        "host": match[2].strip("[]"),
        "port": int(match[3]) if match[3] else USUAL_PORTS[scheme],
        "path": match[4] or "/",
        "tls": scheme == "https",
    }


def kind_of(error: str) -> str:
    """The vocabulary's word for what went wrong."""
    text = error.lower()
    return next((kind for words, kind in KINDS if words in text), "other")


def kinds_of(errors: Iterable[tuple[int, str]]) -> dict[str, int]:
    """How many requests went wrong in which way."""
    kinds: dict[str, int] = {}
    for count, text in errors:
        kind = kind_of(text)
        kinds[kind] = kinds.get(kind, 0) + count
    return kinds


def reason(errors: Iterable[str]) -> str:
    """The first errors in the tool's own words; ports of the client, different in each, count as the same."""
    texts: dict[str, str] = {}
    for error in errors:
        texts.setdefault(re.sub(r"(?:\d{1,3}\.){3}\d{1,3}:\d+->", "", error), error)
        if len(texts) == MAX_REASONS:
            break
    return "; ".join(texts.values())


def asked_in_error(errors: Iterable[str]) -> dict[str, Fact]:
    """Method and URL as Go's errors name them, if all name the same."""
    targets = {(match[1].upper(), match[2]) for error in errors if (match := ERROR_URL.search(error))}
    if len(targets) != 1:
        return {}
    ((method, url),) = targets
    return {"method": method, **url_facts(url)}


def whole(text: str) -> int | None:
    return int(text) if re.fullmatch(r"\d{1,18}", text) else None


def duration(text: str) -> float | None:
    """A duration option: 10s, 1m30s, or bare seconds."""
    return float(text) if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text) else seconds(text)


def word(text: str) -> str | None:
    return text.strip("'\"") or None


def asked_in_command(text: str, program: str, options: Mapping[str, Option]) -> dict[str, Fact]:
    """What the last command line of `program` in `text` asked for: `options` by name, and the URL."""
    if program not in text:
        return {}
    call = rf"(?:^[ \t]{{0,20}}|[$%#>|] ?)(?:[^\s$%#>|]{{0,200}}/)?{program}(?:\.exe)?( +[^\n]+)$"
    calls = re.findall(call, text, re.MULTILINE)
    words = calls[-1].split() if calls else []
    known: dict[str, Fact] = {}
    for place, argument in enumerate(words):
        known |= _option(argument, words[place + 1] if place + 1 < len(words) else "", options)
    return known | next((facts for argument in words if (facts := url_facts(argument.strip("'\"")))), {})


def _option(text: str, following: str, options: Mapping[str, Option]) -> dict[str, Fact]:
    """`-n 5`, `--n=5`, `-n5` as a fact; {} for anything else."""
    if not text.startswith("-"):
        return {}
    name, equals, value = text.lstrip("-").partition("=")
    if name not in options and text[1:2] in options and text[2:3].isdigit():
        name, value, equals = text[1], text[2:], "="
    if name not in options:
        return {}
    fact, read = options[name]
    fact_value = read(value if equals else following)
    return {} if fact_value is None else {fact: fact_value}
