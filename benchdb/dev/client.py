"""`python -m benchdb.dev.client --write`: the API's OpenAPI document -> the typed client of `benchdb/client/`.

One method an operation, one TypedDict a schema or query. Without `--write` it says whether the files are stale.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from benchdb.host.paths import ROOT

FOLDER = ROOT / "benchdb" / "client"
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
#: Operations that are called otherwise than their address says.
NAMES = {name: name for name in ("compare", "scaling", "history", "cost", "put_file")}
NAMES["ingest_intake_existing_logs_existing_logs"] = "existing_logs"
FEW = 8  #: values that are named
MANY = 20  #: parameters of a question about runs
LEFT_OUT = frozenset({"post_file"})  #: the same as put_file
RENAMED = {"TieOut": "AttachmentOut"}  #: a schema's name of an earlier release, which programs may import -> today's
MADE = "# Made by `python -m benchdb.dev.client --write` from the API's document: not to be edited.\n"
Schema = Mapping[str, Any]


def files() -> dict[str, str]:
    """Name -> text, as they should be."""
    document = openapi()
    return {
        "types.py": formatted("types.py", "".join(types(document))),
        "operations.py": formatted("operations.py", "".join(operations(document))),
    }


def openapi() -> Schema:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    django.setup()
    from benchdb.web.api import api

    document: Schema = json.loads(json.dumps(api.get_openapi_schema(), default=str))
    return document


def formatted(name: str, text: str) -> str:
    command = [sys.executable, "-m", "ruff", "format", "--stdin-filename", str(FOLDER / name), "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True, cwd=ROOT).stdout


# Types


def python_type(schema: Schema) -> str:
    """How Python writes what a schema allows."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        few = len(schema["enum"]) <= FEW
        return f"Literal[{', '.join(map(repr, schema['enum']))}]" if few else "str"
    if "const" in schema:
        return f"Literal[{schema['const']!r}]"
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(python_type(one) for one in schema["anyOf"]))
    if schema.get("type") == "array":
        return f"list[{python_type(schema.get('items', {}))}]"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties")
        return f"dict[str, {python_type(more) if isinstance(more, Mapping) and more else 'Any'}]"
    return PLAIN.get(schema.get("type", ""), "Any")


def types(document: Schema) -> Iterator[str]:
    yield f'"""What the API takes and answers, as types."""\n\n{MADE}\nfrom __future__ import annotations\n\n'
    yield "from typing import Any, Literal, NotRequired, TypedDict\n"
    for name, schema in sorted(document["components"]["schemas"].items()):
        required = schema.get("required", ())
        fields = {
            key: kind if key in required else f"NotRequired[{kind}]"
            for key, field in schema.get("properties", {}).items()
            for kind in [python_type(field)]
        }
        yield from typed_dict(f"{name}(TypedDict)", fields)
    yield from (f"\n\n{old} = {new}  # as it was called\n" for old, new in RENAMED.items())
    yield from query_types([one for one in every_operation(document) if one.query and not one.takes_files])


def query_types(asking: list[Operation]) -> Iterator[str]:
    """Filters that all questions share are one type; each query adds its own."""
    large = [one.query for one in asking if len(one.query) > MANY]
    shared = {name: kind for name, kind in large[0].items() if all(name in query for query in large)}
    yield from typed_dict("Filters(TypedDict, total=False)", {key: query_type(one) for key, one in shared.items()})
    for one in asking:
        is_large = len(one.query) > MANY
        own = {key: query_type(kind) for key, kind in one.query.items() if not (is_large and key in shared)}
        base = "Filters" if is_large else "TypedDict"
        yield from typed_dict(f"{one.query_type}({base}, total=False)", own)


def query_type(schema: Schema) -> str:
    """What a parameter may be given as: everything is text in the end."""
    if schema.get("type") == "array":
        return "str | int | float | list[str] | list[int]"
    if schema.get("type") in ("integer", "number"):
        return "int" if schema["type"] == "integer" else "float"
    return "int | None" if "anyOf" in schema and {"type": "null"} in schema["anyOf"] else "str"


def typed_dict(head: str, fields: Mapping[str, str]) -> Iterator[str]:
    yield f"\n\nclass {head}:\n"
    yield from (f"    {name}: {kind}\n" for name, kind in fields.items())
    if not fields:
        yield "    pass\n"


# Operations


class Operation:
    """One method of the client."""

    def __init__(self, method: str, path: str, details: Schema) -> None:
        self.method, self.path, self.details = method.upper(), path, details
        parameters = details.get("parameters", ())
        self.query = {one["name"]: one.get("schema", {}) for one in parameters if one["in"] == "query"}
        self.has_key = any(one["name"] == "Idempotency-Key" for one in parameters)
        self.body: Schema = details.get("requestBody", {}).get("content", {})

    @property
    def inside(self) -> list[str]:
        """The names in the path."""
        return re.findall(r"{(\w+)}", self.path)

    @property
    def name(self) -> str:
        if known := NAMES.get(self.details["operationId"]):
            return known
        parts = self.path.removeprefix("/api/v1/").split("/")
        words = [part for part in parts if not part.startswith("{")]
        is_one = parts[-1].startswith("{") or self.method == "POST"
        nouns = [singular(word) for word in words[:-1]] + [singular(words[-1]) if is_one else words[-1]]
        verb = {"GET": "get" if is_one or not self.is_list else "list", "POST": "create"}.get(self.method)
        return "_".join([verb or self.method.lower(), *nouns])

    @property
    def takes_files(self) -> bool:
        return "multipart/form-data" in self.body

    @property
    def is_list(self) -> bool:
        return "list" in self.answer or any(name in self.query for name in ("after", "before", "limit"))

    @property
    def answer(self) -> str:
        """The type of what comes back."""
        kinds = []
        for status, answer in self.details["responses"].items():
            content = answer.get("content", {})
            if str(status).startswith("2"):
                schema = content.get("application/json", {}).get("schema")
                kinds.append(python_type(schema) if schema else "bytes" if content else "None")
        return " | ".join(dict.fromkeys(kind for whole in kinds for kind in whole.split(" | ")))

    @property
    def query_type(self) -> str:
        return "".join(word.title() for word in self.name.split("_")) + "Query"


