"""Signals that whoever began the tests had set aside, as `make test &` in a script does with Ctrl-C."""

from __future__ import annotations

import signal


def hear_interrupts() -> None:
    """Ctrl-C ends this process again, and whatever it starts may trap it: a shell cannot trap what it never gets."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
