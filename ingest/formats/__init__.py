"""One folder per log format, found here and registered nowhere; the folder's name is the format's name.

    __init__.py   a docstring (what is read, its source, what it says nothing about), TITLE and VERSION
    signs.py      CLAIMS, how its reports begin; or sniff(head: bytes) -> bool, where that takes more than a pattern;
                  head: the first HEAD_SIZE bytes of a log, as UTF-8; of a load tool that prints a report also
                  OWN_LINES, by which it is found between the lines of another program, and FOUND_BY, its words in the
                  middle of a line or of a long log
    parser.py     parse(stream: BinaryIO) -> Iterator[Record | Problem]; stream: the log's own bytes, decompressed
    command.py    optional: COMMANDS, from a tool's name to the command line that repeats a run from its facts

Every log is shown to all signs, so `signs.py` imports what is cheap; a parser is imported once it is used. Where two
formats claim a line, the one that claims more of it has it; where they claim as much, that is a `Collision`.
VERSION is stored with every run and raised whenever the format's parser reads anything differently; behind it stands
that of the kit (9.2), which is raised for all.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import BinaryIO

from benchdb.domain.reproduce import CommandLine
from ingest.formats.kit import VERSION as KIT_VERSION
from ingest.formats.kit.claims import Claims, Place
from ingest.formats.kit.doubts import as_far_as_possible
from ingest.formats.kit.early_end import as_it_ended
from ingest.formats.kit.no_replies import as_answered
from ingest.formats.kit.pasted.found_by import found_by
from ingest.formats.kit.pasted.own_lines import OwnLines
from ingest.formats.kit.row_noise import bare_rows
from ingest.records import Parsed

HEAD_SIZE = 64 * 1024
HERE = Path(__file__).parent


@lru_cache(maxsize=2)
def bare_head(head: bytes) -> bytes:
    """`head` without what stands around its rows; every format of rows is asked about the same one."""
    return bare_rows(head)


@dataclass(frozen=True, slots=True)
class Format:
    """A folder of this package."""

    name: str
    package: str  #: where it is imported from

    @property
    def title(self) -> str:
        return str(self._module().TITLE)

    @property
    def version(self) -> str:
        """Its parser's, and that of the kit that all of them read through."""
        return f"{self._module().VERSION}.{KIT_VERSION}"

    @property
    def is_of_load(self) -> bool:
        """Its runs are reports of load tools, line by line: no rows of requests, of samples or of tables."""
        return ".load." in self.package

    @property
    def docs(self) -> str:
        """What is read, its source, what it says nothing about."""
        return self._module().__doc__ or ""

    def sniff(self, head: bytes) -> bool:
        """A log of this format begins in `head`."""
        claims = self._claims()
        return claims.are_in(head) if claims else self._sniff(head)

    def _sniff(self, head: bytes) -> bool:
        """Of a format of rows: as they are, or without what stands around them."""
        sniff, bare = self._module(".signs").sniff, bare_head(head)
        return bool(sniff(head)) or (bare != head and bool(sniff(bare)))

    def claims(self, head: bytes) -> Mapping[Place, int]:
        """How many characters it claims, by where they begin; {} where its signs do not say."""
        claims = self._claims()
        return claims.places(head) if claims else {}

    @property
    def own_lines(self) -> OwnLines | None:
        """The lines that only its tool prints; None where nothing is known of them."""
        own: OwnLines | None = getattr(self._module(".signs"), "OWN_LINES", None)
        return own

    @property
    def is_found_further_on(self) -> bool:
        """Whether reports of its tool are pasted behind those of others, whose words are looked for in its logs."""
        known = found_by().get(self.name)
        return self.is_of_load and bool(known and known.anywhere)

    def parse(self, stream: BinaryIO) -> Parsed:
        """What a log says."""
        entries = map(as_answered, map(as_it_ended, self._module(".parser").parse(stream)))
        return map(as_far_as_possible, entries)

    @property
    def commands(self) -> Mapping[str, CommandLine]:
        """The command lines that repeat a run, by tool; none where a report does not say enough."""
        if find_spec(f"{self.package}.command") is None:
            return {}
        commands: Mapping[str, CommandLine] = self._module(".command").COMMANDS
        return commands

    def _claims(self) -> Claims | None:
        claims: Claims | None = getattr(self._module(".signs"), "CLAIMS", None)
        return claims

    def _module(self, name: str = "") -> ModuleType:
        return imported(self.package + name)


#: To ask Python for a module that it has takes longer than many a sign does.
imported = cache(import_module)


@cache
def printed_by_tools() -> Mapping[str, OwnLines]:
    """What each load tool prints, as far as its signs say it."""
    own = {name: known.own_lines for name, known in formats().items() if known.is_of_load}
    return {name: lines for name, lines in own.items() if lines}


@cache
def formats() -> dict[str, Format]:
    """Every format by name, in alphabetical order: each folder of a family of formats that has a parser."""
    folders = {parser.parent.name: parser.parent for parser in HERE.glob("*/*/parser.py")}
    return {name: Format(name, f"{__name__}.{folders[name].parent.name}.{name}") for name in sorted(folders)}
