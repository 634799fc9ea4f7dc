"""Words that name nothing any more, and where they still do. The list is docs/glossary.md's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchdb.host.paths import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
#: What a template gives a name to, and what JavaScript does.
NAMED = {
    ".html": re.compile(r"{%-? for ([^%]+?) in |\bas (\w+) %}|{%-? with (\w+)="),
    ".js": re.compile(r"\b(?:const|let|function|class) (\w+|\{[^}]*\}|\[[^\]]*\])"),
}
ROW = re.compile(r"^\| `(?P<word>\w+)` \| (?P<where>as a name|in a name) \|", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Retired:
    """Words that no identifier may be, and words that none may hold."""

    names: frozenset[str]
    parts: frozenset[str]

    def forbids(self, identifier: str) -> bool:
        """`found`, `_found` as names; `twin`, `twin_of`, `kept_twin` for what must not be a part."""
        name = identifier.strip("_").lower()
        return name in self.names or any(f"_{part}_" in f"_{name}_" for part in self.parts)


def retired(glossary: str) -> Retired:
    """The table of the glossary, read."""
    rows = [(match["word"], match["where"]) for match in ROW.finditer(glossary)]
    return Retired(
        frozenset(word for word, where in rows if where == "as a name"),
        frozenset(word for word, where in rows if where == "in a name"),
    )


def identifiers(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """(name, line) of all that a file gives a name to: variables, parameters, functions, classes, imports."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name, node.lineno
            case ast.arg():
                yield node.arg, node.lineno
            case ast.Name(ctx=ast.Store()):
                yield node.id, node.lineno
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr, node.lineno
            case ast.alias(asname=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                yield name, node.lineno


def names_in(text: str, shape: re.Pattern[str]) -> Iterator[tuple[str, int]]:
    """(name, line) of all that a template or a script gives a name to."""
    for match in shape.finditer(text):
        for name in re.findall(r"\w+", " ".join(part for part in match.groups() if part)):
            yield name, text.count("\n", 0, match.start()) + 1


def uses(path: Path, words: Retired) -> list[str]:
    """`told (line 17)` for each retired name in a file of Python, a template or a script, the file's own among them."""
    text, shape = path.read_text("utf-8"), NAMED.get(path.suffix)
    named = [(path.stem, 0), *(names_in(text, shape) if shape else identifiers(ast.parse(text)))]
    return [f"{name} (line {line})" for name, line in named if words.forbids(name)]
