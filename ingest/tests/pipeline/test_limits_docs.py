"""Every limit that the environment can set is in the docs with its default."""

import re

from benchdb.host.paths import ROOT

SETTINGS = (ROOT / "benchdb/settings.py").read_text("utf-8")
DOCS = (ROOT / "docs/operations.md").read_text("utf-8")


def test_the_docs_list_every_limit_with_its_default() -> None:
    limits = dict(re.findall(r'number\("(\w+)", ([\d_]+)\)', SETTINGS))
    documented = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", DOCS, re.MULTILINE))
    assert limits
    assert {name: int(default) for name, default in limits.items()}.items() <= {
        name: int(default) for name, default in documented.items()
    }.items()
