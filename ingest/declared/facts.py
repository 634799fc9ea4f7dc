"""What people say of a log: form fields, API fields, `benchdb.toml` -> clean facts. Pure.

The uploader's word stands above the bundle's, the bundle's above the log's own.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from typing import Any

from benchdb.domain.caveats import Phrase, phrase
from benchdb.domain.dimensions import STATED_SETTINGS, TUNING
from benchdb.domain.patterns import BadPattern, path_pattern, with_colons
from benchdb.domain.place import IMPORT
from benchdb.domain.possible import Beyond, count, cpus, memory, port, possible
from benchdb.domain.text import encoding_of
from benchdb.domain.text.names import composed, printable
from benchdb.domain.text.tomls import NotText, stands_twice, toml_text
from benchdb.wording import Refusal
from ingest.declared.path_sections import PathSections
from ingest.records import Fact

BUNDLE_FILE = "benchdb.toml"
SECTIONS = frozenset({"facts", "files", "machines", "study"})
PATTERN = "pattern"  #: not of a log but of all paths
OWN_RUNS = "own_runs"  #: of the upload: bytes that are stored under other facts are stored again, under these
SIDES = ("server", "client")
OF_ALL_FILES = (PATTERN, OWN_RUNS, IMPORT)
MAX_LENGTH = 4000
MAX_NAME = 120  #: characters
MOST_TOLD = 4  #: values of one field


class BadFact(Refusal):
    """A fact that cannot be: which field, what it holds and what was expected."""


def in_file(kind: str, /, **parameters: Any) -> BadFact:
    """A fault of the `benchdb.toml`."""
    return BadFact("fault in a file", file=BUNDLE_FILE, fault=phrase(kind, **parameters))


def with_path(path: str, error: BadFact, content: bytes = b"") -> BadFact:
    """The same fault, told of the `benchdb.toml` of this path, with its line where just one can be meant."""
    fault = error.phrase["fault"]
    parameters = dict(fault.parameters) if isinstance(fault, Phrase) else {}
    name = parameters.get("name", "")
    if line := parameters.get("line") or line_of(str(name), content.decode(encoding_of(content), "replace")):
        return BadFact("fault in a line", file=path, line=line, fault=fault)
    return BadFact("fault in a file", file=path, fault=fault)


def line_of(name: str, document: str) -> int:
    """Where a key or a section of this name stands; 0 where none does, or several do."""
    begin = re.compile(rf"\s*\[?\s*{re.escape(name)}\s*[=\].]")
    lines = [number for number, line in enumerate(document.split("\n"), 1) if name and begin.match(line)]
    return lines[0] if len(lines) == 1 else 0


def text(value: object) -> str:
    return printable(composed(" ".join(str(value).split())))


def named(value: object) -> str:
    name = text(value)
    if len(name) > MAX_NAME:
        raise ValueError
    return name


def moment(value: object) -> str:
    """ISO 8601, as UTC; a time without a zone is taken as UTC."""
    stated = value if isinstance(value, datetime) else datetime.fromisoformat(with_colons(str(value).strip()))
    return (stated if stated.tzinfo else stated.replace(tzinfo=UTC)).astimezone(UTC).isoformat()


def moment_of_a_run(value: object) -> str:
    """The same; Beyond for one at which no run can have been."""
    return possible(datetime.fromisoformat(moment(value))).isoformat()


def settings(value: object) -> dict[str, str]:
    """`KeepAlive=Off; MaxClients=1000` (or a table) as a mapping. BadFact where one has two values."""
    if isinstance(value, Mapping):
        return one_value_each((text(name), text(setting)) for name, setting in value.items())
    pairs = [part.partition("=") for part in str(value).replace("\n", ";").split(";") if part.strip()]
    names = [text(name).removeprefix(TUNING).strip() for name, _, _ in pairs]
    if not all(name and sign for name, (_, sign, _) in zip(names, pairs, strict=True)):
        raise ValueError
    return one_value_each(zip(names, (text(setting) for _, _, setting in pairs), strict=True))


def one_value_each(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    settings: dict[str, str] = {}
    for name, setting in pairs:
        if settings.setdefault(name, setting) != setting:
            values = tuple(repr(value[:80]) for value in (settings[name], setting))
            raise BadFact("several values", name=TUNING + name, values=values)
    return settings


def notes(value: object) -> str:
    return str(legible(str(value).strip()))


def pattern(value: object) -> str:
    """A path pattern as it stands. BadFact where it cannot be one."""
    try:
        return path_pattern(str(value).strip()).text
    except BadPattern as error:
        raise BadFact("bad pattern", name=PATTERN, why=str(error)) from error


def flag(value: object) -> bool | None:
    """True, or None for false: what is not wanted need not be said."""
    return {"true": True, "on": True, "false": None}[str(value).strip().lower()]


def yes_or_no(value: object) -> str:
    """As people state it, and as a table of TOML has it."""
    return {"yes": "yes", "true": "yes", "no": "no", "false": "no"}[str(value).strip().lower()]


def side(value: object) -> str:
    """Of which machine a recording is: of the one under load, or of the load generator."""
    return {name: name for name in SIDES}[str(value).strip().lower()]


Readers = Mapping[str, tuple[Callable[[Any], Any], Phrase]]
#: Field -> what reads it, and what it is expected to be.
READERS: Readers = {
    "machine": (named, phrase("expected: name", most=MAX_NAME)),
    "kernel": (named, phrase("expected: kernel")),
    "server": (named, phrase("expected: server")),
    "zone": (named, phrase("expected: zone")),
    "cpus": (cpus, phrase("expected: whole number")),
    "trial": (count, phrase("expected: whole number")),
    "started_at": (moment_of_a_run, phrase("expected: time")),
    "booted_at": (moment_of_a_run, phrase("expected: time")),
    "tuning": (settings, phrase("expected: settings")),
    "notes": (notes, phrase("expected: notes")),
    "side": (side, phrase("expected: side")),
    **dict.fromkeys(STATED_SETTINGS, (named, phrase("expected: text", most=MAX_NAME))),
    "same_machine": (yes_or_no, phrase("expected: answer")),
    "port": (port, phrase("expected: whole number")),
    PATTERN: (pattern, phrase("expected: pattern")),
    OWN_RUNS: (flag, phrase("expected: yes or no")),
}
FIELDS = tuple(READERS)
#: The same of a machine, in `[machines."name"]`.
PROPERTIES: Readers = {
    "cpu_model": (named, phrase("expected: text", most=MAX_NAME)),
    "cpu_count": (cpus, phrase("expected: whole number")),
    "memory_bytes": (memory, phrase("expected: bytes")),
    "notes": (notes, phrase("expected: notes")),
}


def stated_once(*forms: Iterable[tuple[str, list[Any]]]) -> dict[str, Any]:
    """Field -> its value in a form or a query. BadFact where a field has several that differ."""
    values: dict[str, list[Any]] = {}
    for name, of_form in chain(*forms):
        values.setdefault(name, []).extend(of_form)
    for name, several in values.items():
        if len(different := tuple(dict.fromkeys(map(str, several)))) > 1:
            shown = tuple(repr(value[:80]) for value in different[:MOST_TOLD])
            raise BadFact("several values", name=name, values=shown)
    return {name: several[-1] for name, several in values.items() if several}


def clean(stated: Mapping[str, object]) -> dict[str, Any]:
    """The facts among `stated`, read; empty ones left out. BadFact for one that cannot be, or that nobody knows."""
    return as_settings(read_facts(stated, READERS))


def read_facts(
    stated: Mapping[str, object], readers: Mapping[str, tuple[Callable[[Any], Any], Phrase]]
) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name, value in stated.items():
        if name not in readers:
            raise BadFact("unknown fact", name=name, known=tuple(readers))
        if value is None or not str(value).strip():
            continue
        if len(str(value)) > MAX_LENGTH:
            raise BadFact("too long a fact", name=name, most=MAX_LENGTH)
        read, expected = readers[name]
        try:
            facts[name] = read(value)
        except BadFact:
            raise
        except (ValueError, OverflowError, KeyError) as error:
            expected = error.expected if isinstance(error, Beyond) else expected
            raise BadFact("bad fact", name=name, expected=expected, value=str(value)[:80]) from error
    return {name: fact for name, fact in facts.items() if fact is not None}


def as_settings(facts: dict[str, Any]) -> dict[str, Any]:
    """The facts; those that are kept as settings are among the settings. BadFact where one has two values."""
    own = {name: facts.pop(name) for name in STATED_SETTINGS if name in facts}
    settings = one_value_each(chain(facts.get("tuning", {}).items(), own.items()))
    return facts | ({"tuning": settings} if own else {})


@dataclass(frozen=True, slots=True)
class Bundle:
    """What a `benchdb.toml` says of the files beside it."""

    common: Mapping[str, Any] = field(default_factory=dict)
    by_pattern: tuple[tuple[str, Mapping[str, Any]], ...] = ()
    study: Mapping[str, Any] = field(default_factory=dict)
    machines: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    pattern: str = ""  #: of the paths beside and below it
    _sections: PathSections = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_sections", PathSections(self.by_pattern))

    def facts_of(self, name: str) -> dict[str, Any]:
        """The common facts, and above them those of each pattern that `name` matches, in the order written. None for
        what an empty one takes away."""
        facts = dict(self.common)
        for own in self._sections.facts_of(name):
            facts |= own
        return facts


def bundle(content: bytes) -> Bundle:
    """Read a `benchdb.toml`. May raise BadFact.

    `pattern = "…"`, then `[facts]`, `[files."zone-*.log"]`, `[machines."name"]`, `[study]`.
    """
    text = text_in(content)
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise fault_of_toml(error, text) from error
    except RecursionError as error:
        raise in_file("nested too deep") from error
    if unknown := document.keys() - SECTIONS - {PATTERN}:
        raise in_file("unknown section", name=min(unknown), known=tuple(sorted(SECTIONS)))
    for name in SECTIONS:
        if not isinstance(document.get(name, {}), dict):
            raise in_file("not a section", name=name)
    for section, table in {**document.get("files", {}), **document.get("machines", {})}.items():
        if not isinstance(table, dict) or not section.strip():
            raise in_file("no facts below", name=section)
    facts = section_facts(document.get("facts", {}))
    patterns = tuple((name, emptied(own) | section_facts(own)) for name, own in document.get("files", {}).items())
    pattern_of_all = clean_here({PATTERN: document.get(PATTERN)}).get(PATTERN, "")
    machines = {
        composed(name): machine_properties(table) for name, table in legible(document.get("machines", {})).items()
    }
    return Bundle(facts, patterns, legible(document.get("study", {})), machines, pattern_of_all)


def text_in(content: bytes) -> str:
    """BadFact for bytes that are no text."""
    try:
        return toml_text(content)
    except NotText as error:
        raise in_file("not in UTF-8", line=error.line, byte=f"{error.byte:02x}") from error


def fault_of_toml(error: ValueError, document: str) -> BadFact:
    """What tomllib says, but of what stands there twice."""
    if twice := stands_twice(str(error), document):
        return in_file("stands twice", line=twice[0], name=twice[1])
    return in_file("text", text=str(error))


def legible(value: Any) -> Any:
    """A document's texts without control characters, but for ends of lines and tabs."""
    if isinstance(value, str):
        return "".join(c for c in value if c.isprintable() or c in "\n\t")
    if isinstance(value, dict):
        return {legible(name): legible(part) for name, part in value.items()}
    return [legible(part) for part in value] if isinstance(value, list) else value


