"""How often a watch errs, as measured: `python -m benchdb.dev.error_rates watches`, docs/watching.md."""

from __future__ import annotations

#: Of so many made-up histories without any change, looked at after every run from the 8th to the 60th,
HISTORIES = 120
#: so many gave an alarm: quiet watches, and watches of every change.
QUIET, EVERY = 1, 55


def false_alarms(is_quiet: bool) -> str:
    """A sentence for pages and mails."""
    alarms, kind = (QUIET, "quiet watches") if is_quiet else (EVERY, "watches of every change")
    return (
        f"Of {HISTORIES} made-up histories of 60 runs in which nothing changed, {alarms} ({alarms / HISTORIES:.1%}) "
        f"alarmed {kind} at any time."
    )
