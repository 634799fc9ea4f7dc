"""Every block of code in README and docs runs as it stands there, or says why not in a mark before it.

A mark is a comment, which pages do not show: `executed`, `executed as a whole by TEST` for a whole document, or
`not executed: REASON`. Blocks of `text` are no code, and a drawing is held by a test of its own.
"""

from __future__ import annotations

import base64
import hmac
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from markdown_it import MarkdownIt

from benchdb.host.paths import ROOT
from benchdb.webhooks.signing import headers, new_secret
from ingest.declared.facts import bundle

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NO_CODE = ("text", "mermaid")
WHOLE = re.compile(r"<!-- executed as a whole by (\S+) -->")
REASON = re.compile(r"<!-- not executed: \S.{9,}-->")


class Block(NamedTuple):
    """One block of code."""

    document: Path
    line: int
    language: str
    content: str
    mark: str  #: the comment before it; "" where there is none

    @property
    def name(self) -> str:
        return f"{self.document.relative_to(ROOT)}:{self.line}"


@cache
def blocks() -> tuple[Block, ...]:
    return tuple(block for document in DOCUMENTS for block in blocks_of(document))


def blocks_of(document: Path) -> Iterator[Block]:
    mark = ""
    for token in MarkdownIt("commonmark").parse(document.read_text("utf-8")):
        if token.type in ("fence", "code_block"):
            line = (token.map or [0])[0] + 1
            yield Block(document, line, token.info or "", token.content, mark)
        mark = token.content.strip() if token.type == "html_block" else ""


def executed() -> list[Block]:
    return [block for block in blocks() if block.mark == "<!-- executed -->"]


def whole_tests(document: Path) -> list[str]:
    return WHOLE.findall(document.read_text("utf-8"))


def test_every_block_is_executed_or_says_why_not() -> None:
    code = [block for block in blocks() if block.language not in NO_CODE and not whole_tests(block.document)]
    unsaid = [block.name for block in code if block not in executed() and not REASON.fullmatch(block.mark)]
    assert unsaid == []


def test_a_document_that_is_executed_as_a_whole_has_such_a_test() -> None:
    for document in DOCUMENTS:
        for test in whole_tests(document):
            assert document.name in (ROOT / test).read_text("utf-8"), document.name


def run_shell(content: str, folder: Path) -> None:
    """As somebody would at the top of a checkout; what it writes lands in a folder of its own."""
    for path in ROOT.iterdir():
        if path.name not in (".git", "var"):
            (folder / path.name).symlink_to(path)
    database = settings.HERE.database_url.rpartition("/")[0] + "/" + settings.DATABASES["default"]["NAME"]
    here = {"DATABASE_URL": database, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", content],
        cwd=folder,
        env={**os.environ, **here},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def run_python(content: str, folder: Path) -> None:
    """With what the text before it names: a webhook's secret, and a delivery."""
    secret, body = new_secret(), b'{"type": "webhook.tested"}'
    sent = headers(secret, "msg_1", int(time.time()), body)
    exec(content, {"base64": base64, "hmac": hmac, "secret": secret, "body": body, "headers": sent})


def read_json(content: str, folder: Path) -> None:
    json.loads(content)


def read_bundle(content: str, folder: Path) -> None:
    """A `benchdb.toml` without a fault."""
    assert bundle(content.encode())


RUNNERS: dict[str, Callable[[str, Path], Any]] = {
    "sh": run_shell,
    "python": run_python,
    "json": read_json,
    "toml": read_bundle,
}


@pytest.mark.django_db
@pytest.mark.parametrize("block", executed(), ids=lambda block: block.name)
def test_a_block_runs_as_it_stands(block: Block, tmp_path: Path) -> None:
    RUNNERS[block.language](block.content, tmp_path)
