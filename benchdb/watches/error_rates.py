"""How often a watch errs, as measured: `python -m benchdb.dev.error_rates watches`, docs/watching.md."""

from __future__ import annotations

#: Of so many made-up histories without any change, checked after every run from the 8th to the 60th,
HISTORIES = 120
#: so many gave an alarm: quiet watches, and watches of every change.
QUIET, EVERY = 0, 53


def false_alarms(is_quiet: bool) -> str:
    """A sentence for pages and mails."""
    alarms, kind = (QUIET, "quiet watches") if is_quiet else (EVERY, "watches of every change")
    made_up = f"Of {HISTORIES} made-up histories of 60 runs in which nothing changed"
    if not alarms:
        most = 1 - 0.05 ** (1 / HISTORIES)  # 95% of samples of so many show one if more of all alarm
        return f"{made_up}, none alarmed {kind} at any time; with 95% confidence at most {most:.1%} of all such do."
    return f"{made_up}, {alarms} ({alarms / HISTORIES:.1%}) alarmed {kind} at any time."