def section_facts(stated: Mapping[str, object]) -> dict[str, Any]:
    """The facts of one section. What holds for all files would be of no use there."""
    if OWN_RUNS in stated:
        raise in_file("is of an upload", name=OWN_RUNS)
    if PATTERN in stated:
        raise in_file("stands at the top", name=PATTERN)
    return clean_here(stated)


def emptied(stated: Mapping[str, object]) -> dict[str, Any]:
    """None for what `started_at = ""` takes away from some files where it is said of more. Settings stay."""
    return {
        name: None for name, value in stated.items() if name in READERS and value == "" and name not in STATED_SETTINGS
    }


def machine_properties(stated: Mapping[str, object]) -> dict[str, Any]:
    """What `[machines."name"]` says of a machine. BadFact for what cannot be, or what nobody knows."""
    try:
        return read_facts(stated, PROPERTIES)
    except BadFact as error:
        raise BadFact("fault in a file", file=BUNDLE_FILE, fault=error.phrase) from error


def clean_here(stated: Mapping[str, object]) -> dict[str, Any]:
    """`clean`, its message naming the file."""
    try:
        return clean(stated)
    except BadFact as error:
        raise BadFact("fault in a file", file=BUNDLE_FILE, fault=error.phrase) from error


def first_of(name: str, *sources: Mapping[str, Any]) -> Any:
    """The fact called `name` from the first source that has it, else None."""
    return next((source[name] for source in sources if source.get(name) not in (None, "")), None)


def joined_notes(*sources: Mapping[str, Fact]) -> str:
    """Every source's notes, one after the other: notes add up, they do not replace one another."""
    return "\n".join(str(source["notes"]) for source in sources if source.get("notes"))
