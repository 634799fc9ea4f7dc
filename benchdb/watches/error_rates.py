"""How often a watch errs, as measured: `python -m benchdb.dev.error_rates watches`, docs/watching.md."""

from __future__ import annotations

from benchdb.wording import words

#: Of so many made-up histories without any change, checked after every run from the 8th to the 60th,
HISTORIES = 120
#: so many gave an alarm: quiet watches, and watches of every change.
QUIET, EVERY = 0, 53


def false_alarms(is_quiet: bool) -> str:
    """A sentence for pages and mails."""
    alarms = QUIET if is_quiet else EVERY
    if not alarms:
        most = 1 - 0.05 ** (1 / HISTORIES)  # 95% of samples of so many show one if more of all alarm
        return words("no false alarms", histories=HISTORIES, most=most)
    return words("false alarms", histories=HISTORIES, alarms=alarms, share=alarms / HISTORIES)
