"""One target in a process of its own: `python -m benchdb.dev.fuzz.one TARGET CORPUS [libFuzzer's options]`"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any


def main() -> None:
    target, corpus, *options = sys.argv[1:]
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    os.environ["DEBUG"] = "1"
    atheris: Any = importlib.import_module("atheris")
    with atheris.instrument_imports(include=["benchdb", "ingest"]):
        importlib.import_module("django").setup()
        targets = importlib.import_module("benchdb.dev.fuzz.targets").TARGETS
    atheris.Setup([sys.argv[0], *options, corpus], targets[target])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
