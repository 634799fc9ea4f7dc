#!/usr/bin/env python3
"""Django's command line, run by the checkout's own `.venv` whichever Python starts it."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path


def main() -> None:
    own_python = Path(__file__).resolve().parent / ".venv" / "bin" / "python"
    if find_spec("django") is None and own_python.exists() and not os.environ.get("BENCHDB_REEXECUTED"):
        os.environ["BENCHDB_REEXECUTED"] = "1"
        os.execv(own_python, [str(own_python), *sys.argv])
    if sys.argv[1:2] == ["parselog"]:  # it needs no Django, whose start takes longer than reading a log
        from ingest.intake.parselog import main as parselog

        sys.exit(parselog(sys.argv[2:]))
    if words := missing_folder(*sys.argv[1:2]):
        sys.exit(words)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchdb.settings")
    import psycopg
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except (OperationalError, psycopg.OperationalError) as error:  # back-ups ask the database without Django
        reason = str(error).splitlines()[0] if str(error) else "the database does not answer"
        sys.exit(
            f"benchdb: {reason}\nIs the site running, and with the same BENCHDB_DATA (or DATABASE_URL) as this command?"
        )


def missing_folder(command: str = "help") -> str:
    """A sentence where BENCHDB_DATA was mistyped, before anything is made there; "" where it was not."""
    folder = os.environ.get("BENCHDB_DATA")
    is_asked = command not in ("help", "version", "check", "collectstatic", "makemigrations", "prepare", "--help")
    if not folder or os.environ.get("DATABASE_URL") or Path(folder).is_dir() or not is_asked:
        return ""
    return f"benchdb: BENCHDB_DATA={folder}: there is no such folder, so no site has its data there"


if __name__ == "__main__":
    main()