def singular(word: str) -> str:
    for end, one in (("ies", "y"), ("ches", "ch"), ("s", "")):
        if word.endswith(end):
            return word.removesuffix(end) + one
    return word


def every_operation(document: Schema) -> list[Operation]:
    made = [
        Operation(method, path, details)
        for path, methods in document["paths"].items()
        for method, details in methods.items()
        if details["operationId"] not in LEFT_OUT
    ]
    return sorted(made, key=lambda one: (one.path, one.method))


def operations(document: Schema) -> Iterator[str]:
    every = every_operation(document)
    words = " ".join(f"{one.answer} {body_type(one)}" for one in every)
    names = set(re.findall(r"\b[A-Z]\w+", words))
    names |= {one.query_type for one in every if one.query and not one.takes_files}
    yield f'"""Every operation of the API, as a method."""\n\n{MADE}\nfrom __future__ import annotations\n\n'
    yield "from collections.abc import Mapping, Sequence\nfrom typing import Any, Literal, Unpack, cast\n\n"
    yield "from benchdb.client.transport import File, Transport, keyed, part, path_part, with_query\n"
    yield f"from benchdb.client.types import {', '.join(sorted(names & set(known_types(document, every))))}\n\n\n"
    yield "class Client(Transport):\n"
    yield '    """A site. `more` holds parameters that are no names of Python\'s, such as `tuning.gzip`."""\n'
    for operation in every:
        yield from method(operation)


def known_types(document: Schema, every: list[Operation]) -> list[str]:
    return [*document["components"]["schemas"], *(one.query_type for one in every)]


def body_type(operation: Operation) -> str:
    schema = operation.body.get("application/json", {}).get("schema")
    return python_type(schema) if schema else ""


def method(operation: Operation) -> Iterator[str]:
    arguments = ["self", *(f"{name}: {kind_of_part(operation, name)}" for name in operation.inside)]
    if operation.takes_files:
        arguments += ["files: Sequence[File]", "key: str = ''", "**facts: str"]
    elif "application/octet-stream" in operation.body:
        arguments += ["data: bytes", "key: str = ''"]
    elif body_type(operation):
        arguments.append(f"document: {body_type(operation)}")
    if operation.query and not operation.takes_files:
        arguments += ["more: Mapping[str, Any] | None = None", f"**query: Unpack[{operation.query_type}]"]
    yield f"\n    def {operation.name}({', '.join(arguments)}) -> {operation.answer}:\n"
    words = str(operation.details.get("description") or operation.details.get("summary") or "").strip()
    yield f'        """{words}"""\n'
    call = call_of(operation)
    yield f"        {call}\n" if operation.answer == "None" else f"        return {returned(operation, call)}\n"


def returned(operation: Operation, call: str) -> str:
    return call if operation.answer == "bytes" else f"cast({operation.answer!r}, {call})"


def kind_of_part(operation: Operation, name: str) -> str:
    schema = next(one for one in operation.details["parameters"] if one["name"] == name)["schema"]
    return python_type(schema)


def call_of(operation: Operation) -> str:
    """What the method does."""
    address = operation.path
    for name in operation.inside:
        quoting = "path_part" if operation.path.startswith("/u/") else "part"
        address = address.replace(f"{{{name}}}", f"{{{quoting}({name})}}")
    where = f"f{address!r}" if operation.inside else repr(address)
    if operation.takes_files:
        return f"self._uploaded({where}, files, facts, key)"
    query = "{**query, **(more or {})}" if operation.query else "None"
    if "application/octet-stream" in operation.body:
        kind = "{'Content-Type': 'application/octet-stream'} | keyed(key)"
        return f"self._json({operation.method!r}, {where}, {query}, data, {kind})"
    if body_type(operation):
        return f"self._sent({operation.method!r}, {where}, cast('Mapping[str, Any]', document))"
    if operation.answer == "bytes":
        return f"self._bytes({operation.method!r}, with_query({where}, {query}))"
    return f"self._json({operation.method!r}, {where}, {query})"


def stale() -> list[str]:
    return [name for name, text in files().items() if text != written(FOLDER / name)]


def written(path: Path) -> str:
    return path.read_text("utf-8") if path.exists() else ""


def main() -> None:
    if "--write" in sys.argv:
        for name, text in files().items():
            (FOLDER / name).write_text(text, encoding="utf-8")
        return
    names = stale()
    print(f"stale: {', '.join(names)}" if names else "as the document says")
    sys.exit(bool(names))


if __name__ == "__main__":
    main()
